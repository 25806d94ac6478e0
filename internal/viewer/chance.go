package viewer

import (
	"cmp"
	"fmt"
	"html/template"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/chances"
	"wolfden/internal/viewer/archive"
	"wolfden/internal/viewer/story"
	"wolfden/werewolf"
)

// chancePart is how the chances stood over the game, and where it turned, as far as the reader may see it.
type chancePart struct {
	Curves []chanceCurve // by true roles first
	Days   []chanceDay
	Rows   []chanceRow
	Turns  *turns
	// Foreign says what chances of games of others' players are worth; "" where the players are wolfden's.
	Foreign string
}

// chanceRow is a moment of the table, with the chance of each curve.
type chanceRow struct {
	Item, Text string
	Cells      []chanceCell

	entries int
}

// chanceCell is a chance in numbers; Text is "" where the curve has none there.
type chanceCell struct{ Text, Interval, Sketch string }

// knowsRoles reports whether the reader knows all roles: of a page that opens without the end, only when it was asked for. A
// seat's page stays what the seat knew.
func (p *gamePage) knowsRoles() bool {
	as := p.Story.Perspective
	return as.All || as.Seat == 0 && as.End && p.Story.Over
}

// chances puts together what the reader may see of what is kept; nil where that is nothing.
func (p *gamePage) chances(rec *gamelog.Record, kept archive.Kept) *chancePart {
	var part chancePart
	own := int(p.Story.Perspective.Seat)
	var shown []*chances.Curve
	if p.knowsRoles() {
		shown = append(shown, longest(kept.Curves, nil))
	}
	shown = slices.DeleteFunc(append(shown, longest(kept.Curves, &own)), func(c *chances.Curve) bool { return c == nil })
	moments := map[string]int{} // where in the list of rows
	for i, c := range shown {
		drawn, told := p.emptyCurve(c), c.Points
		if chances.Foreign(&rec.Header) {
			m, err := chances.OnForeign(c.Eyes)
			if err != nil {
				return nil
			}
			told = nil
			for j := range c.Points {
				told = append(told, m.Tell(c.By, c.Points[j]))
			}
			drawn.Text, part.Foreign = p.T("chances.foreign.curve", drawn.Text), cmp.Or(part.Foreign, p.foreign(m))
		}
		for j := range told {
			point := &told[j]
			at := p.itemsBefore(rec, point.Entries)
			drawn.add(at, len(p.Story.Items), point)
			row, ok := moments[point.Moment]
			if !ok {
				row = len(part.Rows)
				moments[point.Moment] = row
				part.Rows = append(part.Rows, chanceRow{
					Item: p.anchor(at), Text: p.moment(point), Cells: make([]chanceCell, len(shown)), entries: point.Entries,
				})
			}
			part.Rows[row].Cells[i] = chanceCell{percent(point.Village.Value), interval(point.Village), percent(point.Sketch)}
		}
		if c.Eyes == nil {
			drawn.end(p.Story.Winner)
		}
		part.Curves = append(part.Curves, drawn)
	}
	slices.SortStableFunc(part.Rows, func(a, b chanceRow) int { return cmp.Compare(a.entries, b.entries) })
	if p.knowsRoles() {
		part.Turns = p.turns(kept.Moves, part.Curves)
	}
	if len(part.Curves) == 0 && part.Turns == nil {
		return nil
	}
	part.Days = p.chanceDays()
	return &part
}

// foreign says how chances did on games of others' players.
func (p *gamePage) foreign(m *chances.Measured) string {
	off := func(i chances.Interval) string { return fmt.Sprintf("%.3f (%.3f–%.3f)", i.Value, i.Low, i.High) }
	rests := "chances.foreign.sketch"
	if m.PlayedTells() {
		rests = "chances.foreign.played"
	}
	return p.T("chances.foreign", m.Games, off(m.Used().Error), off(m.Share), off(m.Sketch.Error), story.Show(m.By), off(m.Played.Error), p.T(rests))
}

// emptyCurve is the curve without its dots.
func (p *gamePage) emptyCurve(c *chances.Curve) chanceCurve {
	kind, whose := kindView, "seat"
	switch {
	case c.Eyes == nil:
		kind, whose = kindRoles, "roles"
	case *c.Eyes == 0:
		whose = "village"
	}
	head := p.T("chances.by." + whose)
	return chanceCurve{Kind: kind, Head: head, Text: p.T("chances."+whose, head, story.Show(c.By), c.Least())}
}

// longest is the curve by the eyes with most points, and of several the one of most games; nil where there is none.
func longest(curves []chances.Curve, eyes *int) (best *chances.Curve) {
	for i := range curves {
		c := &curves[i]
		same := (c.Eyes == nil) == (eyes == nil) && (eyes == nil || *c.Eyes == *eyes)
		if !same || len(c.Points) == 0 {
			continue
		}
		if best == nil || cmp.Or(cmp.Compare(len(c.Points), len(best.Points)), cmp.Compare(c.Least(), best.Least())) > 0 {
			best = c
		}
	}
	return best
}

// itemsBefore is how many items of the story come before so many entries of the record.
func (p *gamePage) itemsBefore(rec *gamelog.Record, entries int) int {
	seen := p.Story.Perspective.Seen(rec.Entries[:min(max(entries, 0), len(rec.Entries))])
	n := 0
	for n < len(p.Story.Items) && p.Story.Items[n].N <= seen {
		n++
	}
	return n
}

// anchor is where the replay stands when so many items are shown.
func (p *gamePage) anchor(items int) string {
	if items == 0 {
		return "start"
	}
	return p.Story.Items[items-1].ID()
}

// moment is the point's moment in words.
func (p *gamePage) moment(point *chances.Point) string {
	_, part, _ := strings.Cut(point.Moment, ":")
	switch _, err := strconv.Atoi(point.Moment); {
	case err == nil:
		return p.T("chances.at.entry", point.Moment)
	case part == "":
		return p.T("chances.at.dawn", point.Day)
	case part == "night", part == "vote", part == "whisper":
		return p.T("chances.at."+part, point.Day)
	default:
		return p.T("chances.at.talk", point.Day, part)
	}
}

// interval is the bounds, in percent.
func interval(i chances.Interval) string {
	return fmt.Sprintf("(%.0f–%.0f)", 100*i.Low, 100*i.High)
}

// chanceCommands are those that reckon what the page could show of a game's file and does not; "" where the reader
// cannot run any. turned says that it shows where the game turned.
func (s *Site) chanceCommands(f *found, as story.Perspective, turned bool) (draw, turn string) {
	g := s.archive.Game(f.rec.Header.ID)
	if !s.options.Commands || f.live || g == nil {
		return "", ""
	}
	file := filepath.Base(g.File())
	draw, turn = "wolfden chances "+file, "wolfden moves "+file
	switch {
	case !as.All:
		return draw + " --as " + strconv.Itoa(int(as.Seat)), ""
	case turned:
		return draw, ""
	}
	return draw, turn
}

// Command is a command as a page shows it.
func (p *gamePage) Command(text string) template.HTML {
	return html("<code>", template.HTMLEscapeString(text), "</code>")
}

// turns are the moves at which the game turned.
type turns struct {
	By       string
	Games    int
	Foreign  bool // the players are others', and nobody was judged
	Of       int  // moves that were judged
	Sure     int  // those whose interval excludes 0
	ByChance int  // how many of them there would be if no move did anything
	List     []turn
}

// turn is one of them.
type turn struct {
	Item    string
	Day     int
	At      int    // the place of the item in the story
	X, Y    string // of its mark; "" where it has none
	Seat    werewolf.SeatID
	Target  werewolf.SeatID // of a vote
	Words   string          // of an utterance
	For     string          // the side that it helped: village or wolf
	Change  string
	Bounds  string
	Mistake string // what the mover had reason to expect of it, where that was a loss
}

// mostTurns are shown.
const mostTurns = 5

// turns finds the turning points in the story. A move that the reader was not shown is left out.
func (p *gamePage) turns(judged *chances.Judged, curves []chanceCurve) *turns {
	if judged == nil {
		return nil
	}
	shown := slices.DeleteFunc(slices.Clone(judged.Moves), func(m chances.Move) bool { return p.itemOf(&m) < 0 })
	all := &turns{By: story.Show(judged.By), Games: judged.Games, Foreign: judged.Unjudged, Of: len(shown), ByChance: chances.ByChance(len(shown))}
	all.Sure = len(chances.TurningPoints(shown, len(shown)))
	for _, i := range chances.TurningPoints(shown, mostTurns) {
		m := &shown[i]
		at := p.itemOf(m)
		it := &p.Story.Items[at]
		t := turn{
			Item: it.ID(), Day: m.Day(), At: at, Seat: m.Seat, Target: m.Target, For: "wolf",
			Change: points(m.Village.Value), Bounds: p.T("turns.bounds", points(m.Village.Low), points(m.Village.High)),
		}
		if m.Kind == werewolf.Talk {
			t.Words = it.Text()
		}
		if m.Village.Value > 0 {
			t.For = "village"
		}
		if m.Lost != nil {
			t.Mistake = points(-m.Lost.Value)
		}
		t.X, t.Y = markOn(curves, at+1, len(p.Story.Items))
		all.List = append(all.List, t)
	}
	return all
}

// itemOf is where in the story a move is told; -1 where the reader was not shown it.
func (p *gamePage) itemOf(m *chances.Move) int {
	_, part, _ := strings.Cut(m.Moment, ":")
	nth, _ := strconv.Atoi(part) // 0 of a vote
	day := m.Day()
	for i := range p.Story.Items {
		it := &p.Story.Items[i]
		switch {
		case m.Kind == werewolf.Talk && it.Kind == story.Talk && it.Day == day:
			if nth--; nth == 0 && it.Seat == m.Seat {
				return i
			}
		case m.Kind == werewolf.Vote && it.Kind == story.Votes && it.VotedOn == day:
			if slices.Contains(it.Ballots, werewolf.Ballot{Seat: m.Seat, Target: m.Target}) {
				return i
			}
		default: // tells another thing
		}
	}
	return -1
}
