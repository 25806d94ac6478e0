package wording

import (
	"fmt"
	"slices"
	"strings"
)

// line is one wording laid out for a style. A terse one is for when nothing longer fits.
type line struct {
	words  string // as it is laid out
	pieces []piece
	who    traits
	terse  bool
	names  bool   // it names the player it is about
	manner uint64 // of a part of sentences, the same in every fragment that has it
}

// piece is a text, a slot, a choice, or a fragment.
type piece struct {
	text     string
	bare     string // the text without commas
	slot     slot
	options  [][]piece // of a choice
	fragment *fragment
	maybe    bool // the fragment may be left out
}

// fragment is a part of sentences that several wordings share.
type fragment struct {
	seed  uint64 // of its name, for the speakers' tastes
	lines []line
}

type slot uint8

// Slots up to slotMention are names.
const (
	slotNone slot = iota
	slotT
	slotO
	slotX
	slotMention
	slotRole
	slotN
	slotSelf
	slotChoice
	slotFragment
)

var slotNames = map[string]slot{
	"t": slotT, "o": slotO, "x": slotX, "@t": slotMention, "role": slotRole, "n": slotN, "I": slotSelf,
}

// layOut lays every line out for the style.
func (s *style) layOut(sources []source) (*phrasing, error) {
	p := &phrasing{lines: map[SentenceKind][]line{}, fragments: map[string]*fragment{}}
	for _, l := range sources {
		if l.fragment != "" && p.fragments[l.fragment] == nil {
			p.fragments[l.fragment] = &fragment{seed: hash(l.fragment)}
		}
	}
	for _, l := range sources {
		laid := line{who: l.who, terse: l.terse}
		text, err := choose(l.text, s.tone)
		if err == nil {
			laid.words = s.apply(text)
			reader := wordingReader{rest: laid.words, fragments: p.fragments}
			laid.pieces, err = reader.all()
			laid.names = names(laid.pieces)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", l.at, err)
		}
		if l.fragment != "" {
			f := p.fragments[l.fragment]
			laid.manner = hash(laid.words)
			f.lines = append(f.lines, laid)
		} else {
			p.lines[l.kind] = append(p.lines[l.kind], laid)
		}
	}
	return p, nil
}

// names reports whether the pieces name the player the sentence is about.
func names(pieces []piece) bool {
	return slices.ContainsFunc(pieces, func(p piece) bool { return p.slot == slotT || slices.ContainsFunc(p.options, names) })
}

// choose keeps of every choice [..|..] the tone's part.
func choose(s string, tone Tone) (string, error) {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(s, "[")
		b.WriteString(before)
		if !found {
			return b.String(), nil
		}
		inside, after, closed := strings.Cut(rest, "]")
		options := splitOptions(inside)
		switch {
		case !closed:
			return "", fmt.Errorf("%q: a choice without its end", s)
		case len(options) == int(tones):
			b.WriteString(options[tone])
		case len(options) == 2:
			b.WriteString(options[tone%2])
		default:
			return "", fmt.Errorf("%q: a choice of %d, want 2 or %d", s, len(options), tones)
		}
		s = after
	}
}

// splitOptions parts a text at the bars that are not inside of parentheses.
func splitOptions(s string) (parts []string) {
	depth, from := 0, 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '(':
			depth++
		case ')':
			depth--
		case '|':
			if depth == 0 {
				parts = append(parts, s[from:i])
				from = i + 1
			}
		}
	}
	return append(parts, s[from:])
}

// wordingReader reads one wording whose tone is chosen.
type wordingReader struct {
	rest      string
	fragments map[string]*fragment
}

func (p *wordingReader) all() ([]piece, error) {
	pieces, err := p.sequence()
	if err == nil && p.rest != "" {
		err = fmt.Errorf("%q: stray %q", p.rest, p.rest[:1])
	}
	return pieces, err
}

// sequence reads up to the end, or to the bar or parenthesis that ends it.
func (p *wordingReader) sequence() (pieces []piece, err error) {
	for p.rest != "" {
		at := strings.IndexAny(p.rest, "{(<|)")
		if at < 0 {
			at = len(p.rest)
		}
		if at > 0 {
			pieces = append(pieces, piece{text: p.rest[:at], bare: withoutCommas(p.rest[:at])})
		}
		p.rest = p.rest[at:]
		if p.rest == "" || p.rest[0] == '|' || p.rest[0] == ')' {
			break
		}
		one, err := p.special()
		if err != nil {
			return nil, err
		}
		pieces = append(pieces, one)
	}
	return pieces, nil
}

func (p *wordingReader) special() (piece, error) {
	if p.rest[0] == '(' {
		return p.choice()
	}
	closing := "}"
	if p.rest[0] == '<' {
		closing = ">"
	}
	name, after, closed := strings.Cut(p.rest[1:], closing)
	if !closed {
		return piece{}, fmt.Errorf("%q: no %s", p.rest, closing)
	}
	p.rest = after
	if closing == "}" {
		which, known := slotNames[name]
		if !known {
			return piece{}, fmt.Errorf("unknown slot {%s}", name)
		}
		return piece{slot: which}, nil
	}
	name, maybe := strings.CutSuffix(name, "?")
	f := p.fragments[name]
	if f == nil {
		return piece{}, fmt.Errorf("unknown fragment <%s>", name)
	}
	return piece{slot: slotFragment, fragment: f, maybe: maybe}, nil
}

func (p *wordingReader) choice() (piece, error) {
	c := piece{slot: slotChoice}
	for p.rest != "" && p.rest[0] != ')' {
		p.rest = p.rest[1:]
		option, err := p.sequence()
		if err != nil {
			return c, err
		}
		c.options = append(c.options, option)
	}
	if p.rest == "" {
		return c, fmt.Errorf("a choice without its )")
	}
	p.rest = p.rest[1:]
	return c, nil
}

// hash is the FNV-1a hash of a text.
func hash(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := 0; i < len(s); i++ {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h
}
