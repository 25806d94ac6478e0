package wording

import (
	"strings"
)

// render words a line for the speaker: "" when a slot it needs is empty. A bare one leaves out what may be left out.
func (s *Speaker) render(l *line, slots *Slots, bare bool) string {
	s.draft, s.manners = s.draft[:0], s.manners[:0]
	if !s.write(l.pieces, slots, bare, l.terse) {
		return ""
	}
	return strings.TrimSpace(string(s.draft))
}

func (s *Speaker) write(pieces []piece, slots *Slots, bare, terse bool) bool {
	for i := range pieces {
		p := &pieces[i]
		switch p.slot {
		case slotNone:
			s.text(s.punctuated(p))
		case slotChoice:
			if !s.write(p.options[s.rng.IntN(len(p.options))], slots, bare, terse) {
				return false
			}
		case slotFragment:
			f := (*line)(nil)
			switch {
			case !p.maybe:
				f = s.pick(p.fragment, false)
			case !bare:
				f = s.opening(p.fragment)
			}
			if f == nil && p.maybe {
				continue
			}
			if f == nil || !s.write(f.pieces, slots, bare, terse) {
				return false
			}
		default:
			if !s.fill(p.slot, slots, terse) {
				return false
			}
		}
	}
	return true
}

func (s *Speaker) punctuated(p *piece) string {
	if s.book.commas {
		return p.text
	}
	return p.bare
}

// Punctuated is a text of the caller's with commas as the speaker's book has them. Names are left as they are.
func (s *Speaker) Punctuated(text string) string {
	if s.book.commas {
		return text
	}
	return s.strip.Replace(text)
}

// stripper takes the commas out of all but names.
func stripper(names []string) *strings.Replacer {
	var pairs []string
	for _, name := range names {
		if withoutCommas(name) != name {
			pairs = append(pairs, name, name)
		}
	}
	return strings.NewReplacer(append(pairs, ",", "")...)
}

// opening draws an alternative of a fragment that may be left out, the talkative more often: one that suits the speaker, that it likes and
// that it has not used yet, since the same words before every other sentence are a tic. It is nil for none.
func (s *Speaker) opening(f *fragment) *line {
	if s.rng.Float64() >= 0.35+0.25*s.voice.Talkativeness {
		return nil
	}
	n := len(f.lines)
	start := s.rng.IntN(n)
	for i := range n {
		at := (start + i) % n
		l := &f.lines[at]
		if l.who&^s.voice.traits == 0 && likes(s.voice.taste, f.seed+uint64(at)) && !s.opened[l.manner] && !s.today[l.manner] {
			s.manners = append(s.manners, l.manner)
			return l
		}
	}
	return nil
}

// pick draws an alternative of a fragment: of those that are for such a speaker one that it likes, nil when there is
// none for it. A fresh one has not been said today. What a speaker likes depends on its character alone.
func (s *Speaker) pick(f *fragment, fresh bool) *line {
	var other *line
	n := len(f.lines)
	start := s.rng.IntN(n)
	for i := range n {
		at := (start + i) % n
		l := &f.lines[at]
		if l.who&^s.voice.traits != 0 || fresh && s.today[l.manner] {
			continue
		}
		if likes(s.voice.taste, f.seed+uint64(at)) {
			other = l
			break
		}
		if other == nil {
			other = l
		}
	}
	return other
}

// likes is true for about half of all turns of phrase.
func likes(taste, turn uint64) bool {
	h := (taste ^ turn*0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9
	return h>>40&1 == 0
}

// text writes a piece of text: no blank after a blank, a capital where a sentence begins.
func (s *Speaker) text(t string) {
	n := len(s.draft)
	if t != "" && t[0] == ' ' && (n == 0 || s.draft[n-1] == ' ') {
		t = t[1:]
	}
	if t == "" {
		return
	}
	if n > 0 && s.draft[n-1] == ' ' && strings.IndexByte(".!?,", t[0]) >= 0 {
		n--
		s.draft = s.draft[:n]
	}
	begins := n == 0 || n > 1 && s.draft[n-1] == ' ' && strings.IndexByte(".!?", s.draft[n-2]) >= 0
	s.draft = append(s.draft, t...)
	if begins && t[0] >= 'a' && t[0] <= 'z' {
		s.draft[n] -= 'a' - 'A'
	}
}

// fill writes what is in a slot; false when nothing is.
func (s *Speaker) fill(which slot, slots *Slots, terse bool) bool {
	word := ""
	switch which {
	case slotT, slotMention:
		word = s.seating.name(slots.T)
	case slotO:
		word = s.seating.name(slots.O)
	case slotX:
		word = s.seating.name(slots.X)
	case slotRole:
		word = s.roleWord(slots.Role)
	case slotN:
		word = s.book.number(slots.N)
	default:
		word = s.voice.Self
	}
	if word == "" {
		return false
	}
	if which == slotRole || which == slotN { // words of the language, with a capital where a sentence begins
		s.text(word)
		return true
	}
	if which == slotMention {
		s.mention(word)
		return true
	}
	s.draft = append(s.draft, word...)
	if which < slotMention && !terse {
		s.draft = append(s.draft, s.honorific()...)
	}
	return true
}

// mention writes @Name with a blank before it, unless it comes first; the wording has the blank after it.
func (s *Speaker) mention(name string) {
	if n := len(s.draft); n > 0 && s.draft[n-1] != ' ' {
		s.draft = append(s.draft, ' ')
	}
	s.draft = append(append(s.draft, '@'), name...)
}

// honorific follows the names of others.
func (s *Speaker) honorific() string {
	if s.book.spaced || s.book.styles[s.voice.style].tone == Rough {
		return ""
	}
	return "さん"
}
