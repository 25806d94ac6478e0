package gamelog

import "wolfden/werewolf"

// BranchVersion is the version of the record of a game that goes on from another one.
const BranchVersion = 3

// Branch says from where in another game a game goes on. What comes before stands in both records.
type Branch struct {
	Game    string `json:"game"`    // id of the other game
	Entries int    `json:"entries"` // lines after its header that stand here too
	Draws   int    `json:"draws"`   // of chance, up to there
	// Seed is that of the chance from there on. Nil goes on with the chance of the other game.
	Seed *uint64 `json:"seed,omitempty,string"`
}

// Chance returns what decides what the rules leave to chance in the header's game, from its beginning.
func (h *Header) Chance() werewolf.Chance {
	chance := werewolf.Seeded(h.Seed)
	if h.Foreign {
		chance = &recordedDraws{left: h.Draws}
	}
	for _, b := range h.Branches {
		if b.Seed != nil {
			chance = Branched(chance, b.Draws, werewolf.Seeded(*b.Seed))
		}
	}
	return chance
}

// Branched returns a chance that leaves its first draws to one chance and all others to another.
func Branched(first werewolf.Chance, draws int, then werewolf.Chance) werewolf.Chance {
	return &branchedChance{first, draws, then}
}

// branchedChance leaves its first draws to one chance and all others to another.
type branchedChance struct {
	first werewolf.Chance
	left  int // draws of first
	then  werewolf.Chance
}

// Shuffle implements werewolf.Chance.
func (c *branchedChance) Shuffle(seats []werewolf.SeatID, why werewolf.Decision, at werewolf.Occasion) {
	c.next().Shuffle(seats, why, at)
}

// Pick implements werewolf.Chance.
func (c *branchedChance) Pick(tied werewolf.SeatSet, why werewolf.Decision, at werewolf.Occasion) werewolf.SeatID {
	return c.next().Pick(tied, why, at)
}

// next returns the chance that the next draw is left to.
func (c *branchedChance) next() werewolf.Chance {
	if c.left == 0 {
		return c.then
	}
	c.left--
	return c.first
}
