package stats

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
)

const (
	ratingDraws = 4000
	// tooUnlikely is how many log units below the best a prior is left alone with those beside it.
	tooUnlikely = 8.0
)

// belief is the normal approximation of the posterior under one prior.
type belief struct {
	prior  int // of the grid
	fit    *fit
	weight float64 // how well the prior explains the games; all sum to 1
}

// beliefs fits the league under the priors of the grid that explain the games, beginning in the middle and going on to those beside
// what does. The others have next to no weight, and with many teams a fit takes time.
func (l *league) beliefs(priors []prior) []belief {
	var all []belief
	var logs []float64
	best := math.Inf(-1)
	start := make([]float64, l.size())
	seen := make([]bool, len(priors))
	open := []int{len(priors) / 2}
	seen[open[0]] = true
	for len(open) > 0 {
		at := open[0]
		open = open[1:]
		p := &priors[at]
		penalty := mat.NewSymDense(l.size(), nil)
		l.penalise(penalty, p)
		log := math.Inf(-1)
		if f, err := fitLogistic(l.trials, penalty, start); err == nil {
			start = f.beta
			// Laplace's approximation of the likelihood of the prior.
			log = f.logPost + (p.logDet-f.curvature.LogDet())/2 + math.Log(p.mass)
			all, logs = append(all, belief{prior: at, fit: f}), append(logs, log)
		}
		best = max(best, log)
		if log < best-tooUnlikely {
			continue
		}
		for _, next := range p.near {
			if !seen[next] {
				seen[next] = true
				open = append(open, next)
			}
		}
	}
	sum := 0.0
	for i := range all {
		all[i].weight = math.Exp(logs[i] - best)
		sum += all[i].weight
	}
	for i := range all {
		all[i].weight /= sum
	}
	return all
}

// around draws from the normal approximations.
func around(trials []trial, beliefs []belief, draws int, random *rand.Rand, each func(x []float64)) {
	for i := range beliefs {
		b := &beliefs[i]
		n := int(math.Round(b.weight * float64(draws)))
		if n == 0 {
			continue
		}
		centre := b.fit.mean(trials)
		var upper mat.TriDense
		b.fit.curvature.UTo(&upper)
		for range n {
			each(drawAround(centre, &upper, random))
		}
	}
}

// mean is that of the posterior, to second order: where wins are rare it lies further out than the maximum.
func (f *fit) mean(trials []trial) []float64 {
	var covariance mat.SymDense
	_ = f.curvature.InverseTo(&covariance) // the condition number is of no interest
	pull := mat.NewVecDense(len(f.beta), nil)
	for i := range trials {
		t := &trials[i]
		p, variance := logistic(t.linear(f.beta)), 0.0
		for _, u := range t.terms {
			for _, v := range t.terms {
				variance += u.by * v.by * covariance.At(u.at, v.at)
			}
		}
		skew := t.played * p * (1 - p) * (2*p - 1) * variance / 2
		for _, u := range t.terms {
			pull.SetVec(u.at, pull.AtVec(u.at)+u.by*skew)
		}
	}
	centre := mat.NewVecDense(len(f.beta), slices.Clone(f.beta))
	shift := mat.NewVecDense(len(f.beta), nil)
	shift.MulVec(&covariance, pull)
	centre.AddVec(centre, shift)
	return centre.RawVector().Data
}

// drawAround returns one draw around beta; upper is the Cholesky factor of the precision.
func drawAround(beta []float64, upper *mat.TriDense, random *rand.Rand) []float64 {
	raw := upper.RawTriangular()
	x := make([]float64, len(beta))
	for i := len(x) - 1; i >= 0; i-- {
		v := random.NormFloat64()
		row := raw.Data[i*raw.Stride:]
		for j := i + 1; j < len(x); j++ {
			v -= row[j] * x[j]
		}
		x[i] = v / row[i]
	}
	for i := range x {
		x[i] += beta[i]
	}
	return x
}

const (
	// manyGames is from where on the normal approximation is as good as draws from the posterior itself (TestApproximation).
	manyGames = 400
	// mostCoefficients is how many make the draws too slow.
	mostCoefficients = 160
	warmUp           = 200
)

// draw draws coefficients from the posterior, and reports whether that is exact but for chance.
func (l *league) draw(seed uint64, draws int, each func(x []float64)) (exact bool, err error) {
	random := rand.New(rand.NewPCG(seed, 3))
	if len(l.trials) >= manyGames || l.size() > mostCoefficients {
		beliefs := l.beliefs(l.priors())
		if len(beliefs) == 0 {
			return false, errSingular
		}
		around(l.trials, beliefs, draws, random, each)
		return false, nil
	}
	s := newSampler(l, random)
	for range warmUp {
		s.step()
	}
	for range draws {
		s.step()
		each(slices.Clone(s.beta))
	}
	return true, nil
}
