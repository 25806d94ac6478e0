package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/analysis"
	"wolfden/internal/score"
	"wolfden/internal/sheet"
	"wolfden/internal/stats"
	"wolfden/internal/versus"
)

// hostile is a name that is a formula, a tag, a command of LaTeX and a script.
const hostile = `=HYPERLINK("x")</text><script>alert(1)</script>\input{x}%$&_`

// sheetOf has every kind of cell, and what is not known.
func sheetOf() sheet.Sheet {
	return sheet.Sheet{
		Name: "wins", Title: "Win rates", Note: "100% of it.", Keys: []string{"run", "setup", "entry"},
		Columns: []sheet.Column{{Name: "seats"}, {Name: "macro", Unit: sheet.Percent}, {Name: "P", Unit: sheet.Probability}, {Name: "strength", Unit: sheet.LogOdds}},
		Lines: []sheet.Line{
			{Keys: []string{"a", "5 players", hostile}, Cells: []sheet.Cell{
				sheet.Count(7), sheet.Figure(stats.Estimate{Value: 0.5, Low: 0.25, High: 0.75, N: 7}), sheet.Number(0.0004), sheet.Figure(stats.Estimate{Value: -0.001, Low: -1, High: 1}),
			}},
			{Keys: []string{"b", "5 players", "ren"}, Cells: []sheet.Cell{
				sheet.Count(0), sheet.Text("-"), sheet.Number(math.NaN()), sheet.Figure(stats.Estimate{Value: math.NaN(), Low: math.NaN(), High: math.NaN()}),
			}},
		},
	}
}

func TestFilesHaveTheSameFigures(t *testing.T) {
	r := &Report{Runs: []string{"a", "b"}}
	r.add(sheetOf())
	files, err := r.files()
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(files["tables/wins.csv"])).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{"run", "setup", "entry", "seats", "macro", "macro_low", "macro_high", "macro_n", "P", "strength", "strength_low", "strength_high", "strength_n"},
		{"a", "5 players", "'" + hostile, "7", "50.00", "25.00", "75.00", "7", "0.0004", "0.00", "-1.00", "1.00", "0"},
		{"b", "5 players", "ren", "0", "", "", "", "", "", "", "", "", "0"},
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
		`\toprule`, `\caption{Win rates. 100\% of it.}\label{tab:wins}`, `& 7 & 50.00 [25.00, 75.00] & 0.0004 & 0.00 [$-$1.00, 1.00] \\`,
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
	r.add(sheetOf())
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

// longSheet runs over pages, with names that LaTeX takes for more than names.
func longSheet() sheet.Sheet {
	s := sheetOf()
	s.Name = "slips"
	for i := range 45 {
		l := sheet.Line{Keys: slices.Clone(s.Lines[0].Keys), Cells: s.Lines[0].Cells}
		l.Keys[0] = []string{"[a]", "*b", "-1", "$c$", `\\[9cm]`, "~^{}", "“quoted” – ''x'' ,,y,, <<z>> é"}[i%7]
		s.Lines = append(s.Lines, l)
	}
	return s
}

// A long table runs over pages, with one caption and a head on each.
func TestLongTable(t *testing.T) {
	s := longSheet()
	tex := s.LaTeX(nil)
	if !strings.Contains(tex, `\begin{longtable}{lllrrrr}`) || strings.Contains(tex, "tabular") || strings.Count(tex, `\label{`) != 1 ||
		strings.Index(tex, `\label{`) > strings.Index(tex, `\endfirsthead`) || strings.Index(tex, `\endfirsthead`) > strings.Index(tex, `\endhead`) {
		t.Error(tex[:300])
	}
	cells := regexp.MustCompile(`(^|[^\\])&`)
	for _, line := range strings.Split(tex, "\n") {
		if n := len(cells.FindAllString(line, -1)); strings.HasSuffix(line, `\\`) && n != 0 && n != 6 {
			t.Errorf("%d cells in %q", n+1, line)
		}
		if strings.HasPrefix(line, "[") || strings.HasPrefix(line, "*") {
			t.Errorf("%q belongs to the line before", line)
		}
	}
}

// Where there is a TeX, the whole report is set without an error, without a warning, and nothing is wider than the page.
func TestLaTeXCompiles(t *testing.T) {
	tex, err := exec.LookPath("pdflatex")
	if err != nil {
		t.Skip("there is no pdflatex")
	}
	r := &Report{Runs: []string{"a", "b", "[a]", "*b", "-1", "$c$", `\\[9cm]`, "~^{}"}, Made: []Made{{Run: hostile, Line: "made by"}}}
	wide := sheetOf()
	wide.Lines[1].Keys[2] = strings.Repeat("wide ", 60)
	r.add(wide)
	r.add(longSheet())
	folder := t.TempDir()
	if err := r.Write(folder); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		run := exec.Command(tex, "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "report.tex")
		run.Dir = folder
		if out, err := run.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	log, err := os.ReadFile(filepath.Join(folder, "report.log"))
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range []string{"Overfull", "Warning", "Missing character"} {
		if at := strings.Index(string(log), fault); at >= 0 {
			t.Errorf("%s", log[at:min(at+200, len(log))])
		}
	}
}

// Points of runs stand below each other; what a run does not have is not drawn, and what has no bounds neither.
func TestChartOfRuns(t *testing.T) {
	estimate := func(v float64) sheet.Cell {
		return sheet.Figure(stats.Estimate{Value: v, Low: v - 0.125, High: v + 0.125, N: 8})
	}
	s := sheet.Sheet{Name: "wins", Title: "Win rates", Keys: []string{"run", "setup", "entry"}, Columns: []sheet.Column{{Name: "macro", Unit: sheet.Percent}}, Lines: []sheet.Line{
		{Keys: []string{"a", "5 players", "mio"}, Cells: []sheet.Cell{estimate(0.25)}},
		{Keys: []string{"b", "5 players", "mio"}, Cells: []sheet.Cell{estimate(0.5)}},
		{Keys: []string{"b", "5 players", "ren"}, Cells: []sheet.Cell{estimate(0.75)}},
		{Keys: []string{"a", "9 players", "mio"}, Cells: []sheet.Cell{sheet.Text("-")}},
	}}
	all := charts(&s, []string{"a", "b"})
	if len(all) != 1 {
		t.Fatalf("%d charts, not one: nine players have nothing to draw", len(all))
	}
	a, b := all[0].spread(0), all[0].spread(1)
	if len(a.XYs) != 1 || len(b.XYs) != 2 || a.XYs[0].X != 25 || b.XYs[1].X != 75 || a.XYs[0].Y <= b.XYs[0].Y || b.XYs[0].Y <= b.XYs[1].Y {
		t.Errorf("points at %v and %v", a.XYs, b.XYs)
	}
	if a.XErrors[0].Low != 12.5 || a.XErrors[0].High != 12.5 {
		t.Errorf("an interval of %v", a.XErrors[0])
	}
}

// A run has the same colour and mark in every chart, whichever entry stands first and whether all runs have figures.
func TestRunsKeepTheirColours(t *testing.T) {
	r := &Report{Runs: []string{"a", "b", "c"}}
	share := sheet.Figure(stats.Estimate{Value: 0.5, Low: 0.25, High: 0.75, N: 8})
	for _, runs := range [][]string{{"a", "b", "c"}, {"c", "b", "a"}, {"b"}} {
		wins := sheet.Sheet{Name: "wins", Keys: []string{"run", "setup", "entry"}, Columns: []sheet.Column{{Name: "macro", Unit: sheet.Percent}}}
		skill := sheet.Sheet{Name: "skill", Keys: []string{"run", "entry"}, Columns: []sheet.Column{{Name: "detection", Unit: sheet.Percent}, {Name: "deception", Unit: sheet.Percent}}}
		for _, run := range runs {
			wins.Lines = append(wins.Lines, sheet.Line{Keys: []string{run, "5 players", "mio"}, Cells: []sheet.Cell{share}})
			skill.Lines = append(skill.Lines, sheet.Line{Keys: []string{run, "mio"}, Cells: []sheet.Cell{share, share}})
		}
		r.add(wins)
		r.add(skill)
	}
	if len(r.Charts) != 6 {
		t.Fatalf("%d charts", len(r.Charts))
	}
	for _, c := range r.Charts {
		if !slices.Equal(c.runs, r.Runs) {
			t.Errorf("%s: runs in the order %v", c.Name, c.runs)
		}
		for _, format := range []string{"svg", "png"} {
			if err := c.draw(io.Discard, format); err != nil {
				t.Errorf("%s: %v", c.Name, err)
			}
		}
	}
}

// Two of three lines have a P value: the lower is doubled, the other is no lower than it.
func TestDifferencesAreCorrected(t *testing.T) {
	s := sheet.Sheet{Lines: []sheet.Line{{Cells: []sheet.Cell{sheet.Number(0.04)}}, {Cells: []sheet.Cell{sheet.Number(math.NaN())}}, {Cells: []sheet.Cell{sheet.Number(0.03)}}}}
	correct(&s, 0)
	for i, want := range []float64{0.06, math.NaN(), 0.06} {
		if got := s.Lines[i].Cells[0].Value(); math.Abs(got-want) > 1e-12 || math.IsNaN(got) != math.IsNaN(want) {
			t.Errorf("line %d has P = %v, not %v", i, got, want)
		}
	}
}

// Circles are told of every setup in which pairs are, and corrected for all of them.
func TestCirclesAreCorrected(t *testing.T) {
	table := func(p float64, pairs ...stats.Pair) score.Table {
		return score.Table{Pairs: versus.Table{Names: []string{"a", "b", "c"}, All: pairs, Met: stats.Meet(3, nil), Cycles: stats.Cycles{Triples: 1, Circular: 1, P: p}}}
	}
	pair, parts, r := stats.Pair{First: 0, Second: 1}, map[string][]sheet.Part{}, &Report{}
	c := counted{Run{Name: "run"}, &score.Report{Tables: []score.Table{table(0.03, pair), table(0.2, pair), table(0.01)}}}
	for _, p := range c.scored() {
		parts[p.Name] = append(parts[p.Name], p)
	}
	r.addScored(parts)
	for _, s := range r.Sheets {
		if got := s.Grid(); s.Name == "circles" && (len(got) != 2 || got[0][5] != "0.030" || got[0][6] != "0.060" || got[1][6] != "0.200") {
			t.Errorf("%q", got)
		}
	}
	if !slices.ContainsFunc(r.Sheets, func(s sheet.Sheet) bool { return s.Name == "circles" }) {
		t.Error("no circles")
	}
}

// The difference of two runs is that of their shares, however many seats an entry has in a game: 3 of 4 less 2 of 4, not the mean of 1 less 0
// and 2 of 3 less 2 of 3.
func TestDifferencesCountSeats(t *testing.T) {
	one, three := deal{seed: 1}, deal{seed: 2}
	won, other := pairs(map[deal]played{one: {1, 1}, three: {2, 3}}, map[deal]played{one: {0, 1}, three: {2, 3}})
	if d := stats.ComparePaired(won, other, 1).Difference; math.Abs(d.Value-0.25) > 1e-12 {
		t.Errorf("%v less %v: %v", won, other, d)
	}
}

// No difference of shares is more than all of them, however few the pairs are.
func TestDifferencesAreShares(t *testing.T) {
	cells := compared(stats.Estimate{Value: 1}, stats.Estimate{Value: 0.5}, map[deal]played{{seed: 1}: {1, 1}, {seed: 2}: {1, 1}}, map[deal]played{{seed: 1}: {0, 1}, {seed: 2}: {1, 1}}, 1)
	if d, _ := cells[2].Estimate(); d.Value != 0.5 || d.Low < -1 || d.High != 1 {
		t.Errorf("%+v", d)
	}
}

// Entries of several setups have a chart a setup, in which they bear their bare names.
func TestPlanesBySetup(t *testing.T) {
	share := sheet.Figure(stats.Estimate{Value: 0.1, Low: 0, High: 0.2})
	s := sheet.Sheet{Name: "skill", Title: "Skill", Keys: []string{"run", "entry"}, Columns: []sheet.Column{{Name: "detection"}, {Name: "deception"}}}
	for _, entry := range []string{"mio (5 players)", "mio (9 players)", "ren (5 players)"} {
		s.Add([]string{"a", entry}, share, share)
	}
	var got []string
	for _, c := range planes(&s, []string{"a"}) {
		for _, p := range c.Points {
			got = append(got, c.Name+" "+c.Title+": "+p.Label)
		}
	}
	if want := []string{"skill-1 Skill (5 players): mio", "skill-1 Skill (5 players): ren", "skill-2 Skill (9 players): mio"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// What nobody did has no lines, but is named; what somebody did has all of its own.
func TestWhatNobodyDidIsNamed(t *testing.T) {
	share := func(v float64) sheet.Cell { return sheet.Figure(stats.Estimate{Value: v, Low: 0, High: 1, N: 9}) }
	s := sheet.Sheet{Name: "slips", Note: "Of turns.", Keys: []string{"run", "kind", "entry"}, Columns: []sheet.Column{{Name: "of"}, {Name: "share", Unit: sheet.Percent}}}
	s.Add([]string{"a", "tic", "mio"}, sheet.Count(9), share(0))
	s.Add([]string{"b", "tic", "mio"}, sheet.Count(9), share(0.5))
	s.Add([]string{"a", "praise", "mio"}, sheet.Count(9), share(0))
	short := read(s)
	if got := fmt.Sprint(short.Grid()); got != "[[a tic mio 9 0.00 [0.00, 100.00]] [b tic mio 9 50.00 [0.00, 100.00]]]" || short.Note != "Of turns. Nobody did: praise." {
		t.Errorf("%s; %s", got, short.Note)
	}
	if len(s.Lines) != 3 || s.Note != "Of turns." {
		t.Errorf("the sheet itself is %+v", s)
	}
}

// The name of a game leads to its replay where there is one; other cells lead nowhere.
func TestGamesHaveLinks(t *testing.T) {
	r := &Report{Runs: []string{"a"}, Replays: map[Moment]string{{"a", "01<B>", "d1:2"}: "games/1.html#e7"}}
	s := sheet.Sheet{Name: "examples", Keys: []string{"run", analysis.ExampleGame, analysis.ExampleMoment}, Columns: []sheet.Column{{Name: "player"}}}
	s.Add([]string{"a", "01<B>", "d1:2"}, sheet.Text("Mio"))
	s.Add([]string{"a", "02", "d1:2"}, sheet.Text("Ren"))
	r.add(s)
	if got := fmt.Sprint(r.Moments()); got != "[{a 01<B> d1:2} {a 02 d1:2}]" {
		t.Errorf("moments %s", got)
	}
	files, err := r.files()
	if err != nil {
		t.Fatal(err)
	}
	if page := string(files["index.html"]); !strings.Contains(page, `<th class="key" scope="row"><a href="games/1.html#e7">01&lt;B&gt;</a></th>`) ||
		!strings.Contains(page, `<th class="key" scope="row">02</th>`) || strings.Count(page, `<a href="games/`) != 1 {
		t.Error(page)
	}
}

// The label of 0 has no sign, and 100 stands on an axis of shares.
func TestTicks(t *testing.T) {
	var labels []string
	for _, tick := range ticks(100)(-4, 104) {
		labels = append(labels, tick.Label)
		if want := tick.Label; fmt.Sprint(tick.Value) != want {
			t.Errorf("%s stands at %v", want, tick.Value)
		}
	}
	if labels[0] != "0" || labels[len(labels)-1] != "100" {
		t.Errorf("labels are %v", labels)
	}
	p := &Chart{Title: "Reliability", Diagonal: true, runs: []string{"a"}}
	p.add("a", "", ptr(sheet.Percents(stats.Estimate{Value: 2, Low: 1, High: 3})), ptr(sheet.Percents(stats.Estimate{Value: 98, Low: 97, High: 99})))
	var svg bytes.Buffer
	if err := p.draw(&svg, "svg"); err != nil {
		t.Fatal(err)
	}
	for _, label := range []string{">0<", ">100<"} {
		if strings.Count(svg.String(), label) != 2 {
			t.Errorf("%s does not stand on both axes", label)
		}
	}
}

// Nothing but the background touches the edges of a picture: what does is cut.
func TestChartsHaveMargins(t *testing.T) {
	r := &Report{Runs: []string{"a"}}
	share := sheet.Figure(stats.Estimate{Value: 0.5, Low: 0, High: 1, N: 8})
	long := strings.Repeat("W", 60)
	r.add(sheet.Sheet{Name: "wins", Title: "Wins", Keys: []string{"run", "setup", "entry"}, Columns: []sheet.Column{{Name: "macro", Unit: sheet.Percent}},
		Lines: []sheet.Line{{Keys: []string{"a", "5 players", long}, Cells: []sheet.Cell{share}}}})
	r.add(sheet.Sheet{Name: "skill", Title: "Skill", Keys: []string{"run", "entry"}, Columns: []sheet.Column{{Name: "detection", Unit: sheet.Percent}, {Name: "deception", Unit: sheet.Percent}},
		Lines: []sheet.Line{{Keys: []string{"a", "mio"}, Cells: []sheet.Cell{share, share}}}})
	for i := range r.Charts {
		var b bytes.Buffer
		if err := r.Charts[i].draw(&b, "png"); err != nil {
			t.Fatal(err)
		}
		picture, err := png.Decode(&b)
		if err != nil {
			t.Fatal(err)
		}
		size := picture.Bounds()
		touched := func(x, y int) {
			if red, green, blue, alpha := picture.At(x, y).RGBA(); red+green+blue+alpha != 4*0xffff {
				t.Errorf("%s: something touches the edge at %d, %d", r.Charts[i].Name, x, y)
			}
		}
		for x := range size.Max.X {
			touched(x, 0)
			touched(x, size.Max.Y-1)
		}
		for y := range size.Max.Y {
			touched(0, y)
			touched(size.Max.X-1, y)
		}
	}
}

// Setups and days stand in the order of their numbers, and a drawing names fonts that are as wide as that it is measured with.
func TestOrderAndFonts(t *testing.T) {
	names := []string{"all", "13 players", "9 players (W=2)", "5 players", "2", "10", "9 players"}
	slices.SortFunc(names, sheet.ByNumber)
	if want := []string{"2", "5 players", "9 players", "9 players (W=2)", "10", "13 players", "all"}; !slices.Equal(names, want) {
		t.Errorf("the order is %q", names)
	}
	var svg bytes.Buffer
	c := Chart{Title: "Wins", Labels: []string{"mio"}, Points: []Point{{Run: "a", Label: "mio", X: stats.Estimate{Value: 50, Low: 40, High: 60}}}, runs: []string{"a"}}
	if err := c.draw(&svg, "svg"); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(svg.String(), "font-family:"); n == 0 || strings.Count(svg.String(), "'Times New Roman'") != n {
		t.Error("some text has a font that few have, and no other")
	}
}

func ptr(c sheet.Cell) *sheet.Cell { return &c }

// BenchmarkPicture draws a chart as it is for LaTeX.
func BenchmarkPicture(b *testing.B) {
	r := &Report{Runs: []string{"a"}}
	share := sheet.Figure(stats.Estimate{Value: 0.5, Low: 0.2, High: 0.8, N: 8})
	r.add(sheet.Sheet{Name: "skill", Title: "Skill", Keys: []string{"run", "entry"}, Columns: []sheet.Column{{Name: "detection", Unit: sheet.Percent}, {Name: "deception", Unit: sheet.Percent}},
		Lines: []sheet.Line{{Keys: []string{"a", "mio"}, Cells: []sheet.Cell{share, share}}}})
	for b.Loop() {
		if err := r.Charts[0].draw(io.Discard, "png"); err != nil {
			b.Fatal(err)
		}
	}
}
