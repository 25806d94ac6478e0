package contestlog

import (
	"fmt"
	"slices"

	"wolfden/werewolf"
)

// ballots are one day's votes for execution or attack as they stand in the log,
// split into the rounds in which they were cast. The log does not say where a
// round ends; votes of a round come by seat.
type ballots struct {
	rounds [][]*Line
	twice  []*Line // cast right after another vote of the same player
	void   []*Line // beginnings of rounds in which no vote counted, so that another followed
	loose  *Line   // from here on it is in doubt in which round votes were cast
}

// splitRounds finds the rounds. counts tells a vote that counts from a void
// one, victim is who was executed or attacked in the end, 0 for nobody. Of the
// ways to split that can have led there the first is taken: votes of a round
// by seat; the same without votes cast twice; votes in any order.
func splitRounds(votes []*Line, counts func(*Line) bool, victim werewolf.SeatID) ballots {
	b := ballots{}
	b.rounds = splitAt(votes, func(round []*Line, l *Line) bool {
		return l.Seat <= round[len(round)-1].Seat
	})
	if len(b.rounds) < 2 {
		return b
	}
	b.void = voidRounds(b.rounds, counts)
	once, twice := withoutRepeated(votes)
	if decisive(b.rounds, counts, victim) {
		b.loose = changedVoters(b.rounds)
		return b
	}
	if len(twice) > 0 {
		b = splitRounds(once, counts, victim)
		b.twice = twice
		return b
	}
	byVoter := splitAt(votes, func(round []*Line, l *Line) bool {
		return slices.ContainsFunc(round, func(o *Line) bool { return o.Seat == l.Seat })
	})
	if decisive(byVoter, counts, victim) {
		b.loose, b.rounds = b.rounds[1][0], byVoter
	}
	return b
}

// withoutRepeated takes out the votes that stand right after one of the same
// player.
func withoutRepeated(votes []*Line) (once, twice []*Line) {
	for i, l := range votes {
		if i > 0 && l.Seat == votes[i-1].Seat {
			twice = append(twice, l)
		} else {
			once = append(once, l)
		}
	}
	return once, twice
}

// voidRounds are the beginnings of the rounds before the last in which no vote
// counted. The organisers' server votes again after one.
func voidRounds(rounds [][]*Line, counts func(*Line) bool) (begin []*Line) {
	for _, round := range rounds[:len(rounds)-1] {
		if leaders(round, counts) == 0 {
			begin = append(begin, round[0])
		}
	}
	return begin
}

// splitAt begins a new round with every vote that cannot be of the one before.
func splitAt(votes []*Line, anew func(round []*Line, l *Line) bool) (rounds [][]*Line) {
	for _, l := range votes {
		if n := len(rounds); n == 0 || anew(rounds[n-1], l) {
			rounds = append(rounds, nil)
		}
		n := len(rounds)
		rounds[n-1] = append(rounds[n-1], l)
	}
	return rounds
}

// decisive reports whether the rounds can have led to the victim: a vote is
// repeated only after a tie or when none counted, and the last decides.
func decisive(rounds [][]*Line, counts func(*Line) bool, victim werewolf.SeatID) bool {
	last := len(rounds) - 1
	for _, round := range rounds[:last] {
		if leaders(round, counts).Len() == 1 {
			return false
		}
	}
	top := leaders(rounds[last], counts)
	return top.Has(victim) || victim == 0 && top.Len() != 1
}

// leaders are the seats with the most votes that count.
func leaders(round []*Line, counts func(*Line) bool) (top werewolf.SeatSet) {
	votes, most := map[werewolf.SeatID]int{}, 0
	for _, l := range round {
		if counts(l) {
			votes[l.Target]++
			most = max(most, votes[l.Target])
		}
	}
	for id, n := range votes {
		if n == most {
			top = top.With(id)
		}
	}
	return top
}

// changedVoters is the beginning of the first round in which others vote than
// in the one before, nil when the same vote in all: who is asked again answers
// again, as a rule.
func changedVoters(rounds [][]*Line) *Line {
	voters := func(round []*Line) (who werewolf.SeatSet) {
		for _, l := range round {
			who = who.With(l.Seat)
		}
		return who
	}
	for i := 1; i < len(rounds); i++ {
		if voters(rounds[i]) != voters(rounds[i-1]) {
			return rounds[i][0]
		}
	}
	return nil
}

// tally is what a vote came to, for people.
type tally struct {
	top         werewolf.SeatSet
	first, last int // lines
}

func (p *logPlan) tally(rounds [][]*Line) (t tally) {
	if n := len(rounds); n > 0 {
		round := rounds[n-1]
		t = tally{leaders(round, p.counts), round[0].Number, round[len(round)-1].Number}
	}
	return t
}

// String says whom the votes are for, as a part of a sentence.
func (t tally) String() string {
	switch t.top.Len() {
	case 0:
		return "there is no valid vote"
	case 1:
		return fmt.Sprintf("most votes (lines %d to %d) are for player %d", t.first, t.last, t.top.First())
	default:
		return fmt.Sprintf("most votes (lines %d to %d) are for the players %v", t.first, t.last, t.top)
	}
}
