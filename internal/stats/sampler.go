package stats

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// far is the share of proposed priors that are drawn from all of them; the others are next to the last one.
const far = 0.5

// sampler draws from the posterior of a league, exactly but for the number of draws: a Gibbs sampler with Pólya-Gamma variables
// (Polson, Scott and Windle 2013), given which the games are those of a normal regression. The prior is drawn with the coefficients
// integrated out. It is not safe for concurrent use.
type sampler struct {
	*league
	priors []prior
	random *rand.Rand
	prior  int
	beta   []float64

	won           []float64     // what the games say, in the direction of each coefficient
	games         *mat.SymDense // the precision that they add
	precision     *mat.SymDense // of the coefficients
	now, proposed normal
}

// normal is the normal distribution of the coefficients, given the games' variables and a prior.
type normal struct {
	lower  [][]float64 // Cholesky's factor of the precision
	centre []float64   // the factor's transpose times the mean
	log    float64     // likelihood of the prior, with its mass
}

func newSampler(l *league, random *rand.Rand) *sampler {
	s := &sampler{league: l, priors: l.priors(), random: random, games: mat.NewSymDense(l.size(), nil), beta: make([]float64, l.size())}
	s.prior = len(s.priors) / 2
	s.won, s.precision = make([]float64, l.size()), mat.NewSymDense(l.size(), nil)
	for i := range l.trials {
		for _, u := range l.trials[i].terms {
			s.won[u.at] += u.by * (l.trials[i].won - 0.5)
		}
	}
	for _, n := range []*normal{&s.now, &s.proposed} {
		n.centre = make([]float64, l.size())
		for i := range n.centre {
			n.lower = append(n.lower, make([]float64, i+1))
		}
	}
	return s
}

// step draws the games' variables, the prior and the coefficients anew.
func (s *sampler) step() {
	s.weighGames()
	s.given(&s.now, s.prior)
	next, odds := s.propose()
	s.given(&s.proposed, next)
	if math.Log(s.random.Float64()) < odds+s.proposed.log-s.now.log {
		s.prior = next
		s.now, s.proposed = s.proposed, s.now
	}
	s.now.draw(s.beta, s.random)
}

func (s *sampler) weighGames() {
	raw := s.games.RawSymmetric()
	clear(raw.Data)
	for i := range s.trials {
		t := &s.trials[i]
		weight := polyaGamma(t.linear(s.beta), s.random)
		for a, u := range t.terms {
			for _, v := range t.terms[a:] {
				raw.Data[min(u.at, v.at)*raw.Stride+max(u.at, v.at)] += weight * u.by * v.by
			}
		}
	}
}

// propose draws a prior, with the log-odds of the way back.
func (s *sampler) propose() (next int, odds float64) {
	if s.random.Float64() >= far {
		near := s.priors[s.prior].near
		next = near[s.random.IntN(len(near))]
		return next, math.Log(float64(len(near)) / float64(len(s.priors[next].near)))
	}
	u := s.random.Float64()
	for u -= s.priors[next].mass; u > 0 && next < len(s.priors)-1; u -= s.priors[next].mass {
		next++
	}
	return next, math.Log(s.priors[s.prior].mass / s.priors[next].mass)
}

// given is the distribution under a prior.
func (s *sampler) given(n *normal, at int) {
	p := &s.priors[at]
	s.precision.CopySym(s.games)
	s.penalise(s.precision, p)
	raw := s.precision.RawSymmetric()
	n.log = math.Log(p.mass) + p.logDet/2
	for i, row := range n.lower {
		for j := range i {
			row[j] = (raw.Data[j*raw.Stride+i] - floats.Dot(row[:j], n.lower[j][:j])) / n.lower[j][j]
		}
		row[i] = math.Sqrt(raw.Data[i*raw.Stride+i] - floats.Dot(row[:i], row[:i]))
		n.centre[i] = (s.won[i] - floats.Dot(row[:i], n.centre[:i])) / row[i]
		n.log += n.centre[i]*n.centre[i]/2 - math.Log(row[i])
	}
}

// draw sets the coefficients to a draw.
func (n *normal) draw(beta []float64, random *rand.Rand) {
	for i := range beta {
		beta[i] = n.centre[i] + random.NormFloat64()
	}
	for i := len(beta) - 1; i >= 0; i-- {
		row := n.lower[i]
		beta[i] /= row[i]
		floats.AddScaled(beta[:i], -beta[i], row[:i])
	}
}
