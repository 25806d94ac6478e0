package analysis

import (
	"wolfden/internal/chronicle"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// VoteDay is what one player did on one day with a vote to have somebody executed, and how the others voted.
type VoteDay struct {
	Game *Game
	Day  int
	Seat werewolf.SeatID

	// Target is whom the player tried to have executed, 0 for nobody. Asserted is a request to vote for it, else it was named in the
	// player's last words alone.
	Target   werewolf.SeatID
	Asserted bool
	Ground   string // why it was this target, where the player has noted it; "" otherwise
	Executed bool
	Others   int // living players besides this one, of whom chance would pick one
	Margin   int // first ballots by which the target was short of the most that anybody had
	Votes    int // first ballots of others for the target
	Village  int // of these, those of the village's side
	Won      int // of these, those of players who had not been against the target that day before the attempt
	Pushers  int // players who tried to have the target executed that day, this one included

	// Ballot is whom the player voted for first, 0 for nobody.
	Ballot werewolf.SeatID
	Free   int // first ballots of the others, but that of Ballot, who cannot vote for itself
	Joined int // of these, those for Ballot
}

// VoteDays returns a line for every player that lived to a day with a vote, day by day in the order of the seats.
func (g *Game) VoteDays() (all []VoteDay) {
	for _, d := range daysOf(g.Game) {
		if !d.voted() {
			continue
		}
		attempts := d.attempts()
		for seat := range d.living.All() {
			v := VoteDay{Game: g, Day: d.number(), Seat: seat, Others: d.living.Without(seat).Len()}
			v.followed(&d)
			a := attempts[seat]
			if v.Target, v.Asserted = a.target(); v.Target != 0 {
				v.attempted(&d, attempts, a.at)
			}
			all = append(all, v)
		}
	}
	return all
}

// Attempted is the line of a player and a day with another attempt than the one that its words were understood as: one that it has
// noted itself, made by the last of its words that day. It reports false where there was no vote or the player was dead.
func (g *Game) Attempted(day int, seat, target werewolf.SeatID, asserted bool, ground string) (VoteDay, bool) {
	for _, d := range daysOf(g.Game) {
		if d.number() != day || !d.voted() || !d.living.Has(seat) {
			continue
		}
		v := VoteDay{Game: g, Day: day, Seat: seat, Others: d.living.Without(seat).Len(), Target: target, Asserted: asserted, Ground: ground}
		v.followed(&d)
		attempts := d.attempts()
		own := attempt{at: attempts[seat].at}
		for at, l := range d.words {
			if l.Seat == seat {
				own.at = at
			}
		}
		own.asked = target
		attempts[seat] = own
		if target != 0 {
			v.attempted(&d, attempts, own.at)
		}
		return v, true
	}
	return VoteDay{}, false
}

// number is the number of a day with lines.
func (d *day) number() int { return d.lines[0].Day }

// followed counts the ballots that could have been, and were, for the same player as this one's.
func (v *VoteDay) followed(d *day) {
	for _, b := range d.ballots {
		if b.Seat == v.Seat {
			v.Ballot = b.Target
		}
	}
	for _, b := range d.ballots {
		if v.Ballot == 0 || b.Seat == v.Seat || b.Seat == v.Ballot {
			continue
		}
		v.Free++
		if b.Target == v.Ballot {
			v.Joined++
		}
	}
}

// attempted counts what came of an attempt that was made at a place of the day's words.
func (v *VoteDay) attempted(d *day, attempts map[werewolf.SeatID]attempt, at int) {
	v.Executed = v.Target == d.executed
	ballots := map[werewolf.SeatID]int{}
	for _, b := range d.ballots {
		if ballots[b.Target]++; b.Target != v.Target || b.Seat == v.Seat {
			continue
		}
		v.Votes++
		if v.Game.Side(v.Game.Player(b.Seat)) != werewolf.VillagerTeam {
			continue
		}
		if v.Village++; !wasAgainst(d.words[:at], b.Seat, v.Target) {
			v.Won++
		}
	}
	for _, n := range ballots {
		v.Margin = max(v.Margin, n-ballots[v.Target])
	}
	for _, a := range attempts {
		if target, _ := a.target(); target == v.Target {
			v.Pushers++
		}
	}
}

// wasAgainst reports whether a player had spoken against another in some utterances.
func wasAgainst(words []*chronicle.Line, seat, target werewolf.SeatID) bool {
	for _, l := range words {
		if l.Seat == seat && against(l).Has(target) {
			return true
		}
	}
	return false
}

// attempt is what a player did on a day to have somebody executed.
type attempt struct {
	asked werewolf.SeatID  // whom others were asked to vote for, last
	last  werewolf.SeatSet // whom the last utterance was against
	at    int              // place among the day's words of what makes it one
}

// target is whom the attempt is against, 0 for nobody, and whether a vote was asked for.
func (a *attempt) target() (target werewolf.SeatID, asserted bool) {
	switch {
	case a.asked != 0:
		return a.asked, true
	case a.last.Len() == 1:
		return a.last.First(), false
	}
	return 0, false
}

// attempts finds what every player did on the day to have somebody executed.
func (d *day) attempts() map[werewolf.SeatID]attempt {
	all := map[werewolf.SeatID]attempt{}
	for at, l := range d.words {
		a := all[l.Seat]
		a.last = against(l).Without(l.Seat) & d.living
		if to := l.Says().Requested(speech.Vote); to != l.Seat && d.living.Has(to) {
			a.asked, a.at = to, at
		} else if a.asked == 0 {
			a.at = at
		}
		all[l.Seat] = a
	}
	return all
}
