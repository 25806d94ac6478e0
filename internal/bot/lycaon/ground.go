package lycaon

import (
	"slices"

	"wolfden/internal/bot/doubt"
	"wolfden/internal/ledger"
	"wolfden/internal/reason/evidence"
	"wolfden/werewolf"
)

// How likely a claimant must be to have the role for its results to be a reason, and how unlikely to be held for a liar.
const (
	credible   = 0.4
	incredible = 0.1
)

// How likely somebody must be a werewolf, or not to be one, for what others did to it to be a reason.
const (
	knownWolf  = 0.8
	knownHuman = 0.2
)

// grounded weighs a reason of the rules by what the player shows to believe, 0 where that does not support it: results by how likely
// whoever tells them has the role, what somebody did by what the evidence says of it.
func (s *state) grounded(o *werewolf.Observation, heard *ledger.Ledger, r doubt.Reason) float32 {
	has := func(id werewolf.SeatID) float64 { return s.credit(heard, id) }
	holds := true
	switch r.Why {
	case doubt.Black, doubt.FoundBy:
		holds = has(r.Other) >= credible
		r.Weight *= float32(has(r.Other))
	case doubt.Sole, doubt.ToldTruth, doubt.Confirmed:
		holds = has(r.Seat) >= credible
	case doubt.Split:
		holds = has(r.Other) > has(r.Seat)
	case doubt.Rival, doubt.Lied, doubt.Clash:
		holds = has(r.Seat) < credible
	case doubt.Refuted:
		holds = has(r.Seat) < credible && s.view.Wolf(r.Other) <= knownHuman
	case doubt.Cleared:
		holds = has(r.Seat) < credible && s.view.Wolf(r.Other) >= knownWolf
	case doubt.Pushed:
		holds = s.view.Wolf(r.Other) <= knownHuman && s.incriminates(r, r.Other, evidence.Cast)
	case doubt.VotedWell:
		holds = s.view.Wolf(r.Other) >= knownWolf
	case doubt.Missed, doubt.Alike:
		holds = s.view.Wolf(r.Other) >= knownWolf && s.incriminates(r, r.Third, evidence.Cast)
	case doubt.Shield:
		holds = s.view.Wolf(r.Other) > credible
	case doubt.Sides:
		holds = has(r.Other) < incredible
	case doubt.Against:
		holds = s.incriminates(r, o.Seat, evidence.Accuse, evidence.Declare, evidence.Cast)
	case doubt.Quiet:
		holds = s.incriminates(r, 0, evidence.Quiet)
	case doubt.Broke:
		holds = s.incriminates(r, 0, evidence.Broke)
	default: // it is certain, or no evidence says anything of it
	}
	if !holds {
		return 0
	}
	return r.Weight
}

// incriminates reports whether what somebody did, to a player if target is not 0, speaks against it by the evidence as a whole, or where it is
// certain what it is. A liar asks the evidence of the village.
func (s *state) incriminates(r doubt.Reason, target werewolf.SeatID, kinds ...evidence.Kind) bool {
	of := s.reasoner.Village()
	if s.mine {
		of = s.reasoner.Mine()
	}
	sum, open := of.Deeds(r.Seat, func(f *evidence.Item) bool {
		return slices.Contains(kinds, f.Kind) && (target == 0 || f.Target == target)
	})
	return sum > 0 || !open
}

// liars are the claimants of a power whom the player takes for liars.
func (s *state) liars(heard *ledger.Ledger) werewolf.SeatSet {
	claimants := heard.ClaimantsWhere(func(r werewolf.RoleSpec) bool { return r.Power != werewolf.NoPower })
	return claimants.Where(func(id werewolf.SeatID) bool { return s.credit(heard, id) < incredible })
}

// credit is how likely somebody has the power that it claims.
func (s *state) credit(heard *ledger.Ledger, id werewolf.SeatID) float64 {
	return s.view.Power(id, heard.ClaimSpec(id).Power)
}
