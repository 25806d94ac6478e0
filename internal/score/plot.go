package score

import (
	"fmt"
	"math"

	"wolfden/internal/stats"
)

// The plot's measures in the units of its own coordinates.
const (
	plotLeft   = 190 // room for names
	plotWidth  = 420
	plotLine   = 22
	plotTop    = 34
	plotMargin = 30
	longLabel  = 26 // characters that fit beside the plot
)

// plot is a plot of intervals, laid out: a line each, a mark for the figure.
type plot struct {
	Title         string
	Width, Height int
	Left, Right   int
	Top, Bottom   int
	Middle        float64 // x of the line to compare with
	Ticks         []tick
	Bars          []bar

	from, to float64
}

type tick struct {
	X    float64
	Text string
}

type bar struct {
	Label, Full, Figure string
	X, Low, High, Y     float64
	Known               bool // the interval can be drawn
}

func newPlot(title string, from, to, step float64) plot {
	p := plot{Title: title, Width: plotLeft + plotWidth + plotMargin, Left: plotLeft, Right: plotLeft + plotWidth, Top: plotTop, from: from, to: to}
	for v := from; v <= to+step/1e6; v += step {
		p.Ticks = append(p.Ticks, tick{p.x(v), fmt.Sprintf("%.3g", v)})
	}
	return p
}

// x is where a figure stands; what lies outside stands at the edge.
func (p *plot) x(v float64) float64 {
	share := (v - p.from) / (p.to - p.from)
	return plotLeft + plotWidth*min(max(share, 0), 1)
}

func (p *plot) add(label string, e stats.Estimate) {
	b := bar{Label: label, Full: label, Figure: ranged(e), Y: float64(plotTop + plotLine*len(p.Bars) + plotLine/2)}
	if r := []rune(label); len(r) > longLabel {
		b.Label = string(r[:longLabel-1]) + "…"
	}
	b.Known = !math.IsNaN(e.Value + e.Low + e.High)
	if b.Known {
		b.X, b.Low, b.High = p.x(e.Value), p.x(e.Low), p.x(e.High)
	}
	p.Bars = append(p.Bars, b)
}

// done is the plot with its height and the line to compare with.
func (p *plot) done(middle float64) plot {
	p.Middle = p.x(middle)
	p.Bottom = plotTop + plotLine*len(p.Bars)
	p.Height = p.Bottom + plotMargin
	return *p
}
