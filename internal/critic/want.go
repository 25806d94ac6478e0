package critic

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// want is what a question asks for. The zero want is a question of which that is not known: anything answers it.
type want struct {
	topic speech.Topic     // SuspectWhom for a vote as well, WhichResult for a role as well
	about werewolf.SeatSet // whose view is asked for, under AnyTopic; whom the reason may be about, under WhyTopic
}

// wants are what a turn asks a player for, as far as the words of its questions bear out what was understood of them.
func (r *reader) wants(t *turn, to werewolf.SeatID) (all []want) {
	topics := map[speech.Topic]bool{}
	for q := range t.says.Questions() {
		if q.Target == to {
			topics[q.Topic] = true
		}
	}
	for i := range t.sentences {
		s := &t.sentences[i]
		understood := len(topics) > 0 && (s.asks || asksIn(s.rows)) && (s.addressed().Without(to) == 0 || s.who.Has(to))
		if understood || s.called().Has(to) {
			all = append(all, r.asksFor(s, t.before(i), to, topics)...)
		}
	}
	if len(all) == 0 {
		return []want{{}}
	}
	return all
}

// before are the players whom the sentence before one of a turn names.
func (t *turn) before(i int) werewolf.SeatSet {
	if i == 0 {
		return 0
	}
	return t.sentences[i-1].who
}

// asksFor are what a question asks a player for, by its words. A reason may be about those named before it.
func (r *reader) asksFor(s *sentence, before werewolf.SeatSet, to werewolf.SeatID, topics map[speech.Topic]bool) (all []want) {
	about := s.spokenOf(to)
	whom := r.book.has(s, "asks whom") || (topics[speech.SuspectWhom] || topics[speech.VoteWhom]) && r.book.has(s, "asks suspect")
	view := about != 0 && r.book.has(s, "asks view") && !r.book.has(s, "asks whom")
	if view {
		all = append(all, want{about: about})
	}
	if r.book.has(s, "asks why") {
		all = append(all, want{topic: speech.WhyTopic, about: (s.who | before).Without(to)})
	}
	if (topics[speech.WhichResult] || topics[speech.WhichRole]) && r.book.has(s, "asks result") {
		all = append(all, want{topic: speech.WhichResult})
	}
	if whom && !view {
		all = append(all, want{topic: speech.SuspectWhom})
	}
	if len(all) == 0 {
		return []want{{}}
	}
	return all
}

// together are players who are spoken to, or of, in one breath.
var together = regexp.MustCompile(`<\d+> ?(?:and|or|&|と|や|か) ?(?:mr. |ms. |miss |mrs. )?@?<\d+>`)

// spokenOf are those whom a question to a player is about: neither that player nor anybody who is asked with it.
func (s *sentence) spokenOf(to werewolf.SeatID) (who werewolf.SeatSet) {
	if strings.Contains(strings.Join(together.FindAllString(s.plain, -1), " "), fmt.Sprintf("<%d>", to)) {
		return 0
	}
	for id := range s.who.Without(to).All() {
		if !strings.Contains(s.plain, fmt.Sprintf("@<%d>", id)) {
			who = who.With(id)
		}
	}
	return who
}

// asksIn reports whether rows ask something.
func asksIn(rows speech.Rows) bool {
	for range rows.Questions() {
		return true
	}
	return false
}

// speaksTo reports whether a turn says something of what a question asked for, or that its speaker will not or cannot say it.
func (r *reader) speaksTo(answer, asked *turn, wants []want) bool {
	if r.isOpenEnemy(answer.Seat) && r.namesSuspect(answer) {
		return true // its side is known: whom it is against says the rest
	}
	for _, w := range wants {
		answered := false
		switch w.topic {
		case speech.SuspectWhom:
			answered = r.namesSuspect(answer) || r.defers(answer, 0)
		case speech.WhichResult:
			told := Fits(answer.Seat, answer.says, speech.WhichResult) || r.some(answer, "powerless", "hides", "denies", "tells role")
			answered = told || r.defers(answer, 0)
		case speech.WhyTopic:
			answered = r.gives(answer, w.about.With(asked.Seat)) || r.defers(answer, 0)
		default:
			answered = w.about == 0 || r.speaksAbout(answer, w.about) || r.defers(answer, w.about.With(asked.Seat))
		}
		if answered {
			return true
		}
	}
	return false
}

// namesSuspect reports whether a turn says whom its speaker votes for or suspects.
func (r *reader) namesSuspect(t *turn) bool {
	if t.says.Suspected() != 0 || t.says.Announced(speech.Vote) != 0 || t.says.Requested(speech.Vote) != 0 {
		return true
	}
	for a := range t.says.Results(t.Seat) {
		if a.Species == werewolf.Wolf {
			return true
		}
	}
	for i := range t.sentences {
		s := &t.sentences[i]
		if s.who.Without(t.Seat) != 0 && !s.asks && (r.book.has(s, "blames") || r.book.has(s, "weighs on")) {
			return true
		}
	}
	return false
}

// defers reports whether a turn says that its speaker does not know yet or will not say; of some players, where they are asked about.
func (r *reader) defers(t *turn, about werewolf.SeatSet) bool {
	for i := range t.sentences {
		s := &t.sentences[i]
		others := s.who.Without(t.Seat) &^ s.addressed()
		if (about == 0 || others == 0 || others&about != 0) && (r.book.has(s, "undecided") || r.book.has(s, "puts off")) {
			return true
		}
	}
	return false
}

// speaksAbout reports whether a turn says anything of one of some players, or of a rival of its claim. To ask it is no word on it.
func (r *reader) speaksAbout(t *turn, about werewolf.SeatSet) bool {
	var rivals werewolf.SeatSet
	for id := range about.All() {
		rivals |= r.contestants(id)
	}
	for id := range (about | rivals).Without(t.Seat).All() {
		if says(t.says, id, anything) {
			return true
		}
	}
	for i := range t.sentences {
		s := &t.sentences[i]
		if s.who&about != 0 && (!s.asks || s.who != s.addressed()) || s.who&^s.addressed()&rivals != 0 {
			return true
		}
	}
	return false
}

// contestants are those who claim what a player claims and only one can be.
func (r *reader) contestants(id werewolf.SeatID) werewolf.SeatSet {
	role := r.ledger.ClaimOf(id)
	if role == werewolf.NoRole || r.game.Setup[role] != 1 {
		return 0
	}
	return r.ledger.Claimants(role).Without(id)
}

// gives reports whether a turn gives a reason that is not for others than some players, or says that there is none. Beside a
// sentence about one of them, one about others is a reason as well.
func (r *reader) gives(t *turn, about werewolf.SeatSet) bool {
	if t.says.Claimed(t.Seat) != werewolf.NoRole || t.says.Retracts(t.Seat) {
		return true
	}
	for i := range t.sentences {
		s := &t.sentences[i]
		near := about
		if i+1 < len(t.sentences) && t.sentences[i+1].who&about != 0 || (t.before(i)&^s.addressed())&about != 0 {
			near |= s.who
		}
		if r.reasons(t, s, near) {
			return true
		}
	}
	return false
}

// reasons reports whether a sentence gives a reason that is not for others than some players, or says that there is none.
func (r *reader) reasons(t *turn, s *sentence, about werewolf.SeatSet) bool {
	if others := s.who.Without(t.Seat) &^ s.addressed(); others != 0 && others&about == 0 || s.asks {
		return false
	}
	return !r.bare(s) || r.book.has(s, "reason") || r.book.has(s, "weighs on") || r.book.has(s, "hunch") || r.book.has(s, "denies") || r.book.has(s, "result")
}

// So few words have no room for a reason; with a vote or a suspicion, twice as many.
const (
	fewWords   = 6
	fewLetters = 15
)

// bare reports whether a sentence is so short that it says whom its speaker is against and not why.
func (r *reader) bare(s *sentence) bool {
	text, words, letters := player.ReplaceAllString(s.plain, ""), fewWords, fewLetters
	if vote(s) != 0 || s.rows.Suspected() != 0 {
		words, letters = 2*words, 2*letters
	}
	if r.book == japanese() {
		return utf8.RuneCountInString(text) <= letters
	}
	return len(strings.Fields(text)) <= words
}

// some reports whether a sentence of the turn has one of the cues.
func (r *reader) some(t *turn, cues ...string) bool {
	return slices.ContainsFunc(t.sentences, func(s sentence) bool {
		return slices.ContainsFunc(cues, func(cue string) bool { return r.book.has(&s, cue) })
	})
}
