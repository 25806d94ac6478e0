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
		_, row.VillageLow, row.VillageHigh = figure(&m.Village)
		row.Own, row.OwnLow, row.OwnHigh = figure(m.Own)
		row.Lost, row.LostLow, row.LostHigh = figure(m.Lost)
		if at := (place{m.Moment, m.Seat}); len(lines[at]) > 0 {
			row.Line, lines[at] = &lines[at][0], lines[at][1:]
		}
		t.moves = append(t.moves, row)
	}
	sums := judged.Sums(func(id werewolf.SeatID) werewolf.Team { return g.Side(g.Player(id)) }, len(players))
	for i := range sums {
		s, row := &sums[i], &players[i]
		if s.Mistakes != nil {
			row.Mistakes = new(int32(*s.Mistakes))
		}
		row.Lost, row.LostLow, row.LostHigh = figure(s.Lost)
		row.Words, row.WordsLow, row.WordsHigh = figure(s.Words)
	}
}

// figure is a figure with its bounds, each missing where it has none.
func figure(i *chances.Interval) (value, low, high *float64) {
	switch {
	case i == nil:
		return nil, nil, nil
	case !i.Bounded():
		return &i.Value, nil, nil
	}
	return &i.Value, &i.Low, &i.High
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
