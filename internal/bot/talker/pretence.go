package talker

import (
	"slices"

	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// Pretence is who the player shows itself to be. Honest roles show themselves.
type Pretence struct {
	Role     werewolf.Role
	Late     bool               // comes out only when somebody else has claimed the role, or when time is short
	Invented []werewolf.Finding // results that were never seen, by day
}

// ShownSpec is what the rules say of the role that the player shows.
func (p *Player) ShownSpec() werewolf.RoleSpec { return p.o.Rules.Table.Spec(p.Pretence.Role) }

// tells reports whether a role learns what others are, and tells it.
func tells(s werewolf.RoleSpec) bool {
	return s.Power == werewolf.Divines || s.Power == werewolf.Identifies
}

// How often a liar chooses what, out of 1.
const (
	wolfClaims     = 0.3  // a lone werewolf claims to be the seer
	packClaims     = 0.12 // each werewolf of several does
	possessedWaits = 0.4  // the possessed waits for the seer to come out
	inventsBlack   = 0.45 // an invented result is a werewolf, while there may be some left
	blackensRival  = 0.3  // and it is the rival
)

// choosePretence decides who to be. Werewolves with allies decide in the whispers.
func (p *Player) choosePretence() {
	spec := p.o.Spec()
	p.Pretence.Role = p.o.Role()
	seers := p.o.Rules.Count(werewolf.Divines) > 0
	switch {
	case spec.IsWolf():
		p.Pretence.Role = p.Observation().Rules.Ordinary()
		claims := wolfClaims
		if p.o.Allies() != 0 {
			claims = packClaims
		}
		if seers && p.chance(claims) {
			p.Pretence.Role = p.Observation().Rules.RoleWith(werewolf.Divines)
		}
	case spec.Traitor():
		p.Pretence.Role = p.Observation().Rules.Ordinary()
		if seers {
			p.Pretence.Role = p.Observation().Rules.RoleWith(werewolf.Divines)
		}
		p.Pretence.Late = p.chance(possessedWaits)
	case p.Pretence.Role == werewolf.NoRole:
		p.Pretence.Role = p.Observation().Rules.Ordinary()
	default: // is honest
	}
}

// lies reports whether the player shows a role it has not.
func (p *Player) lies() bool { return p.Pretence.Role != p.o.Role() }

// isOpen reports whether the player has come out with the role it shows.
func (p *Player) isOpen() bool { return p.ledger.ClaimOf(p.o.Seat) == p.Pretence.Role }

// results are the results of the role the player shows, true or invented.
func (p *Player) results() []werewolf.Finding {
	switch {
	case p.lies():
		return p.Pretence.Invented
	case p.ShownSpec().Power == werewolf.Divines:
		return p.o.Divined
	case p.ShownSpec().Power == werewolf.Identifies:
		return p.o.Medium
	}
	return nil
}

// prepareResults invents the result of last night where one is pretended. A werewolf that would be the second of its
// pack to claim stays a villager instead.
func (p *Player) prepareResults() {
	o := p.o
	p.recall()
	if !p.lies() || p.ShownSpec().Power != werewolf.Divines || o.Day == 0 || o.Request.Kind != werewolf.Talk {
		return
	}
	if !p.isOpen() && p.ledger.ClaimantsOf(werewolf.Divines)&o.Allies() != 0 {
		p.Pretence.Role = p.Observation().Rules.Ordinary()
		return
	}
	if n := len(p.Pretence.Invented); n > 0 && p.Pretence.Invented[n-1].Day == o.Day-1 {
		return
	}
	if f := p.invent(); f.Target != 0 {
		p.Pretence.Invented = append(p.Pretence.Invented, f)
	}
}

// recall takes over what a liar has claimed and told before: after a restart its words are all that it has.
func (p *Player) recall() {
	o := p.o
	if o.Team() != werewolf.WerewolfTeam || p.ledger.ClaimSpec(o.Seat).Power != werewolf.Divines {
		return
	}
	p.Pretence.Role = p.Observation().Rules.RoleWith(werewolf.Divines)
	for _, r := range p.ledger.Findings() {
		known := func(f werewolf.Finding) bool { return f.Target == r.Target }
		if r.By == o.Seat && r.Verb == speech.Divined && !slices.ContainsFunc(p.Pretence.Invented, known) {
			p.Pretence.Invented = append(p.Pretence.Invented, werewolf.Finding{Day: r.Day - 1, Target: r.Target, Species: r.Species})
		}
	}
}

// invent makes up last night's result, one that nothing known contradicts.
func (p *Player) invent() werewolf.Finding {
	o := p.o
	known := werewolf.SetOf(o.Seat)
	blacks := 0
	for _, f := range p.Pretence.Invented {
		known = known.With(f.Target)
		if f.Species == werewolf.Wolf {
			blacks++
		}
	}
	fresh := o.Living &^ known
	f := werewolf.Finding{Day: o.Day - 1, Species: werewolf.Human}
	if fresh.Len() < 2 {
		// Who has cleared everybody has lied for all to see. A victim can be cleared at no cost.
		f.Target = p.pick(p.victims() &^ known)
		return f
	}
	if blacks < o.Rules.Wolves() && p.chance(inventsBlack) {
		if f.Target = p.scapegoat(fresh); f.Target != 0 {
			f.Species = werewolf.Wolf
			return f
		}
	}
	if f.Target = p.pick(p.friends() & fresh); f.Target == 0 || p.chance(0.5) {
		f.Target = p.pick(fresh)
	}
	return f
}

// victims are those who died last night.
func (p *Player) victims() (s werewolf.SeatSet) {
	for _, d := range p.o.Deaths {
		if d.Day == p.o.Day-1 && d.Cause == werewolf.ByAttack {
			s = s.With(d.Seat)
		}
	}
	return s
}

// scapegoat is whom to call a werewolf: nobody of one's own side, sometimes a rival.
func (p *Player) scapegoat(among werewolf.SeatSet) werewolf.SeatID {
	rivals := p.ledger.Claimants(p.Pretence.Role) & among
	if rivals != 0 && p.chance(blackensRival) {
		return p.pick(rivals)
	}
	return p.pick(among &^ rivals &^ p.friends() &^ p.vouched())
}

// friends are the players of one's own side, as far as known: a werewolf's allies, and whom the possessed takes for
// the werewolf because a rival seer does.
func (p *Player) friends() (s werewolf.SeatSet) {
	if !p.o.Spec().Traitor() {
		return p.o.Allies()
	}
	for _, r := range p.ledger.Findings() {
		if r.By != p.o.Seat && r.Verb == speech.Divined && r.Species == werewolf.Wolf && r.Target != p.o.Seat {
			s = s.With(r.Target)
		}
	}
	return s
}

// vouched are the players somebody has found human.
func (p *Player) vouched() (s werewolf.SeatSet) {
	for _, r := range p.ledger.Findings() {
		if r.Species == werewolf.Human {
			s = s.With(r.Target)
		}
	}
	return s
}
