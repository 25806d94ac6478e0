package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"math"
	"strings"
	"testing"

	"wolfden/internal/stats"
)

// hostile is a name that is a formula, a tag, a command of LaTeX and a script.
const hostile = `=HYPERLINK("x")</text><script>alert(1)</script>\input{x}%$&_`

// sheet has every kind of cell, and what is not known.
func sheet() Sheet {
	return Sheet{
		Name: "wins", Title: "Win rates", Note: "100% of it.", Keys: []string{"run", "setup", "entry"},
		Columns: []Column{{"seats", ""}, {"macro", Share}, {"P", Probability}, {"strength", LogOdds}},
		Lines: []Line{
			{[]string{"a", "5 players", hostile}, []Cell{
				count(7), figure(stats.Estimate{Value: 0.5, Low: 0.25, High: 0.75, N: 7}), number(0.0004), figure(stats.Estimate{Value: -0.001, Low: -1, High: 1}),
			}},
			{[]string{"b", "5 players", "ren"}, []Cell{
				count(0), text("-"), number(math.NaN()), figure(stats.Estimate{Value: math.NaN(), Low: math.NaN(), High: math.NaN()}),
			}},
		},
	}
}

func TestFilesHaveTheSameFigures(t *testing.T) {
	r := &Report{Runs: []string{"a", "b"}}
	r.add(sheet())
	files, err := r.files()
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(files["tables/wins.csv"])).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{"run", "setup", "entry", "seats", "macro", "macro_low", "macro_high", "P", "strength", "strength_low", "strength_high"},
		{"a", "5 players", "'" + hostile, "7", "50.00", "25.00", "75.00", "0.000", "0.00", "-1.00", "1.00"},
		{"b", "5 players", "ren", "0", "", "", "", "", "", "", ""},
	}
	for i := range want {
		if got := strings.Join(rows[i], "|"); got != strings.Join(want[i], "|") {
			t.Errorf("CSV has %q, not %q", got, want[i])
		}
	}
	var whole struct {
		Sheets []struct{ Lines []map[string]any }
	}
	if err := json.Unmarshal(files["report.json"], &whole); err != nil {
		t.Fatal(err)
	}
	line, _ := json.Marshal(whole.Sheets[0].Lines)
	for _, part := range []string{
		`"macro":{"high":0.75,"low":0.25,"n":7,"value":0.5}`, `"P":0.0004`, `"P":null`, `"macro":"-"`, `"seats":7`,
		`"strength":{"high":null,"low":null,"n":0,"value":null}`,
	} {
		if !strings.Contains(string(line), part) {
			t.Errorf("JSON lacks %s: %s", part, line)
		}
	}
	tex := string(files["tables/wins.tex"])
	for _, part := range []string{
		`\toprule`, `\caption{Win rates. 100\% of it.}\label{tab:wins}`, `& 7 & 50.00 [25.00, 75.00] & 0.000 & 0.00 [$-$1.00, 1.00] \\`,
		`\textbackslash{}input\{x\}\%\$\&\_`, `b & 5 players & ren & 0 & - & - & - \\`,
	} {
		if !strings.Contains(tex, part) {
			t.Errorf("LaTeX lacks %s:\n%s", part, tex)
		}
	}
}

// A name on a page or chart is text, never part of it.
func TestNamesStayText(t *testing.T) {
	r := &Report{Runs: []string{hostile}, Warnings: []string{hostile}}
	r.add(sheet())
	files, err := r.files()
	if err != nil {
		t.Fatal(err)
	}
	if page := string(files["index.html"]); strings.Contains(page, "<script") || !strings.Contains(page, "&lt;script&gt;") {
		t.Error("a name is part of the page")
	}
	drawing := xml.NewDecoder(bytes.NewReader(files["charts/wins-macro-1.svg"]))
	for {
		token, err := drawing.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if start, is := token.(xml.StartElement); is && start.Name.Local == "script" {
			t.Error("a name is part of the drawing")
		}
	}
	if _, err := png.Decode(bytes.NewReader(files["charts/wins-macro-1.png"])); err != nil {
		t.Error(err)
	}
}

// A long table runs over pages.
func TestLongTable(t *testing.T) {
	s := sheet()
	for len(s.Lines) <= longest {
		s.Lines = append(s.Lines, s.Lines[1])
	}
	if tex := s.latex(); !strings.Contains(tex, `\begin{longtable}{lllrrrr}`) || !strings.Contains(tex, `\endhead`) || strings.Contains(tex, "tabular") {
		t.Error(tex[:300])
	}
}

// Points of runs stand below each other; what a run does not have is not drawn, and what has no bounds neither.
func TestChartOfRuns(t *testing.T) {
	estimate := func(v float64) Cell { return figure(stats.Estimate{Value: v, Low: v - 0.125, High: v + 0.125, N: 8}) }
	s := Sheet{Name: "wins", Title: "Win rates", Keys: []string{"run", "setup", "entry"}, Columns: []Column{{"macro", Share}}, Lines: []Line{
		{[]string{"a", "5 players", "mio"}, []Cell{estimate(0.25)}},
		{[]string{"b", "5 players", "mio"}, []Cell{estimate(0.5)}},
		{[]string{"b", "5 players", "ren"}, []Cell{estimate(0.75)}},
		{[]string{"a", "9 players", "mio"}, []Cell{text("-")}},
	}}
	all := charts(&s)
	if len(all) != 1 {
		t.Fatalf("%d charts, not one: nine players have nothing to draw", len(all))
	}
	a, b := all[0].spans(0), all[0].spans(1)
	if len(a.XYs) != 1 || len(b.XYs) != 2 || a.XYs[0].X != 25 || b.XYs[1].X != 75 || a.XYs[0].Y <= b.XYs[0].Y || b.XYs[0].Y <= b.XYs[1].Y {
		t.Errorf("points at %v and %v", a.XYs, b.XYs)
	}
	if a.XErrors[0].Low != 12.5 || a.XErrors[0].High != 12.5 {
		t.Errorf("an interval of %v", a.XErrors[0])
	}
}
