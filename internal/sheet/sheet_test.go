package sheet

import (
	"math"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/stats"
)

// A share of what no column counts says of how many it is.
func TestSharesSayOfHowMany(t *testing.T) {
	for want, r := range map[string]stats.Rate{"33.33 of 3 [6.15, 79.23]": stats.Wilson(1, 3), "-": {}} {
		c := ShareOf(r)
		if got := c.printed(Percent); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}

// One description gives every form, with the same figures.
func TestForms(t *testing.T) {
	s := Sheet{Name: "wins", Title: "Wins & losses", Note: "Of 100%.", Keys: []string{"setup", "entry"}, Columns: []Column{{"seats", ""}, {"won", Percent}, {"P", Probability}}}
	s.Add([]string{"5 players", "狼_1"}, Count(3), Figure(stats.Estimate{Value: 0.5, Low: 0.25, High: 0.75, N: 3}), Number(-0.04))
	s.Add([]string{"5 players", "=fox"}, Count(12), Text("-"), Number(math.NaN()))
	want := "setup      entry  seats         won (%) [95%]       P\n" +
		"5 players  狼_1       3  50.00 [25.00, 75.00]  -0.040\n" +
		"5 players  =fox      12                     -       -\n"
	if got := s.Text(); got != want {
		t.Errorf("text:\n%s\nnot\n%s", got, want)
	}
	var b strings.Builder
	if err := s.WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	if want := "setup,entry,seats,won,won_low,won_high,won_n,P\n5 players,狼_1,3,50.00,25.00,75.00,3,-0.040\n5 players,'=fox,12,,,,,\n"; b.String() != want {
		t.Errorf("CSV:\n%s\nnot\n%s", b.String(), want)
	}
	latex := s.LaTeX([]string{"made by\nnobody"})
	for _, want := range []string{
		"% made by nobody\n", `\caption{Wins \& losses. Of 100\%.}\label{tab:wins}`, `\begin{tabular}{llrrr}`,
		`5 players & 狼\_1 & 3 & 50.00 [25.00, 75.00] & $-$0.040 \\`, `setup & entry & seats & won (\%) & P \\`,
	} {
		if !strings.Contains(latex, want) {
			t.Errorf("LaTeX has no %s:\n%s", want, latex)
		}
	}
	json, err := s.MarshalJSON()
	if err != nil || !strings.Contains(string(json), `{"P":-0.04,"entry":"狼_1","seats":3,"setup":"5 players","won":{"value":0.5,"low":0.25,"high":0.75,"n":3}}`) ||
		!strings.Contains(string(json), `{"P":null,"entry":"=fox","seats":12,"setup":"5 players","won":"-"}`) {
		t.Errorf("JSON: %s, %v", json, err)
	}
}

// Shares are drawn from 0 to 100, differences and strengths about 0; what has no interval, or another unit, is not drawn.
func TestDrawn(t *testing.T) {
	s := Sheet{Keys: []string{"entry"}, Columns: []Column{{"won", Percent}, {"less", Points}, {"strength", LogOdds}, {"mean", ""}}}
	e := func(value, low, high float64) Cell { return Figure(stats.Estimate{Value: value, Low: low, High: high}) }
	s.Add([]string{"<fox>"}, e(0.5, 0.25, 1).Chance(0.1), e(0.5, -2, 1), e(0, -2.5, 1), e(1, 0, 2))
	s.Add([]string{"owl"}, e(0, 0, 1), Number(0.5), e(3, math.NaN(), math.NaN()), Text("-"))
	want := [2][5]Shown{
		{{Text: "<fox>"}, {"50.00 [25.00, 100.00]", true, 60, 30, 120, 12}, {"+50.00 [-200.00, +100.00]", true, 90, 0, 120, 60}, {"0.00 [-2.50, 1.00]", true, 60, 10, 80, 60}, {Text: "1.00 [0.00, 2.00]"}},
		{{Text: "owl"}, {"0.00 [0.00, 100.00]", true, 0, 0, 120, 60}, {Text: "+50.00"}, {Text: "3.00 [-]"}, {Text: "-"}},
	}
	for i, row := range s.Drawn() {
		if !slices.Equal(row, want[i][:]) {
			t.Errorf("%+v, not %+v", row, want[i])
		}
	}
	var b strings.Builder
	if err := (&Page{Title: "who & whom", Sections: []Section{{Sheets: []Sheet{s}}}}).Write(&b); err != nil {
		t.Fatal(err)
	}
	if page := b.String(); strings.Count(page, "<svg") != 4 || !strings.Contains(page, `<th class="key" scope="row">&lt;fox&gt;</th>`) || !strings.Contains(page, "<h1>who &amp; whom</h1>") || strings.Contains(page, "<h2>") {
		t.Errorf("the page is\n%s", page)
	}
}
