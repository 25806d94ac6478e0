package report

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"wolfden/internal/sheet"
	"wolfden/internal/stats"
)

// Chart shows figures with their intervals, a line a label, in the colour and mark of their run.
type Chart struct {
	Name      string // of its files
	Sheet     string // that it shows
	Title     string
	Axis      string
	Reference float64 // what the figures are compared with; NaN for nothing
	Labels    []string
	Series    []Series
	Plane     *Plane // of a chart with two axes, in place of labels and series
}

// Series is the figures of one run.
type Series struct {
	Run    string
	Points []stats.Estimate // by label; NaN where the run has none
}

// drawings says what of which sheet is drawn. A column that is empty stands for all.
var drawings = [...]struct {
	sheet, column, axis string
	reference           float64
}{
	{"sides", "village", "%", 50},
	{"wins", "macro", "win rate, %", 50},
	{"wins", "weighted micro", "win rate, %", 50},
	{"roles", "", "win rate, %", 50},
	{"ratings", "adjusted", "win rate among average players, %", 50},
	{"differences", "difference", "percentage points", 0},
}

// charts are those of a sheet, one a setup and column.
func charts(s *sheet.Sheet, runs []string) (all []Chart) {
	for _, d := range drawings {
		if d.sheet != s.Name {
			continue
		}
		for at, c := range s.Columns {
			if d.column != "" && d.column != c.Name {
				continue
			}
			for n, setup := range s.Values(1) {
				chart := Chart{
					Name:  strings.ReplaceAll(fmt.Sprintf("%s-%s-%d", s.Name, c.Name, n+1), " ", "-"),
					Sheet: s.Name, Title: fmt.Sprintf("%s: %s, %s", s.Title, c.Name, setup), Axis: d.axis, Reference: d.reference,
				}
				if chart.fill(s, runs, at, setup) {
					all = append(all, chart)
				}
			}
		}
	}
	return all
}

// inOrder are the runs of the report, so that each has the same colour and mark in all charts; of a sheet whose lines are of something
// else, such as two runs, what those are.
func inOrder(s *sheet.Sheet, runs []string) []string {
	of := s.Values(0)
	for _, run := range of {
		if !slices.Contains(runs, run) {
			return of
		}
	}
	return runs
}

// fill takes the figures of a column and setup, and reports whether there is one to draw.
func (c *Chart) fill(s *sheet.Sheet, runs []string, column int, setup string) (drawn bool) {
	for _, run := range inOrder(s, runs) {
		c.Series = append(c.Series, Series{Run: run})
	}
	for _, l := range s.Lines {
		e, ok := l.Cells[column].Estimate()
		if l.Keys[1] != setup || !ok || !whole(e) {
			continue
		}
		label := strings.Join(l.Keys[2:], ", ")
		at := slices.Index(c.Labels, label)
		if at < 0 {
			at = len(c.Labels)
			c.Labels = append(c.Labels, label)
		}
		series := &c.Series[slices.IndexFunc(c.Series, func(x Series) bool { return x.Run == l.Keys[0] })]
		for len(series.Points) <= at {
			series.Points = append(series.Points, stats.Estimate{Value: math.NaN()})
		}
		series.Points[at] = e.Scale(100)
		drawn = true
	}
	return drawn
}

// palette is that of Okabe and Ito (2008), which people who see few colours can tell apart; shapes tell the rest.
func palette(n int) (color.RGBA, draw.GlyphDrawer) {
	colours := [...]color.RGBA{
		{0, 114, 178, 255}, {213, 94, 0, 255}, {0, 158, 115, 255}, {204, 121, 167, 255}, {230, 159, 0, 255}, {86, 180, 233, 255}, {0, 0, 0, 255},
	}
	shapes := [...]draw.GlyphDrawer{draw.CircleGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.CrossGlyph{}, draw.PlusGlyph{}}
	return colours[n%len(colours)], shapes[n%len(shapes)]
}

// draw writes the chart as svg or png.
func (c *Chart) draw(w io.Writer, format string) error {
	if c.Plane != nil {
		return c.Plane.draw(w, c.Title, format)
	}
	p := plot.New()
	p.Title.Text, p.X.Label.Text = c.Title, c.Axis
	p.Legend.Top, p.Legend.Padding = true, vg.Points(2)
	p.Add(plotter.NewGrid())
	low, high := c.Reference, c.Reference
	for n := range c.Series {
		points := c.spread(n)
		if len(points.XYs) == 0 {
			continue
		}
		if err := points.plot(p, c.Series[n].Run, n); err != nil {
			return err
		}
		for i := range points.XYs {
			low, high = math.Min(low, points.XYs[i].X-points.XErrors[i].Low), math.Max(high, points.XYs[i].X+points.XErrors[i].High)
		}
	}
	if err := dashed(p, plotter.XYs{{X: c.Reference, Y: -1}, {X: c.Reference, Y: float64(len(c.Labels))}}); err != nil {
		return err
	}
	c.axes(p, low, high)
	height := vg.Points(float64(90 + len(c.Labels)*(16+8*len(c.Series))))
	return paint(p, w, vg.Points(540), height, format)
}

// paint writes the drawing with a margin, without which the outermost labels are cut.
func paint(p *plot.Plot, w io.Writer, width, height vg.Length, format string) error {
	sheet, err := draw.NewFormattedCanvas(width, height, format)
	if err != nil {
		return err
	}
	whole := draw.New(sheet)
	whole.FillPolygon(p.BackgroundColor, []vg.Point{{}, {X: width}, {X: width, Y: height}, {Y: height}})
	margin := vg.Points(8)
	p.Draw(draw.Crop(whole, margin, -margin, margin, -margin))
	if format != "svg" {
		_, err = sheet.WriteTo(w)
		return err
	}
	var drawn bytes.Buffer
	if _, err = sheet.WriteTo(&drawn); err != nil {
		return err
	}
	_, err = w.Write(bytes.ReplaceAll(drawn.Bytes(), []byte(fontDrawn), []byte(fontsAlike)))
	return err
}

// fontDrawn is the font that the drawing is measured with, which few have; fontsAlike has those whose letters are as wide behind it.
// With another one names run into the axis.
const (
	fontDrawn  = "font-family:Liberation Serif;"
	fontsAlike = "font-family:'Liberation Serif','Times New Roman',Tinos,Times,serif;"
)

// axes sets the ends of the axes and names the labels, the first at the top.
func (c *Chart) axes(p *plot.Plot, low, high float64) {
	names := make([]string, len(c.Labels))
	for i, label := range c.Labels {
		names[len(names)-1-i] = shortened(label)
	}
	p.NominalY(names...)
	margin := math.Max((high-low)/20, 1)
	p.X.Min, p.X.Max = low-margin, high+margin
	p.X.Tick.Marker = ticks(high - low)
	p.Y.Min, p.Y.Max = -0.6, float64(len(c.Labels))-0.4+0.3*float64(len(c.Series)) // room for the legend
}

// ticks are a round number of figures apart.
func ticks(span float64) plot.TickerFunc {
	step := 1.0
	for _, s := range []float64{1, 2, 5, 10, 20} {
		if step = s; span/s <= 10 {
			break
		}
	}
	return func(low, high float64) (all []plot.Tick) {
		for n := int(math.Ceil(low / step)); float64(n)*step <= high; n++ { // a whole number, of which 0 has no sign
			all = append(all, plot.Tick{Value: float64(n) * step, Label: fmt.Sprint(n * int(step))})
		}
		return all
	}
}

// dashed draws a line of what figures are compared with.
func dashed(p *plot.Plot, points plotter.XYs) error {
	line, err := plotter.NewLine(points)
	if err != nil {
		return err
	}
	line.Dashes, line.Color = []vg.Length{vg.Points(3), vg.Points(3)}, color.Gray{128}
	p.Add(line)
	return nil
}

// spread are the points of a series, below each other where several runs have one of a label.
func (c *Chart) spread(n int) (s spread) {
	step := 0.6 / float64(len(c.Series))
	for i, e := range c.Series[n].Points {
		if math.IsNaN(e.Value) {
			continue
		}
		y := float64(len(c.Labels)-1-i) + step*(float64(len(c.Series)-1)/2-float64(n))
		s.XYs = append(s.XYs, plotter.XY{X: e.Value, Y: y})
		s.XErrors = append(s.XErrors, struct{ Low, High float64 }{e.Value - e.Low, e.High - e.Value})
	}
	return s
}

// shortened is a name that fits beside a chart.
func shortened(name string) string {
	const longest = 32
	if r := []rune(name); len(r) > longest {
		return string(r[:longest-1]) + "…"
	}
	return name
}
