package viewer

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"wolfden/internal/chances"
	"wolfden/internal/viewer/story"
	"wolfden/werewolf"
)

// chanceCurve is the village's chance as a line. All places are in percent: from the left of the items that were shown, from above
// of the chance that is missing, so that a figure may have any size.
type chanceCurve struct {
	Kind   string // kindRoles or kindView
	Head   string // what it is by
	Text   string
	Dots   []chanceDot
	sketch []point
	upper  []point
	lower  []point
	ending []point // when it is known who won
}

// The kinds of curves: by true roles, and by the eyes that the page is seen with.
const (
	kindRoles = "roles"
	kindView  = "view"
)

// chanceDot is a moment at which the chance was reckoned.
type chanceDot struct {
	X, Y string
	At   int // the place of the last item before it; -1 before all

	place point
}

// chanceDay is where a day begins.
type chanceDay struct {
	Day    int
	X      string
	Named  bool // there is room for its name
	Narrow bool // on a phone, too
	Last   bool // its name stands before it, since nothing but the edge comes after
}

func across(items, all int) float64 { return 100 * float64(items) / float64(max(all, 1)) }

func down(chance float64) float64 { return 100 - 100*math.Min(math.Max(chance, 0), 1) }

// add adds the chance after so many of all items.
func (c *chanceCurve) add(items, all int, p *chances.Point) {
	x := across(items, all)
	here := point{x, down(p.Village.Value)}
	c.Dots = append(c.Dots, chanceDot{X: share100(here.x), Y: share100(here.y), At: items - 1, place: here})
	c.sketch = append(c.sketch, point{x, down(p.Sketch)})
	c.upper = append(c.upper, point{x, down(p.Village.High)})
	c.lower = append(c.lower, point{x, down(p.Village.Low)})
}

// end leads the line to how the game ended.
func (c *chanceCurve) end(winner werewolf.Team) {
	switch {
	case len(c.Dots) < 2 || winner == werewolf.NoTeam:
	case winner == werewolf.VillagerTeam:
		c.ending = []point{{100, 0}}
	default:
		c.ending = []point{{100, 100}}
	}
}

// Line goes from dot to dot.
func (c *chanceCurve) Line() string { return line(c.line()) }

func (c *chanceCurve) line() (all []point) {
	for i := range c.Dots {
		all = append(all, c.Dots[i].place)
	}
	return append(all, c.ending...)
}

// Sketch goes through what was estimated before anything was played.
func (c *chanceCurve) Sketch() string { return line(c.sketch) }

// Band is between the bounds of the intervals; of a single dot it is a line.
func (c *chanceCurve) Band() string {
	around := append([]point(nil), c.upper...)
	for i := len(c.lower) - 1; i >= 0; i-- {
		around = append(around, c.lower[i])
	}
	return line(around) + "Z"
}

func line(all []point) string {
	var b strings.Builder
	for i, p := range all {
		letter := "L"
		if i == 0 {
			letter = "M"
		}
		fmt.Fprintf(&b, "%s%.2f %.2f", letter, p.x, p.y)
	}
	return b.String()
}

// share100 is a place in percent, as SVG takes it.
func share100(v float64) string { return fmt.Sprintf("%.2f%%", v) }

// points are a change of a chance in points of a percent, with a sign.
func points(v float64) string {
	return strings.ReplaceAll(fmt.Sprintf("%+.0f", 100*v), "-", "−")
}

// markOn is where a mark of a turning point stands after so many of all items: on the curve by true roles, since turning points are
// found by true roles. Where that curve is not drawn there is no mark.
func markOn(curves []chanceCurve, items, all int) (x, y string) {
	at := slices.IndexFunc(curves, func(c chanceCurve) bool { return c.Kind == kindRoles })
	if at < 0 {
		return "", ""
	}
	here := across(items, all)
	return share100(here), share100(height(curves[at].line(), here))
}

// height is how far down the line is there; beyond its ends it goes on level.
func height(all []point, x float64) float64 {
	for i, p := range all {
		switch {
		case p.x < x:
		case i == 0 || p.x == x:
			return p.y
		default:
			from := all[i-1]
			return from.y + (p.y-from.y)*(x-from.x)/(p.x-from.x)
		}
	}
	return all[len(all)-1].y
}

// How much of a figure the name of a day takes, of one on a wide page and of one on a phone.
const (
	nameWide   = 10
	nameNarrow = 17
)

// chanceDays are the days of the story.
func (p *gamePage) chanceDays() (days []chanceDay) {
	wide, narrow := names{size: nameWide}, names{size: nameNarrow}
	for i := range p.Story.Items {
		if it := &p.Story.Items[i]; it.Kind == story.Dawn {
			x := across(i, len(p.Story.Items))
			d := chanceDay{Day: it.Day, X: share100(x), Last: x > 100-nameNarrow}
			d.Named, d.Narrow = wide.fit(x, d.Last), narrow.fit(x, d.Last)
			days = append(days, d)
		}
	}
	return days
}

// names are those below a figure, from the left. All are of a size.
type names struct{ size, taken float64 }

// fit reports whether there is room for one more beside a line, or before it.
func (n *names) fit(line float64, before bool) bool {
	from := line
	if before {
		from -= n.size
	}
	if from < n.taken {
		return false
	}
	n.taken = from + n.size
	return true
}
