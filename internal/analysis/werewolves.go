package analysis

import (
	"slices"

	"wolfden/internal/chronicle"
	"wolfden/internal/contestlog"
	"wolfden/internal/critic"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// whispers counts what werewolves tell each other of who claims what.
func (t *tally) whispers() {
	var claimants werewolf.SeatSet
	for i := range t.days {
		for _, l := range t.days[i].lines {
			switch {
			case !l.Worded():
			case l.Kind == contestlog.TalkLine:
				if t.power(l.Says().Claimed(l.Seat)) {
					claimants = claimants.With(l.Seat)
				}
			default:
				t.add(l.Seat, whispers, 1)
				for id := range claimants.Without(l.Seat).All() {
					if critic.Names(l, id) || l.Says().Announced(speech.Attack) == id {
						t.add(l.Seat, whispersOnClaims, 1)
						break
					}
				}
			}
		}
	}
}

// attacks counts attack votes against what was said in whispers, and against each other.
func (t *tally) attacks() {
	for i := range t.days {
		d := &t.days[i]
		named := map[werewolf.SeatID]werewolf.SeatID{}
		for _, l := range d.whispers {
			if l.Says().Announced(speech.Attack) != 0 {
				named[l.Seat] = l.Says().Announced(speech.Attack)
			}
		}
		split := slices.ContainsFunc(d.attackVotes, func(b *chronicle.Line) bool { return b.Target != d.attackVotes[0].Target })
		for _, b := range d.attackVotes {
			if to := named[b.Seat]; to != 0 {
				t.add(b.Seat, attacksNamed, 1)
				if to == b.Target {
					t.add(b.Seat, attacksKept, 1)
				}
			}
			if len(d.attackVotes) > 1 {
				t.add(b.Seat, attackVotes, 1)
				if !split {
					t.add(b.Seat, attackVotesUnited, 1)
				}
			}
		}
	}
}
