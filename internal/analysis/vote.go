package analysis

import (
	"slices"

	"wolfden/internal/chronicle"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// votes counts first ballots against what was announced.
func (t *tally) votes() {
	for i := range t.days {
		d := &t.days[i]
		declared := map[werewolf.SeatID]werewolf.SeatID{}
		for _, l := range d.words {
			if l.Says().Announced(speech.Vote) != 0 {
				declared[l.Seat] = l.Says().Announced(speech.Vote)
			}
		}
		for _, b := range d.ballots {
			t.add(b.Seat, VotesCast, 1)
			t.add(b.Target, votesReceived, 1)
			if to := declared[b.Seat]; to != 0 {
				t.add(b.Seat, votesDeclared, 1)
				if to == b.Target {
					t.add(b.Seat, votesKept, 1)
				}
			}
			if t.Side(t.Player(b.Seat)) != t.Side(t.Player(b.Target)) {
				t.add(b.Seat, VotesOnEnemy, 1)
			}
			if b.Target == d.executed {
				t.add(b.Seat, votesOnExecuted, 1)
			}
		}
	}
}

// inducement counts attempts to have somebody executed, and how many came off.
func (t *tally) inducement() {
	noted := t.notedAttempts()
	for i := range t.days {
		d := &t.days[i]
		if !d.voted() {
			continue
		}
		attempts := t.attempts(d, noted)
		for seat := range d.living.All() {
			t.attempt(d, seat, attempts[seat])
		}
	}
}

func (t *tally) attempt(d *day, seat werewolf.SeatID, a attempt) {
	if a.target == 0 {
		return
	}
	count, executed, chance := hints, hintsExecuted, hintsChance
	if a.asserted {
		count, executed, chance = asks, asksExecuted, asksChance
	}
	t.add(seat, count, 1)
	if a.target == d.executed {
		t.add(seat, executed, 1)
	}
	if others := d.living.Without(seat).Len(); others > 0 {
		t.add(seat, chance, 1/float64(others))
	}
}

// powerPlays counts open claims of the werewolves' side when it could carry the vote.
func (t *tally) powerPlays() {
	for i := range t.days {
		d := &t.days[i]
		side := t.side(werewolf.WerewolfTeam) & d.living
		if !d.voted() || side == 0 || 2*side.Len() < d.living.Len() {
			continue
		}
		won := t.Player(d.executed) != nil && !t.side(werewolf.WerewolfTeam).Has(d.executed)
		for seat := range side.All() {
			if !t.cameOut(seat, d.words) {
				continue
			}
			t.add(seat, powerPlays, 1)
			if won {
				t.add(seat, powerPlaysWon, 1)
			}
		}
	}
}

// cameOut reports whether the player said to be of the werewolves' side.
func (t *tally) cameOut(seat werewolf.SeatID, words []*chronicle.Line) bool {
	return slices.ContainsFunc(words, func(l *chronicle.Line) bool {
		return l.Seat == seat && t.Roles().Team(l.Says().Claimed(l.Seat)) == werewolf.WerewolfTeam
	})
}

// side are the players of a side.
func (t *tally) side(team werewolf.Team) (s werewolf.SeatSet) {
	for i := range t.Players {
		if t.Side(&t.Players[i]) == team {
			s = s.With(t.Players[i].Seat)
		}
	}
	return s
}
