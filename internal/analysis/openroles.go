package analysis

import (
	"slices"

	"wolfden/internal/chronicle"
	"wolfden/internal/contestlog"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// Claimants are the players who said at the table that they are the seer, in the whole game.
type Claimants struct {
	All       int // players who said so
	FirstDays int // of these, those who did by the end of day 1
	Ordinary  int // of all, those of the village's side without a power: what gptaku calls a villager CO
}

// SeerClaimants counts who said to be the seer.
func (g *Game) SeerClaimants() (n Claimants) {
	first := map[werewolf.SeatID]int{}
	for i := range g.Lines {
		l := &g.Lines[i]
		if l.Kind != contestlog.TalkLine || g.Roles().Power(l.Says().Claimed(l.Seat)) != werewolf.Divines {
			continue
		}
		if _, again := first[l.Seat]; !again {
			first[l.Seat] = l.Day
		}
	}
	for seat, day := range first {
		n.All++
		if day <= 1 {
			n.FirstDays++
		}
		if spec := g.Roles().Spec(g.Player(seat).Role); spec.Ordinary() {
			n.Ordinary++
		}
	}
	return n
}

// mostOpen is how many players a game has at most whose deals are counted: those of more are millions.
const mostOpen = 7

// OpenDeals is in how many ways the roles of the living can be dealt on the morning of day 2, for somebody who knows what everybody
// knows and takes it that nobody of the village's side has told an untruth of its role or results. 1 is a solved game; 0 says that
// somebody of the village must have lied. It reports false for games that did not come so far, and for large ones.
func (g *Game) OpenDeals() (ways int, known bool) {
	const morning = 2
	talks := func(l chronicle.Line) bool { return l.Day == morning && l.Kind == contestlog.TalkLine }
	if len(g.Players) > mostOpen || !slices.ContainsFunc(g.Lines, talks) {
		return 0, false
	}
	d := dealer{g: g, stands: g.stands(morning), living: werewolf.SeatsUpTo(len(g.Players)), seen: map[string]bool{}}
	for i := range g.Lines {
		l := &g.Lines[i]
		switch {
		case l.Day >= morning:
		case l.Kind == contestlog.ExecuteLine:
			d.living = d.living.Without(l.Target)
		case l.Killed():
			d.living, d.killed = d.living.Without(l.Target), d.killed.With(l.Target)
		}
	}
	d.left = g.Setup
	d.deal(1)
	return len(d.seen), true
}

// stand is what a player stands for: the role it has claimed last and not taken back, and its results.
type stand struct {
	role    werewolf.Role
	results []speech.Act
}

// stands are those of all before a day.
func (g *Game) stands(before int) map[werewolf.SeatID]*stand {
	all := map[werewolf.SeatID]*stand{}
	for i := range g.Lines {
		l := &g.Lines[i]
		if l.Kind != contestlog.TalkLine || l.Day >= before {
			continue
		}
		s := all[l.Seat]
		if s == nil || l.Says().Retracts(l.Seat) {
			s = &stand{}
			all[l.Seat] = s
		}
		if role := l.Says().Claimed(l.Seat); role != werewolf.NoRole && role != s.role {
			*s = stand{role: role}
		}
		for r := range l.Says().Results(l.Seat) {
			if r.Species != werewolf.NoSpecies {
				s.results = append(s.results, r)
			}
		}
	}
	return all
}

// dealer deals roles to seats in all ways.
type dealer struct {
	g              *Game
	stands         map[werewolf.SeatID]*stand
	living, killed werewolf.SeatSet
	left           werewolf.RoleCounts
	roles          [mostOpen + 1]werewolf.Role
	seen           map[string]bool // roles of the living in deals that hold
}

// deal deals to a seat and those after it.
func (d *dealer) deal(seat werewolf.SeatID) {
	if int(seat) > len(d.g.Players) {
		if d.holds() {
			d.seen[d.ofLiving()] = true
		}
		return
	}
	for role := range d.left {
		if d.left[role] == 0 {
			continue
		}
		d.left[role]--
		d.roles[seat] = werewolf.Role(role)
		d.deal(seat + 1)
		d.left[role]++
	}
}

// ofLiving are the roles of the living, one after the other.
func (d *dealer) ofLiving() string {
	var roles []byte
	for seat := range d.living.All() {
		roles = append(roles, byte(d.roles[seat]))
	}
	return string(roles)
}

// holds reports whether the game can have gone as it did with these roles, and nobody of the village has lied.
func (d *dealer) holds() bool {
	table, wolves := d.g.Roles(), 0
	for seat := range werewolf.SeatsUpTo(len(d.g.Players)).All() {
		spec := table.Spec(d.roles[seat])
		switch {
		case spec.IsWolf() && d.killed.Has(seat):
			return false
		case spec.IsWolf() && d.living.Has(seat):
			wolves++
		}
		if spec.Team == werewolf.VillagerTeam && !d.honest(seat) {
			return false
		}
	}
	return wolves > 0 && 2*wolves < d.living.Len() // else the game would be over
}

// honest reports whether what a player stands for is true with these roles.
func (d *dealer) honest(seat werewolf.SeatID) bool {
	s := d.stands[seat]
	if s == nil {
		return true
	}
	if s.role != werewolf.NoRole && s.role != d.roles[seat] {
		return false
	}
	table := d.g.Roles()
	for _, r := range s.results {
		if int(r.Target) >= len(d.roles) || r.Target < 1 || table.Power(d.roles[seat]) != r.Verb.Power() || table.Species(d.roles[r.Target]) != r.Species {
			return false
		}
	}
	return true
}
