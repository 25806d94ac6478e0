package sheet

import (
	"math"
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
