package mille

import (
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// recognisedAct is one thing that was recognised.
type recognisedAct struct {
	rows speech.Rows // of one sentence
	day  int
	by   werewolf.SeatID
}

// estimate is what the rules make of what was recognised: who claims what, who told which result, who is suspected.
type estimate struct {
	rules   *werewolf.Rules
	claim   [werewolf.MaxSeats + 1]werewolf.Role
	results []recognisedAct // DIVINED and IDENTIFIED, each once
	votes   [werewolf.MaxSeats + 1]werewolf.SeatID
	voted   int // the day of the votes
	opinion [werewolf.MaxSeats + 1]float64
	asked   werewolf.SeatSet // who has asked the player something that is unanswered
}

// What each thing recognised adds to the suspicion of a player.
const (
	bySuspicion = 0.12 // somebody thinks it a werewolf
	byTrust     = -0.1
	byVote      = 0.08
	byRival     = 0.5 // it shares a claim with others, more than the setup has
	byBlack     = 1.6 // times the trust in who says so
	byWhite     = -1.2
	byLie       = 2.5 // it has told a result that is wrong
	byOwn       = 20  // one has seen it oneself
)

// update notes one recognised act.
func (e *estimate) update(heard recognisedAct, self werewolf.SeatID) {
	act, target := heard.rows[0], seat(heard.rows[0].Target)
	switch act.Verb {
	case speech.ComingOut:
		if act.Target == heard.by {
			e.claim[heard.by] = act.Role
		}
	case speech.Not:
		if in := heard.rows[1]; in.Verb == speech.ComingOut && in.Role == e.claim[heard.by] {
			e.claim[heard.by] = werewolf.NoRole
		}
	case speech.Divined, speech.Identified:
		e.result(heard)
	case speech.Guarded:
		e.implies(heard.by, werewolf.Guards)
	case speech.Vote:
		if heard.day != e.voted {
			e.votes, e.voted = [werewolf.MaxSeats + 1]werewolf.SeatID{}, heard.day
		}
		e.votes[heard.by] = target
		e.opinion[target] += byVote
	case speech.Estimate:
		if e.rules.Table.Team(act.Role) == werewolf.WerewolfTeam {
			e.opinion[target] += bySuspicion
		} else {
			e.opinion[target] += byTrust
		}
	case speech.Inquire:
		if target == self {
			e.asked = e.asked.With(heard.by)
		}
	default: // requests are opinions already told
	}
}

// result notes a result once, and the claim it implies.
func (e *estimate) result(h recognisedAct) {
	if h.rows[0].Subject > 0 && h.rows[0].Subject != h.by || seat(h.rows[0].Target) == 0 {
		return // hearsay
	}
	for _, r := range e.results {
		if r.by == h.by && r.rows[0] == h.rows[0] {
			return
		}
	}
	e.results = append(e.results, h)
	e.implies(h.by, h.rows[0].Verb.Power())
}

// implies notes that a player has used a power, which nobody can who claims a role without it.
func (e *estimate) implies(by werewolf.SeatID, p werewolf.Power) {
	if e.rules.Table.Power(e.claim[by]) != p {
		e.claim[by] = e.rules.RoleWith(p)
	}
}

// seat is a player who is named, 0 for ANY and UNSPEC.
func seat(id werewolf.SeatID) werewolf.SeatID { return max(id, 0) }

// powers are those of the village.
var powers = [...]werewolf.Power{werewolf.Divines, werewolf.Identifies, werewolf.Guards}

// claimants are the players who claim a role of the village with the power.
func (e *estimate) claimants(p werewolf.Power) (all werewolf.SeatSet) {
	for _, role := range e.rules.Table.Where(p.OfVillage).Slice() {
		all |= e.claiming(role)
	}
	return all
}

// claiming are the players who claim the role.
func (e *estimate) claiming(r werewolf.Role) (all werewolf.SeatSet) {
	for id, role := range e.claim {
		if role == r && id > 0 {
			all = all.With(werewolf.SeatID(id))
		}
	}
	return all
}

// suspicion is how much each player looks like a werewolf to the player of the observation.
func (e *estimate) suspicion(o *werewolf.Observation) (s [werewolf.MaxSeats + 1]float64) {
	s = e.opinion
	known := e.known(o)
	var liars werewolf.SeatSet
	for _, r := range e.results {
		truth := known[seat(r.rows[0].Target)]
		if truth != werewolf.NoSpecies && truth != r.rows[0].Species {
			liars = liars.With(r.by)
		}
	}
	for id := range liars.All() {
		s[id] += byLie
	}
	for _, power := range powers {
		e.rivals(o, power, &s)
	}
	for _, r := range e.results {
		if liars.Has(r.by) || r.by == o.Seat {
			continue
		}
		trust := 1 / float64(max(1, e.claiming(e.claim[r.by]).Len()))
		if r.rows[0].Species == werewolf.Wolf {
			s[seat(r.rows[0].Target)] += byBlack * trust
		} else {
			s[seat(r.rows[0].Target)] += byWhite * trust
		}
	}
	for id, species := range known {
		switch species {
		case werewolf.Human:
			s[id] -= byOwn
		case werewolf.Wolf:
			s[id] += byOwn
		default: // not known
		}
	}
	return s
}

// rivals suspects those who claim a power that more claim than there are who have it.
func (e *estimate) rivals(o *werewolf.Observation, power werewolf.Power, s *[werewolf.MaxSeats + 1]float64) {
	all := e.claimants(power)
	if all.Len() <= o.Rules.Count(power) {
		return
	}
	for id := range all.All() {
		if s[id] += byRival; o.Power() == power && id != o.Seat {
			s[id] += byLie // only one of us can be
		}
	}
}

// known is what the player knows for certain: itself, its results, and that werewolves do not attack each other.
func (e *estimate) known(o *werewolf.Observation) (k [werewolf.MaxSeats + 1]werewolf.Species) {
	for _, d := range o.Deaths {
		if d.Cause == werewolf.ByAttack {
			k[d.Seat] = werewolf.Human
		}
	}
	for id := range werewolf.SeatsUpTo(len(o.Names)).All() {
		if role := o.RoleOf(id); role != werewolf.NoRole {
			k[id] = o.Rules.Table.Species(role)
		}
	}
	for _, f := range append(append([]werewolf.Finding(nil), o.Divined...), o.Medium...) {
		k[f.Target] = f.Species
	}
	return k
}
