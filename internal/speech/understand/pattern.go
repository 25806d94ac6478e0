package understand

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// elementKind is what an element of a pattern does.
type elementKind uint8

const (
	one    elementKind = iota // one token of the class
	some                      // any number of tokens of the class, up to maxRepeat
	list                      // one token of the class, or a list of them
	gap                       // a few tokens of any class except the barrier
	start                     // the beginning of the clause
	finish                    // the end of the clause
	absent                    // the next token is not of the class
)

const (
	maxRepeat   = 5
	shortGap    = 6
	longGap     = 14
	maxElements = 20
)

// capture says what becomes of the player that an element matches.
type capture uint8

const (
	asTarget  capture = iota
	asSource          // the player who told a result
	asNothing         // nothing
	asSelf            // the speaker is meant, whatever the token
	asSame            // one of the targets before, or the pattern does not match
)

type element struct {
	kind     elementKind
	class    int // of one, some, list, absent: the class of the tokens; of gap: the class that stops it
	most     int
	optional bool
	capture  capture
}

// scope is a set of reasons why words are not meant as said.
type scope uint8

const (
	supposed     scope = 1 << iota // a condition
	reported                       // somebody else's words
	asked                          // a question
	quoted                         // between quotation marks
	implied                        // follows from a condition; only strict patterns mind it
	plain                          // no question, in spite of its mark
	hypothetical                   // follows from what somebody else may be; only what takes a side minds it
)

var scopeNames = map[string]scope{"supposed": supposed, "reported": reported, "asked": asked, "quoted": quoted, "implied": implied, "plain": plain, "hypothetical": hypothetical}

// window is a class of tokens that must not stand near a match.
type window struct {
	class int
	width int
}

// pattern is one row of a patterns file.
type pattern struct {
	kind     patternKind
	elements []element
	needs    []int // classes that a clause must contain
	before   []window
	after    []window
	even     scope // scopes in which it holds anyway
	only     scope // it holds in these scopes only
	strict   bool  // it does not hold where it is implied
	blames   bool  // a vote accuses its target; a report accuses the player it is about
	neutral  bool  // the report shows no trust
	// Of scope patterns.
	scope scope
	back  bool // the scope comes before the match
	ahead bool // it comes after the match and leaves the match out
	until int  // the class that ends the scope
}

// grammar holds the patterns of one language.
type grammar struct {
	cats     *categories
	classes  [][]category         // by number of a class, its categories
	within   [maxCategories][]int // by category, the classes that have it
	byName   map[string]int
	defines  map[string]string
	address  []pattern
	scopes   []pattern
	patterns []pattern
	needing  [][]int // by number of a class, the patterns that it is asked of first, whether they may be there at all
	always   []int   // the patterns that need nothing
	calls    bool    // the patterns say who is called, so a name after an @ need not be
	section  pattern // what every line of the section starts with
	gap      int     // the class of its barrier
}

// newGrammar returns a grammar without patterns. Its class 0 is empty: the barrier of a gap that nothing stops.
func newGrammar(cats *categories) *grammar {
	return &grammar{cats: cats, classes: [][]category{nil}, byName: map[string]int{}, defines: map[string]string{}}
}

// parse adds the lines of a patterns file. See docs/speech-en.md for the form.
func (g *grammar) parse(text string) error {
	return eachLine(text, func(line string) error {
		first, rest, _ := strings.Cut(line, " ")
		switch {
		case line[0] == '[':
			return g.begin(strings.Trim(line, "[]"))
		case first == "define":
			return g.parseClass(rest)
		case isDirective(first):
			return g.parseDirective(&g.section, first, rest)
		}
		return g.parsePattern(line)
	})
}

func isDirective(s string) bool {
	switch s {
	case "gap", "before", "after", "even", "only", "until", "back", "ahead", "strict", "blames", "neutral":
		return true
	}
	return false
}

func (g *grammar) parseClass(rest string) error {
	name, alternatives, ok := strings.Cut(rest, "=")
	if !ok {
		return fmt.Errorf("define %s: no =", rest)
	}
	alternatives = strings.Join(strings.Fields(alternatives), "|")
	g.defines[strings.TrimSpace(name)] = alternatives
	return nil
}

// begin starts a section.
func (g *grammar) begin(name string) error {
	g.gap = 0
	if rest, ok := strings.CutPrefix(name, "scope "); ok {
		s, ok := scopeNames[rest]
		if !ok {
			return fmt.Errorf("no scope is called %q", rest)
		}
		g.section = pattern{kind: scoping, scope: s, even: supposed | reported | asked | quoted}
		return nil
	}
	k, ok := patternKindByName(name)
	if !ok {
		return fmt.Errorf("no act is called %q", name)
	}
	g.section = pattern{kind: k}
	return nil
}

// parseDirective reads a directive of a section or of one line.
func (g *grammar) parseDirective(p *pattern, name, rest string) (err error) {
	switch name {
	case "gap":
		g.gap, err = g.class(strings.Join(strings.Fields(rest), "|"))
	case "until":
		p.until, err = g.class(strings.Join(strings.Fields(rest), "|"))
	case "back":
		p.back = true
	case "ahead":
		p.ahead = true
	case "strict":
		p.strict = true
	case "blames":
		p.blames = true
	case "neutral":
		p.neutral = true
	case "before":
		p.before, err = g.parseWindows(rest)
	case "after":
		p.after, err = g.parseWindows(rest)
	case "even":
		p.even, err = scopesOf(rest)
	case "only":
		p.only, err = scopesOf(rest)
		p.even |= p.only
	default:
		err = fmt.Errorf("no directive is called %q", name)
	}
	return err
}

func scopesOf(rest string) (s scope, err error) {
	for _, name := range strings.Fields(rest) {
		if name == "none" {
			continue
		}
		one, ok := scopeNames[name]
		if !ok {
			return 0, fmt.Errorf("no scope is called %q", name)
		}
		s |= one
	}
	return s, nil
}

// parseWindows reads "NOT/3 IF": classes, each with the width in which it must not stand. A class without a width must
// not stand anywhere in the clause.
func (g *grammar) parseWindows(rest string) (all []window, err error) {
	for _, item := range strings.Fields(rest) {
		if item == "none" {
			continue
		}
		name, width, has := strings.Cut(item, "/")
		w := window{width: maxTokens}
		if has {
			if w.width, err = strconv.Atoi(width); err != nil {
				return nil, fmt.Errorf("%q: %w", item, err)
			}
		}
		if w.class, err = g.class(name); err != nil {
			return nil, err
		}
		all = append(all, w)
	}
	return all, nil
}

// parsePattern reads a pattern: elements, then directives separated by ";".
func (g *grammar) parsePattern(line string) error {
	parts := strings.Split(line, ";")
	p := g.section
	barrier := g.gap
	for _, d := range parts[1:] {
		name, rest, _ := strings.Cut(strings.TrimSpace(d), " ")
		if err := g.parseDirective(&p, name, rest); err != nil {
			return err
		}
	}
	for _, f := range strings.Fields(parts[0]) {
		e, err := g.parseElement(f)
		if err != nil {
			return fmt.Errorf("%s: %w", line, err)
		}
		p.elements = append(p.elements, e)
		if (e.kind == one || e.kind == list) && !e.optional {
			p.needs = append(p.needs, e.class)
		}
	}
	g.gap = barrier
	if p.kind == noKind || len(p.elements) == 0 || len(p.elements) > maxElements {
		return fmt.Errorf("%q: a pattern stands in a section and has 1 to %d elements", line, maxElements)
	}
	switch p.kind {
	case scoping:
		g.scopes = append(g.scopes, p)
	case addressing, referring, calling:
		g.address = append(g.address, p)
		g.calls = g.calls || p.kind == calling
	default:
		g.list(p)
	}
	return nil
}

// list adds a pattern, and enters it under the class of the fewest categories that it needs: most clauses lack that.
func (g *grammar) list(p pattern) {
	n := len(g.patterns)
	g.patterns = append(g.patterns, p)
	if len(p.needs) == 0 {
		g.always = append(g.always, n)
		return
	}
	rarest := slices.MinFunc(p.needs, func(a, b int) int { return len(g.classes[a]) - len(g.classes[b]) })
	for len(g.needing) <= rarest {
		g.needing = append(g.needing, nil)
	}
	g.needing[rarest] = append(g.needing[rarest], n)
}

func (g *grammar) parseElement(text string) (parsed element, err error) {
	switch text {
	case "^":
		return element{kind: start}, nil
	case "$":
		return element{kind: finish}, nil
	case "..":
		return element{kind: gap, class: g.gap, most: shortGap}, nil
	case "...":
		return element{kind: gap, class: g.gap, most: longGap}, nil
	}
	if rest, ok := strings.CutPrefix(text, "!"); ok {
		parsed.kind = absent
		parsed.class, err = g.class(rest)
		return parsed, err
	}
	text, how, _ := strings.Cut(text, ":")
	for text != "" {
		switch text[len(text)-1] {
		case '?':
			parsed.optional = true
		case '*':
			parsed.kind, parsed.most = some, maxRepeat
		case '+':
			parsed.kind = list
		default:
			goto named
		}
		text = text[:len(text)-1]
	}
named:
	switch how {
	case "by":
		parsed.capture = asSource
	case "x":
		parsed.capture = asNothing
	case "me":
		parsed.capture = asSelf
	case "same":
		parsed.capture = asSame
	case "":
	default:
		return parsed, fmt.Errorf("%q: what is captured is :by, :x, :me, :same or the target", how)
	}
	parsed.class, err = g.class(text)
	return parsed, err
}

// class returns the number of a set of categories written A|B, with names from define.
func (g *grammar) class(name string) (int, error) {
	if n, ok := g.byName[name]; ok {
		return n, nil
	}
	var cats []category
	if err := g.collect(name, &cats, 0); err != nil {
		return 0, err
	}
	for _, cat := range cats {
		g.within[cat] = append(g.within[cat], len(g.classes))
	}
	g.classes = append(g.classes, cats)
	g.byName[name] = len(g.classes) - 1
	return g.byName[name], nil
}

func (g *grammar) collect(name string, cats *[]category, depth int) error {
	if depth > 8 {
		return fmt.Errorf("%q is defined by itself", name)
	}
	for _, part := range strings.Split(name, "|") {
		if definition, ok := g.defines[part]; ok {
			if err := g.collect(definition, cats, depth+1); err != nil {
				return err
			}
			continue
		}
		c, ok := g.cats.byName[part]
		if !ok || part == "" {
			return fmt.Errorf("%q is no category of the words and not defined", part)
		}
		if !contains(*cats, c) {
			*cats = append(*cats, c)
		}
	}
	return nil
}
