package report

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"wolfden/internal/sheet"
	"wolfden/internal/stats"
)

// Plane is points with an interval each way.
type Plane struct {
	X, Y     string // what the axes show
	Diagonal bool   // where both are the same is marked; else where both are 0
	Points   []Point
	runs     []string // in the order of their colours
}

// Point is a point of a plane, in percent.
type Point struct {
	Run, Label string
	X, Y       stats.Estimate
}

// planes are the charts with two axes of a sheet.
func planes(s *sheet.Sheet, runs []string) []Chart {
	switch s.Name {
	case "skill":
		var all []Chart
		var setups []string
		for _, entry := range s.Values(1) {
			if setup := entry[len(bare(entry)):]; !slices.Contains(setups, setup) {
				setups = append(setups, setup)
			}
		}
		for n, setup := range setups {
			p := &Plane{X: "detection: votes for werewolves, points above chance", Y: "deception: votes kept off, points above chance"}
			for _, l := range s.Lines {
				if name := bare(l.Keys[1]); l.Keys[1][len(name):] == setup {
					p.add(l.Keys[0], name, &l.Cells[0], &l.Cells[1])
				}
			}
			all = append(all, p.charts(s, runs, n+1, setup)...)
		}
		return all
	case "reliability":
		var all []Chart
		for n, entry := range s.Values(2) {
			p := &Plane{X: "chance noted, %", Y: "werewolves, %", Diagonal: true}
			for _, l := range s.Lines {
				if l.Keys[2] == entry {
					p.add(l.Keys[0], "", &l.Cells[1], &l.Cells[2])
				}
			}
			all = append(all, p.charts(s, runs, n+1, ": "+entry)...)
		}
		return all
	default:
		return nil
	}
}

// bare is the name of an entry without the setup that stands in brackets behind it, where there are several.
func bare(entry string) string {
	if at := strings.LastIndex(entry, " ("); at > 0 && strings.HasSuffix(entry, ")") {
		return entry[:at]
	}
	return entry
}

// add takes in a point that is known both ways.
func (p *Plane) add(run, label string, x, y *sheet.Cell) {
	across, one := x.Estimate()
	up, other := y.Estimate()
	if one && other && known(across.Value) && known(up.Value) {
		p.Points = append(p.Points, Point{run, label, across.Scale(100), up.Scale(100)})
	}
}

func (p *Plane) charts(s *sheet.Sheet, runs []string, number int, of string) []Chart {
	if len(p.Points) == 0 {
		return nil
	}
	p.runs = inOrder(s, runs)
	return []Chart{{Name: fmt.Sprintf("%s-%d", s.Name, number), Sheet: s.Name, Title: s.Title + of, Plane: p}}
}

// spread is points with intervals both ways, or one.
type spread struct {
	plotter.XYs
	plotter.XErrors
	plotter.YErrors
}

func (p *Plane) draw(w io.Writer, title, format string) error {
	canvas := plot.New()
	canvas.Title.Text, canvas.X.Label.Text, canvas.Y.Label.Text = title, p.X, p.Y
	canvas.Legend.Top, canvas.Legend.Left, canvas.Legend.Padding = true, true, vg.Points(2)
	canvas.Add(plotter.NewGrid())
	runs := map[string]*spread{}
	for _, at := range p.Points {
		if runs[at.Run] == nil {
			runs[at.Run] = &spread{}
		}
		runs[at.Run].add(at)
	}
	for n, run := range p.runs {
		if runs[run] == nil {
			continue
		}
		if err := runs[run].plot(canvas, run, n); err != nil {
			return err
		}
	}
	p.frame(canvas)
	if err := p.mark(canvas); err != nil {
		return err
	}
	return paint(canvas, w, vg.Points(480), vg.Points(420), format)
}

// add takes in a point; a bound that is not known is drawn as none.
func (s *spread) add(at Point) {
	arms := func(e stats.Estimate) struct{ Low, High float64 } {
		if !whole(e) {
			return struct{ Low, High float64 }{}
		}
		return struct{ Low, High float64 }{e.Value - e.Low, e.High - e.Value}
	}
	s.XYs = append(s.XYs, plotter.XY{X: at.X.Value, Y: at.Y.Value})
	s.XErrors = append(s.XErrors, arms(at.X))
	s.YErrors = append(s.YErrors, arms(at.Y))
}

func (s *spread) plot(canvas *plot.Plot, run string, n int) error {
	colour, shape := palette(n)
	marks, err := plotter.NewScatter(s.XYs)
	if err != nil {
		return err
	}
	marks.Color, marks.Shape, marks.Radius = colour, shape, vg.Points(3)
	across, err := plotter.NewXErrorBars(s)
	if err != nil {
		return err
	}
	pale := color.NRGBA{colour.R, colour.G, colour.B, 90} // so that names can be read across
	across.Color = pale
	canvas.Add(across)
	if s.YErrors != nil {
		up, err := plotter.NewYErrorBars(s)
		if err != nil {
			return err
		}
		up.Color = pale
		canvas.Add(up)
	}
	canvas.Add(marks)
	canvas.Legend.Add(shortened(run), marks)
	return nil
}

// frame leaves room around the points and their intervals; shares have all of their axes.
func (p *Plane) frame(canvas *plot.Plot) {
	for _, axis := range []*plot.Axis{&canvas.X, &canvas.Y} {
		if p.Diagonal {
			axis.Min, axis.Max = 0, 100
		}
		room := math.Max((axis.Max-axis.Min)/25, 1)
		axis.Min, axis.Max = axis.Min-room, axis.Max+room
	}
}

// mark draws what the points are compared with, and names the points that have a name.
func (p *Plane) mark(canvas *plot.Plot) error {
	lines := []plotter.XYs{{{X: canvas.X.Min}, {X: canvas.X.Max}}, {{Y: canvas.Y.Min}, {Y: canvas.Y.Max}}}
	if p.Diagonal {
		lines = []plotter.XYs{{{}, {X: 100, Y: 100}}}
	}
	for _, points := range lines {
		if err := dashed(canvas, points); err != nil {
			return err
		}
	}
	canvas.X.Tick.Marker, canvas.Y.Tick.Marker = ticks(canvas.X.Max-canvas.X.Min), ticks(canvas.Y.Max-canvas.Y.Min)
	names := plotter.XYLabels{}
	for _, at := range p.Points {
		names.XYs, names.Labels = append(names.XYs, plotter.XY{X: at.X.Value, Y: at.Y.Value}), append(names.Labels, " "+shortened(at.Label))
	}
	labels, err := plotter.NewLabels(names)
	if err != nil {
		return err
	}
	labels.Offset.Y = vg.Points(3)
	canvas.Add(labels)
	return nil
}
