// Package chance gives a player a repeatable random stream.
//
// The law of the package: what a player draws for an answer depends on its seed and on the request, not on what it drew
// for earlier answers. So when two games differ in one player's words, the other players still have the same luck, and one
// deal played by two players in turn is a fair comparison.
package chance

import (
	"math/rand/v2"

	"wolfden/werewolf"
)

// Stream is the random source of one player in one game. It is not safe for concurrent use.
type Stream struct {
	*rand.Rand
	source *rand.PCG
	seed   uint64
}

// New makes a stream from the seed. A player that needs several streams gives each its own salt.
func New(seed, salt uint64) *Stream {
	source := rand.NewPCG(seed, salt)
	return &Stream{Rand: rand.New(source), source: source, seed: seed ^ salt*0x9e3779b97f4a7c15}
}

// Keep returns a function that takes back what was drawn since.
func (s *Stream) Keep() (forget func()) {
	before := *s.source
	return func() { *s.source = before }
}

// Happens is true with the given probability.
func (s *Stream) Happens(probability float64) bool { return s.Float64() < probability }

// Pick draws one of the seats, 0 if there are none.
func (s *Stream) Pick(among werewolf.SeatSet) werewolf.SeatID {
	if among == 0 {
		return 0
	}
	return among.Nth(s.IntN(among.Len()))
}

// Restart begins the draws for the observation's request. On an open floor, where the same request comes again and again,
// the stream goes on instead.
func (s *Stream) Restart(o *werewolf.Observation) {
	if o.Request.Open {
		return
	}
	s.source.Seed(s.seed, uint64(o.Day)<<32|uint64(o.Request.Kind)<<24|uint64(o.Request.Turn))
}
