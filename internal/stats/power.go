package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Need is how many games a comparison takes.
type Need struct {
	// Games is the number for each of two players, or the number of deals that
	// both play. It is 0 when there is no such number.
	Games int
	// Exact is Games before rounding up.
	Exact float64
	// Warnings are what a reader must know before planning with it.
	Warnings []string
}

// GamesNeeded returns how many games each of two players must play separately, so that a two-sided test at
// alpha distinguishes their win rates with the given power (Fleiss 1981, without continuity correction).
func GamesNeeded(first, second, alpha, power float64) Need {
	if !isProbability(first) || !isProbability(second) || first == second {
		return noNeed("give two different rates between 0 and 1")
	}
	p := (first + second) / 2
	return need(alpha, power, math.Sqrt(2*p*(1-p)), math.Sqrt(first*(1-first)+second*(1-second)), math.Abs(first-second))
}

// DealsNeeded is GamesNeeded for two players that both play every deal (Connor 1987). onlyFirst and onlySecond
// are the shares of deals that only one of them wins.
func DealsNeeded(onlyFirst, onlySecond, alpha, power float64) Need {
	differ, d := onlyFirst+onlySecond, math.Abs(onlyFirst-onlySecond)
	if !isProbability(onlyFirst) || !isProbability(onlySecond) || differ > 1 || d == 0 {
		return noNeed("give two different shares that sum to at most 1")
	}
	return need(alpha, power, math.Sqrt(differ), math.Sqrt(differ-d*d), d)
}

// MeanNeeded returns how many independent values with this standard deviation it takes until their mean is told from 0 by a two-sided
// test at alpha with the given power, if it is the one given.
func MeanNeeded(spread, mean, alpha, power float64) Need {
	if !(spread > 0) || mean == 0 || !finite(mean) {
		return noNeed("give a spread above 0 and a mean other than 0")
	}
	return need(alpha, power, spread, spread, math.Abs(mean))
}

// need is ((z_alpha under no difference + z_power under the difference) /
// difference) squared.
func need(alpha, power, without, with, difference float64) Need {
	if !(0 < alpha && alpha < 1 && 0 < power && power < 1) {
		return noNeed("alpha and power lie between 0 and 1")
	}
	z := distuv.UnitNormal.Quantile(1-alpha/2)*without + distuv.UnitNormal.Quantile(power)*with
	if z <= 0 {
		return noNeed("alpha is so large that no games are needed")
	}
	n := Need{Exact: z * z / (difference * difference)}
	// Rounding errors must not add a game.
	n.Games = int(math.Ceil(n.Exact - 1e-9))
	if n.Games < fewTrials {
		n.Warnings = append(n.Warnings, fmt.Sprintf("the formula is for large samples; play at least %d", fewTrials))
	}
	return n
}

func isProbability(p float64) bool { return p >= 0 && p <= 1 }

func noNeed(why string) Need { return Need{Exact: math.NaN(), Warnings: []string{why}} }
