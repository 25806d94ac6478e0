package werewolf

import "math/rand/v2"

// Decision is a thing the rules leave to chance. Each has a random stream of
// its own, so that one draw more does not shift the others.
type Decision uint8

// The decisions of a game, and two for those who set one up.
const (
	DrawRoles Decision = iota + 1
	DrawTalkOrder
	DrawWhisperOrder
	DrawExecution
	DrawAttack
	DrawSeats      // who sits where
	DrawCharacters // which character a seat plays
)

// Chance decides what the rules leave to chance. Day, phase and turn name the
// occasion; implementations must not depend on anything else.
type Chance interface {
	// Shuffle orders the seats in place.
	Shuffle(seats []SeatID, why Decision, at Occasion)
	// Pick takes one of the tied seats, of which there are at least two.
	Pick(tied SeatSet, why Decision, at Occasion) SeatID
}

// Occasion is when a decision is taken.
type Occasion struct{ Day, Phase, Turn int }

// seeded is the chance of an ordinary game: everything follows from one seed.
type seeded struct {
	seed uint64
	pcg  rand.PCG
}

// Seeded is the chance that follows from the seed alone.
func Seeded(seed uint64) Chance { return &seeded{seed: seed} }

// Shuffle implements Chance.
func (s *seeded) Shuffle(seats []SeatID, why Decision, at Occasion) {
	s.open(why, at)
	for i := len(seats) - 1; i > 0; i-- {
		j := int(s.below(uint64(i + 1)))
		seats[i], seats[j] = seats[j], seats[i]
	}
}

// Pick implements Chance.
func (s *seeded) Pick(tied SeatSet, why Decision, at Occasion) SeatID {
	s.open(why, at)
	return tied.Nth(int(s.below(uint64(tied.Len()))))
}

// open starts the stream of one decision on one occasion.
func (s *seeded) open(why Decision, at Occasion) {
	where := uint64(why)<<56 | uint64(uint16(at.Day))<<32 | uint64(uint16(at.Phase))<<16 | uint64(uint16(at.Turn))
	s.pcg.Seed(mix(s.seed), mix(s.seed^mix(where)))
}

// below is an unbiased number under n: draws from the incomplete last span of
// the generator's range are thrown away.
func (s *seeded) below(n uint64) uint64 {
	limit := -n % n
	for {
		if v := s.pcg.Uint64(); v >= limit {
			return v % n
		}
	}
}

// mix spreads the bits of close-by seeds (the finaliser of SplitMix64).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Permutation is 0..n-1 in an order drawn from the seed for the decision: who
// sits where, which character a seat plays. n may be larger than MaxSeats.
func Permutation(seed uint64, why Decision, n int) []int {
	s := &seeded{seed: seed}
	s.open(why, Occasion{})
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	for i := n - 1; i > 0; i-- {
		j := int(s.below(uint64(i + 1)))
		p[i], p[j] = p[j], p[i]
	}
	return p
}

// SubSeed is the seed of game number n of a series, so that any one game of it
// can be played again alone.
func SubSeed(seed uint64, n int) uint64 { return mix(seed ^ mix(uint64(n)+0x5eed)) }
