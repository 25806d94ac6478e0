package contestlog

import (
	"slices"

	"wolfden/werewolf"
)

// votedDay holds one day's votes of a kind and their outcome.
type votedDay struct {
	votes   []*Line
	outcome *Line
}

func (d *votedDay) victim() werewolf.SeatID {
	if d.outcome == nil {
		return 0
	}
	return d.outcome.Target
}

// findVotes finds out how often votes are repeated and what happens after a tie.
func (p *logPlan) findVotes() {
	executions, attacks := map[int]*votedDay{}, map[int]*votedDay{}
	on := func(days map[int]*votedDay, day int) *votedDay {
		if days[day] == nil {
			days[day] = &votedDay{}
		}
		return days[day]
	}
	day := 0
	for i := range p.Lines {
		l := &p.Lines[i]
		switch l.Kind {
		case StatusLine:
			if i > 0 && p.Lines[i-1].Kind != StatusLine {
				day = l.Day // of the first, in case that one of the others is wrong
			}
		case VoteLine:
			d := on(executions, day)
			d.votes = append(d.votes, l)
		case AttackVoteLine:
			d := on(attacks, day)
			d.votes = append(d.votes, l)
		case ExecuteLine:
			on(executions, day).outcome = l
		case AttackLine:
			on(attacks, day).outcome = l
		default:
		}
	}
	var unseen int
	p.rules.Vote.MaxCount, unseen, _ = p.rounds(executions)
	p.rules.Vote.MaxCount = max(p.rules.Vote.MaxCount, unseen)
	most, unseen, drawn := p.rounds(attacks)
	p.rules.AttackVote.MaxCount = most
	if p.rules.AttackVote.AllowNoTarget = unseen > 0 && !drawn; !p.rules.AttackVote.AllowNoTarget {
		p.rules.AttackVote.MaxCount = max(most, unseen)
	}
}

// rounds returns the number of rounds of the longest vote, and of the longest vote that ended in a tie without
// a victim, counting an unseen round without any valid vote (0 when there is none). drawn reports whether ties
// had victims.
func (p *logPlan) rounds(days map[int]*votedDay) (most, unseen int, drawn bool) {
	most = 1
	for day, d := range days {
		rounds := splitRounds(d.votes, p.counts, d.victim()).rounds
		n := len(rounds)
		if n == 0 || !decisive(rounds, p.counts, d.victim()) {
			continue
		}
		most = max(most, n)
		tied := leaders(rounds[n-1], p.counts)
		switch {
		case tied.Len() < 2:
		case d.victim() != 0:
			drawn = true
		case !p.someDead(tied, day+1):
			unseen = max(unseen, n+1)
		}
	}
	return most, unseen, drawn
}

// someDead reports whether the status lines of the day show one of the seats as dead.
func (p *logPlan) someDead(seats werewolf.SeatSet, day int) bool {
	return slices.ContainsFunc(p.dawns[day], func(l *Line) bool {
		return l.Status == Dead && seats.Has(l.Seat)
	})
}
