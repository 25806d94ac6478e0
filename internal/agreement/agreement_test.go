package agreement

import (
	"math"
	"strings"
	"testing"
)

const ranks = `team,rater,A,B
ash,Ann,1,2.5
ash,Bob,1,2
birch,Ann,2,2.5
birch,Bob,3,1
cedar,Ann,3,4
cedar,Bob,2,3
dogwood,Ann,4,1
dogwood,Bob,4,
elm,Ann,5,3
elm,Bob,5,4
`

func read(t *testing.T, text string) *Table {
	t.Helper()
	table, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestPairs(t *testing.T) {
	pairs := read(t, "\uFEFF"+ranks).Pairs("Ann")
	if len(pairs) != 2 || pairs[0].Rater != "Bob" || pairs[0].Criterion != "A" {
		t.Fatalf("%+v", pairs)
	}
	// By hand: one pair of five is turned round, two teams differ by one.
	a := pairs[0]
	for _, c := range []struct {
		what      string
		got, want float64
	}{
		{"Pearson", a.Pearson.Value, 0.9}, {"Spearman", a.Spearman.Value, 0.9}, {"Kendall", a.Kendall.Value, 0.8},
		{"cosine", a.Cosine.Value, 54.0 / 55}, {"mean absolute difference", a.MeanAbsDiff.Value, 0.4},
	} {
		if math.Abs(c.got-c.want) > 1e-12 {
			t.Errorf("%s %v, want %v", c.what, c.got, c.want)
		}
	}
	if a.Teams != 5 || len(a.Pearson.Warnings) == 0 || !(a.Pearson.Low < 0.9 && a.Pearson.High > 0.9) {
		t.Errorf("%+v", a.Pearson)
	}
	// A missing score leaves the team out, and says so.
	b := pairs[1]
	if b.Teams != 4 || !strings.Contains(strings.Join(b.Pearson.Warnings, "; "), "1 of 5 pairs") {
		t.Errorf("%d teams, %q", b.Teams, b.Pearson.Warnings)
	}
	// With a tie tau-a stays below tau-b: 3 of 6 pairs against sqrt(5 x 6).
	if want := 3 / math.Sqrt(30); math.Abs(b.Kendall.Value-0.5) > 1e-12 || math.Abs(b.KendallB.Value-want) > 1e-12 {
		t.Errorf("tau-a %v, tau-b %v, want 0.5 and %v", b.Kendall.Value, b.KendallB.Value, want)
	}
}

func TestWholes(t *testing.T) {
	all := read(t, ranks).Wholes()
	if len(all) != 2 || all[0].Raters != 2 || !(all[0].Interval.Value > 0.8 && all[0].Ordinal.Value > 0.8) {
		t.Errorf("%+v", all)
	}
	if got := read(t, ranks).score("Bob", "dogwood", "B"); !math.IsNaN(got) {
		t.Errorf("a missing score is %v", got)
	}
}

func TestReadNamesTheLine(t *testing.T) {
	for _, c := range []struct{ table, want string }{
		{"", "line 1: the table is empty"},
		{"team,A\n", "line 1: no column is called rater"},
		{"team,rater\n", "line 1: there is no criterion"},
		{"team,rater,A,A\n", `line 1: two columns are called "A"`},
		{"team,rater,A\nx,r,1,2\n", "line 2: 4 fields, the header has 3"},
		{"team,rater,A\nx,r,1\nx,r,2\n", `line 3: "r" has rated "x" before`},
		{"team,rater,A\nx,r,one\n", `line 2: A is "one"`},
		{"team,rater,A\nx,r,Inf\n", `line 2: A is "Inf"`},
		{"team,rater,A\n,r,1\n", "line 2: team or rater is empty"},
		{"team,rater,A\nx,r,1\n", "raters in the table: 1"},
		{"team,rater,A\n\"x,r,1\n", "extraneous"},
	} {
		if _, err := Read(strings.NewReader(c.table)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.table, err, c.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(ranks)
	f.Add("team,rater,A\nx,r,1e300\nx,s,-1e300\n")
	f.Fuzz(func(t *testing.T, text string) {
		table, err := Read(strings.NewReader(text))
		if err != nil || len(table.Teams)*len(table.Raters)*len(table.criteria) > 100 {
			return
		}
		for _, p := range table.Pairs(table.Raters[0]) {
			if v := p.Kendall.Value; v < -1 || v > 1 {
				t.Fatalf("tau %v", v)
			}
		}
		table.Wholes()
	})
}
