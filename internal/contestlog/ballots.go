package contestlog

import (
	"fmt"
	"slices"

	"wolfden/werewolf"
)

// ballots holds one day's votes for execution or attack as they stand in the log, split into rounds. The log
// does not mark where a round ends, but the votes of a round come by seat.
type ballots struct {
	rounds [][]*Line
	twice  []*Line // came right after another vote of the same player
	void   []*Line // first lines of rounds without a vote that counted, which were repeated
	loose  *Line   // from here on the round of a vote is uncertain
}

// splitRounds finds the rounds. counts reports whether a vote counts, victim is who was executed or attacked
// in the end, 0 for nobody. It takes the first way of splitting that can have led to the victim: votes of a
// round by seat; the same without votes cast twice; votes in any order.
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

// withoutRepeated removes votes that come right after one of the same player.
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

// voidRounds returns the first lines of those rounds, before the last, in which no vote counted. The
// organisers' server repeats such a round.
func voidRounds(rounds [][]*Line, counts func(*Line) bool) (begin []*Line) {
	for _, round := range rounds[:len(rounds)-1] {
		if leaders(round, counts) == 0 {
			begin = append(begin, round[0])
		}
	}
	return begin
}

// splitAt begins a new round at every vote for which anew is true.
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

// decisive reports whether the rounds can have led to the victim: a round is repeated only after a tie or when
// no vote counted, and the last one decides.
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

// leaders returns the seats with the most votes that count.
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

// changedVoters returns the first line of the first round whose voters differ from those of the round before,
// nil if there is none. As a rule whoever is asked again answers again.
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

// tally is the result of a vote, for people.
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

// String names the seats with the most votes, as part of a sentence.
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
