package viewer

import (
	"math"
	"strconv"
	"unicode/utf8"

	"wolfden/internal/viewer/story"
	"wolfden/werewolf"
)

// figure is votes as arrows: the players in a circle in their order, an arrow from each voter to its choice.
type figure struct {
	Size   int // of the square that the faces are in
	Side   int // what names need beside it
	Face   int // of a face
	Nodes  []node
	Arrows []arrow

	n int // players
}

// Wide is how wide all of it is.
func (f *figure) Wide() int { return f.Size + 2*f.Side }

// node is a player in a figure.
type node struct {
	Seat  werewolf.SeatID
	Name  string
	X, Y  string // the corner of the face
	NameX string
	NameY string
	Dead  bool
}

// arrow is a vote in a figure.
type arrow struct {
	Colour string
	Path   string
}

// How a figure is drawn, in its own units.
const (
	figureSize = 420
	figureSide = 24
	longName   = 9 // letters of a name that have room
	middle     = figureSize / 2.
)

func arrows(s *story.Story, it *story.Item) *figure {
	n := len(s.Players)
	f := &figure{Size: figureSize, Side: figureSide, Face: max(28, min(60, 560/max(n, 1))), n: n}
	for i := range s.Players {
		p := &s.Players[i]
		at, half := f.place(i), float64(f.Face)/2
		o := node{
			Seat: p.Seat, Name: short(p.Name), X: num(at.x - half), Y: num(at.y - half), NameX: num(at.x), NameY: num(f.line(i)),
			Dead: !it.Alive.Has(p.Seat) && !voted(it, p.Seat),
		}
		f.Nodes = append(f.Nodes, o)
	}
	for _, b := range it.Ballots {
		if b.Target != 0 {
			f.Arrows = append(f.Arrows, arrow{colour(b.Seat), f.path(int(b.Seat)-1, int(b.Target)-1)})
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

// point is a place in a figure.
type point struct{ x, y float64 }

func (p point) to(q point, part float64) point {
	return point{p.x + (q.x-p.x)*part, p.y + (q.y-p.y)*part}
}

func (p point) far(q point) float64 { return math.Hypot(p.x-q.x, p.y-q.y) }

// String is the point as paths of SVG name it, to the unit, which is less than a dot of the screen.
func (p point) String() string { return num(math.Round(p.x)) + " " + num(math.Round(p.y)) }

// place is the middle of a player's face.
func (f *figure) place(i int) point {
	r := (figureSize-float64(f.Face))/2 - 18
	angle := 2*math.Pi*float64(i)/float64(f.n) - math.Pi/2
	return point{middle + r*math.Cos(angle), middle + r*math.Sin(angle)}
}

// line is where a player's name stands: outside of the circle, above or below the face.
func (f *figure) line(i int) float64 {
	at := f.place(i)
	if at.y < middle-1 {
		return at.y - float64(f.Face)/2 - 6
	}
	return at.y + float64(f.Face)/2 + 13
}

// How large names are, about, and what stays free about faces and names.
const (
	letterWide, letterFull = 9.5, 13.5 // a letter, and a Chinese character or one as wide
	lineUp, lineDown       = 12, 5     // from the line of the name
	free                   = 4
	tip                    = 7 // of an arrow
)

// covered reports whether a face or a name is at the place, or the place is nearer to one than it should be.
func (f *figure) covered(p point, near float64) bool {
	for i := range f.Nodes {
		at, y := f.place(i), f.line(i)
		wide := near
		for _, r := range f.Nodes[i].Name {
			wide += letterWide / 2
			if r >= 0x1100 {
				wide += (letterFull - letterWide) / 2
			}
		}
		name := math.Abs(p.x-at.x) < wide && p.y > y-lineUp-near && p.y < y+lineDown+near
		if name || p.far(at) < float64(f.Face)/2+near {
			return true
		}
	}
	return false
}

// path goes from face to face and begins and ends where nothing is covered. It bends towards the middle, so that two who vote for
// each other are two arrows, and the more the less room there is between the two.
func (f *figure) path(from, to int) (path string) {
	if from == to {
		return f.loop(from)
	}
	a, b := f.place(from), f.place(to)
	long := math.Max(a.far(b), 1)
	half := a.to(b, .5)
	aside := point{half.x - (b.y-a.y)/long*18, half.y + (b.x-a.x)/long*18}
	for pull := .18; pull < 1; pull += .1 {
		by := point{aside.x + (middle-half.x)*pull, aside.y + (middle-half.y)*pull}
		on := func(t float64) point { return a.to(by, t).to(by.to(b, t), t) }
		first, last := 0., 1.
		for first < .4 && f.covered(on(first), free) {
			first += 1. / 64
		}
		for last > .6 && f.covered(on(last), free+tip) {
			last -= 1. / 64
		}
		path = "M" + on(first).String() + "Q" + a.to(by, first).to(by.to(b, first), last).String() + " " + on(last).String()
		if first < .4 && last > .6 {
			break
		}
	}
	return path
}

// loop leaves a face towards the middle and comes back to it, turned to where nothing covers its ends.
func (f *figure) loop(i int) (path string) {
	at := f.place(i)
	in, gap := math.Atan2(middle-at.y, middle-at.x), float64(f.Face)/2+free
	for _, tilt := range []float64{0, .4, -.4, .8, -.8} {
		around := func(turn, far float64) point {
			return point{at.x + far*math.Cos(in+tilt+turn), at.y + far*math.Sin(in+tilt+turn)}
		}
		first, last := around(-.5, gap), around(.5, gap+tip)
		path = "M" + first.String() + "C" + around(-.7, gap+50).String() + " " + around(.7, gap+50).String() + " " + last.String()
		if !f.covered(first, free/2) && !f.covered(last, free/2) {
			break
		}
	}
	return path
}

func num(v float64) string { return strconv.FormatFloat(math.Round(10*v)/10, 'f', -1, 64) }

func short(name string) string {
	if utf8.RuneCountInString(name) <= longName {
		return name
	}
	return string([]rune(name)[:longName-1]) + "…"
}
