package stats

import (
	"math"
	"testing"
)

// near fails the test when a figure does not round to the published one.
func near(t *testing.T, what string, got, published, within float64) {
	t.Helper()
	if math.IsNaN(got) || math.Abs(got-published) > within {
		t.Errorf("%s = %.6f, published %v", what, got, published)
	}
}

// Newcombe (1998), "Interval estimation for the difference between independent
// proportions", Statistics in Medicine 17, table II, method 10.
func TestCombineAgainstNewcombe(t *testing.T) {
	for _, c := range []struct {
		a, n, b, m int
		low, high  float64
	}{
		{56, 70, 48, 80, 0.0524, 0.3339},
		{9, 10, 3, 10, 0.1705, 0.8090},
		{10, 10, 0, 10, 0.6075, 1.0000},
	} {
		e := Combine([]float64{1, -1}, []Rate{Wilson(c.a, c.n), Wilson(c.b, c.m)})
		near(t, "low", e.Low, c.low, 5e-5)
		near(t, "high", e.High, c.high, 5e-5)
	}
}

// The heights of Darwin's maize, crossed less self-fertilised, in eighths of an
// inch. Fisher (1935), The Design of Experiments, sections 17 and 21: t is
// 2.148, and 863 of 32,768 arrangements are as far to one side.
func TestComparePairedAgainstFisher(t *testing.T) {
	d := []float64{49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48}
	c := ComparePaired(d, make([]float64, len(d)), 1)
	near(t, "mean", c.Difference.Value, 314.0/15, 1e-9)
	near(t, "P", c.P, 2*863.0/32768, 1e-12)
	se := (c.Difference.High - c.Difference.Low) / 2 / 2.144787 // the 97.5% point for 14 degrees of freedom
	near(t, "t", c.Difference.Value/se, 2.148, 5e-4)
}

// Airway hyper-responsiveness before and after a transplantation (1 both, 1
// only before, 7 only after, 12 neither), the example of Fagerland, Lydersen and
// Laake (2013), BMC Medical Research Methodology 13:91: mid-P 0.039; the
// interval of Bonett and Price in (2014), Statistics in Medicine 33: -0.508 to
// -0.013.
func TestMcNemarAgainstFagerland(t *testing.T) {
	c := McNemar(1, 1, 7, 12)
	near(t, "mid-P", c.P, 0.0391, 5e-5)
	near(t, "difference", c.Difference.Value, -0.286, 5e-4)
	near(t, "low", c.Difference.Low, -0.508, 5e-4)
	near(t, "high", c.Difference.High, -0.013, 5e-4)
}

// Efron and Tibshirani (1993), An Introduction to the Bootstrap, chapter 14:
// the variance of the spatial test data A is 171.5, its acceleration 0.061. The
// limits are Monte Carlo figures; theirs, for 90%, are 115.8 and 259.6. Here
// they are read off the same resamples.
func TestBootstrapAgainstEfron(t *testing.T) {
	a := []float64{48, 36, 20, 29, 42, 42, 20, 42, 22, 41, 45, 14, 6, 0, 33, 28, 34, 4, 32, 24, 47, 41, 24, 26, 30, 41}
	variance := func(picks []int) float64 {
		values := make([]float64, 0, len(picks))
		for _, i := range picks {
			values = append(values, a[i])
		}
		m, sum := mean(values), 0.0
		for _, v := range values {
			sum += (v - m) * (v - m)
		}
		return sum / float64(len(values))
	}
	e := Bootstrap(len(a), 1, variance)
	near(t, "variance", e.Value, 171.5, 0.05)
	near(t, "acceleration", jackknife(len(a), variance), 0.061, 5e-4)
	if !(e.Low < 115.8 && e.Low > 100 && e.High > 259.6 && e.High < 290) {
		t.Errorf("95%% interval [%.1f, %.1f] does not enclose the published 90%% interval closely", e.Low, e.High)
	}
	picks := make([]int, len(a))
	draws, _ := resample(picks, 1, variance)
	low, high := acceleratedAt(1.644854, e.Value, draws, jackknife(len(a), variance))
	near(t, "90% low", sortedQuantile(draws, low), 115.8, 4)
	near(t, "90% high", sortedQuantile(draws, high), 259.6, 8)
}

// Krippendorff (2011), Computing Krippendorff's Alpha-Reliability, example C:
// four observers, twelve units, missing values.
func TestKrippendorffAgainstKrippendorff(t *testing.T) {
	const none = 0
	byObserver := [4][12]float64{
		{1, 2, 3, 3, 2, 1, 4, 1, 2, none, none, none},
		{1, 2, 3, 3, 2, 2, 4, 1, 2, 5, none, 3},
		{none, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, none},
		{1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, none},
	}
	units := make([][]float64, 12)
	for u := range units {
		for o := range byObserver {
			v := byObserver[o][u]
			if v == none {
				v = math.NaN()
			}
			units[u] = append(units[u], v)
		}
	}
	near(t, "nominal", Krippendorff(units, Nominal).Value, 0.743, 5e-4)
	near(t, "ordinal", Krippendorff(units, Ordinal).Value, 0.815, 5e-4)
	near(t, "interval", Krippendorff(units, Interval).Value, 0.849, 5e-4)
}

// Brier (1950), Verification of forecasts expressed in terms of probability,
// table 1: ten forecasts of rain with a score of 0.19, which sums over both
// outcomes.
func TestCalibrateAgainstBrier(t *testing.T) {
	c := Calibrate([]float64{0.7, 0.9, 0.8, 0.4, 0.2, 0, 0, 0, 0, 0.1}, []bool{false, true, true, true, false, false, false, false, false, false}, 5)
	near(t, "Brier's score", 2*c.Brier.Value, 0.19, 1e-12)
}

// The example of R's power.prop.test (n = 76.7), and the number that Fleiss's
// formula gives for 60% against 70% at 80% power, 356, as tables print it.
func TestGamesNeededAgainstPublished(t *testing.T) {
	near(t, "R's example", GamesNeeded(0.5, 0.75, 0.05, 0.9).Exact, 76.7, 0.05)
	if n := GamesNeeded(0.6, 0.7, 0.05, 0.8); n.Games != 356 {
		t.Errorf("60%% against 70%%: %d games, published 356", n.Games)
	}
}

// Lightness of tuna against its quality: Hollander and Wolfe (1973),
// Nonparametric Statistical Methods, page 187, with what R's manual page of
// cor.test prints for it.
func TestCorrelationsAgainstHollanderAndWolfe(t *testing.T) {
	x := []float64{44.4, 45.9, 41.9, 53.3, 44.7, 44.1, 50.7, 45.2, 60.1}
	y := []float64{2.6, 3.1, 2.5, 5.0, 3.6, 4.0, 5.2, 2.8, 3.8}
	p := Pearson(x, y)
	near(t, "Pearson", p.Value, 0.5711816, 5e-8)
	near(t, "low", p.Low, -0.1497426, 5e-8)
	near(t, "high", p.High, 0.8955795, 5e-8)
	near(t, "Kendall", KendallA(x, y).Value, 0.4444444, 5e-8)
	near(t, "Spearman", Spearman(x, y).Value, 0.6, 1e-12)
}

// With ties: tau-b of the example in the manual of scipy.stats.kendalltau.
func TestKendallBAgainstScipy(t *testing.T) {
	near(t, "tau-b", KendallB([]float64{12, 2, 1, 12, 2}, []float64{1, 4, 7, 1, 0}).Value, -0.47140452079103173, 1e-15)
}

// Efron's law schools (1979) have r = 0.776 in 15 pairs.
func TestPearsonAgainstEfron(t *testing.T) {
	lsat := []float64{576, 635, 558, 578, 666, 580, 555, 661, 651, 605, 653, 575, 545, 572, 594}
	gpa := []float64{3.39, 3.30, 2.81, 3.03, 3.44, 3.07, 3.00, 3.43, 3.36, 3.13, 3.12, 2.74, 2.76, 2.88, 2.96}
	near(t, "r of the law schools", Pearson(lsat, gpa).Value, 0.776, 5e-4)
}
