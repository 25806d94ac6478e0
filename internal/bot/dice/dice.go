// Package dice draws what a player leaves to chance.
//
// The law of the package: what is drawn for an answer follows from the player's seed and from what is asked, and not from
// what was drawn for earlier answers. So two games that differ in one player's words do not differ in everybody's luck,
// which is what makes the same deal, played by two players in turn, worth comparing.
package dice

import (
	"math/rand/v2"

	"wolfden/werewolf"
)

// Dice are a source of chance of one player in one game. They are not safe for concurrent use.
type Dice struct {
	*rand.Rand
	source *rand.PCG
	seed   uint64
}

// New makes dice of the seed. The salt tells apart dice of one player for different uses.
func New(seed, salt uint64) *Dice {
	source := rand.NewPCG(seed, salt)
	return &Dice{Rand: rand.New(source), source: source, seed: seed ^ salt*0x9e3779b97f4a7c15}
}

// At turns to what is asked in the observation. On an open floor, where the same is asked again and again, the dice roll
// on.
func (d *Dice) At(o *werewolf.Observation) {
	if o.Request.Open {
		return
	}
	d.source.Seed(d.seed, uint64(o.Day)<<32|uint64(o.Request.Kind)<<24|uint64(o.Request.Turn))
}
