package wording

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Link is how a sentence goes on from another matter: the name of a fragment with the words for it.
type Link string

// The links: against what was said before, and beside it.
const (
	But     Link = "but"
	Besides Link = "besides"
)

// Link is a sentence with words before it for how it goes on: as it is where the book has none that was not said today, or where it
// does not begin plainly, as with an opening or a cry.
func (s *Speaker) Link(l Link, sentence string) string {
	f := s.worded.fragments[string(l)]
	if f == nil || !s.plain(sentence) {
		return sentence
	}
	s.draft, s.manners = s.draft[:0], s.manners[:0]
	words := s.pick(f, true)
	if words == nil || !s.write(words.pieces, &Slots{}, true, false) {
		return sentence
	}
	s.today[words.manner] = true
	s.draft = append(s.draft, ' ')
	first, size := utf8.DecodeRuneInString(sentence)
	if word, _, _ := strings.Cut(sentence, " "); word != "I" && !strings.HasPrefix(word, "I'") && !s.names(sentence) {
		first = unicode.ToLower(first)
	}
	return string(append(utf8.AppendRune(s.draft, first), sentence[size:]...))
}

// plainStarts are the words that sentences begin with which other words may stand before.
var plainStarts = map[string]bool{
	"I": true, "I'm": true, "I'll": true, "I've": true, "I'd": true, "My": true, "There": true, "There's": true, "Nobody": true, "We": true,
	"The": true, "It's": true, "They": true, "Something": true, "Two": true, "What": true,
}

// plain reports whether a sentence begins with a name or as statements do.
func (s *Speaker) plain(sentence string) bool {
	word, _, _ := strings.Cut(sentence, " ")
	return plainStarts[word] || s.names(sentence)
}

// names reports whether a text begins with somebody's name.
func (s *Speaker) names(text string) bool {
	for _, name := range s.seating.Names {
		if rest, found := strings.CutPrefix(text, name); found && name != "" && strings.HasPrefix(strings.TrimPrefix(rest, ","), " ") {
			return true
		}
	}
	return false
}
