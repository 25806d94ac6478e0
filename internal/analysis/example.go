package analysis

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"wolfden/internal/chances"
	"wolfden/internal/contestlog"
	"wolfden/internal/sheet"
	"wolfden/werewolf"
)

// example is where something was found; the zero value is nowhere.
type example struct{ game, moment, player string }

// example is the place of the line with a number on a day; of no utterance it is the dawn.
func (g *Game) example(seat werewolf.SeatID, day, number int) example {
	nth, moment := 0, fmt.Sprintf("d%d", day)
	for i := range g.Lines {
		if l := &g.Lines[i]; l.Kind == contestlog.TalkLine && l.Day == day {
			if nth++; l.Number == number {
				moment = fmt.Sprintf("d%d:%d", day, nth)
				break
			}
		}
	}
	return example{g.ID, moment, g.Player(seat).Name}
}

// ExampleGame and ExampleMoment are the keys by which ExampleSheet names a game, and a moment in it.
const (
	ExampleGame   = "game"
	ExampleMoment = "moment"
)

// mostMoves are how many moves of a kind ExampleSheet has.
const mostMoves = 3

// ExampleSheet names a game for everything that was found, and those of the moves that mattered most.
func ExampleSheet(slips []*SlipGroup, deceits []*Deceits, judged []Judged) sheet.Sheet {
	s := sheet.Sheet{
		Name: "examples", Title: "Games to look at", Keys: []string{"what", ExampleGame, ExampleMoment, "entry"},
		Note: "Of every kind of slip and deceit the first, of the entry with most of them. Of judged games the greatest mistakes, in points of the " +
			"chance of the mover's side, and turning points, in those of the village's. Moments are as wolfden whatif --at takes them.",
		Columns: []sheet.Column{{Name: "player"}, {Name: "chance", Unit: sheet.Points}},
	}
	most, found := map[string]int{}, map[string]sheet.Line{}
	add := func(kind, entry string, n int, first example) {
		if n > most[kind] {
			most[kind] = n
			found[kind] = sheet.Line{Keys: []string{kind, first.game, first.moment, entry}, Cells: []sheet.Cell{sheet.Text(first.player), sheet.Text("-")}}
		}
	}
	for _, g := range slips {
		add(g.Kind, g.Name, g.Found, g.first)
	}
	for _, d := range deceits {
		if d.Kind != anyDeceit {
			add(d.Kind, d.Name, d.False, d.first)
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(found)) {
		s.Lines = append(s.Lines, found[kind])
	}
	s.Lines = slices.Concat(s.Lines, greatest("mistake", judged, func(m *chances.Move) *chances.Interval {
		if m.Lost == nil || m.Lost.Low <= 0 {
			return nil
		}
		return &chances.Interval{Value: -m.Lost.Value, Low: -m.Lost.High, High: -m.Lost.Low, N: m.Lost.N}
	}), greatest("turning point", judged, func(m *chances.Move) *chances.Interval {
		if !m.Turned() {
			return nil
		}
		return &m.Village
	}))
	return s
}

// greatest are the lines of the moves for which something is largest, of those for which it is not nil.
func greatest(what string, judged []Judged, of func(*chances.Move) *chances.Interval) (lines []sheet.Line) {
	for i := range judged {
		g := &judged[i]
		for k := range g.Moves.Moves {
			m := &g.Moves.Moves[k]
			if worth := of(m); worth != nil && !g.Moves.Unjudged {
				lines = append(lines, sheet.Line{
					Keys:  []string{what, g.ID, m.Moment, groupName(g.Game, int(m.Seat)-1, ByTeam)},
					Cells: []sheet.Cell{sheet.Text(g.Player(m.Seat).Name), sheet.Figure(worth.Estimate())},
				})
			}
		}
	}
	slices.SortStableFunc(lines, func(a, b sheet.Line) int {
		return cmp.Compare(math.Abs(b.Cells[1].Value()), math.Abs(a.Cells[1].Value()))
	})
	return lines[:min(len(lines), mostMoves)]
}
