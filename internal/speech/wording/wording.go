// Package wording puts what a player means into sentences of English or Japanese, in a character's voice.
//
// The law of the package: it decides how something is said, never what. What is to be said is a kind of sentence with what
// fills its slots; what a kind means stands once, in meaning.txt, as rows of package speech. It knows words, voices and
// limits, and nothing of the game but the names of players and roles; and it says no sentence twice. The wordings are data
// (en/ and ja/, the manners of speaking in manner/); book.go, meaning.go and style.go read them.
package wording

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode/utf8"

	"wolfden/werewolf"
)

// Speaker is one character's way of speaking through a game. It is not safe for concurrent use.
type Speaker struct {
	book    *Book
	worded  *phrasing
	voice   Voice
	seating Seating
	rng     *rand.Rand
	times   map[SentenceKind][]uint8 // how often each wording was chosen
	said    map[string]bool          // every sentence so far at the table; true for one's own
	strip   *strings.Replacer
	texts   map[string]line // of callers, laid out
	echo    echo
	draft   []byte

	openings []*line         // fragments that might have been left out of the draft
	opened   map[string]bool // the words of those that it has used

	addressing bool // the sentence follows a mention
}

// Seating is who sits where: Names[0] on seat 1, the speaker on seat Me. Of names nothing is interpreted. Roles is the table of
// roles the game is played by, nil for the standard one.
type Seating struct {
	Me    werewolf.SeatID
	Names []string
	Roles *werewolf.RoleTable
}

func (t *Seating) name(id werewolf.SeatID) string {
	if id < 1 || int(id) > len(t.Names) {
		return ""
	}
	return t.Names[id-1]
}

// NewSpeaker speaks from a book at a table, in the voice of the profile (see [Book.Voice]). rng stays in use.
func NewSpeaker(b *Book, profile string, t Seating, rng *rand.Rand) *Speaker {
	v := b.Voice(profile, rng)
	return &Speaker{
		book: b, worded: b.worded[v.style], voice: v, seating: t, rng: rng, times: map[SentenceKind][]uint8{}, said: map[string]bool{},
		strip: stripper(t.Names), texts: map[string]line{}, opened: map[string]bool{}, echo: newEcho(t.Names, b.spaced),
	}
}

// Voice is how the speaker speaks.
func (s *Speaker) Voice() Voice { return s.voice }

// roleWord is the language's word for a role.
func (s *Speaker) roleWord(r werewolf.Role) string { return s.book.roles.Name(s.seating.Roles, r) }

// Drafts of one wording, and of one when nothing else was left.
const (
	drafts     = 3
	lastDrafts = 12
)

// What speaks against a wording: each earlier use, the speaker's taste, an echo of what somebody has said, or lately of another player,
// being terse.
const (
	costUsed  = 4
	costTaste = 2
	costEcho  = 6
	costTerse = 1000
)

// SayTo is Say for a sentence that is to follow a mention. It begins without an opening: in "@Ann look, ..." Ann would be told to look.
func (s *Speaker) SayTo(k SentenceKind, slots Slots, fits func(string) bool) (string, bool) {
	s.addressing = true
	defer func() { s.addressing = false }()
	return s.Say(k, slots, fits)
}

// Say words a sentence of the kind: the least used wording, of equals in an order drawn anew, that the speaker has not said and
// that fits accepts; rather one that nobody has said. It reports false when there is none. The sentence counts as said
// only once Remember has it. A nil fits accepts everything.
func (s *Speaker) Say(k SentenceKind, slots Slots, fits func(string) bool) (string, bool) {
	lines := s.worded.lines[k]
	if len(lines) == 0 {
		return "", false
	}
	best := s.search(k, &slots, fits, drafts)
	if best.line < 0 {
		best = s.search(k, &slots, fits, lastDrafts)
	}
	if best.line < 0 {
		return "", false
	}
	s.used(k)[best.line]++
	for _, l := range best.openings {
		s.opened[l.words] = true
	}
	return best.text, true
}

// used is how often each wording of a kind was chosen.
func (s *Speaker) used(k SentenceKind) []uint8 {
	times := s.times[k]
	if times == nil {
		times = make([]uint8, len(s.worded.lines[k]))
		s.times[k] = times
	}
	return times
}

// found is what a search has found: the wording by its place, -1 for none.
type found struct {
	line     int
	text     string
	openings []*line
}

// search drafts every wording of the kind up to so many times and returns the best.
func (s *Speaker) search(k SentenceKind, slots *Slots, fits func(string) bool, tries int) found {
	lines, times := s.worded.lines[k], s.used(k)
	seed := hash(string(k))
	start := s.rng.IntN(len(lines))
	best, least := found{line: -1}, 0
	for i := range lines {
		at := (start + i) % len(lines)
		l := &lines[at]
		cost := int(times[at]) * costUsed
		if l.terse {
			cost += costTerse
		}
		if l.who&^s.voice.traits != 0 {
			continue
		}
		if !likes(s.voice.taste, seed+uint64(at)) {
			cost += costTaste
		}
		for try := 0; try < tries && (best.line < 0 || cost < least); try++ {
			text := s.render(l, slots, try > 0 || s.addressing)
			if text == "" {
				break
			}
			own, heard := s.known(text)
			now := cost
			if heard || (best.line < 0 || now < least) && s.echo.lately(text) {
				now += costEcho
			}
			if own || best.line >= 0 && now >= least || fits != nil && !fits(text) {
				continue
			}
			best, least = found{at, text, slices.Clone(s.openings)}, now
		}
	}
	return best
}

// Remember notes the sentences of an utterance: none of one's own is said again, and others' are not echoed as long as
// there is another way to put it. A sentence addressed to somebody counts without the mention, too.
func (s *Speaker) Remember(text string, own bool) {
	if !own {
		s.echo.heard++
	}
	for len(text) > 0 {
		var sentence string
		sentence, text = cutSentence(text)
		s.note(sentence, own)
		for blanks := 0; blanks < 3 && strings.HasPrefix(sentence, "@"); blanks++ { // names may have blanks
			_, rest, found := strings.Cut(sentence, " ")
			if !found {
				break
			}
			s.note(strings.TrimSpace(rest), own)
			sentence = "@" + rest
		}
	}
}

func (s *Speaker) note(sentence string, own bool) {
	if sentence != "" {
		s.said[sentence] = s.said[sentence] || own
		if !own {
			s.echo.note(sentence)
		}
	}
}

// Keep returns a function that makes the speaker forget what it has said and heard since.
func (s *Speaker) Keep() (forget func()) {
	times, said, echo := map[SentenceKind][]uint8{}, maps.Clone(s.said), s.echo
	echo.at = maps.Clone(echo.at)
	opened := maps.Clone(s.opened)
	for k, list := range s.times {
		times[k] = slices.Clone(list)
	}
	return func() { s.times, s.said, s.echo, s.opened = times, said, echo, opened }
}

// Fresh reports whether the speaker has said no sentence of the text yet.
func (s *Speaker) Fresh(text string) bool {
	own, _ := s.known(text)
	return !own
}

// known reports whether a sentence of the text has been said, by the speaker itself and by anybody.
func (s *Speaker) known(text string) (own, anybody bool) {
	for len(text) > 0 {
		var sentence string
		sentence, text = cutSentence(text)
		mine, said := s.said[sentence]
		own, anybody = own || mine, anybody || said
	}
	return own, anybody
}

// cutSentence parts the first sentence, without its end, from the rest.
func cutSentence(text string) (sentence, rest string) {
	for i, r := range text {
		switch r {
		case '.', '!', '?', '。', '！', '？':
			return strings.TrimSpace(text[:i]), text[i+utf8.RuneLen(r):]
		}
	}
	return strings.TrimSpace(text), ""
}

// Join puts two sentences into one utterance.
func (s *Speaker) Join(a, b string) string {
	switch {
	case a == "":
		return b
	case b == "":
		return a
	case s.book.spaced || b[0] == '@': // a mention stands apart
		return a + " " + b
	default:
		return a + b
	}
}

// Address opens a sentence with a mention of the player.
func (s *Speaker) Address(name, sentence string) string { return "@" + name + " " + sentence }
