package lab

import (
	"math"
	"strings"
	"testing"
)

// The wins of the paper's table 1, entry by entry, give its averages and totals to the last digit that it prints.
func TestRoundsGiveThePapersTable(t *testing.T) {
	r := NewRounds("yharada", "baseline")
	won := map[string][4]int{ // possessed, seer, villager, werewolf: of 2, 2, 4 and 2
		"baseline-A": {0, 2, 4, 1}, "baseline-B": {1, 2, 2, 0}, "baseline-C": {0, 1, 3, 1},
		"yharada-A": {1, 2, 3, 1}, "yharada-B": {0, 1, 3, 0}, "yharada-C": {1, 1, 3, 0},
	}
	want := map[string][3]float64{ // macro, micro, weighted micro
		"baseline-A": {70, 62.50, 77.27}, "baseline-B": {50, 50, 40.91}, "baseline-C": {50, 43.75, 59.09}, "baseline": {56.67, 52.08, 59.09},
		"yharada-A": {70, 68.75, 68.18}, "yharada-B": {40, 31.25, 45.45}, "yharada-C": {50, 43.75, 50}, "yharada": {53.33, 47.92, 54.55},
	}
	for _, name := range []string{"baseline-A", "yharada-C", "baseline-B", "yharada-A", "baseline-C", "yharada-B"} {
		w := won[name]
		r.Add(name, map[string]Share{"POSSESSED": {w[0], 2}, "SEER": {w[1], 2}, "VILLAGER": {w[2], 4}, "WEREWOLF": {w[3], 2}})
	}
	for _, one := range append(r.Totals, r.Entries...) {
		for i, got := range []float64{one.Macro, one.Micro, one.WeightedMicro} {
			if math.Abs(got-want[one.Name][i]) > 0.005001 {
				t.Errorf("%s: average %d is %.4f, want %v", one.Name, i, got, want[one.Name][i])
			}
		}
	}
	if r.Totals[0].All != (Share{17, 30}) || r.Totals[1].All != (Share{16, 30}) || len(r.Entries) != 6 {
		t.Errorf("totals %+v", r.Totals)
	}
	if g := r.Groups(); len(g) != 6 || g["yharada-B"] != "yharada" {
		t.Errorf("groups %v", g)
	}
	var out strings.Builder
	r.Rank("yharada-A", "gpt-5-all", map[string]float64{"A": 2.7, "B": 3.2, "C": 3.1, "D": 3.5, "E": 3.0})
	if err := r.Write(&out); err != nil || math.Abs(r.Ranks[0].Overall-3.1) > 1e-9 {
		t.Errorf("%v, %+v", err, r.Ranks)
	}
	for _, line := range []string{
		"yharada          33.33 (6)  66.67 (6)  75.00 (12)  16.67 (6)  16 of 30 [36, 70]  53.33  47.92  54.55",
		"paper, proposed  33.33      66.67      75.00       16.67      16 of 30           53.33  47.92  54.55",
		"yharada-A        gpt-5-all  2.700  3.200  3.100  3.500  3.000  3.100",
		"paper, baseline  GPT-5      3.333  3.300  3.133  3.167  3.200  3.227",
	} {
		if !strings.Contains(strings.Join(strings.Fields(out.String()), " "), strings.Join(strings.Fields(line), " ")) {
			t.Errorf("no line %q in\n%s", line, out.String())
		}
	}
}

func TestRoundsWithoutGames(t *testing.T) {
	r := NewRounds("a-b", "c")
	r.Add("a-b-A", map[string]Share{"SEER": {1, 2}})
	r.Rank("a-b-A", "judge", map[string]float64{"A": 2.7})
	var out strings.Builder
	if err := r.Write(&out); err != nil || strings.Contains(out.String(), "paper") {
		t.Errorf("%v: figures of another player stand beside:\n%s", err, out.String())
	}
	if total := r.Totals[1]; total.Macro != 50 || total.Micro != 50 || total.WeightedMicro != 50 || r.Totals[0].Macro != 0 {
		t.Errorf("%+v", r.Totals)
	}
}
