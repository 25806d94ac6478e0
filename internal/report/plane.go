package report

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"wolfden/internal/sheet"
)

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
			p := Chart{X: "detection: votes for werewolves, points above chance", Y: "deception: votes kept off, points above chance"}
			for _, l := range s.Lines {
				if name := bare(l.Keys[1]); l.Keys[1][len(name):] == setup {
					p.add(l.Keys[0], name, &l.Cells[0], &l.Cells[1])
				}
			}
			all = p.among(all, s, runs, n+1, setup)
		}
		return all
	case "reliability":
		var all []Chart
		for n, entry := range s.Values(2) {
			p := Chart{X: "chance noted, %", Y: "werewolves, %", Diagonal: true}
			for _, l := range s.Lines {
				if l.Keys[2] == entry {
					p.add(l.Keys[0], "", &l.Cells[1], &l.Cells[2])
				}
			}
			all = p.among(all, s, runs, n+1, ": "+entry)
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
func (c *Chart) add(run, label string, x, y *sheet.Cell) {
	across, one := x.Estimate()
	up, other := y.Estimate()
	if one && other && known(across.Value) && known(up.Value) {
		c.Points = append(c.Points, Point{run, label, across.Scale(100), up.Scale(100)})
	}
}

// among puts the chart of a sheet behind others, if it has a point.
func (c *Chart) among(all []Chart, s *sheet.Sheet, runs []string, number int, of string) []Chart {
	if len(c.Points) == 0 {
		return all
	}
	c.Name, c.Sheet, c.Title, c.runs = fmt.Sprintf("%s-%d", s.Name, number), s.Name, s.Title+of, inOrder(s, runs)
	return append(all, *c)
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

// plane leaves room around the points and their intervals, draws what they are compared with, and names those that have a name. Shares have
// all of their axes.
func (c *Chart) plane(canvas *plot.Plot) error {
	for _, axis := range []*plot.Axis{&canvas.X, &canvas.Y} {
		if c.Diagonal {
			axis.Min, axis.Max = 0, 100
		}
		room := math.Max((axis.Max-axis.Min)/25, 1)
		axis.Min, axis.Max = axis.Min-room, axis.Max+room
	}
	lines := []plotter.XYs{{{X: canvas.X.Min}, {X: canvas.X.Max}}, {{Y: canvas.Y.Min}, {Y: canvas.Y.Max}}}
	if c.Diagonal {
		lines = []plotter.XYs{{{}, {X: 100, Y: 100}}}
	}
	for _, points := range lines {
		if err := dashed(canvas, points); err != nil {
			return err
		}
	}
	canvas.X.Tick.Marker, canvas.Y.Tick.Marker = ticks(canvas.X.Max-canvas.X.Min), ticks(canvas.Y.Max-canvas.Y.Min)
	names := plotter.XYLabels{}
	for _, at := range c.Points {
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
