package stats

import (
	"math"
	"testing"
)

// meanAt is the mean of the values picked.
func meanAt(values []float64) func([]int) float64 {
	return func(picks []int) float64 {
		sum := 0.0
		for _, i := range picks {
			sum += values[i]
		}
		return sum / float64(len(picks))
	}
}

func TestJackknife(t *testing.T) {
	// By hand: the mean of 0, 0.2, 0.4 is 0.2; without one it is 0.3, 0.2, 0.1, on the scale -log(1 - x) 0.35667, 0.22314, 0.10536.
	const a, b, c = 0.356675 - 0.228393, 0.223144 - 0.228393, 0.105361 - 0.228393
	half := 4.302653 * math.Sqrt(2.0/3*(a*a+b*b+c*c))
	e := Jackknife(3, -9, meanAt([]float64{0, 0.2, 0.4}))
	if math.Abs(e.Value-0.2) > 1e-12 || math.Abs(e.Low-(1-0.8*math.Exp(half))) > 1e-4 || math.Abs(e.High-(1-0.8*math.Exp(-half))) > 1e-4 || e.N != 3 {
		t.Errorf("%v, half %v", e, half)
	}
	// Without the second, all agree: there is no such scale, but an interval up to 1.
	if e := Jackknife(3, -9, meanAt([]float64{1, 0.4, 1})); e.High != 1 || !(e.Low < e.Value) {
		t.Errorf("%v", e)
	}
	if e := Jackknife(2, -1, meanAt([]float64{0, 0.9})); e.Low != -1 {
		t.Errorf("off the scale: %v", e)
	}
	for name, values := range map[string][]float64{"perfect": {1, 1, 1}, "the same": {0.3, 0.3, 0.3}, "one": {0.3}, "none": nil, "undefined": {0.3, math.NaN(), 0.1}} {
		if e := Jackknife(len(values), -1, meanAt(values)); !math.IsNaN(e.Low) || !math.IsNaN(e.High) || len(e.Warnings) == 0 {
			t.Errorf("%s: %v", name, e)
		}
	}
}

// Clusters of one value each are a sample, and several columns with the same values have its mean and interval.
func TestClusteredMean(t *testing.T) {
	values := []float64{1, 4, 2, 5, 3, 1}
	var parts []Part
	for _, v := range values {
		parts = append(parts, Part{v, 1})
	}
	want := Mean(values)
	for _, columns := range [][][]Part{{parts}, {parts, parts}} {
		if got := ClusteredMean(columns...); math.Abs(got.Value-want.Value) > 1e-12 || math.Abs(got.Low-want.Low) > 1e-12 || math.Abs(got.High-want.High) > 1e-12 || got.N != 6 {
			t.Errorf("%d columns: %v, want %v", len(columns), got, want)
		}
	}
	// A cluster that is missing in a column counts in the other.
	if got := ClusteredMean([]Part{{4, 2}, {}}, []Part{{3, 1}, {5, 1}}); got.Value != 3 || got.N != 2 {
		t.Errorf("%v", got)
	}
	for name, columns := range map[string][][]Part{"nothing": nil, "no values": {{{}, {}}}, "one": {{{3, 2}}}, "the same": {{{3, 2}, {3, 2}}}} {
		if got := ClusteredMean(columns...); !math.IsNaN(got.Low) || len(got.Warnings) == 0 {
			t.Errorf("%s: %v", name, got)
		}
	}
}
