package understand

import (
	"slices"

	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// Claims is what has been claimed in a game so far. The zero Claims is nothing.
type Claims struct {
	roles   [werewolf.MaxSeats + 1]werewolf.Role
	results [werewolf.MaxSeats + 1][]speech.Result
	dead    werewolf.SeatSet
	dropped werewolf.SeatSet // who has taken a claim back
}

// RoleOf is the role a player claims to have, NoRole where it claims none or took its claim back.
func (c *Claims) RoleOf(id werewolf.SeatID) werewolf.Role {
	if id < 0 || int(id) >= len(c.roles) {
		return werewolf.NoRole
	}
	return c.roles[id]
}

// Claimants are the players who claim the role, the dead among them.
func (c *Claims) Claimants(r werewolf.Role) (all werewolf.SeatSet) {
	for id, role := range c.roles {
		if role == r && r != werewolf.NoRole {
			all = all.With(werewolf.SeatID(id))
		}
	}
	return all
}

// Results are what a player has reported, each once, in order. The slice is the caller's.
func (c *Claims) Results(id werewolf.SeatID) []speech.Result {
	if id < 0 || int(id) >= len(c.results) {
		return nil
	}
	return slices.Clone(c.results[id])
}

// Dead are the players known to have died.
func (c *Claims) Dead() werewolf.SeatSet { return c.dead }

// the is whom "the seer" means: the one claimant, else the one whom the speaker has not just doubted, else the one who lives. Whoever claims the role itself speaks
// of nobody else by it.
func (c *Claims) the(r werewolf.Role, speaker werewolf.SeatID, doubted werewolf.SeatSet) werewolf.SeatSet {
	all := c.Claimants(r)
	if all.Has(speaker) {
		return 0
	}
	if all.Len() > 1 && all&^doubted != 0 {
		all &^= doubted
	}
	if all.Len() > 1 {
		all &^= c.dead
	}
	if all.Len() != 1 {
		return 0
	}
	return all
}

// found reports whether the player has reported this before.
func (c *Claims) found(id, target werewolf.SeatID, s werewolf.Species) bool {
	return slices.ContainsFunc(c.results[id], func(r speech.Result) bool { return r.Target == target && r.Species == s })
}

// finders are the players other than the speaker who have reported it.
func (c *Claims) finders(speaker, target werewolf.SeatID, s werewolf.Species) (all werewolf.SeatSet) {
	for id := range c.results {
		if werewolf.SeatID(id) != speaker && c.found(werewolf.SeatID(id), target, s) {
			all = all.With(werewolf.SeatID(id))
		}
	}
	return all
}

// latest is the target of the player's last report of the species, or of any for NoSpecies; empty if there is none.
func (c *Claims) latest(id werewolf.SeatID, s werewolf.Species) werewolf.SeatSet {
	for _, r := range slices.Backward(c.results[id]) {
		if r.Verb != speech.Guarded && (s == werewolf.NoSpecies || r.Species == s) {
			return werewolf.SetOf(r.Target)
		}
	}
	return 0
}

// hear notes what an utterance claims.
func (c *Claims) hear(speaker werewolf.SeatID, r *speech.Reading) {
	if r.Retract {
		c.roles[speaker] = werewolf.NoRole
		c.dropped = c.dropped.With(speaker)
	}
	if r.Claim != werewolf.NoRole {
		c.roles[speaker] = r.Claim
	}
	for _, result := range r.Results {
		if !slices.Contains(c.results[speaker], result) && len(c.results[speaker]) < werewolf.MaxSeats {
			c.results[speaker] = append(c.results[speaker], result)
		}
	}
}
