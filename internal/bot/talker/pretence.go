package talker

import (
	"slices"

	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// Pretence is what the player shows the others of itself. An honest player shows its own role.
type Pretence struct {
	Role     werewolf.Role
	Late     bool               // claims the role only when somebody else has, or when time is short
	Invented []werewolf.Finding // by day, results that it never had
}

// ShownSpec returns what the rules say of the role that the player shows.
func (p *Self) ShownSpec() werewolf.RoleSpec { return p.o.Rules.Table.Spec(p.pretence.Role) }

// Tells reports whether the role that the player shows learns what others are, and tells it.
func (p *Self) Tells() bool {
	power := p.ShownSpec().Power
	return power == werewolf.Divines || power == werewolf.Identifies
}

// The probabilities of a liar's decisions.
const (
	wolfClaims     = 0.3  // a lone werewolf claims to be the seer
	packClaims     = 0.12 // each werewolf of several does
	possessedWaits = 0.4  // the possessed waits for the seer to come out
	inventsBlack   = 0.45 // an invented result is a werewolf, while there may be some left
	blackensRival  = 0.3  // and it is the rival
)

// Pose shows what the player is; for a liar it draws what to show. Werewolves with allies decide in the whispers.
func (Rules) Pose(p *Self) Pretence {
	shown, spec, seer := p.ordinary(), p.o.Spec(), p.o.Rules.RoleWith(werewolf.Divines)
	seers := p.o.Rules.Count(werewolf.Divines) > 0
	switch {
	case spec.IsWolf():
		claims := wolfClaims
		if p.o.Allies() != 0 {
			claims = packClaims
		}
		if seers && p.Chance(claims) {
			shown.Role = seer
		}
	case spec.Traitor():
		if seers {
			shown.Role = seer
		}
		shown.Late = p.Chance(possessedWaits)
	default: // is honest
	}
	return shown
}

// ordinary is what the player is, a liar one without a power.
func (p *Self) ordinary() Pretence {
	if role := p.o.Role(); role != werewolf.NoRole && p.o.Team() != werewolf.WerewolfTeam {
		return Pretence{Role: role}
	}
	return Pretence{Role: p.o.Rules.Ordinary()}
}

// Pretence returns a copy of what the player shows the others of itself.
func (p *Self) Pretence() Pretence {
	copied := p.pretence
	copied.Invented = slices.Clone(copied.Invented)
	return copied
}

// lies reports whether the player shows a role it has not.
func (p *Self) lies() bool { return p.pretence.Role != p.o.Role() }

// IsOpen reports whether the player has claimed the role that it shows.
func (p *Self) IsOpen() bool { return p.ledger.ClaimOf(p.o.Seat) == p.pretence.Role }

// Waits reports whether the player leaves it to others to claim the role that it shows: it is late, has not spoken today, and may speak
// so many more times.
func (p *Self) Waits(rest int) bool {
	return p.pretence.Late && !p.IsOpen() && !p.hasRival() && !p.isCalled() && p.ledger.Words(p.o.Seat, p.o.Day) == 0 && rest > 1
}

// Results returns what the player has to tell in the role that it shows, true or invented, by day. What it has told otherwise
// stands. The slice is fresh.
func (p *Self) Results() []werewolf.Finding {
	var found []werewolf.Finding
	switch {
	case p.lies():
		return slices.Clone(p.pretence.Invented)
	case p.ShownSpec().Power == werewolf.Divines:
		found = p.o.Divined
	case p.ShownSpec().Power == werewolf.Identifies:
		found = p.o.Medium
	default:
		return nil
	}
	if p.foreign > 0 {
		return p.reconciled(found)
	}
	return slices.Clone(found)
}

// Invent makes up the result of last night where one is pretended. A werewolf that would be the second of its pack to claim stays a
// villager instead. Who only said for the village that it is a seer invents no more than it said.
func (Rules) Invent(p *Self) Pretence {
	o, shown := p.o, p.Pretence()
	if !p.lies() || o.Team() != werewolf.WerewolfTeam || p.ShownSpec().Power != werewolf.Divines || o.Day == 0 || o.Request.Kind != werewolf.Talk {
		return shown
	}
	if !p.IsOpen() && p.ledger.ClaimantsOf(werewolf.Divines)&o.Allies() != 0 {
		shown.Role = o.Rules.Ordinary()
		return shown
	}
	if n := len(shown.Invented); n > 0 && shown.Invented[n-1].Day == o.Day-1 {
		return shown
	}
	if f := p.invent(); f.Target != 0 {
		shown.Invented = append(shown.Invented, f)
	}
	return shown
}

// invent makes up last night's result, one that nothing known contradicts.
func (p *Self) invent() werewolf.Finding {
	o := p.o
	known := werewolf.SetOf(o.Seat)
	blacks := 0
	for _, f := range p.pretence.Invented {
		known = known.With(f.Target)
		if f.Species == werewolf.Wolf {
			blacks++
		}
	}
	fresh := o.Living &^ known
	f := werewolf.Finding{Day: o.Day - 1, Species: werewolf.Human}
	if fresh.Len() < 2 {
		// Who has cleared everybody has lied for all to see. A victim can be cleared at no cost.
		f.Target = p.Pick(p.Victims() &^ known)
		return f
	}
	if blacks < o.Rules.Wolves() && p.Chance(inventsBlack) {
		if f.Target = p.scapegoat(fresh); f.Target != 0 {
			f.Species = werewolf.Wolf
			return f
		}
	}
	if f.Target = p.Pick(p.friends() & fresh); f.Target == 0 || p.Chance(0.5) {
		f.Target = p.Pick(fresh)
	}
	return f
}

// Victims are those who died last night.
func (p *Self) Victims() (s werewolf.SeatSet) {
	for _, d := range p.o.Deaths {
		if d.Day == p.o.Day-1 && d.Cause == werewolf.ByAttack {
			s = s.With(d.Seat)
		}
	}
	return s
}

// scapegoat returns the player to call a werewolf: nobody of its own side, sometimes a rival.
func (p *Self) scapegoat(among werewolf.SeatSet) werewolf.SeatID {
	rivals := p.ledger.Claimants(p.pretence.Role) & among
	if rivals != 0 && p.Chance(blackensRival) {
		return p.Pick(rivals)
	}
	return p.Pick(among &^ rivals &^ p.friends() &^ p.Vouched())
}

// friends returns the players of its own side as far as it knows: a werewolf's allies that are not given up, and the player that the
// possessed takes for the werewolf because a rival seer called it one.
func (p *Self) friends() (s werewolf.SeatSet) {
	if !p.o.Spec().Traitor() {
		return p.o.Allies() &^ p.Forsaken()
	}
	for _, r := range p.ledger.Findings() {
		if r.By != p.o.Seat && r.Verb == speech.Divined && r.Species == werewolf.Wolf && r.Target != p.o.Seat {
			s = s.With(r.Target)
		}
	}
	return s
}

// Vouched are the players somebody has found human.
func (p *Self) Vouched() (s werewolf.SeatSet) {
	for _, r := range p.ledger.Findings() {
		if r.Species == werewolf.Human {
			s = s.With(r.Target)
		}
	}
	return s
}
