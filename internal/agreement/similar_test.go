package agreement

import (
	"math"
	"slices"
	"testing"

	"wolfden/internal/stats"
)

// TestSimilar has figures as Harada and Kano print them (table 3), and what meets the criteria that they name below it, by hand.
func TestSimilar(t *testing.T) {
	all := []string{"pearson", "spearman", "kendall", "cosine", "mean_abs_diff"}
	nan := math.NaN()
	for _, c := range []struct {
		figures [5]float64
		want    []string
	}{
		{[5]float64{0.8384, 0.8222, 0.6429, 0.9918, 0.3363}, all},
		{[5]float64{0.7984, 0.6587, 0.5357, 0.9876, 0.3888}, []string{"pearson", "cosine", "mean_abs_diff"}},
		{[5]float64{0.5547, 0.6872, 0.5714, 0.9739, 0.5475}, []string{"cosine"}},
		{[5]float64{0.6648, 0.7066, 0.6071, 0.9841, 0.4925}, all[1:]},
		{[5]float64{0.7, 0.7, 0.6, 0.8, 0.5}, all}, // the bounds themselves
		{[5]float64{nan, nan, nan, nan, nan}, nil},
	} {
		v := func(i int) stats.Estimate { return stats.Estimate{Value: c.figures[i]} }
		p := &Pair{Pearson: v(0), Spearman: v(1), Kendall: v(2), Cosine: v(3), MeanAbsDiff: v(4)}
		if got := p.Similar(); !slices.Equal(got, c.want) {
			t.Errorf("%v: similar by %v, want %v", c.figures, got, c.want)
		}
	}
}
