package story

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// Piece is a part of an utterance: plain text, or the name of a player.
type Piece struct {
	Text string
	Seat werewolf.SeatID // whose name it is, 0 for plain text
	At   bool            // it speaks to the player: @ stands before it
}

// Show makes a text safe to be shown: what has no shape of its own, or would turn the text around it, is replaced by a
// sign. Line breaks stay.
func Show(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case r == '\t':
			return ' '
		case r == '\r':
			return -1
		case r < 0x20:
			return 0x2400 + r // the pictures of control characters
		case r == 0x7f:
			return 0x2421
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r), r == '\u2028', r == '\u2029':
			return utf8.RuneError
		default:
			return r
		}
	}, strings.ToValidUTF8(text, "\uFFFD"))
}

type name struct {
	text string
	seat werewolf.SeatID
}

// namesOf are the names to be found in texts, the longest first.
func namesOf(h *gamelog.Header) (names []name) {
	for i := range h.Seats {
		if text := Show(h.Seats[i].Name); text != "" {
			names = append(names, name{text, werewolf.SeatID(i + 1)})
		}
	}
	slices.SortStableFunc(names, func(a, b name) int { return cmp.Compare(len(b.text), len(a.text)) })
	return names
}

// pieces cuts a text at the names in it.
func (s *Story) pieces(text string) (pieces []Piece) {
	text = Show(text)
	plain := 0
	for i := 0; i < len(text); {
		n := s.nameAt(text, i)
		if n.seat == 0 {
			_, size := utf8.DecodeRuneInString(text[i:])
			i += size
			continue
		}
		begin, end := i, i+len(n.text)
		at := begin > plain && text[begin-1] == '@'
		if at {
			begin--
		}
		if begin > plain {
			pieces = append(pieces, Piece{Text: text[plain:begin]})
		}
		pieces = append(pieces, Piece{Text: text[begin:end], Seat: n.seat, At: at})
		i, plain = end, end
	}
	if plain < len(text) {
		pieces = append(pieces, Piece{Text: text[plain:]})
	}
	return pieces
}

// nameAt is the longest name that stands at the place, as a word of its own.
func (s *Story) nameAt(text string, i int) name {
	for _, n := range s.names {
		if !strings.HasPrefix(text[i:], n.text) {
			continue
		}
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		first, _ := utf8.DecodeRuneInString(n.text)
		last, _ := utf8.DecodeLastRuneInString(n.text)
		after, _ := utf8.DecodeRuneInString(text[i+len(n.text):])
		if !joined(before, first) && !joined(last, after) {
			return n
		}
	}
	return name{}
}

// joined reports whether two letters belong to one word. Scripts without spaces have no such thing, but a word in
// katakana ends where the katakana does.
func joined(a, b rune) bool {
	for _, script := range []*unicode.RangeTable{unicode.Latin, unicode.Katakana, unicode.Nd} {
		if within(script, a) && within(script, b) {
			return true
		}
	}
	return false
}

func within(script *unicode.RangeTable, r rune) bool {
	return unicode.Is(script, r) || script == unicode.Katakana && r == 'ー'
}
