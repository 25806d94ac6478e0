package league

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Power is what a number of games of a setup can show of two entries. It supposes that either side wins half of the games and that no
// game tells of another: games of one deal that go alike for both take fewer.
type Power struct {
	perRound int
	spread   float64 // standard deviation of the difference of two entries in a round
}

// PowerOf foresees what the games of a setup can show of the first two entries.
func PowerOf(s *Spec, setup int, games []Game) Power {
	as := *s
	as.Stop = DefaultStop(0, 1)
	p := Power{perRound: len(s.Entries)}
	rounds, sum := 0, 0.0
	for k := range games {
		if games[k].Setup != setup {
			continue
		}
		village, wolves := as.stakes(&games[k])
		sum += (village - wolves) * (village - wolves) / 4
		rounds++
	}
	if rounds > 0 {
		p.spread = math.Sqrt(sum / float64(rounds) * float64(p.perRound))
	}
	return p
}

// reached is how many standard errors a difference must be to be found at 5% with a power of 80%.
func reached() float64 { return distuv.UnitNormal.Quantile(0.975) + distuv.UnitNormal.Quantile(0.8) }

// fewRounds is what Student's test costs more than one that knows the spread.
const fewRounds = 2

// Games is how many games find a difference of weighted micro with a power of 80%, in whole rounds.
func (p Power) Games(difference float64) int {
	return p.perRound * (fewRounds + int(math.Ceil(math.Pow(reached()*p.spread/difference, 2))))
}

// Difference is the smallest that so many games find with a power of 80%, NaN for too few.
func (p Power) Difference(games int) float64 {
	rounds := games/p.perRound - fewRounds
	if rounds < 1 {
		return math.NaN()
	}
	return reached() * p.spread / math.Sqrt(float64(rounds))
}
