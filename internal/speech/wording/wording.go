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
	manners []uint64        // the manners of speaking in the draft
	chosen  []uint64        // those of the best draft
	day     int             // that today is of
	today   map[uint64]bool // the wordings and manners of speaking of the day

	opened map[uint64]bool // the manners of speaking that it has used and might have left out

	following  Following
	addressing bool // the sentence follows a mention
}

// Following is what a sentence follows in the same utterance. The zero Following is nothing.
type Following struct {
	Again bool // T was named last, so that "they" is T
	Then  bool // a reason, from which the sentence follows
	More  bool // enough: a terse sentence would add nothing
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
		strip: stripper(t.Names), texts: map[string]line{}, opened: map[uint64]bool{}, echo: newEcho(t.Names, b.spaced),
		today: map[uint64]bool{},
	}
}

// Begin begins an utterance on a day of the game: on one day no wording comes twice that can be helped, and no manner of speaking.
func (s *Speaker) Begin(day int) {
	if s.day != day {
		s.day, s.today = day, map[uint64]bool{}
	}
	s.following = Following{}
}

// Opened reports whether the last sentence has a turn of phrase that may be left out.
func (s *Speaker) Opened() bool { return len(s.chosen) > 0 }

// Follow says what the sentences from now on follow.
func (s *Speaker) Follow(f Following) { s.following = f }

// Voice is how the speaker speaks.
func (s *Speaker) Voice() Voice { return s.voice }

// roleWord is the language's word for a role.
func (s *Speaker) roleWord(r werewolf.Role) string { return s.book.roles.Name(s.seating.Roles, r) }

// Drafts of one wording, and of one when nothing else was left.
const (
	drafts     = 3
	lastDrafts = 12
)

// What speaks against a wording: each earlier use, one of today, the speaker's taste, an echo of what somebody has said, or lately of
// another player, a name where "they" would do, no word for what it follows from, being terse.
const (
	costUsed  = 4
	costToday = 40
	costTaste = 2
	costEcho  = 6
	costNamed = 9
	costApart = 5
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
	s.today[hash(string(k))+uint64(best.line)] = true
	s.chosen = best.manners
	for _, m := range s.chosen {
		s.opened[m] = true
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
	line    int
	text    string
	manners []uint64 // that might have been left out
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
		if l.who&^(s.voice.traits|s.following.traits()) != 0 || l.terse && s.following.More {
			continue
		}
		cost := int(times[at])*costUsed + s.cost(l, seed+uint64(at))
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
			best, least = found{at, text, slices.Clone(s.manners)}, now
		}
	}
	return best
}

// cost is what speaks against a wording, whoever has said it. Its place is its own among all.
func (s *Speaker) cost(l *line, place uint64) (sum int) {
	if l.terse {
		sum += costTerse
	}
	if s.today[place] {
		sum += costToday
	}
	if !likes(s.voice.taste, place) {
		sum += costTaste
	}
	if s.following.Again && l.names {
		sum += costNamed
	}
	if s.following.Then && l.who&traitThen == 0 {
		sum += costApart
	}
	return sum
}

// traits are what wordings ask for that are for sentences that follow others.
func (f Following) traits() (t traits) {
	if f.Again {
		t |= traitAgain
	}
	if f.Then {
		t |= traitThen
	}
	return t
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
	day, today := s.day, maps.Clone(s.today)
	echo.at = maps.Clone(echo.at)
	opened := maps.Clone(s.opened)
	for k, list := range s.times {
		times[k] = slices.Clone(list)
	}
	return func() {
		s.times, s.said, s.echo, s.day, s.today, s.opened = times, said, echo, day, today, opened
	}
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
