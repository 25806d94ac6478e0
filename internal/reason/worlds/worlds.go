// Package worlds counts the ways to assign roles that are still possible for one observer.
//
// The law of the package: only certain facts exclude a world: the setup, the roles and results that the observer was
// told, whom the werewolves killed, and that the game went on. What players say is never certain; it enters as an
// assumption, on a copy. Counts are exact, and no world is ever listed to be counted.
package worlds

import (
	"slices"

	"wolfden/internal/reason/deal"
	"wolfden/werewolf"
)

// Knowledge is what is certain for one observer. It is a value; assumptions are made on a copy. The zero Knowledge is
// for a table without players.
type Knowledge struct {
	Roles  *werewolf.RoleTable
	Counts werewolf.RoleCounts
	May    [werewolf.MaxSeats + 1]werewolf.RoleSet // by seat, the roles that are not excluded
	Dead   []werewolf.SeatID                       // in the order of their deaths; shared, never changed
	Over   bool                                    // the game has ended, so the last deaths prove nothing
}

// Same reports whether the other knows the same.
func (k *Knowledge) Same(other *Knowledge) bool {
	return k.Roles == other.Roles && k.Counts == other.Counts && k.May == other.May && k.Over == other.Over && slices.Equal(k.Dead, other.Dead)
}

// Known returns what is certain for the observation's seat; for seat 0, what is certain for everybody.
func Known(o *werewolf.Observation) Knowledge {
	k := Public(o)
	for i, r := range o.Roles {
		if r != werewolf.NoRole {
			k.May[i] &= werewolf.RolesOf(r)
		}
	}
	k.learn(o.Divined)
	k.learn(o.Medium)
	k.learnGuards(o)
	return k
}

// Public returns what is certain for everybody who watches the observed game.
func Public(o *werewolf.Observation) Knowledge {
	k := Setup(o.Rules.Table, o.Rules.Roles)
	attackers := k.Roles.WithPower(werewolf.Attacks)
	k.Over = o.Result.End != werewolf.NotOver
	for _, d := range o.Deaths {
		k.Dead = append(k.Dead, d.Seat)
		if d.Cause == werewolf.ByAttack {
			k.May[d.Seat] &^= attackers
		}
	}
	return k
}

// Setup returns what is certain before anything has happened.
func Setup(t *werewolf.RoleTable, counts werewolf.RoleCounts) Knowledge {
	k := Knowledge{Roles: t, Counts: counts}
	all := counts.InPlay()
	for id := range k.Seats().All() {
		k.May[id] = all
	}
	return k
}

// Seats returns everybody at the table.
func (k *Knowledge) Seats() werewolf.SeatSet {
	return werewolf.SeatsUpTo(min(k.Counts.Total(), werewolf.MaxSeats))
}

func (k *Knowledge) learn(findings []werewolf.Finding) {
	for _, f := range findings {
		k.may(f.Target, k.ofSpecies(f.Species))
	}
}

// learnGuards applies what a spared victim proves. A werewolf whose side agreed on a victim that lives knows that
// somebody guarded it; so neither the victim nor anybody who was dead by then is the only one that guards. This is not
// certain where attacks can fail for other reasons.
func (k *Knowledge) learnGuards(o *werewolf.Observation) {
	guards := k.Roles.WithPower(werewolf.Guards)
	if k.Counts.Of(guards) != 1 || attacks(o.Rules) != 1 {
		return
	}
	for day := 1; day < o.Day; day++ {
		victim := agreed(o.AttackVotes, day)
		if victim == 0 || slices.ContainsFunc(o.Deaths, func(d werewolf.Death) bool { return d.Day <= day && d.Seat == victim }) {
			continue
		}
		k.may(victim, ^guards)
		for _, d := range o.Deaths {
			if d.Day < day {
				k.may(d.Seat, ^guards)
			}
		}
	}
}

// attacks returns the number of attacks in a night.
func attacks(r *werewolf.Rules) (n int) {
	for _, phases := range [...][]werewolf.Phase{r.DayPhases, r.NightPhases} {
		for i := range phases {
			for _, a := range phases[i].Actions {
				if a == "attack" {
					n++
				}
			}
		}
	}
	return n
}

// agreed returns the player with the most attack votes of the day, 0 when several share them.
func agreed(votes []werewolf.Choice, day int) (top werewolf.SeatID) {
	var count [werewolf.MaxSeats + 1]int
	most, shared := 0, false
	for _, v := range votes {
		if v.Day != day || v.Target < 1 || v.Target > werewolf.MaxSeats {
			continue
		}
		count[v.Target]++
		switch n := count[v.Target]; {
		case n > most:
			top, most, shared = v.Target, n, false
		case n == most && v.Target != top:
			shared = true
		}
	}
	if shared {
		return 0
	}
	return top
}

func (k *Knowledge) may(id werewolf.SeatID, set werewolf.RoleSet) {
	if k.Seats().Has(id) {
		k.May[id] &= set
	}
}

// ofSpecies returns the roles of a species, or all roles where the species is not known.
func (k *Knowledge) ofSpecies(s werewolf.Species) werewolf.RoleSet {
	if s == werewolf.NoSpecies {
		return ^werewolf.RoleSet(0)
	}
	return k.Roles.OfSpecies(s)
}

// Wolves returns the roles of werewolves.
func (k *Knowledge) Wolves() werewolf.RoleSet { return k.ofSpecies(werewolf.Wolf) }

// Assume returns the knowledge under the assumption that the player has the role.
func (k Knowledge) Assume(id werewolf.SeatID, r werewolf.Role) Knowledge {
	k.may(id, werewolf.RolesOf(r))
	return k
}

// Deny returns the knowledge under the assumption that the player does not have the role.
func (k Knowledge) Deny(id werewolf.SeatID, r werewolf.Role) Knowledge {
	k.may(id, ^werewolf.RolesOf(r))
	return k
}

// AssumeSpecies returns the knowledge under the assumption that the player is of the species.
func (k Knowledge) AssumeSpecies(id werewolf.SeatID, s werewolf.Species) Knowledge {
	k.may(id, k.ofSpecies(s))
	return k
}

// AssumeReal returns the knowledge under the assumption that the player is the seer or medium it claims to be, so that
// the results it told are true. Where they cannot be, no world is left.
func (k Knowledge) AssumeReal(id werewolf.SeatID, r werewolf.Role, told []werewolf.Finding) Knowledge {
	k = k.Assume(id, r)
	k.learn(told)
	return k
}

// Order returns every seat, first the dead in the order of their deaths, then the living. The gates count in this
// order.
func (k *Knowledge) Order(into []werewolf.SeatID) []werewolf.SeatID {
	seats := k.Seats()
	for _, id := range k.Dead {
		if seats.Has(id) {
			into = append(into, id)
			seats = seats.Without(id)
		}
	}
	for id := range seats.All() {
		into = append(into, id)
	}
	return into
}

// Gates returns what follows from the game having gone on after each death: at least one werewolf lived, and there were
// fewer werewolves than humans.
func (k *Knowledge) Gates(into []deal.Gate) []deal.Gate {
	if k.Over {
		return into
	}
	n, wolves := k.Counts.Total(), k.Counts.Of(k.Wolves())
	for fallen := 1; fallen <= len(k.Dead); fallen++ {
		living := n - fallen
		into = append(into, deal.Gate{After: fallen, Min: wolves - (living-1)/2, Max: wolves - 1})
	}
	return into
}

// GoesOn reports whether the game would have gone on after every death if these were the werewolves.
func (k *Knowledge) GoesOn(wolves werewolf.SeatSet) bool {
	if k.Over {
		return true
	}
	living := k.Seats()
	for _, id := range k.Dead {
		living = living.Without(id)
		if w := (living & wolves).Len(); w == 0 || 2*w >= living.Len() {
			return false
		}
	}
	return true
}
