package judge_test

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
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
	return ballotsOf(t, &tally, 0).Table(merged, false)
}

func ballotsOf(t *testing.T, tally *judge.Tally, players int) *judge.Ballots {
	t.Helper()
	ballots, err := tally.Ballots(players)
	if err != nil {
		t.Fatal(err)
	}
	return ballots
}

// pooled is a table as CSV without the rows of single people, and without what stands behind the means.
func pooled(t *testing.T, table *judge.Table) string {
	t.Helper()
	var out strings.Builder
	for line := range strings.Lines(csvOf(t, table)) {
		fields := strings.Split(strings.TrimSpace(line), ",")
		if !strings.HasPrefix(fields[1], judge.HumanRater+"-") {
			out.WriteString(strings.Join(fields[:len(fields)-1-4*(len(fields)-3)/5], ",") + "\n")
		}
	}
	return out.String()
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
	if got := pooled(t, tableOf(t, nil, entries)); got != want {
		t.Errorf("the table is\n%s", got)
	}
	if got := pooled(t, tableOf(t, nil, entries, entries)); got != want {
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
	if _, err := tally.Ballots(0); !errors.Is(err, judge.ErrSizes) {
		t.Errorf("both sizes: %v", err)
	}
	if table := ballotsOf(t, &tally, 13).Table(nil, false); table.Players != 13 || len(table.Rows) != 8 {
		t.Errorf("13: %+v", table)
	}
}

func TestSpreadsheetsTakeNoTeamForAFormula(t *testing.T) {
	g := newGame(t, 5, 1, nil)
	g.Players[0].Team = "=1+1"
	if got := csvOf(t, tableOf(t, nil, []judge.Entry{keyOf(g), answered(g, judge.ByModel, "m", 0, g.Names()...)})); !strings.Contains(got, "\n'=1+1,m,1.00,1,1,,,unknown\n") {
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
		ballots, err := tally.Ballots(0)
		if err != nil {
			return
		}
		table := ballots.Table(nil, false)
		sums, counts := map[string]float64{}, map[string]int{}
		for _, r := range table.Rows {
			if r.Person { // whose ranks stand in the row of all people, too
				continue
			}
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
	tally := judge.Tally{}
	tally.Add([]judge.Entry{
		keyOf(one), keyOf(two), answered(one, judge.ByHuman, "ann", 0, one.Names()...), answered(two, judge.ByHuman, "ben", 0, "nobody"),
		answered(one, judge.ByModel, "m", 0, one.Names()...), answered(two, judge.ByModel, "m", 0, backwards...),
		answered(two, judge.ByRules, "rules", 0, backwards...),
	})
	table := ballotsOf(t, &tally, 0).Table(nil, true)
	team := one.Key("").Players[1].Team // plays both
	got := map[string]float64{}
	for _, r := range table.Rows {
		if r.Team == team && !r.Person {
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

// said is what a page sends of a person, with what it drew.
func said(g *judge.Game, name, id string, ranking ...string) judge.Entry {
	e := answered(g, judge.ByHuman, name, 0, ranking...)
	e.Answer.ID = id
	return judge.Entry{Answers: []judge.Answer{*e.Answer}}
}

// raters are those of the table, in order, and how much each has ranked.
func raters(table *judge.Table) map[string]int {
	counts := map[string]int{}
	for _, r := range table.Rows {
		counts[r.Rater] += r.Count["A"]
	}
	return counts
}

// People stay apart, by what their pages drew; a name is in no table unless it is asked for.
func TestPeopleStayApart(t *testing.T) {
	one, two := newGame(t, 5, 1, nil), newGame(t, 5, 2, nil)
	keys := []judge.Entry{keyOf(one), keyOf(two)}
	ann, rest := said(one, "Ann", "k3m9x2", one.Names()...), said(two, "Ann", "k3m9x2", two.Names()...)
	ben := said(one, "Ben", "p7q2z8", one.Names()...)
	for name, c := range map[string]struct {
		files    [][]judge.Entry
		names    bool
		want     map[string]int
		warnings int
	}{
		"part, then the whole": {[][]judge.Entry{{ann}, {ann, rest, ben}}, false, map[string]int{"Human": 15, "Human-k3m9x2": 10, "Human-p7q2z8": 5}, 0},
		"by name":              {[][]judge.Entry{{ann, rest, ben}}, true, map[string]int{"Human": 15, "Human-Ann": 10, "Human-Ben": 5}, 0},
		"another browser": {
			[][]judge.Entry{{ann}, {said(two, "Ann", "zzzz99", two.Names()...)}}, false, map[string]int{"Human": 10, "Human-zzzz99": 10}, 0,
		},
		"two of one name": {
			[][]judge.Entry{{ann}, {said(one, "Ann", "zzzz99", one.Names()...)}}, false, map[string]int{"Human": 10, "Human-k3m9x2": 5, "Human-zzzz99": 5}, 1,
		},
		"no person": {
			[][]judge.Entry{{ann}, {answered(one, judge.ByModel, "Human", 0, one.Names()...)}}, false, map[string]int{"Human": 5, "Human-k3m9x2": 5, "model Human": 5}, 0,
		},
	} {
		tally := judge.Tally{Names: c.names}
		tally.Add(keys)
		for _, file := range c.files {
			tally.Add(file)
		}
		ballots := ballotsOf(t, &tally, 0)
		if got := raters(ballots.Table(nil, false)); !maps.Equal(got, c.want) || len(ballots.Warnings) != c.warnings {
			t.Errorf("%s: %v, want %v; %q", name, got, c.want, ballots.Warnings)
		}
	}
	// What was drawn by a page of others, or by none, is not shown: nobody learns "Ann" from it.
	for _, id := range []string{"", "=Ann", "A", strings.Repeat("a", 13)} {
		table := tableOf(t, nil, keys, []judge.Entry{said(one, "Ann", id, one.Names()...)})
		for rater := range raters(table) {
			if strings.Contains(rater, "Ann") || rater != judge.HumanRater && !regexp.MustCompile(`^Human-[0-9a-f]{8}$`).MatchString(rater) {
				t.Errorf("%q is called %q", id, rater)
			}
		}
	}
}

// Who cannot tell ranks nobody, makes no game one that people judged, and is told of.
func TestWhoCannotTellIsMissing(t *testing.T) {
	g := newGame(t, 5, 1, nil)
	unsure := answered(g, judge.ByHuman, "ben", 0)
	unsure.Answer.CannotTell = true
	unsure.Answer.Sitting = judge.Sitting{Place: 3, Seconds: 12.34, Comment: "=1+1"}
	var tally judge.Tally
	tally.Add([]judge.Entry{keyOf(g), unsure, answered(g, judge.ByModel, "m", 0, g.Names()...)})
	ballots := ballotsOf(t, &tally, 0)
	got := raters(ballots.Table(nil, true))
	if !maps.Equal(got, map[string]int{"m-all": 5}) || len(ballots.Warnings) != 1 || !strings.Contains(ballots.Warnings[0], "cannot tell") || ballots.People != 1 {
		t.Errorf("%v, %+v", got, ballots)
	}
	var each strings.Builder
	if err := ballots.WriteEach(&each); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(each.String(), "\n")
	if len(lines) != 1+10+1 || !strings.Contains(lines[1], ",human,0,Alder,crew-b,") || !strings.HasSuffix(lines[1], ",,true,,3,12.3,'=1+1") ||
		!strings.Contains(lines[6], ",m,model,0,Alder,") || !strings.HasSuffix(lines[6], ",1,false,,,,") {
		t.Errorf("every mark:\n%s", each.String())
	}
	both := unsure.Answer.Verdict
	both.Ranking = g.Names()
	if both.Check(judge.Ranked, g.Names()) == nil {
		t.Error("cannot tell, and tells")
	}
}

// A mean has the marks and games behind it and an interval by game that stays on the scale; one game has none.
func TestMeansHaveIntervals(t *testing.T) {
	var entries []judge.Entry
	for seed := range uint64(6) {
		g := newGame(t, 5, 1+8*seed, func(_, n int) string { return fmt.Sprint(seed, n) }) // the same teams
		names := g.Names()
		if seed%2 == 0 {
			names[0], names[1] = names[1], names[0]
		}
		entries = append(entries, keyOf(g), answered(g, judge.ByHuman, "ann", 0, names...))
		if seed == 0 {
			entries = append(entries, answered(g, judge.ByModel, "m", 0, names...))
		}
	}
	table := tableOf(t, nil, entries)
	// By hand: 2, 1, 2, 1, 2, 1 has the mean 1.5 and a standard error of sqrt(0.3 / 6); Student's factor for 5 is 2.5706.
	low, high := 1.5-2.5706*math.Sqrt(0.05), 1.5+2.5706*math.Sqrt(0.05)
	if e := table.Rows[0].Between["A"]; table.Rows[0].Team != "crew-b" || e.Value != 1.5 || e.N != 6 || low > 1 || e.Low != max(1, low) && math.Abs(e.Low-low) > 1e-4 || math.Abs(e.High-high) > 1e-4 {
		t.Errorf("%+v, want %v to %v", e, low, high)
	}
	got := csvOf(t, table)
	for _, line := range []string{"team,rater,A,A_n,A_games,A_low,A_high,wording\n", "crew-b,Human,1.50,6,6,1.00,2.07,unknown\n", "crew-b,m,2.00,1,1,,,unknown\n"} {
		if !strings.Contains(got, line) {
			t.Errorf("no %q in\n%s", line, got)
		}
	}
}

// Tables say in what words the criteria were put, and tell apart what was asked in others.
func TestTablesTellTheWording(t *testing.T) {
	g, err := judgetest.Game(5, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	of := func(wordings ...string) (asked, column string) {
		entries := []judge.Entry{keyOf(g), answered(g, judge.ByRules, "rules", 0, g.Names()...)}
		for i, w := range wordings {
			e := answered(g, judge.ByModel, "m", i, g.Names()...)
			e.Answer.Wording = w
			entries = append(entries, e)
		}
		var tally judge.Tally
		tally.Add(entries)
		ballots := ballotsOf(t, &tally, 0)
		table := ballots.Table(nil, false)
		if note := table.Sheet().Note; !strings.Contains(note, strings.TrimPrefix(ballots.Asked(), "c")) {
			t.Errorf("the sheet says %q", note)
		}
		for line := range strings.Lines(csvOf(t, table)) {
			fields := strings.Split(strings.TrimSpace(line), ",")
			switch fields[1] {
			case "rules":
				if last := fields[len(fields)-1]; last != "" {
					t.Errorf("measures were asked in words: %q", last)
				}
			case "m":
				column = fields[len(fields)-1]
			}
		}
		return ballots.Asked(), column
	}
	now := judge.Wording()
	for _, c := range []struct {
		wordings []string
		column   string
		want     []string
	}{
		{nil, "", nil},
		{[]string{now, now}, now, []string{"section 4.1", "2 answers in wording " + now + ", that of this version"}},
		{[]string{now, "", "0ld"}, "0ld " + now + " unknown", []string{"1 answer in words that were not kept", "1 answer in wording 0ld, of another version", "1 answer in wording " + now}},
	} {
		got, column := of(c.wordings...)
		if column != c.column {
			t.Errorf("%q: the column is %q", c.wordings, column)
		}
		if (got == "") != (c.want == nil) {
			t.Errorf("%q: %q", c.wordings, got)
		}
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("%q: %q has no %q", c.wordings, got, want)
			}
		}
	}
}
