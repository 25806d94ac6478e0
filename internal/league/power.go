package league

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Power is what a number of games of a setup can show of two entries. It supposes that either side wins half of the games and that no
// game tells of another: games of one deal that go alike for both take fewer. Of a plan that stops when it is decided it tells what
// that comparison finds, which takes more games than a test after a number fixed before.
type Power struct {
	perRound int
	spread   float64      // standard deviation of the difference of two entries in a round
	stakes   [][2]float64 // what the win of either side brings the first more than the second, game by game
	stop     *Stop        // nil: the number of games is fixed
	reach    float64
}

// PowerOf foresees what the games of a setup can show of two entries: those that are compared, else the first two.
func PowerOf(s *Spec, setup int, games []Game) Power {
	as := *s
	if as.Stop == nil {
		as.Stop = DefaultStop(0, 1)
	}
	p := Power{perRound: len(s.Entries), stop: s.Stop}
	sum := 0.0
	for k := range games {
		if games[k].Setup != setup {
			continue
		}
		village, wolves := as.stakes(&games[k])
		sum += (village - wolves) * (village - wolves) / 4
		p.stakes = append(p.stakes, [2]float64{village, wolves})
	}
	if len(p.stakes) > 0 {
		p.spread = math.Sqrt(sum / float64(len(p.stakes)) * float64(p.perRound))
	}
	if p.stop != nil {
		p.reach = as.reach(games)
	}
	return p
}

// reached is how many standard errors a difference must be to be found at 5% with a power of 80%.
func reached() float64 { return distuv.UnitNormal.Quantile(0.975) + distuv.UnitNormal.Quantile(0.8) }

// fewRounds is what Student's test costs more than one that knows the spread.
const fewRounds = 2

// Games is how many games find a difference of weighted micro with a power of 80%, in whole rounds; 0 where no number does, since
// a comparison that stops calls it too small to matter.
func (p Power) Games(difference float64) int {
	switch {
	case p.stop == nil:
		return p.Fixed(difference)
	case difference < p.stop.Difference:
		return 0
	default:
		return p.perRound * p.decided(difference, 10*p.Fixed(difference)/p.perRound)
	}
}

// Fixed is how many games find it where their number is fixed before, and nobody stops earlier.
func (p Power) Fixed(difference float64) int {
	return p.perRound * (fewRounds + int(math.Ceil(math.Pow(reached()*p.spread/difference, 2))))
}

// Narrow is after how many games the interval is as narrow as the stop rule asks in 80% of comparisons. Entries that differ much take
// fewer.
func (p Power) Narrow() int {
	most := fewRounds + int(math.Ceil(math.Pow(2*reached()*max(p.spread, p.reach/10)/p.stop.Width, 2)))
	return p.perRound * p.come(Known, 0, 10*most)
}

// Difference is the smallest that so many games find with a power of 80%, NaN where they find none.
func (p Power) Difference(games int) float64 {
	rounds := games/p.perRound - fewRounds
	switch {
	case rounds < 1:
		return math.NaN()
	case p.stop == nil:
		return reached() * p.spread / math.Sqrt(float64(rounds))
	}
	rounds += fewRounds
	low, high := p.stop.Difference, p.most()
	if p.decided(high, rounds) == 0 {
		return math.NaN()
	}
	if p.decided(low, rounds) > 0 {
		return low
	}
	const steps = 8
	for range steps {
		middle := (low + high) / 2
		if p.decided(middle, rounds) > 0 {
			high = middle
		} else {
			low = middle
		}
	}
	return high
}

// most is the difference where the side on which the first has more at stake always wins.
func (p Power) most() (all float64) {
	for _, s := range p.stakes {
		all += math.Abs(s[0]-s[1]) / 2
	}
	return all * float64(p.perRound) / float64(len(p.stakes))
}

// decided is after how many rounds, at most so many, 80% of simulated comparisons have called the first better, 0 where fewer do.
func (p Power) decided(difference float64, rounds int) int {
	shift := difference / p.most() / 2
	if !(shift <= 0.5) {
		return 0
	}
	return p.come(FirstBetter, shift, rounds)
}

// come is after how many rounds, at most so many, 80% of simulated comparisons have come to the verdict, 0 where fewer do.
func (p Power) come(to Verdict, shift float64, rounds int) int {
	const paths, enough = 150, 120
	random := rand.New(rand.NewPCG(1, 31))
	var found []int
	for range paths {
		q := newSequential(*p.stop, p.reach)
		for q.verdict == Undecided && len(q.rounds) < rounds {
			q.Add(p.chance(len(q.rounds), shift, random))
		}
		if q.verdict == to {
			found = append(found, len(q.rounds))
		}
	}
	if len(found) < enough {
		return 0
	}
	slices.Sort(found)
	return found[enough-1]
}

// chance is what a round brings if the side on which the first has more at stake wins so much more than half of the games.
func (p Power) chance(round int, shift float64, random *rand.Rand) (value float64) {
	for k := range p.perRound {
		s := p.stakes[(round*p.perRound+k)%len(p.stakes)]
		won := 1
		if random.Float64() < 0.5+math.Copysign(shift, s[0]-s[1]) {
			won = 0
		}
		value += s[won]
	}
	return value
}
