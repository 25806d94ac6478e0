package versus

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/stats"
)

func testTable() *Table {
	no := math.NaN()
	pair := func(i, j int, p float64, n int) stats.Pair {
		return stats.Pair{First: i, Second: j, Corrected: p, Comparison: stats.Comparison{P: p, Difference: stats.Estimate{Value: 0.1, Low: -1.2, High: 0.3, N: n}}}
	}
	return &Table{
		Names: []string{"owl", "elk", "fox"}, All: []stats.Pair{pair(0, 1, no, 0), pair(0, 2, 0.5, 9), pair(1, 2, 0.02, 9)},
		Met: stats.Meetings{Won: [][]int{{0, 2, 0}, {1, 0, 0}, {0, 0, 0}}}, Cycles: stats.Cycles{Triples: 1, P: no},
	}
}

func TestForPeople(t *testing.T) {
	table := testTable()
	table.All[0].Difference.Value = math.NaN() // as of nothing to compare
	pairs, met := table.PairSheet(), table.MetSheet()
	want := [][]string{{"elk", "fox", "+10.00 [-100.00, +30.00]", "9", "0.020", "0.020", "0", "0"}, {"owl", "fox", "+10.00 [-100.00, +30.00]", "9", "0.500", "0.500", "0", "0"}}
	if got := pairs.Grid(); !slices.EqualFunc(got[:2], want, slices.Equal) {
		t.Errorf("%q", got)
	}
	if last := pairs.Grid()[2]; !slices.Equal(last, []string{"owl", "elk", "-", "0", "-", "-", "2", "3"}) {
		t.Errorf("%q", last)
	}
	if got := met.Grid()[0]; !slices.Equal(got, []string{"owl", "-", "2 of 3", "-"}) {
		t.Errorf("%q", got)
	}
	if got := table.Circles(); got != "in a circle: 0 of 1 triple, 0.0 by chance where strength explains all; P = -" {
		t.Errorf("%q", got)
	}
}

func TestForMachines(t *testing.T) {
	text, err := json.Marshal(testTable().JSON())
	const want = `{"pairs":[{"first":"elk","second":"fox","difference":{"value":0.1,"low":-1,"high":0.3,"n":9},"p":0.02,"p_holm":0.02},` +
		`{"first":"owl","second":"fox","difference":{"value":0.1,"low":-1,"high":0.3,"n":9},"p":0.5,"p_holm":0.5},` +
		`{"first":"owl","second":"elk","difference":{"value":0.1,"low":-1,"high":0.3,"n":0},"p":null,"p_holm":null}],` +
		`"met":[{"entry":"owl","against":"elk","wins":2,"games":3},{"entry":"owl","against":"fox","wins":0,"games":0},` +
		`{"entry":"elk","against":"owl","wins":1,"games":3},{"entry":"elk","against":"fox","wins":0,"games":0},` +
		`{"entry":"fox","against":"owl","wins":0,"games":0},{"entry":"fox","against":"elk","wins":0,"games":0}],` +
		`"cycles":{"circular":0,"triples":1,"expected":0,"p":null}}`
	if err != nil || string(text) != want {
		t.Errorf("%s, %v", text, err)
	}
}

// What interval and P say is compared pair by pair, as far as both are there.
func TestDisagreement(t *testing.T) {
	table := testTable() // owl - fox: both say nothing; elk - fox: P 0.02, and 0 in the interval
	const want = "interval and P say different things of elk - fox (n = 9): each has a method of its own, and the two part where there is little to count; go by P"
	if got := table.Disagreement(9); got != want {
		t.Errorf("%q", got)
	}
	table.All[2].Difference.Low = 0.05
	if got := table.Disagreement(9); got != "" {
		t.Errorf("%q", got)
	}
	table.All[1].Difference.Low = 0.01 // and P 0.5
	if got := table.Disagreement(9); !strings.Contains(got, "owl - fox (n = 9)") {
		t.Errorf("%q", got)
	}
	if got := table.Disagreement(1); got != "" {
		t.Errorf("a pair that is not shown is named: %q", got)
	}
}
