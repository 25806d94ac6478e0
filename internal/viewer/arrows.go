package viewer

import (
	"fmt"
	"math"
	"unicode/utf8"

	"wolfden/internal/viewer/story"
	"wolfden/werewolf"
)

// figure is votes as arrows: the players in a circle in their order, an arrow from each voter to its choice.
type figure struct {
	Size   int // of the square it is drawn in
	Face   int // of a face
	Nodes  []node
	Arrows []arrow
}

// node is a player in a figure.
type node struct {
	Seat   werewolf.SeatID
	Colour string
	Name   string
	X, Y   string // the corner of the face
	NameX  string
	NameY  string
	Dead   bool
	Chosen bool // has the most votes
}

// arrow is a vote in a figure.
type arrow struct {
	Colour string
	Path   string
}

// How a figure is drawn, in its own units.
const (
	figureSize = 420
	longName   = 9 // letters of a name that have room
)

func arrows(s *story.Story, it *story.Item) *figure {
	n := len(s.Players)
	f := &figure{Size: figureSize, Face: max(28, min(60, 560/max(n, 1)))}
	votes := map[werewolf.SeatID]int{}
	most := 0
	for _, b := range it.Ballots {
		if b.Target != 0 {
			votes[b.Target]++
			most = max(most, votes[b.Target])
		}
	}
	for i := range s.Players {
		p := &s.Players[i]
		x, y := f.place(i, n)
		half := float64(f.Face) / 2
		f.Nodes = append(f.Nodes, node{
			Seat: p.Seat, Colour: colour(p.Seat), Name: short(p.Name), X: num(x - half), Y: num(y - half), NameX: num(x), NameY: num(y + half + 13),
			Dead: !it.Alive.Has(p.Seat) && !voted(it, p.Seat), Chosen: most > 0 && votes[p.Seat] == most,
		})
	}
	for _, b := range it.Ballots {
		switch b.Target {
		case 0:
		case b.Seat:
			f.Arrows = append(f.Arrows, arrow{colour(b.Seat), f.loop(int(b.Seat)-1, n)})
		default:
			f.Arrows = append(f.Arrows, arrow{colour(b.Seat), f.path(int(b.Seat)-1, int(b.Target)-1, n)})
		}
	}
	return f
}

func voted(it *story.Item, id werewolf.SeatID) bool {
	for _, b := range it.Ballots {
		if b.Seat == id || b.Target == id {
			return true
		}
	}
	return false
}

// place is the middle of a player's face.
func (f *figure) place(i, n int) (x, y float64) {
	r := (figureSize-float64(f.Face))/2 - 12
	angle := 2*math.Pi*float64(i)/float64(n) - math.Pi/2
	return figureSize/2 + r*math.Cos(angle), figureSize/2 - 6 + r*math.Sin(angle)
}

// path bends towards the middle, so that two who vote for each other are two arrows.
func (f *figure) path(from, to, n int) string {
	x1, y1 := f.place(from, n)
	x2, y2 := f.place(to, n)
	gap := float64(f.Face)/2 + 4
	dx, dy := x2-x1, y2-y1
	length := math.Max(math.Hypot(dx, dy), 1)
	cx := (x1+x2)/2 - dy/length*18 + (figureSize/2-(x1+x2)/2)*.18
	cy := (y1+y2)/2 + dx/length*18 + (figureSize/2-(y1+y2)/2)*.18
	x1, y1 = towards(x1, y1, cx, cy, gap)
	x2, y2 = towards(x2, y2, cx, cy, gap+7)
	return fmt.Sprintf("M%s %sQ%s %s %s %s", num(x1), num(y1), num(cx), num(cy), num(x2), num(y2))
}

// loop leaves a face towards the middle and comes back to it.
func (f *figure) loop(at, n int) string {
	x, y := f.place(at, n)
	middle := math.Atan2(figureSize/2-y, figureSize/2-x)
	gap := float64(f.Face)/2 + 4
	point := func(turn, far float64) string {
		return num(x+far*math.Cos(middle+turn)) + " " + num(y+far*math.Sin(middle+turn))
	}
	return "M" + point(-.5, gap) + "C" + point(-.7, gap+55) + " " + point(.7, gap+55) + " " + point(.5, gap+7)
}

func towards(x, y, tx, ty, by float64) (float64, float64) {
	d := math.Max(math.Hypot(tx-x, ty-y), 1)
	return x + (tx-x)/d*by, y + (ty-y)/d*by
}

func num(v float64) string { return fmt.Sprintf("%.1f", v) }

func short(name string) string {
	if utf8.RuneCountInString(name) <= longName {
		return name
	}
	return string([]rune(name)[:longName-1]) + "…"
}
