// Package logic says what follows from claims and certain facts, as data and as sentences. These are the four elements
// of the kanolab agent of 2024 (Watanabe and Kano, "Werewolf Game Agent by Generative AI Incorporating Logical
// Information Between Players", section 4.2).
//
// The law of the package: everything it says is a consequence, nothing is a likelihood. It never takes a player's claim
// as certain and only tries it as an assumption.
package logic

import (
	"wolfden/internal/ledger"
	"wolfden/internal/reason/evidence"
	"wolfden/internal/reason/worlds"
	"wolfden/werewolf"
)

// Elements are the conclusions for one observer. The zero Elements says nothing.
type Elements struct {
	Roles     *werewolf.RoleTable // the roles in the game
	Excesses  []Excess
	Patterns  []Pattern
	NotWolves werewolf.SeatSet   // who cannot be a werewolf
	Wolves    werewolf.SeatSet   // who must be one
	Possible  []werewolf.RoleSet // by seat, what each player can be; the first entry is not used
	Worlds    uint64             // how many ways to assign the roles are left
}

// Excess is a role with more claimants than places, so that some of them lie.
type Excess struct {
	Role      werewolf.Role
	Places    int
	Claimants werewolf.SeatSet
}

// Liars returns how many of the claimants lie at least.
func (e *Excess) Liars() int { return e.Claimants.Len() - e.Places }

// Pattern is what follows if one of too many claimants of a role is real and its results are true.
type Pattern struct {
	Role      werewolf.Role
	Real      werewolf.SeatID
	Worlds    uint64             // 0 when the claimant cannot be real
	Possible  []werewolf.RoleSet // by seat, as in Elements; empty sets when the claimant cannot be real
	NotWolves werewolf.SeatSet
	Wolves    werewolf.SeatSet
}

// Of draws the conclusions from what is certain for an observer and from what was claimed.
func Of(k worlds.Knowledge, book *ledger.Ledger, told *evidence.List) Elements {
	all := k.Count()
	e := Elements{Roles: k.Roles, Worlds: all.Worlds, Possible: possible(&k, &all)}
	e.NotWolves, e.Wolves = sides(&k, &all)
	for _, role := range k.Counts.InPlay().Slice() {
		x := Excess{Role: role, Places: k.Counts[role], Claimants: book.Claimants(role)}
		if k.Roles.Spec(role).Ordinary() || x.Liars() <= 0 {
			continue
		}
		e.Excesses = append(e.Excesses, x)
		for id := range x.Claimants.All() {
			e.Patterns = append(e.Patterns, pattern(k, told, role, id))
		}
	}
	return e
}

// pattern assumes that one claimant is real.
func pattern(k worlds.Knowledge, told *evidence.List, role werewolf.Role, id werewolf.SeatID) Pattern {
	k = k.AssumeReal(id, role, told.Results(id, role))
	c := k.Count()
	p := Pattern{Role: role, Real: id, Worlds: c.Worlds, Possible: possible(&k, &c)}
	p.NotWolves, p.Wolves = sides(&k, &c)
	return p
}

func possible(k *worlds.Knowledge, c *worlds.Count) []werewolf.RoleSet {
	sets := make([]werewolf.RoleSet, k.Seats().Len()+1)
	for id := range k.Seats().All() {
		sets[id] = c.Possible(id)
	}
	return sets
}

// sides returns who cannot be a werewolf and who must be one; nobody where no world is left.
func sides(k *worlds.Knowledge, c *worlds.Count) (not, must werewolf.SeatSet) {
	if c.Worlds == 0 {
		return 0, 0
	}
	wolves := k.Wolves()
	return c.Never(wolves), c.Always(wolves)
}
