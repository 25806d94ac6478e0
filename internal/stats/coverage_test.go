package stats

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// The proof that intervals hold what they promise: leagues with known
// strengths, played again and again. The normal suite plays few of them and
// allows for their chance; -long plays as many as docs/statistics.md reports.
var long = flag.Bool("long", false, "repeat the simulated leagues 2,000 times")

func repetitions(short int) int {
	if *long {
		return 2000
	}
	return short
}

// held counts how often intervals held the truth.
type held struct{ inside, all int }

func (h *held) see(e Estimate, truth float64) {
	h.all++
	if e.Low <= truth && truth <= e.High {
		h.inside++
	}
}

// between fails the test when the coverage is not within 93 to 97%, widened by
// three standard errors of so many independent repetitions.
func (h *held) between(t *testing.T, what string, independent int) {
	t.Helper()
	rate := float64(h.inside) / float64(h.all)
	slack := 0.0
	if !*long {
		slack = 3 * math.Sqrt(0.95*0.05/float64(independent))
	}
	t.Logf("%s: %.1f%% of %d intervals hold the truth", what, 100*rate, h.all)
	if rate < 0.93-slack || rate > 0.97+slack {
		t.Errorf("%s: %.1f%% of %d intervals hold the truth", what, 100*rate, h.all)
	}
}

// truth is a league whose strengths are known.
type truth struct {
	advantage float64
	side      [2][]float64
	seats     [2]int
}

// newTruth draws strengths that lie about width apart and sum to 0 a side.
func newTruth(random *rand.Rand, teams int, seats [2]int, width float64) *truth {
	w := &truth{advantage: 0.4, seats: seats}
	common := make([]float64, teams)
	for t := range common {
		common[t] = random.NormFloat64()
	}
	for s := range w.side {
		w.side[s] = make([]float64, teams)
		for t := range w.side[s] {
			w.side[s][t] = width * (0.8*common[t] + 0.6*random.NormFloat64())
		}
		m := mean(w.side[s])
		for t := range w.side[s] {
			w.side[s][t] -= m
		}
	}
	return w
}

// play plays games of randomly drawn teams in randomly drawn seats.
func (w *truth) play(random *rand.Rand, games int) []Match {
	teams := len(w.side[0])
	matches := make([]Match, games)
	for g := range matches {
		order := random.Perm(teams)
		m := Match{Sides: [2][]int{order[:w.seats[0]], order[w.seats[0] : w.seats[0]+w.seats[1]]}, Winner: 1}
		x := w.advantage
		for _, t := range m.Sides[0] {
			x += w.side[0][t]
		}
		for _, t := range m.Sides[1] {
			x -= w.side[1][t]
		}
		if random.Float64() < logistic(x) {
			m.Winner = 0
		}
		matches[g] = m
	}
	return matches
}

func (w *truth) overall(team int) float64 {
	a, b := float64(w.seats[0]), float64(w.seats[1])
	return (a*w.side[0][team] + b*w.side[1][team]) / (a + b)
}

// rate is the expected win rate of a team among average players.
func (w *truth) rate(team int) float64 {
	a, b := float64(w.seats[0]), float64(w.seats[1])
	return (a*logistic(w.advantage+w.side[0][team]) + b*logistic(w.side[1][team]-w.advantage)) / (a + b)
}

func TestRatingHoldsTheTruth(t *testing.T) {
	for _, c := range []struct {
		width        float64
		teams, games int
		seats        [2]int
	}{
		{0.4, 8, 120, [2]int{3, 2}},
		{0.2, 8, 300, [2]int{3, 2}},
		{0.8, 8, 120, [2]int{3, 2}},
		{0.3, 13, 150, [2]int{9, 4}},
	} {
		t.Run(fmt.Sprintf("%dteams/width%v", c.teams, c.width), func(t *testing.T) {
			reps := repetitions(20)
			s := &ratingStudy{}
			for rep := range reps {
				random := rand.New(rand.NewPCG(uint64(rep), 11))
				w := newTruth(random, c.teams, c.seats, c.width)
				s.see(w, RateTeams(c.teams, w.play(random, c.games), uint64(rep)))
			}
			s.report(t, reps)
		})
	}
}

// ratingStudy gathers how ratings compare with the truth.
type ratingStudy struct {
	overall, sides, rates, advantage, ranks held
	best                                    float64
	named                                   int
}

func (s *ratingStudy) see(w *truth, r Rating) {
	s.advantage.see(r.Advantage[0], logistic(w.advantage))
	strongest := 0
	for team, rated := range r.Teams {
		s.overall.see(rated.Overall, w.overall(team))
		s.sides.see(rated.Side[0], w.side[0][team])
		s.sides.see(rated.Side[1], w.side[1][team])
		s.rates.see(rated.Rate, w.rate(team))
		rank := 1
		for other := range r.Teams {
			if w.overall(other) > w.overall(team) {
				rank++
			}
		}
		s.ranks.see(Estimate{Low: float64(rated.RankLow), High: float64(rated.RankHigh)}, float64(rank))
		if rank == 1 {
			strongest = team
		}
	}
	s.best += r.Teams[strongest].Best
	if mostLikely(r.Teams) == strongest {
		s.named++
	}
}

func (s *ratingStudy) report(t *testing.T, reps int) {
	s.overall.between(t, "overall strength", reps)
	// In large games, where the sides are hard to tell apart, these are wider
	// than they need be.
	if rate := float64(s.sides.inside) / float64(s.sides.all); rate < 0.93 {
		t.Errorf("strength on a side: %.1f%%", 100*rate)
	} else {
		t.Logf("strength on a side: %.1f%% of %d intervals hold the truth", 100*rate, s.sides.all)
	}
	s.rates.between(t, "adjusted rate", reps)
	s.advantage.between(t, "advantage of a side", reps)
	// Ranks are whole, so their ranges hold more than they promise.
	if rate := float64(s.ranks.inside) / float64(s.ranks.all); rate < 0.92 {
		t.Errorf("rank ranges hold the rank in %.1f%%", 100*rate)
	}
	t.Logf("rank ranges: %.1f%%; the strongest has %.2f of being best on average and is named in %.2f",
		100*float64(s.ranks.inside)/float64(s.ranks.all), s.best/float64(reps), float64(s.named)/float64(reps))
}

func mostLikely(teams []Strength) int {
	at := 0
	for t := range teams {
		if teams[t].Best > teams[at].Best {
			at = t
		}
	}
	return at
}

// With many games the order of the strengths comes out.
func TestRatingRecoversTheOrder(t *testing.T) {
	reps := repetitions(8)
	sum := 0.0
	for rep := range reps {
		random := rand.New(rand.NewPCG(uint64(rep), 12))
		w := newTruth(random, 6, [2]int{3, 2}, 0.6)
		r := RateTeams(6, w.play(random, 1500), uint64(rep))
		var is, found []float64
		for team := range r.Teams {
			is, found = append(is, w.overall(team)), append(found, r.Teams[team].Overall.Value)
		}
		sum += KendallA(is, found).Value
	}
	if mean := sum / float64(reps); mean < 0.85 {
		t.Errorf("tau of true and estimated order is %.3f on average", mean)
	} else {
		t.Logf("tau of true and estimated order: %.3f on average of %d", mean, reps)
	}
}

// Strong opponents and weak team-mates make a good team lose. The rating sees
// through it where the plain win rate does not.
func TestRatingSeesThroughCompany(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 13))
	strength := []float64{1, 1, -1, -1, -1, -1}
	var matches []Match
	for range 4000 {
		// Team 0 always has weak company against team 1; team 1 meets only it.
		others := random.Perm(4)
		m := Match{Sides: [2][]int{{0, 2 + others[0]}, {1, 2 + others[1]}}, Winner: 1}
		if g := random.IntN(2); g == 1 {
			m.Sides = [2][]int{{2 + others[0], 2 + others[2]}, {1, 2 + others[1]}}
		}
		x := 0.0
		for _, t := range m.Sides[0] {
			x += strength[t]
		}
		for _, t := range m.Sides[1] {
			x -= strength[t]
		}
		if random.Float64() < logistic(x) {
			m.Winner = 0
		}
		matches = append(matches, m)
	}
	r := RateTeams(6, matches, 1)
	if d := r.Teams[0].Side[0].Value - r.Teams[2].Side[0].Value; math.Abs(d-2) > 0.35 {
		t.Errorf("team 0 adds %.2f more than team 2, in truth 2", d)
	}
}

func TestRatesHoldTheTruth(t *testing.T) {
	reps := repetitions(200)
	var single, weighted, difference, sums, boot held
	weights := []float64{1.0 / 11, 1.0 / 11, 6.0 / 11, 3.0 / 11}
	games := []int{15, 15, 30, 15}
	random := rand.New(rand.NewPCG(5, 14))
	for range reps {
		p := make([]float64, 4)
		rates := make([]Rate, 4)
		sum := 0.0
		for i := range p {
			p[i] = 0.15 + 0.7*random.Float64()
			rates[i] = Wilson(binomial(random, games[i], p[i]), games[i])
			single.see(Estimate{Low: rates[i].Low, High: rates[i].High}, p[i])
			sum += weights[i] * p[i]
		}
		weighted.see(Average(weights, rates), sum)
		difference.see(Combine([]float64{1, -1}, rates[:2]), p[0]-p[1])
		sums.see(sumOfMeans(random), 8)
		boot.see(skewed(random), 1)
	}
	single.between(t, "rate of one role", 4*reps)
	weighted.between(t, "weighted micro", reps)
	difference.between(t, "difference of rates", reps)
	sums.between(t, "sum of means", reps)
	// The mean of 40 exponential values: hard for any interval.
	if rate := float64(boot.inside) / float64(boot.all); rate < 0.88 {
		t.Errorf("bootstrap: %.1f%%", 100*rate)
	} else {
		t.Logf("bootstrap of a skewed mean: %.1f%%", 100*rate)
	}
}

// sumOfMeans is the sum of eight means of 30 differences of wins, each 1 in truth.
func sumOfMeans(random *rand.Rand) Estimate {
	list := make([]Estimate, 8)
	for i := range list {
		values := make([]float64, 30)
		for k := range values {
			values[k] = 1 + float64(random.IntN(3)-1)
		}
		list[i] = Mean(values)
	}
	return Sum(list)
}

func skewed(random *rand.Rand) Estimate {
	values := make([]float64, 40)
	for i := range values {
		values[i] = random.ExpFloat64()
	}
	return Bootstrap(len(values), 1, func(picks []int) float64 {
		sum := 0.0
		for _, i := range picks {
			sum += values[i]
		}
		return sum / float64(len(picks))
	})
}

func binomial(random *rand.Rand, n int, p float64) (k int) {
	for range n {
		if random.Float64() < p {
			k++
		}
	}
	return k
}

func TestPairedHoldsTheTruth(t *testing.T) {
	reps := repetitions(300)
	var mcnemar, values held
	false5 := 0
	random := rand.New(rand.NewPCG(6, 15))
	for range reps {
		var cells [4]int
		for range 80 {
			switch u := random.Float64(); {
			case u < 0.35:
				cells[0]++
			case u < 0.55:
				cells[1]++
			case u < 0.70:
				cells[2]++
			default:
				cells[3]++
			}
		}
		mcnemar.see(McNemar(cells[0], cells[1], cells[2], cells[3]).Difference, 0.05)
		a, b := make([]float64, 14), make([]float64, 14)
		for i := range a {
			deal := random.NormFloat64()
			a[i], b[i] = deal+0.5*random.NormFloat64(), deal+0.5*random.NormFloat64()
		}
		c := ComparePaired(a, b, 1)
		values.see(c.Difference, 0)
		if c.P <= 0.05 {
			false5++
		}
	}
	mcnemar.between(t, "McNemar's difference", reps)
	values.between(t, "paired difference", reps)
	if rate := float64(false5) / float64(reps); rate > 0.05+3*math.Sqrt(0.05*0.95/float64(reps)) {
		t.Errorf("the permutation test finds a difference that is not there in %.1f%%", 100*rate)
	}
}

func TestSPRTKeepsItsErrorRates(t *testing.T) {
	reps := 20 * repetitions(100)
	random := rand.New(rand.NewPCG(7, 16))
	for _, c := range []struct{ low, high, alpha, beta float64 }{
		{0.45, 0.55, 0.05, 0.05}, {0.5, 0.65, 0.05, 0.2}, {0.1, 0.3, 0.02, 0.03},
	} {
		wrong, trials := [2]int{}, [2]float64{}
		for range reps {
			for i, p := range []float64{c.low, c.high} {
				s, err := NewSPRT(c.low, c.high, c.alpha, c.beta)
				if err != nil {
					t.Fatal(err)
				}
				for s.Add(random.Float64() < p) == Undecided {
				}
				d, n := s.Decision()
				trials[i] += float64(n)
				if d != [2]Decision{Lower, Higher}[i] {
					wrong[i]++
				}
			}
		}
		s, _ := NewSPRT(c.low, c.high, c.alpha, c.beta)
		ifLow, ifHigh := s.ExpectedTrials()
		for i, limit := range []float64{c.alpha, c.beta} {
			rate, expected := float64(wrong[i])/float64(reps), [2]float64{ifLow, ifHigh}[i]
			took := trials[i] / float64(reps)
			t.Logf("%v, rate %d: %.2f%% wrong (at most %.0f%%), %.0f trials (Wald: %.0f)", c, i, 100*rate, 100*limit, took, expected)
			if rate > limit+3*math.Sqrt(limit*(1-limit)/float64(reps)) {
				t.Errorf("%v: wrong in %.2f%% at rate %d", c, 100*rate, i)
			}
			if took < 0.9*expected || took > 1.5*expected+5 {
				t.Errorf("%v: %.0f trials at rate %d, Wald expects %.0f", c, took, i, expected)
			}
		}
	}
}

// The number of games needed gives the power it promises: of the formula for
// pairs by counting every possible outcome.
func TestNeededGamesHaveThePower(t *testing.T) {
	n := GamesNeeded(0.5, 0.6, 0.05, 0.8)
	near(t, "power of the games needed", Power(0.5, 0.6, n.Games, 0.05), 0.8, 5e-3)
	reps, found := repetitions(400), 0
	random := rand.New(rand.NewPCG(8, 17))
	for range reps {
		a, b := binomial(random, n.Games, 0.5), binomial(random, n.Games, 0.6)
		pool := float64(a+b) / float64(2*n.Games)
		if math.Abs(float64(a-b)) > z95*math.Sqrt(2*float64(n.Games)*pool*(1-pool)) {
			found++
		}
	}
	if rate := float64(found) / float64(reps); math.Abs(rate-0.8) > 0.02+3*math.Sqrt(0.16/float64(reps)) {
		t.Errorf("%d games find the difference in %.1f%%, planned 80%%", n.Games, 100*rate)
	}
	deals := DealsNeeded(0.25, 0.15, 0.05, 0.8)
	found = 0
	for range reps {
		first, second := 0, 0
		for range deals.Games {
			switch u := random.Float64(); {
			case u < 0.25:
				first++
			case u < 0.40:
				second++
			}
		}
		if McNemar(0, first, second, deals.Games-first-second).P <= 0.05 {
			found++
		}
	}
	if rate := float64(found) / float64(reps); math.Abs(rate-0.8) > 0.02+3*math.Sqrt(0.16/float64(reps)) {
		t.Errorf("%d deals find the difference in %.1f%%, planned 80%%", deals.Games, 100*rate)
	}
}

func TestCorrelationsHoldTheTruth(t *testing.T) {
	reps := repetitions(300)
	var p, s, k held
	random := rand.New(rand.NewPCG(9, 18))
	const rho = 0.6
	for range reps {
		x, y := make([]float64, 25), make([]float64, 25)
		for i := range x {
			x[i] = random.NormFloat64()
			y[i] = rho*x[i] + math.Sqrt(1-rho*rho)*random.NormFloat64()
		}
		p.see(Pearson(x, y), rho)
		// Of the normal distribution (Kendall 1970, chapter 10).
		s.see(Spearman(x, y), 6/math.Pi*math.Asin(rho/2))
		k.see(KendallA(x, y), 2/math.Pi*math.Asin(rho))
	}
	p.between(t, "Pearson", reps)
	s.between(t, "Spearman", reps)
	k.between(t, "Kendall", reps)
}

func BenchmarkRateTeams(b *testing.B) {
	for _, c := range []struct{ teams, games, first, second int }{{8, 600, 3, 2}, {13, 2000, 9, 4}} {
		b.Run(fmt.Sprintf("%dteams/%dgames", c.teams, c.games), func(b *testing.B) {
			random := rand.New(rand.NewPCG(1, 19))
			w := newTruth(random, c.teams, [2]int{c.first, c.second}, 0.3)
			matches := w.play(random, c.games)
			for b.Loop() {
				RateTeams(c.teams, slices.Clone(matches), 1)
			}
		})
	}
}
