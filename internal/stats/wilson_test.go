package stats

import (
	"math"
	"strings"
	"testing"
)

// The bounds are those of Newcombe (1998), table I, method 3 (score without
// continuity correction), given there to four digits.
func TestWilsonAgainstPublishedValues(t *testing.T) {
	for _, c := range []struct {
		successes, trials int
		low, high         float64
	}{
		{81, 263, 0.2553, 0.3662},
		{15, 148, 0.0624, 0.1605},
		{0, 20, 0.0000, 0.1611},
		{1, 29, 0.0061, 0.1718},
	} {
		r := Wilson(c.successes, c.trials)
		if math.Abs(r.Low-c.low) > 5e-5 || math.Abs(r.High-c.high) > 5e-5 {
			t.Errorf("Wilson(%d, %d) = [%.4f, %.4f], published [%.4f, %.4f]", c.successes, c.trials, r.Low, r.High, c.low, c.high)
		}
	}
}

func TestWilsonHoldsTheShare(t *testing.T) {
	for n := range 60 {
		for k := range n + 1 {
			r := Wilson(k, n)
			if r.Low < 0 || r.High > 1 || n > 0 && (r.Share() < r.Low || r.Share() > r.High) {
				t.Fatalf("Wilson(%d, %d) = %+v", k, n, r)
			}
		}
	}
}

func TestRateWarns(t *testing.T) {
	for _, c := range []struct {
		r    Rate
		want string
	}{
		{Wilson(0, 0), "0.0% [0.0, 100.0] (no games)"},
		{Wilson(1, 2), "(only 2 games)"},
		{Wilson(50, 100), "50.0% [40.4, 59.6]"},
	} {
		if got := c.r.String(); !strings.HasSuffix(got, c.want) {
			t.Errorf("%+v reads %q, want ...%q", c.r, got, c.want)
		}
	}
	if got := Clustered(60, 160, 20).Of("discussion"); !strings.HasSuffix(got, "] (only 20 discussions)") {
		t.Errorf("a rate of discussions reads %q", got)
	}
}
