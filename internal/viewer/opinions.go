package viewer

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"wolfden/internal/opinion"
	"wolfden/internal/viewer/story"
	"wolfden/werewolf"
)

// opinions are what a player noted of the others over the game: its own account of what it believed and, of a liar, of what
// it showed to believe, each by itself.
type opinions struct {
	Seat     werewolf.SeatID
	Name     string
	Role     werewolf.Role
	Accounts []account
}

// account is what a player noted to believe, or to show.
type account struct {
	Mask bool  // it is what the player showed
	Days []int // at the end of which it had noted something new
	Rows []opinionRow
	Plot opinionPlot
}

// opinionRow is what it believed of one other at the end of each day.
type opinionRow struct {
	Seat  werewolf.SeatID
	Cells []opinionCell
}

// opinionCell is a chance as the player noted it, and what there was reason to believe beside it.
type opinionCell struct {
	Text   string
	Heat   int
	Beside string
}

// noted is what a player believed when an item came to be.
type noted struct {
	at   int // the number of the item
	day  int
	late bool
	wolf map[werewolf.SeatID]float64
}

// opinions are the opinions of all players whose notes the reader may see and which give any.
func (p *gamePage) opinions() (all []opinions) {
	names := namesIn(p.Story)
	series := map[werewolf.SeatID]*[2][]noted{} // of beliefs, of masks
	for i := range p.Story.Items {
		it := &p.Story.Items[i]
		for _, t := range it.Thoughts {
			o := readNote(names, t)
			for k, wolf := range [2]map[werewolf.SeatID]float64{o.Wolf, o.Mask} {
				if wolf == nil {
					continue
				}
				if series[t.Seat] == nil {
					series[t.Seat] = &[2][]noted{}
				}
				series[t.Seat][k] = append(series[t.Seat][k], noted{it.N, it.Day, late(it), wolf})
			}
		}
	}
	for _, id := range keys(series) {
		own := p.Story.Player(id)
		o := opinions{Seat: id, Name: own.Name, Role: own.Role}
		for k, notes := range series[id] {
			if len(notes) > 0 {
				a := account{Mask: k == 1, Plot: p.plot(id, notes)}
				a.fill(id, notes, p.Beliefs, len(p.Story.Players))
				o.Accounts = append(o.Accounts, a)
			}
		}
		all = append(all, o)
	}
	return all
}

func readNote(names opinion.Table, t story.Thought) opinion.Opinion {
	if t.Call != nil {
		return opinion.Opinion{}
	}
	return names.Read(t.Topic, t.Text, false)
}

// fill makes the table: for each day the last note of it, if there is one from before the vote was counted.
func (o *account) fill(own werewolf.SeatID, series []noted, beside *beliefs, players int) {
	last := map[int]map[werewolf.SeatID]float64{}
	daytime := map[int]bool{}
	for _, n := range series {
		if !n.late || !daytime[n.day] {
			last[n.day], daytime[n.day] = n.wolf, !n.late
		}
	}
	o.Days = keys(last)
	for i := range players {
		row := opinionRow{Seat: werewolf.SeatID(i + 1)}
		told := false
		for _, day := range o.Days {
			q, ok := last[day][row.Seat]
			c := opinionCell{Text: "–"}
			if ok {
				told = true
				c = opinionCell{Text: percent(q), Heat: int(math.Round(10 * q)), Beside: beside.on(day, row.Seat)}
			}
			row.Cells = append(row.Cells, c)
		}
		if told && row.Seat != own {
			o.Rows = append(o.Rows, row)
		}
	}
}

// on is what was believed of a player at the end of a day, in brackets; "" where nothing was reckoned.
func (b *beliefs) on(day int, id werewolf.SeatID) string {
	if b == nil {
		return ""
	}
	i := slices.Index(b.Days, day)
	if i < 0 || i >= len(b.rows[id]) {
		return ""
	}
	return "(" + percent(math.Min(math.Max(b.rows[id][i], 0), 1)) + ")"
}

// opinionPlot is the opinions as lines, each ending in the face of whom it is about.
type opinionPlot struct {
	Width, Height, Top, Bottom, Foot, Right, Face int

	Levels []level
	Days   []dayLine
	Lines  []opinionLine
}

type level struct {
	Y, TextY, Text string
}

type dayLine struct {
	Day int
	X   string
}

type opinionLine struct {
	Seat         werewolf.SeatID
	Colour       string
	Path, Lead   string // Lead goes from the end of the line to its face, "" where the face is at the end
	FaceX, FaceY string
	end, settled float64 // where it ends, and where its face has room
}

// How a plot is drawn, in its own units.
const (
	plotLeft, plotRight, plotTop, plotBottom = 36, 470, 10, 260
	plotFaces                                = 504 // where faces stand
	plotFace                                 = 20
	plotPoints                               = 120 // of a line; more cannot be told apart
)

func (p *gamePage) plot(id werewolf.SeatID, series []noted) opinionPlot {
	f := opinionPlot{Width: 540, Height: 284, Top: plotTop, Bottom: plotBottom, Foot: plotBottom + 17, Right: plotRight, Face: plotFace}
	for _, q := range []float64{0, .25, .5, .75, 1} {
		f.Levels = append(f.Levels, level{num(plotY(q)), num(plotY(q) + 4), fmt.Sprintf("%.0f", 100*q)})
	}
	first, last := series[0].at, max(series[len(series)-1].at, series[0].at+1)
	x := func(at int) float64 {
		return plotLeft + (plotRight-plotLeft)*float64(at-first)/float64(last-first)
	}
	for _, it := range p.Story.Items {
		if it.Kind == story.Dawn && it.N >= first && it.N < last {
			f.Days = append(f.Days, dayLine{it.Day, num(x(it.N))})
		}
	}
	for i := range p.Story.Players {
		about := werewolf.SeatID(i + 1)
		if l, ok := lineOf(about, series, x); ok && about != id {
			f.Lines = append(f.Lines, l)
		}
	}
	f.settle()
	return f
}

func plotY(q float64) float64 { return plotBottom - (plotBottom-plotTop)*q }

// lineOf goes from note to note in steps: a belief holds until another is noted.
func lineOf(about werewolf.SeatID, series []noted, x func(int) float64) (opinionLine, bool) {
	l := opinionLine{Seat: about, Colour: colour(about)}
	var path strings.Builder
	step := max(1, len(series)/plotPoints)
	held, end := -1.0, float64(plotRight)
	for i, n := range series {
		q, ok := n.wolf[about]
		if !ok && path.Len() > 0 {
			end = x(n.at) // it is spoken of no more
			break
		}
		if !ok || q == held || i%step != 0 && i != len(series)-1 {
			continue
		}
		if path.Len() == 0 {
			fmt.Fprintf(&path, "M%s %s", num(x(n.at)), num(plotY(q)))
		} else {
			fmt.Fprintf(&path, "H%sV%s", num(x(n.at)), num(plotY(q)))
		}
		held = q
	}
	if path.Len() == 0 {
		return l, false
	}
	fmt.Fprintf(&path, "H%s", num(end))
	l.Path, l.end = path.String(), plotY(held)
	if end < plotRight {
		l.FaceX, l.FaceY = num(end-plotFace/2), num(l.end-plotFace/2)
	}
	return l, true
}

// settle gives each face room beside the end of its line: none covers another.
func (f *opinionPlot) settle() {
	var order []*opinionLine
	for i := range f.Lines {
		if f.Lines[i].FaceX == "" {
			order = append(order, &f.Lines[i])
		}
	}
	slices.SortStableFunc(order, func(a, b *opinionLine) int { return cmp.Compare(a.end, b.end) })
	low := float64(plotTop)
	for _, l := range order {
		l.settled = math.Max(l.end, low)
		low = l.settled + plotFace + 1
	}
	high := float64(plotBottom)
	for _, l := range slices.Backward(order) {
		l.settled = math.Min(l.settled, high)
		high = l.settled - plotFace - 1
	}
	for _, l := range order {
		l.FaceX, l.FaceY = strconv.Itoa(plotFaces), num(l.settled-plotFace/2)
		l.Lead = fmt.Sprintf("M%d %sL%d %s", plotRight, num(l.end), plotFaces-2, num(l.settled))
	}
}
