package stats

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// The proof that intervals hold what they promise: leagues with known
// strengths, played again and again. The normal suite plays few of them and
// allows for their chance; -long plays as many as docs/statistics.md reports.
var (
	long    = flag.Bool("long", false, "repeat the simulated leagues 2,000 times")
	leagues = flag.Int("leagues", 2000, "how many times -long repeats them")
	ratings = flag.Bool("ratings", true, "rate the teams of contests, too, which takes most of the time")
)

func repetitions(short int) int {
	if *long {
		return *leagues
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

// atLeast fails the test where less than 93% hold, widened likewise.
func (h *held) atLeast(t *testing.T, what string, independent int) {
	t.Helper()
	rate, slack := float64(h.inside)/float64(h.all), 0.0
	if !*long {
		slack = 3 * math.Sqrt(0.95*0.05/float64(independent))
	}
	t.Logf("%s: %.1f%% of %d hold the truth", what, 100*rate, h.all)
	if rate < 0.93-slack {
		t.Errorf("%s: %.1f%% of %d hold the truth", what, 100*rate, h.all)
	}
}

// With many games the order of the strengths comes out.
func TestRatingRecoversTheOrder(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	reps := repetitions(8)
	sum := 0.0
	for rep := range reps {
		random := rand.New(rand.NewPCG(uint64(rep), 12))
		w := emptyWorld(6, fivePlayers())
		w.prior = prior{width: 0.6, alliance: 0.6}
		w.draw(random)
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

func TestSumsHoldTheTruth(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	reps := repetitions(200)
	var difference, sums, boot held
	random := rand.New(rand.NewPCG(5, 14))
	for range reps {
		var p [2]float64
		var rates []Rate
		for i := range p {
			p[i] = logistic(random.NormFloat64())
			rates = append(rates, Wilson(binomial(random, 15, p[i]), 15))
		}
		difference.see(Combine([]float64{1, -1}, rates), p[0]-p[1])
		sums.see(sumOfMeans(random), 8)
		boot.see(skewed(random), 1)
	}
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

// The number of games needed gives the power it promises: of the formula for
// pairs by counting every possible outcome.
func TestNeededGamesHaveThePower(t *testing.T) {
	n := GamesNeeded(0.5, 0.6, 0.05, 0.8)
	near(t, "power of the games needed", powerOf(0.5, 0.6, n.Games, 0.05), 0.8, 5e-3)
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

// powerOf is the probability that a two-sided test at alpha distinguishes the two rates after that many
// games of each.
func powerOf(first, second float64, games int, alpha float64) float64 {
	p := (first + second) / 2
	n := math.Sqrt(float64(games))
	with := math.Sqrt(first*(1-first) + second*(1-second))
	z := math.Abs(first-second)*n - distuv.UnitNormal.Quantile(1-alpha/2)*math.Sqrt(2*p*(1-p))
	if with == 0 {
		// Two certainties: told apart as soon as they differ.
		return map[bool]float64{true: 1, false: 0}[z > 0]
	}
	return distuv.UnitNormal.CDF(z / with)
}

// Between players whose rates are drawn from the prior of strengths, as many differences are found as were foreseen: of those that
// were foreseen seldom as well as of those that were foreseen nearly always.
func TestPowerIsWhatIsFound(t *testing.T) {
	reps := 4 * repetitions(200)
	random := rand.New(rand.NewPCG(10, 24))
	var foreseen, found, all [4]float64
	for range reps {
		width := math.Sqrt(2 * random.ExpFloat64()) // Rayleigh
		middle := 0.8 * random.NormFloat64()
		first, second := logistic(middle+width*random.NormFloat64()), logistic(middle+width*random.NormFloat64())
		n := 40 + random.IntN(400)
		power := powerOf(first, second, n, 0.05)
		at := min(3, int(4*power))
		foreseen[at], all[at] = foreseen[at]+power, all[at]+1
		a, b := binomial(random, n, first), binomial(random, n, second)
		pool := float64(a+b) / float64(2*n)
		if math.Abs(float64(a-b)) > z95*math.Sqrt(2*float64(n)*pool*(1-pool)) {
			found[at]++
		}
	}
	for i := range all {
		p, f := foreseen[i]/all[i], found[i]/all[i]
		t.Logf("foreseen %.1f%%, found %.1f%% of %.0f", 100*p, 100*f, all[i])
		if math.Abs(p-f) > 0.02+3*math.Sqrt(p*(1-p)/all[i]) {
			t.Errorf("foreseen %.1f%%, found %.1f%% of %.0f", 100*p, 100*f, all[i])
		}
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

// Scores that raters give teams: alpha's interval holds what alpha comes to of many teams, and mostly 0 where raters draw lots.
func TestAlphaHoldsTheTruth(t *testing.T) {
	for _, teams := range []int{5, 8, 20} {
		for _, raters := range []int{2, 3, 5} {
			for _, common := range []float64{0, 1} {
				random, held := rand.New(rand.NewPCG(uint64(teams*raters), 5)), [2]held{}
				truth := common * common / (common*common + 1)
				for range repetitions(100) {
					units, ranked := make([][]float64, teams), make([][]float64, teams)
					for i := range units {
						known := common * random.NormFloat64()
						for range raters {
							units[i] = append(units[i], known+random.NormFloat64())
						}
						ranked[i] = make([]float64, raters)
					}
					if common == 0 { // each puts the teams in order
						for r := range raters {
							for i, place := range random.Perm(teams) {
								ranked[i][r] = float64(place)
							}
						}
						held[1].see(Krippendorff(ranked, Ordinal), 0)
					}
					held[0].see(Krippendorff(units, Interval), truth)
				}
				held[0].between(t, fmt.Sprintf("alpha of %d teams, %d raters, %v", teams, raters, truth), held[0].all)
				if common == 0 {
					// What a rater gives one team it takes from another: units hang together, the more the fewer there are.
					rate := float64(held[1].inside) / float64(held[1].all)
					t.Logf("ordinal alpha of %d teams that %d raters put in order by lot: %.1f%% hold 0", teams, raters, 100*rate)
					if least := map[int]float64{5: 0.87, 8: 0.9, 20: 0.93}[teams]; rate < least-3*math.Sqrt(0.1*0.9/float64(held[1].all)) {
						t.Errorf("ordinal alpha of %d teams that %d raters put in order by lot: %.1f%% hold 0", teams, raters, 100*rate)
					}
				}
			}
		}
	}
}

func BenchmarkRateTeams(b *testing.B) {
	for _, c := range []struct {
		teams, games int
		table        [2][]int
	}{{8, 10, fivePlayers()}, {15, 18, thirteenPlayers()}, {8, 600, fivePlayers()}, {13, 2000, thirteenPlayers()}} {
		b.Run(fmt.Sprintf("%dteams/%dgames", c.teams, c.games), func(b *testing.B) {
			random := rand.New(rand.NewPCG(1, 19))
			matches := likely(random, c.teams, c.table).play(random, c.games)
			for b.Loop() {
				RateTeams(c.teams, matches, 1)
			}
		})
	}
}
