// Package voice puts an intent into a sentence that its speaker has not said before.
//
// The law of the package: it decides how something is said, never what. It knows words, tones and limits, and nothing
// of the game but the names of roles. The wordings are data (en.txt, ja.txt); book.go explains their format.
package voice

import (
	"math/rand/v2"
	"strings"

	"wolfden/werewolf"
)

// Speaker is one character's way of speaking through a game. It is not safe for concurrent use.
type Speaker struct {
	book  *Book
	tone  Tone
	self  string // its word for itself
	rng   *rand.Rand
	times map[Intent][]uint8 // how often each wording was chosen
	said  map[string]bool    // every sentence so far at the table; true for one's own
}

// NewSpeaker speaks from a book in the manner of the profile, where that tells one, else of a manner drawn by rng.
func NewSpeaker(b *Book, profile string, rng *rand.Rand) *Speaker {
	m := readManner(profile, rng)
	return &Speaker{
		book: b, tone: m.tone, self: b.selfWord(m), rng: rng,
		times: map[Intent][]uint8{}, said: map[string]bool{},
	}
}

// Tone is the manner the speaker keeps to.
func (s *Speaker) Tone() Tone { return s.tone }

// Say words the intent: the first of the least used wordings, in an order drawn anew, that the speaker has not said and
// that fits accepts; rather one that nobody has said. It reports false when there is none. The sentence counts as said
// only once Remember has it.
func (s *Speaker) Say(in Intent, slots Slots, fits func(string) bool) (string, bool) {
	lines := s.book.lines[in]
	times := s.times[in]
	if times == nil {
		times = make([]uint8, len(lines))
		s.times[in] = times
	}
	if len(lines) == 0 {
		return "", false
	}
	start := s.rng.IntN(len(lines))
	best, bestText, least := -1, "", 0
	for i := range lines {
		at := (start + i) % len(lines)
		cost := int(times[at]) * 4
		if lines[at].terse {
			cost += 1000
		}
		if best >= 0 && cost >= least {
			continue
		}
		text := s.render(&lines[at], &slots)
		own, heard := s.known(text)
		if heard {
			cost += 6
		}
		if text == "" || own || best >= 0 && cost >= least || !fits(text) {
			continue
		}
		best, bestText, least = at, text, cost
	}
	if best < 0 {
		return "", false
	}
	times[best]++
	return bestText, true
}

// Remember notes the sentences of an utterance: none of one's own is said again, and others' are not echoed as long as
// there is another way to put it.
func (s *Speaker) Remember(text string, own bool) {
	for sentence := range sentences(text) {
		s.said[sentence] = s.said[sentence] || own
	}
}

// known reports whether a sentence of the text has been said, by the speaker itself and by anybody.
func (s *Speaker) known(text string) (own, anybody bool) {
	for sentence := range sentences(text) {
		mine, said := s.said[sentence]
		own, anybody = own || mine, anybody || said
	}
	return own, anybody
}

// Join puts two sentences into one utterance.
func (s *Speaker) Join(a, b string) string {
	switch {
	case a == "":
		return b
	case b == "":
		return a
	case s.book.spaced:
		return a + " " + b
	default:
		return a + b
	}
}

// Address opens a sentence with a mention of the player.
func (s *Speaker) Address(name, sentence string) string {
	if s.book.spaced {
		return "@" + name + " " + sentence
	}
	return "@" + s.polite(name) + "、" + sentence
}

// RoleWord is the language's word for a role.
func (s *Speaker) RoleWord(r werewolf.Role) string { return s.book.roles[r] }

// polite is a name as the speaker says it.
func (s *Speaker) polite(name string) string {
	if s.book.spaced || s.tone == Rough {
		return name
	}
	return name + "さん"
}

// render fills a wording in the speaker's tone; "" when a slot it needs is empty.
func (s *Speaker) render(l *line, slots *Slots) string {
	var b strings.Builder
	for _, p := range l.parts[s.tone] {
		word := p.text
		switch p.slot {
		case slotNone:
			b.WriteString(word)
			continue
		case slotT:
			word = slots.T
		case slotO:
			word = slots.O
		case slotX:
			word = slots.X
		case slotMention:
			word = slots.T
			b.WriteByte('@')
		case slotRole:
			word = slots.Role
		case slotN:
			word = s.book.number(slots.N)
		case slotSelf:
			word = s.self
		}
		if word == "" {
			return ""
		}
		if p.slot <= slotMention && !l.terse {
			word = s.polite(word)
		}
		b.WriteString(word)
	}
	return b.String()
}
