package critic

import (
	"slices"

	"wolfden/internal/chronicle"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// answers judges the questions by name of a day: who was asked, could speak again, and never took it up.
func (r *reader) answers(day []*turn) {
	for n, t := range day {
		asked, _ := t.says.Asked(t.Seat)
		for i := range t.sentences {
			asked |= t.sentences[i].called().Without(t.Seat)
		}
		for to := range asked.All() {
			if r.game.Player(to) != nil {
				r.answer(t, to, day[n+1:])
			}
		}
	}
}

// answer judges one question by what the player said after it.
func (r *reader) answer(t *turn, to werewolf.SeatID, after []*turn) {
	var first *turn
	passed := false
	for _, l := range r.passed {
		passed = passed || l.Seat == to && l.Idx > t.Idx
	}
	var evasive *turn
	taken := false
	for _, a := range after {
		switch {
		case a.Seat != to:
			continue
		case evasive == nil && !taken && r.evades(a, t, to):
			evasive = a
		case Answers(a.Line, t.Line, to) || r.responds(a, t, to):
			taken = true
		}
		if first == nil {
			first = a
		}
	}
	if !passed {
		return
	}
	r.report.Questions[to]++
	switch {
	case evasive != nil: // what it says later is no answer any more
		r.question(Evaded, evasive, t, to, " answers what was not asked")
	case taken:
	case first == nil:
		r.question(Unanswered, t, t, to, " says nothing any more")
	default:
		r.question(Unanswered, first, t, to, " goes on without a word on it")
	}
}

// question reports a finding on a question: of the player who was asked, in its answer, or in the question where there is none.
func (r *reader) question(k Kind, at, asked *turn, to werewolf.SeatID, why string) {
	r.report.Findings = append(r.report.Findings, Finding{k, to, at.at, asked.at, r.name(to) + why, asked.Text})
}

// responds reports whether a turn takes up a question in a way that its acts do not show: it names the asker, says that it does
// not know, denies, or gives a reason. A question about everything and nothing is answered by anything.
func (r *reader) responds(answer, asked *turn, to werewolf.SeatID) bool {
	understood := false
	for q := range asked.says.Questions() {
		understood = understood || q.Target == to && (q.Topic != speech.AnyTopic || q.About != 0)
	}
	if !understood {
		return true
	}
	var about werewolf.SeatSet
	for q := range asked.says.Questions() {
		about = about.With(q.About).Without(0)
	}
	for i := range answer.sentences {
		s := &answer.sentences[i]
		if s.who&about != 0 || s.who.Has(asked.Seat) || r.book.has(s, "denies") || r.book.has(s, "hunch") {
			return true
		}
	}
	return r.undecided(answer)
}

// undecided reports whether a turn says that its speaker does not know.
func (r *reader) undecided(t *turn) bool {
	for i := range t.sentences {
		if r.book.has(&t.sentences[i], "undecided") {
			return true
		}
	}
	return false
}

// evades reports whether an answer speaks of the speaker's role or power where an opinion was asked for.
func (r *reader) evades(answer, asked *turn, to werewolf.SeatID) bool {
	if r.undecided(answer) {
		return false
	}
	if Fits(to, answer.says, speech.SuspectWhom) {
		return false
	}
	view := slices.ContainsFunc(asked.sentences, func(s sentence) bool { return r.book.has(&s, "asks view") })
	for q := range asked.says.Questions() {
		power := q.Topic == speech.WhichResult || q.Topic == speech.WhichRole
		if q.Target == to && (power && !view || q.About != 0 && q.About != to && Names(answer.Line, q.About)) {
			return false
		}
	}
	evasive := false
	for i := range answer.sentences {
		switch s := &answer.sentences[i]; {
		case r.book.has(s, "powerless") || r.book.has(s, "hides"):
			evasive = true
		case s.who.Has(asked.Seat):
			return false // what it says of who asks is the answer
		}
	}
	return evasive
}

// Answers reports whether what a player said takes up what it was asked: it names the asker or whom the question is
// about, or says what was asked for.
func Answers(answer, asked *chronicle.Line, to werewolf.SeatID) bool {
	if Names(answer, asked.Seat) {
		return true
	}
	questions := 0
	for q := range asked.Says().Questions() {
		questions++
		if q.Target != to && q.Target != 0 {
			continue
		}
		if q.About != 0 && q.About != to && Names(answer, q.About) || Fits(answer.Seat, answer.Says(), q.Topic) {
			return true
		}
	}
	return questions == 0 && Fits(answer.Seat, answer.Says(), speech.AnyTopic)
}

// Names reports whether an utterance names or judges a player.
func Names(l *chronicle.Line, id werewolf.SeatID) bool {
	r := l.Says()
	asked, _ := r.Asked(l.Seat)
	return slices.Contains(l.Mentions(), id) || (asked | r.Suspected() | r.Trusted()).Has(id) ||
		r.Announced(speech.Vote) == id || r.Requested(speech.Vote) == id
}

// Fits reports whether rows say something of the kind that a question asks for.
func Fits(by werewolf.SeatID, r speech.Rows, topic speech.Topic) bool {
	opinion := r.Suspected()|r.Trusted() != 0
	vote := r.Announced(speech.Vote) != 0 || r.Requested(speech.Vote) != 0
	result := false
	for range r.Results(by) {
		result = true
	}
	role := r.Claimed(by) != werewolf.NoRole || r.Retracts(by)
	switch topic {
	case speech.SuspectWhom, speech.WhyTopic:
		return opinion || vote || result
	case speech.VoteWhom:
		return vote
	case speech.WhichResult, speech.WhichRole:
		return result || role
	default:
		return opinion || vote || result || role
	}
}
