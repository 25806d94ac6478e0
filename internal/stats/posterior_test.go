package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// slowPosterior draws strengths by another way than the rating does: elliptical slices (Murray, Adams and MacKay 2010) of standard
// normal variables, which the prior's factor turns into coefficients, and Metropolis steps of the prior with these variables kept.
func slowPosterior(l *league, steps int, each func(x []float64)) {
	random := rand.New(rand.NewPCG(9, 41))
	priors := l.priors()
	factors := make([]mat.TriDense, len(priors))
	for i := range priors {
		var c mat.Cholesky
		c.Factorize(l.covariance(&priors[i]))
		c.LTo(&factors[i])
	}
	coefficients := func(at int, u []float64) []float64 {
		x := make([]float64, len(u))
		for s := range l.settings {
			x[s] = settingSpread * u[s]
		}
		for t := range l.teams {
			from := l.at(t, 0)
			for p := range l.posts {
				for q := range p + 1 {
					x[from+p] += factors[at].At(p, q) * u[from+q]
				}
			}
		}
		return x
	}
	likelihood := func(x []float64) (sum float64) {
		for i := range l.trials {
			v := l.trials[i].linear(x)
			sum += l.trials[i].won*v - softplus(v)
		}
		return sum
	}
	at, u := len(priors)/2, make([]float64, l.size())
	now := likelihood(coefficients(at, u))
	for range steps {
		if next := random.IntN(len(priors)); true {
			v := likelihood(coefficients(next, u))
			if math.Log(random.Float64()) < v-now+math.Log(priors[next].mass/priors[at].mass) {
				at, now = next, v
			}
		}
		u, now = slice(u, now, random, func(u []float64) float64 { return likelihood(coefficients(at, u)) })
		each(coefficients(at, u))
	}
}

// slice is one step on an ellipse through u and a draw of the prior.
func slice(u []float64, now float64, random *rand.Rand, likelihood func([]float64) float64) ([]float64, float64) {
	v := make([]float64, len(u))
	for i := range v {
		v[i] = random.NormFloat64()
	}
	floor := now + math.Log(random.Float64())
	angle := 2 * math.Pi * random.Float64()
	low, high := angle-2*math.Pi, angle
	for {
		next := make([]float64, len(u))
		for i := range next {
			next[i] = u[i]*math.Cos(angle) + v[i]*math.Sin(angle)
		}
		if found := likelihood(next); found > floor {
			return next, found
		}
		if angle < 0 {
			low = angle
		} else {
			high = angle
		}
		angle = low + (high-low)*random.Float64()
	}
}

// apartBy is how far two ratings differ at most, in standard deviations of the second's strengths.
func apartBy(a, b *Rating) (middle, ends float64) {
	for t := range a.Teams {
		x, y := a.Teams[t], b.Teams[t]
		for _, pair := range [][2]Estimate{{x.Overall, y.Overall}, {x.Side[0], y.Side[0]}, {x.Side[1], y.Side[1]}, {x.Role[0], y.Role[0]}} {
			sd := (pair[1].High - pair[1].Low) / (2 * z95)
			middle = max(middle, math.Abs(pair[0].Value-pair[1].Value)/sd)
			ends = max(ends, math.Abs(pair[0].Low-pair[1].Low)/sd, math.Abs(pair[0].High-pair[1].High)/sd)
		}
	}
	return middle, ends
}

func rated(l *league, run func(each func(x []float64))) *Rating {
	r, d := &Rating{Teams: make([]Strength, l.teams)}, l.newDraws()
	run(func(x []float64) { l.addDraw(d, x) })
	l.summarise(r, d)
	return r
}

// A few games, as a contest has them: the rating is what another way to the same posterior finds, which takes a hundred times as long.
func TestRatingAgainstSlowPosterior(t *testing.T) {
	steps := 30_000
	if *long {
		steps = 400_000
	}
	random := rand.New(rand.NewPCG(2, 42))
	w := emptyWorld(5, fivePlayers())
	w.prior = prior{width: 1, alliance: 0.5, apart: 0.4}
	w.draw(random)
	matches := w.play(random, 18)
	fast := RateTeams(5, matches, 1)
	l := newLeague(5, matches)
	slow := rated(l, func(each func([]float64)) { slowPosterior(l, steps, each) })
	middle, ends := apartBy(&fast, slow)
	t.Logf("18 games: means differ by up to %.3f standard deviations, ends by %.3f", middle, ends)
	if middle > 0.12 || ends > 0.4 {
		t.Errorf("means differ by %.3f standard deviations, ends by %.3f\n%v\n%v", middle, ends, fast.Teams[0], slow.Teams[0])
	}
	// The normal approximation would not do here.
	beliefs := l.beliefs(l.priors())
	rough := rated(l, func(each func([]float64)) { around(l.trials, beliefs, 4000, random, each) })
	middle, ends = apartBy(rough, slow)
	t.Logf("normal approximation: means by %.3f, ends by %.3f", middle, ends)
}

// From manyGames on the normal approximation, with its mean to second order, is as good as draws from the posterior itself.
func TestApproximation(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	tables := map[string][2][]int{"5 players": fivePlayers()}
	if *long {
		tables["9 players"], tables["13 players"] = ninePlayers(), thirteenPlayers()
	}
	for name, table := range tables {
		widths := []float64{0.3, 0.8}
		if !*long {
			widths = widths[1:]
		}
		for _, width := range widths {
			random := rand.New(rand.NewPCG(3, 43))
			w := emptyWorld(13, table)
			w.prior = prior{width: width, alliance: 0.5, apart: 0.3}
			w.draw(random)
			l := newLeague(13, w.play(random, manyGames))
			beliefs := l.beliefs(l.priors())
			rough := rated(l, func(each func([]float64)) { around(l.trials, beliefs, 8000, random, each) })
			s := newSampler(l, random)
			steps, near, far := 4000, 0.3, 0.55 // so few that the largest of so many differences has noise of the sampler's own
			if *long {
				steps, near, far = 20_000, 0.2, 0.4
			}
			exact := rated(l, func(each func([]float64)) {
				for range steps {
					s.step()
					each(s.beta)
				}
			})
			middle, ends := apartBy(rough, exact)
			t.Logf("%s, width %v: means differ by up to %.3f standard deviations, ends by %.3f", name, width, middle, ends)
			if middle > near || ends > far {
				t.Errorf("%s, width %v: means differ by %.3f standard deviations, ends by %.3f", name, width, middle, ends)
			}
		}
	}
}

// The mean of PG(1, z) is tanh(z/2) / 2z, its Laplace transform at t is cosh(z/2) / cosh(sqrt(z²/4 + t/2)).
func TestPolyaGamma(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 44))
	const n = 60_000
	for _, z := range []float64{0, 0.3, 1.5, -3, 6, 20, 200} {
		sum, transform, size := 0.0, 0.0, math.Max(math.Abs(z), 1e-9)
		for range n {
			x := polyaGamma(z, random)
			sum += x / n
			transform += math.Exp(-2*x) / n
		}
		near(t, "mean", sum, math.Tanh(size/2)/(2*size), 0.25*0.02)
		far := math.Sqrt(z*z/4 + 1)
		want := math.Exp(size/2-far) * (1 + math.Exp(-size)) / (1 + math.Exp(-2*far))
		near(t, "transform", transform, want, 0.005)
	}
}
