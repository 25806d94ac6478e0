package analysis

import (
	"slices"

	"wolfden/internal/chronicle"
	"wolfden/internal/contestlog"
	"wolfden/internal/critic"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// claims counts what players said they are, in so many words: the ledger would count the roles that results imply, too.
func (t *tally) claims() {
	claimed := map[werewolf.SeatID][]werewolf.Role{}
	for i := range t.days {
		words := t.days[i].words
		for at, l := range words {
			if l.Says().Retracts(l.Seat) {
				t.add(l.Seat, retractions, 1)
			}
			role := l.Says().Claimed(l.Seat)
			if role == werewolf.NoRole || slices.Contains(claimed[l.Seat], role) {
				continue
			}
			claimed[l.Seat] = append(claimed[l.Seat], role)
			t.add(l.Seat, roleClaims, 1)
			if t.Player(l.Seat).Role != role {
				t.add(l.Seat, roleClaimsFalse, 1)
			}
			if t.power(role) {
				t.heeded(l.Seat, words[at+1:])
			}
		}
	}
}

// power reports whether the village wants to know who has the role.
func (t *tally) power(r werewolf.Role) bool {
	spec := t.Roles().Spec(r)
	return spec.Power != werewolf.NoPower && spec.Team == werewolf.VillagerTeam
}

// heeded counts a claim by what others said after it on the day.
func (t *tally) heeded(claimant werewolf.SeatID, after []*chronicle.Line) {
	others, named := 0, false
	for _, l := range after {
		if l.Seat == claimant {
			continue
		}
		others++
		named = named || critic.Names(l, claimant)
		for x := range l.Says().Reports(l.Seat) {
			named = named || x.Subject == claimant
		}
	}
	if others == 0 {
		return
	}
	t.add(claimant, powerClaims, 1)
	if !named {
		t.add(claimant, powerClaimsIgnored, 1)
	}
}

// results counts what players said they learned, or others did, and what is said of the dead.
func (t *tally) results() {
	told := map[werewolf.SeatID][]speech.Act{}
	obtained := map[werewolf.SeatID][]speech.Act{}
	dead := werewolf.SeatSet(0)
	for i := range t.days {
		for _, l := range t.days[i].lines {
			switch {
			case l.Kind == contestlog.TalkLine && l.Worded():
				for x := range l.Says().Results(l.Seat) {
					if !slices.Contains(told[l.Seat], x) {
						told[l.Seat] = append(told[l.Seat], x)
						t.result(l.Seat, x, obtained[l.Seat])
					}
				}
				for x := range l.Says().Reports(l.Seat) {
					t.report(l.Seat, x, told[x.Subject])
				}
				if dead.Has(l.Says().Announced(speech.Vote)) || dead.Has(l.Says().Requested(speech.Vote)) {
					t.add(l.Seat, votesForDead, 1)
				}
			case l.Kind == contestlog.DivineLine:
				obtained[l.Seat] = append(obtained[l.Seat], speech.Act{Verb: speech.Divined, Target: l.Target, Species: l.Species})
			case l.Kind == contestlog.GuardLine:
				obtained[l.Seat] = append(obtained[l.Seat], speech.Act{Verb: speech.Guarded, Target: l.Target})
			case l.Kind == contestlog.ExecuteLine:
				dead = dead.With(l.Target)
				t.autopsy(l.Target, obtained)
			case l.Killed():
				dead = dead.With(l.Target)
			}
		}
	}
}

// autopsy tells the mediums of an execution.
func (t *tally) autopsy(executed werewolf.SeatID, obtained map[werewolf.SeatID][]speech.Act) {
	for i := range t.Players {
		if p := &t.Players[i]; t.Roles().Power(p.Role) == werewolf.Identifies {
			obtained[p.Seat] = append(obtained[p.Seat], speech.Act{
				Verb: speech.Identified, Target: executed, Species: t.Roles().Species(t.Player(executed).Role),
			})
		}
	}
}

// result counts a result told as one's own.
func (t *tally) result(teller werewolf.SeatID, x speech.Act, obtained []speech.Act) {
	target := t.Player(x.Target)
	if target == nil {
		return
	}
	t.add(teller, results, 1)
	if x.Species != werewolf.NoSpecies && x.Species != t.Roles().Species(target.Role) {
		t.add(teller, resultsFalse, 1)
	}
	for _, o := range obtained {
		if o.Verb == x.Verb && o.Target == x.Target && (x.Species == werewolf.NoSpecies || o.Species == werewolf.NoSpecies || o.Species == x.Species) {
			return
		}
	}
	t.add(teller, resultsInvented, 1)
}

// report counts a result told as somebody else's.
func (t *tally) report(teller werewolf.SeatID, x speech.Act, told []speech.Act) {
	t.add(teller, reports, 1)
	for _, o := range told {
		if o.Target == x.Target && (o.Species == x.Species || x.Species == werewolf.NoSpecies || o.Species == werewolf.NoSpecies) {
			return
		}
	}
	t.add(teller, reportsUnfounded, 1)
}
