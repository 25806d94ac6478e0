package mille

import (
	"slices"

	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// estimate is what the rules make of what was recognised. Who claims what, who told which result and who announced which vote
// stands in the ledger; the opinion is what all that was said adds up to.
type estimate struct {
	heard   *ledger.Writer
	opinion [werewolf.MaxSeats + 1]float64
	asked   werewolf.SeatSet // who has asked the player something that is unanswered
}

// How much each recognised act adds to the suspicion of a player.
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

// update hears what was recognised in an utterance of the talk, sentence by sentence.
func (e *estimate) update(u *werewolf.Utterance, sentences []speech.Rows, self werewolf.SeatID) {
	sentences = slices.DeleteFunc(sentences, func(r speech.Rows) bool { // no role but the claimed one is taken back
		return r[0].Verb == speech.Not && r[1].Role != e.heard.ClaimOf(u.Seat)
	})
	e.heard.Hear(u, speech.Join(sentences...))
	for _, r := range sentences {
		switch a := r[0]; {
		case a.Verb == speech.Inquire && a.Target == self:
			e.asked = e.asked.With(u.Seat)
		case a.Verb == speech.Vote:
			e.opinion[seat(a.Target)] += byVote
		case a.Verb == speech.Estimate && e.heard.Spec(a.Role).Team == werewolf.WerewolfTeam:
			e.opinion[seat(a.Target)] += bySuspicion
		case a.Verb == speech.Estimate:
			e.opinion[seat(a.Target)] += byTrust
		}
	}
}

// seat is a player who is named, 0 for ANY and UNSPEC.
func seat(id werewolf.SeatID) werewolf.SeatID { return max(id, 0) }

// powers are those of the village.
var powers = [...]werewolf.Power{werewolf.Divines, werewolf.Identifies, werewolf.Guards}

// suspicion is how much each player looks like a werewolf to the player of the observation.
func (e *estimate) suspicion(o *werewolf.Observation) (s [werewolf.MaxSeats + 1]float64) {
	s = e.opinion
	known := e.known(o)
	var liars werewolf.SeatSet
	for _, r := range e.heard.Findings() {
		if truth := known[seat(r.Target)]; truth != werewolf.NoSpecies && truth != r.Species {
			liars = liars.With(r.By)
		}
	}
	for id := range liars.All() {
		s[id] += byLie
	}
	for _, power := range powers {
		e.rivals(o, power, &s)
	}
	for _, r := range e.heard.Findings() {
		claimants := e.heard.Claimants(e.heard.ClaimOf(r.By)).Len()
		if liars.Has(r.By) || r.By == o.Seat || claimants == 0 {
			continue
		}
		if r.Species == werewolf.Wolf {
			s[seat(r.Target)] += byBlack / float64(claimants)
		} else {
			s[seat(r.Target)] += byWhite / float64(claimants)
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
	all := e.heard.ClaimantsOf(power)
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
