package werewolf

import "math/rand/v2"

// Decision is something the rules leave to chance. Each decision has its own random stream, so one more draw
// for one does not change the others.
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

// Chance takes the decisions that the rules leave to chance. A draw may depend only on the decision and the
// Occasion.
type Chance interface {
	// Shuffle orders the seats in place.
	Shuffle(seats []SeatID, why Decision, at Occasion)
	// Pick takes one of the tied seats, of which there are at least two.
	Pick(tied SeatSet, why Decision, at Occasion) SeatID
}

// Occasion says at which point of the game a decision is taken.
type Occasion struct{ Day, Phase, Turn int }

// seeded is the chance of an ordinary game: everything follows from one seed.
type seeded struct {
	seed uint64
	pcg  rand.PCG
}

// Seeded returns the chance that follows from the seed alone, that of New.
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

// below returns an unbiased number under n: it throws away draws from the last, incomplete span of the
// generator's range.
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

// Permutation returns 0..n-1 in an order drawn from the seed for the decision, such as who sits where. n may be
// larger than MaxSeats.
func (why Decision) Permutation(seed uint64, n int) []int {
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

// SubSeed returns the seed of game number n of a series, so that any one of its games can be replayed alone.
func SubSeed(seed uint64, n int) uint64 { return mix(seed ^ mix(uint64(n)+0x5eed)) }
