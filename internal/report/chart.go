package report

import (
	"bytes"
	"fmt"
	"image/color"
	"image/png"
	"io"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"wolfden/internal/sheet"
	"wolfden/internal/stats"
)

// Chart shows figures with their intervals, in the colour and mark of their run: across, a line a label, or across and up.
type Chart struct {
	Name      string // of its files
	Sheet     string // that it shows
	Title     string
	X, Y      string   // what the axes show
	Labels    []string // of the lines, the first at the top; nil where figures go up, too
	Reference float64  // what the figures of lines are compared with
	Diagonal  bool     // figures up are compared with those across, both of them shares; else both with 0
	Points    []Point
	runs      []string // in the order of their colours
}

// Point is figures in percent. Those of a line do not go up.
type Point struct {
	Run, Label string
	X, Y       stats.Estimate
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
					Sheet: s.Name, Title: fmt.Sprintf("%s: %s, %s", s.Title, c.Name, setup), X: d.axis, Reference: d.reference,
					runs: inOrder(s, runs),
				}
				if chart.fill(s, at, setup) {
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
func (c *Chart) fill(s *sheet.Sheet, column int, setup string) bool {
	for _, l := range s.Lines {
		e, ok := l.Cells[column].Estimate()
		if l.Keys[1] != setup || !ok || !whole(e) {
			continue
		}
		label := strings.Join(l.Keys[2:], ", ")
		if !slices.Contains(c.Labels, label) {
			c.Labels = append(c.Labels, label)
		}
		c.Points = append(c.Points, Point{Run: l.Keys[0], Label: label, X: e.Scale(100)})
	}
	return len(c.Points) > 0
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
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = c.Title, c.X, c.Y
	p.Legend.Top, p.Legend.Left, p.Legend.Padding = true, c.Labels == nil, vg.Points(2)
	p.Add(plotter.NewGrid())
	for n, run := range c.runs {
		if s := c.spread(n); len(s.XYs) > 0 {
			if err := s.plot(p, run, n); err != nil {
				return err
			}
		}
	}
	finish, width, height := c.plane, vg.Points(480), vg.Points(420)
	if c.Labels != nil {
		finish, width, height = c.lines, vg.Points(540), vg.Points(float64(90+len(c.Labels)*(16+8*len(c.runs))))
	}
	if err := finish(p); err != nil {
		return err
	}
	return paint(p, w, width, height, format)
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
	if picture, is := sheet.(vgimg.PngCanvas); is {
		encoder := png.Encoder{CompressionLevel: png.BestSpeed} // half of the time for 4% more bytes
		return encoder.Encode(w, picture.Image())
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

// lines draws what the figures of lines are compared with, sets the ends of the axes, and names the lines.
func (c *Chart) lines(p *plot.Plot) error {
	low, high := math.Min(p.X.Min, c.Reference), math.Max(p.X.Max, c.Reference)
	if err := dashed(p, plotter.XYs{{X: c.Reference, Y: -1}, {X: c.Reference, Y: float64(len(c.Labels))}}); err != nil {
		return err
	}
	names := make([]string, len(c.Labels))
	for i, label := range c.Labels {
		names[len(names)-1-i] = shortened(label)
	}
	p.NominalY(names...)
	margin := math.Max((high-low)/20, 1)
	p.X.Min, p.X.Max = low-margin, high+margin
	p.X.Tick.Marker = ticks(high - low)
	p.Y.Min, p.Y.Max = -0.6, float64(len(c.Labels))-0.4+0.3*float64(len(c.runs)) // room for the legend
	return nil
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

// spread is points with intervals across, and up where they go there.
type spread struct {
	plotter.XYs
	plotter.XErrors
	plotter.YErrors
}

// spread are the points of a run; on lines below each other, where several runs have one of a label. A bound that is not known is drawn as none.
func (c *Chart) spread(n int) *spread {
	arms := func(e stats.Estimate) struct{ Low, High float64 } {
		if !whole(e) {
			return struct{ Low, High float64 }{}
		}
		return struct{ Low, High float64 }{e.Value - e.Low, e.High - e.Value}
	}
	s, step := &spread{}, 0.6/float64(len(c.runs))
	for _, at := range c.Points {
		if at.Run != c.runs[n] {
			continue
		}
		y := at.Y.Value
		if c.Labels != nil {
			y = float64(len(c.Labels)-1-slices.Index(c.Labels, at.Label)) + step*(float64(len(c.runs)-1)/2-float64(n))
		} else {
			s.YErrors = append(s.YErrors, arms(at.Y))
		}
		s.XYs, s.XErrors = append(s.XYs, plotter.XY{X: at.X.Value, Y: y}), append(s.XErrors, arms(at.X))
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
