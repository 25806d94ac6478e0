package understand

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"wolfden/werewolf"
)

// word is what a phrase of the lexicon stands for: tokens in order, each of one or more categories. Where prefix or
// suffix is set, it is categories that the next token or the one before gets in addition. A word without tokens means
// nothing and is skipped.
type word struct {
	tokens []named
	prefix []category
	suffix []category
	back   int // bytes at the end of the phrase that must be read again
}

// named is what one token of a word is: its categories, and the role it names, if it names one.
type named struct {
	cats []category
	role werewolf.Role
}

// lexicon holds the words of one language.
type lexicon struct {
	trie  trie[*word] // a row's word is shared by its phrases, and never changed
	cats  *categories
	roles *werewolf.RoleTable
	ends  []string // what ends a sentence, even where no mark stands before a word in kanji or katakana
}

// longest is the word of the longest phrase at a place of a text, and where the phrase ends; nil if there is none.
func (l *lexicon) longest(text []byte, at int) (*word, int) {
	found, end := l.trie.longest(text, at, false)
	if found == nil {
		return nil, end
	}
	return *found, end
}

// parse adds the lines of a words file:
//
//	CATEGORY: phrase | phrase          a phrase is one token of the category
//	A&B C: phrase                      two tokens, the first of two categories
//	+A: phrase                         no token, but the next one is an A as well
//	-A: phrase                         no token, but the one before is an A as well
//	_: phrase                          nothing
//	END OF SENTENCE: phrase            ends a sentence, even where the next one follows without a mark
//
// The name of a role in place of a category makes the token name that role: see [lexicon.role].
//
// In a phrase, [a|b|] stands for a, b or nothing, and from a > at the beginning of a word on what must stand there is read
// again; a line that ends in a backslash goes on in the next. A phrase that stands in several lines of one token each is of
// all their categories.
func (l *lexicon) parse(text string) error {
	return eachLine(text, func(line string) error {
		row, phrases, ok := strings.Cut(line, ": ")
		if !ok {
			return fmt.Errorf("%q has no colon followed by phrases", line)
		}
		all, err := expand(phrases)
		if err != nil {
			return err
		}
		if row == "END OF SENTENCE" {
			for _, phrase := range all {
				l.ends = append(l.ends, strings.TrimSpace(phrase))
			}
			return nil
		}
		w, err := l.parseRow(row)
		if err != nil {
			return err
		}
		for _, phrase := range all {
			if err := l.addPhrase(strings.TrimSpace(phrase), &w); err != nil {
				return err
			}
		}
		return nil
	})
}

// eachLine calls f with every line that is neither empty nor a comment. It goes on after an error; the returned errors
// name the lines.
func eachLine(text string, f func(line string) error) error {
	var faults []error
	begun := ""
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if begun == "" && (line == "" || line[0] == '#') {
			continue
		}
		if before, more := strings.CutSuffix(line, `\`); more {
			begun += before
			continue
		}
		if err := f(begun + line); err != nil {
			faults = append(faults, fmt.Errorf("line %d: %w", i+1, err))
		}
		begun = ""
	}
	return errors.Join(faults...)
}

// parseRow reads the part before the colon.
func (l *lexicon) parseRow(row string) (parsed word, err error) {
	if row == "_" {
		return parsed, nil
	}
	row, isPrefix := strings.CutPrefix(row, "+")
	row, isSuffix := strings.CutPrefix(row, "-")
	for _, token := range strings.Fields(row) {
		var t named
		for _, name := range strings.Split(token, "&") {
			if role := l.roleNamed(name); role != werewolf.NoRole {
				t.role = role
				t.cats = append(t.cats, l.role(role)...)
				continue
			}
			c, err := l.cats.intern(name)
			if err != nil {
				return parsed, err
			}
			t.cats = append(t.cats, c)
		}
		parsed.tokens = append(parsed.tokens, t)
	}
	if isPrefix && len(parsed.tokens) == 1 {
		return word{prefix: parsed.tokens[0].cats}, nil
	}
	if isSuffix && len(parsed.tokens) == 1 {
		return word{suffix: parsed.tokens[0].cats}, nil
	}
	if isPrefix || isSuffix || len(parsed.tokens) == 0 {
		return parsed, fmt.Errorf("%q is no row of categories", row)
	}
	return parsed, nil
}

var errEmptyPhrase = errors.New("an empty phrase")

func (l *lexicon) addPhrase(phrase string, added *word) error {
	if phrase == "" {
		return errEmptyPhrase
	}
	if taken, again, both := strings.Cut(phrase, ">"); both {
		shorter := *added
		phrase, shorter.back, added = taken+again, len(again), &shorter
	}
	known, isNew := l.trie.insert(phrase)
	if isNew {
		*known = added
		return nil
	}
	if *known == added || reflect.DeepEqual(*known, added) {
		return nil
	}
	old := *known
	if len(old.tokens) != 1 || len(added.tokens) != 1 {
		return fmt.Errorf("%q stands in another line, and only rows of one token can be united", phrase)
	}
	both := named{append([]category(nil), old.tokens[0].cats...), old.tokens[0].role}
	for _, c := range added.tokens[0].cats {
		if !contains(both.cats, c) {
			both.cats = append(both.cats, c)
		}
	}
	if role := added.tokens[0].role; both.role == werewolf.NoRole || role != werewolf.NoRole && role < both.role {
		both.role = role
	}
	united := *old
	united.tokens = []named{both}
	*known = &united
	return nil
}

func contains(cats []category, c category) bool {
	for _, have := range cats {
		if have == c {
			return true
		}
	}
	return false
}

// expand lists the phrases of a line, which are separated by "|" outside brackets.
func expand(text string) (all []string, err error) {
	depth, from := 0, 0
	for i := 0; i <= len(text); i++ {
		switch {
		case i == len(text) || text[i] == '|' && depth == 0:
			some, err := variants(strings.TrimSpace(text[from:i]))
			if err != nil {
				return nil, err
			}
			all = append(all, some...)
			from = i + 1
		case text[i] == '[':
			depth++
		case text[i] == ']':
			depth--
		}
	}
	return all, nil
}

const maxVariants = 4000

// variants lists the variants of a phrase with brackets. Brackets must not be nested.
func variants(phrase string) ([]string, error) {
	if !strings.ContainsAny(phrase, "[]") {
		return []string{phrase}, nil
	}
	all := []string{""}
	for {
		before, rest, found := strings.Cut(phrase, "[")
		inside, after, closed := strings.Cut(rest, "]")
		choices := []string{""}
		if found {
			choices = strings.Split(inside, "|")
		}
		if found && !closed || strings.Contains(inside, "[") || len(all)*len(choices) > maxVariants {
			return nil, fmt.Errorf("%q: brackets must be closed, not nested, and of at most %d variants", phrase, maxVariants)
		}
		next := make([]string, 0, len(all)*len(choices))
		for _, a := range all {
			for _, c := range choices {
				next = append(next, a+before+c)
			}
		}
		all = next
		if !found {
			return all, nil
		}
		phrase = after
	}
}
