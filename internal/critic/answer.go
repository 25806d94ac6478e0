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
	wants := r.wants(t, to)
	var evasive *turn
	taken := false
	for _, a := range after {
		switch {
		case a.Seat != to:
			continue
		case evasive == nil && !taken && r.evades(a, t, wants):
			evasive = a
		case r.speaksTo(a, t, wants):
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

// evades reports whether an answer speaks of the speaker's role or power where an opinion was asked for.
func (r *reader) evades(answer, asked *turn, wants []want) bool {
	other := func(w want) bool {
		return w.topic != speech.SuspectWhom && (w.topic != speech.AnyTopic || w.about == 0)
	}
	if slices.ContainsFunc(wants, other) || r.speaksTo(answer, asked, wants) {
		return false
	}
	for i := range answer.sentences {
		if s := &answer.sentences[i]; !r.book.has(s, "powerless") && !r.book.has(s, "hides") && s.who.Has(asked.Seat) && s.addressed() == 0 {
			return false // what it says of who asks is the answer
		}
	}
	return r.some(answer, "powerless", "hides")
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
