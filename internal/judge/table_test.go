package judge_test

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/judge"
	"wolfden/internal/judge/judgetest"
)

// answered is an answer to criterion A of a game.
func answered(g *judge.Game, kind judge.Kind, rater string, sample int, ranking ...string) judge.Entry {
	return judge.Entry{Answer: &judge.Answer{Question: judge.Question{Game: g.ID, Criterion: "A", Kind: kind, Rater: rater, Sample: sample}, Verdict: judge.Verdict{Ranking: ranking}}}
}

func keyOf(g *judge.Game) judge.Entry {
	k := g.Key("")
	return judge.Entry{Key: &k}
}

func csvOf(t *testing.T, table *judge.Table) string {
	t.Helper()
	var out bytes.Buffer
	if err := table.WriteCSV(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func tableOf(t *testing.T, merged map[string]string, files ...[]judge.Entry) *judge.Table {
	t.Helper()
	var tally judge.Tally
	for _, f := range files {
		tally.Add(f)
	}
	table, err := tally.Table(merged, 0)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestTableAveragesByTeamAndRater(t *testing.T) {
	g := newGame(t, 5, 1, nil) // crew-b to crew-f
	n := g.Names()
	backwards := slices.Clone(n)
	slices.Reverse(backwards)
	entries := []judge.Entry{
		keyOf(g), answered(g, judge.ByModel, "m", 0, n...), answered(g, judge.ByModel, "m", 1, n...), answered(g, judge.ByModel, "m", 2, backwards...),
		answered(g, judge.ByHuman, "ann", 0, n...), answered(g, judge.ByHuman, "ben", 0, backwards...),
		answered(g, judge.ByHuman, "ann", 0, backwards...), // ann has thought again
		answered(g, judge.ByModel, "m", 0, backwards...),   // a model is asked once
	}
	want := `team,rater,A
crew-b,Human,5.00
crew-b,m,2.33
crew-c,Human,4.00
crew-c,m,2.67
crew-d,Human,3.00
crew-d,m,3.00
crew-e,Human,2.00
crew-e,m,3.33
crew-f,Human,1.00
crew-f,m,3.67
`
	if got := csvOf(t, tableOf(t, nil, entries)); got != want {
		t.Errorf("the table is\n%s", got)
	}
	if got := csvOf(t, tableOf(t, nil, entries, entries)); got != want {
		t.Errorf("a file given twice makes\n%s", got)
	}
}

func TestDuplicatesMergedOrApart(t *testing.T) {
	g := newGame(t, 5, 1, nil)
	entries := []judge.Entry{keyOf(g), answered(g, judge.ByModel, "m", 0, g.Names()...)}
	if apart := tableOf(t, nil, entries); len(apart.Rows) != 5 {
		t.Errorf("apart: %+v", apart.Rows)
	}
	merged := tableOf(t, map[string]string{"crew-b": "crew", "crew-f": "crew"}, entries)
	if len(merged.Rows) != 4 || merged.Rows[0].Team != "crew" || merged.Rows[0].Mean["A"] != 3 || merged.Rows[0].Count["A"] != 2 {
		t.Errorf("merged: %+v", merged.Rows)
	}
}

func TestWhatIsNoRankingCountsNowhere(t *testing.T) {
	g, stranger := newGame(t, 5, 1, nil), newGame(t, 5, 2, nil)
	n := g.Names()
	for name, ranking := range map[string][]string{
		"repeats": {n[0], n[0], n[1], n[2], n[3]}, "omits": n[:4], "invents": {n[0], n[1], n[2], n[3], "Zed"},
		"adds": append(slices.Clone(n), n[0]), "nothing": nil,
	} {
		table := tableOf(t, nil, []judge.Entry{keyOf(g), answered(g, judge.ByHuman, "ann", 0, ranking...)})
		if len(table.Rows) != 0 || len(table.Warnings) != 1 {
			t.Errorf("%s: %+v", name, table)
		}
	}
	table := tableOf(t, nil, []judge.Entry{keyOf(g), answered(stranger, judge.ByHuman, "ann", 0, n...)})
	if len(table.Rows) != 0 || len(table.Warnings) != 1 {
		t.Errorf("a game without a key: %+v", table)
	}
}

func TestRatersDoNotDecideWhoPlayed(t *testing.T) {
	g := newGame(t, 5, 1, nil)
	forged := g.Key("")
	forged.Players = slices.Clone(forged.Players)
	forged.Players[0].Team = "mine"
	table := tableOf(t, nil, []judge.Entry{keyOf(g)},
		[]judge.Entry{{Key: &forged}, {Answers: []judge.Answer{*answered(g, judge.ByModel, "m", 0, g.Names()...).Answer}}})
	if got := csvOf(t, table); strings.Contains(got, "mine") || strings.Contains(got, ",m,") || len(table.Warnings) != 1 {
		t.Errorf("warnings %q, table\n%s", table.Warnings, got)
	}
}

func TestSizesAreNotAveraged(t *testing.T) {
	five, more := newGame(t, 5, 1, nil), newGame(t, 13, 1, nil)
	var tally judge.Tally
	tally.Add([]judge.Entry{keyOf(five), keyOf(more), answered(five, judge.ByModel, "m", 0, five.Names()...), answered(more, judge.ByModel, "m", 0, more.Names()...)})
	if _, err := tally.Table(nil, 0); !errors.Is(err, judge.ErrSizes) {
		t.Errorf("both sizes: %v", err)
	}
	table, err := tally.Table(nil, 13)
	if err != nil || table.Players != 13 || len(table.Rows) != 8 {
		t.Errorf("13: %+v, %v", table, err)
	}
}

func TestSpreadsheetsTakeNoTeamForAFormula(t *testing.T) {
	g := newGame(t, 5, 1, nil)
	g.Players[0].Team = "=1+1"
	if got := csvOf(t, tableOf(t, nil, []judge.Entry{keyOf(g), answered(g, judge.ByModel, "m", 0, g.Names()...)})); !strings.Contains(got, "\n'=1+1,m,1.00\n") {
		t.Errorf("the table is\n%s", got)
	}
}

// FuzzRead holds that whatever a file says, every ranking in the table sums to the ranks of a whole game.
func FuzzRead(f *testing.F) {
	g, err := judgetest.Game(5, 1, nil)
	if err != nil {
		f.Fatal(err)
	}
	var out bytes.Buffer
	if err := judge.Write(&out, []judge.Entry{keyOf(g), answered(g, judge.ByModel, "m", 0, g.Names()...)}); err != nil {
		f.Fatal(err)
	}
	f.Add(out.String())
	f.Add(out.String()[:out.Len()-20])
	f.Add(`{"answers":[{"game":"x","criterion":"A","rater":"r","ranking":["a"]}]}`)
	f.Add(`{"key":{"game":"x","players":[{"name":"a","team":"b","role":"SEER"}]}}`)
	f.Fuzz(func(t *testing.T, text string) {
		entries, whole, torn, err := judge.Read(strings.NewReader(text))
		if whole > int64(len(text)) || torn && err != nil {
			t.Fatalf("%d bytes of %d, torn %t, %v", whole, len(text), torn, err)
		}
		var tally judge.Tally
		tally.Add(entries)
		table, err := tally.Table(nil, 0)
		if err != nil {
			return
		}
		sums, counts := map[string]float64{}, map[string]int{}
		for _, r := range table.Rows {
			for c, mean := range r.Mean {
				sums[c] += mean * float64(r.Count[c])
				counts[c] += r.Count[c]
			}
		}
		for c, n := range counts {
			if want := float64(n) * float64(table.Players+1) / 2; math.Abs(sums[c]-want) > 1e-6 {
				t.Errorf("ranks by %q sum to %v, want %v: %+v", c, sums[c], want, table)
			}
		}
	})
}

// A rater's row for the games of the people holds those alone; a ranking of people that counts nowhere makes no game theirs.
func TestSameGamesAsPeople(t *testing.T) {
	one, two := newGame(t, 5, 1, nil), newGame(t, 5, 2, nil)
	backwards := slices.Clone(two.Names())
	slices.Reverse(backwards)
	tally := judge.Tally{Same: true}
	tally.Add([]judge.Entry{
		keyOf(one), keyOf(two), answered(one, judge.ByHuman, "ann", 0, one.Names()...), answered(two, judge.ByHuman, "ben", 0, "nobody"),
		answered(one, judge.ByModel, "m", 0, one.Names()...), answered(two, judge.ByModel, "m", 0, backwards...),
		answered(two, judge.ByRules, "rules", 0, backwards...),
	})
	table, err := tally.Table(nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	team := one.Key("").Players[1].Team // plays both
	got := map[string]float64{}
	for _, r := range table.Rows {
		if r.Team == team {
			got[r.Rater] = r.Mean["A"]
		}
	}
	place := func(ranking []string, g *judge.Game) (n float64) {
		for _, p := range g.Key("").Players {
			if p.Team == team {
				n = float64(slices.Index(ranking, p.Name) + 1)
			}
		}
		return n
	}
	first, second := place(one.Names(), one), place(backwards, two)
	if first == 0 || second == 0 || first == second {
		t.Fatalf("ranks %v and %v", first, second)
	}
	for rater, want := range map[string]float64{
		"Human": first, "m-same": first, "m-all": (first + second) / 2, "rules-all": second,
	} {
		if got[rater] != want {
			t.Errorf("%s gives %v, want %v (all: %v)", rater, got[rater], want, got)
		}
		delete(got, rater)
	}
	if len(got) > 0 {
		t.Errorf("besides there is %v", got)
	}
}
