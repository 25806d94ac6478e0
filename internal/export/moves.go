package export

import (
	"fmt"
	"strings"

	"wolfden/internal/chances"
	"wolfden/internal/chronicle"
	"wolfden/internal/contestlog"
	"wolfden/werewolf"
)

// move adds what moves were worth, and what they come to for each player.
func (t *Tables) move(g *chronicle.Game, judged *chances.Judged, players []playerRow) {
	lines := linesOfMoves(g)
	for i := range judged.Moves {
		m := &judged.Moves[i]
		row := moveRow{
			Game: g.ID, Lang: g.Lang, Moment: valid(m.Moment), Kind: strings.ToLower(m.Kind.String()), Seat: int32(m.Seat), Target: seat(m.Target),
			Village: m.Village.Value, Better: seat(m.Better), By: valid(judged.By), Games: int32(judged.Games),
		}
		row.VillageLow, row.VillageHigh = bounds(m.Village)
		if m.Own != nil {
			row.Own = &m.Own.Value
			row.OwnLow, row.OwnHigh = bounds(*m.Own)
		}
		if m.Lost != nil {
			row.Lost = &m.Lost.Value
			row.LostLow, row.LostHigh = bounds(*m.Lost)
		}
		if at := (place{m.Moment, m.Seat}); len(lines[at]) > 0 {
			row.Line, lines[at] = &lines[at][0], lines[at][1:]
		}
		t.moves = append(t.moves, row)
	}
	sums := chances.SumsOf(judged.Moves, func(id werewolf.SeatID) werewolf.Team { return g.Side(g.Player(id)) }, len(players))
	for i := range sums {
		s, row := &sums[i], &players[i]
		row.Mistakes, row.Lost, row.Words = new(int32(s.Mistakes)), &s.Lost.Value, &s.Words.Value
		row.LostLow, row.LostHigh = bounds(s.Lost)
		row.WordsLow, row.WordsHigh = bounds(s.Words)
	}
}

// bounds are those of an interval, missing where it has none.
func bounds(i chances.Interval) (low, high *float64) {
	if !i.Bounded() {
		return nil, nil
	}
	return &i.Low, &i.High
}

// place is where a move stands in a game.
type place struct {
	moment string
	seat   werewolf.SeatID
}

// linesOfMoves are the lines of utterances and votes; of votes one a round.
func linesOfMoves(g *chronicle.Game) map[place][]int32 {
	lines, spoken := map[place][]int32{}, map[int]int{}
	for i := range g.Lines {
		l := &g.Lines[i]
		at := place{fmt.Sprintf("d%d:vote", l.Day), l.Seat}
		switch {
		case l.Kind == contestlog.TalkLine:
			spoken[l.Day]++
			at.moment = fmt.Sprintf("d%d:%d", l.Day, spoken[l.Day])
		case l.Kind != contestlog.VoteLine:
			continue
		}
		lines[at] = append(lines[at], int32(l.Number))
	}
	return lines
}
