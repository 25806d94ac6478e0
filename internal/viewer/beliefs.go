package viewer

import (
	"fmt"
	"math"

	"wolfden/gamelog"
	"wolfden/internal/reason"
	"wolfden/internal/reason/belief"
	"wolfden/internal/speech/understand"
	"wolfden/internal/viewer/story"
	"wolfden/werewolf"
)

// beliefs are what there was reason to believe at the end of each day's talk: by the village, or by the seat whose
// story it is. They are reckoned from what the story had told by then, and are no player's own opinion.
type beliefs struct {
	Days []int
	rows map[werewolf.SeatID][]float64 // the chance to be a werewolf, by day
}

// believe follows the game from the perspective. It is nil where there is nothing to reckon from.
func believe(rec *gamelog.Record, as story.Perspective) *beliefs {
	table, err := belief.Standard()
	if err != nil || rec.Header.Rules.Players() != len(rec.Header.Seats) {
		return nil
	}
	seat := as.Seat
	if as.All {
		seat = 0
	}
	var names []string
	for i := range rec.Header.Seats {
		names = append(names, rec.Header.Seats[i].Name)
	}
	listener := understand.New(understand.Table{Names: names, Roles: rec.Header.Rules.Roles, Specs: rec.Header.Rules.Table})
	reasoner, watcher := reason.NewReasoner(table), werewolf.NewWatcher(&rec.Header.Rules, seat)
	b := &beliefs{rows: map[werewolf.SeatID][]float64{}}
	for i := range rec.Entries {
		e := rec.Entries[i].Event
		if e == nil || e.Seat < 0 || int(e.Seat) > len(names) {
			continue
		}
		watcher.See(e, 0)
		switch e.Kind {
		case werewolf.NightBegan:
			o := watcher.Observation(werewolf.Request{})
			listener.Follow(&o, nil)
			reasoner.See(&o, listener.Ledger())
			if e.Day > 0 {
				b.addDay(e.Day, reasoner, len(names))
			}
		default:
		}
	}
	if len(b.Days) == 0 {
		return nil
	}
	return b
}

// addDay keeps what is believed at the end of a day's talk.
func (b *beliefs) addDay(day int, reasoner *reason.Reasoner, players int) {
	b.Days = append(b.Days, day)
	now := reasoner.Mine().Now()
	for i := range players {
		id := werewolf.SeatID(i + 1)
		b.rows[id] = append(b.rows[id], now.Wolf(id))
	}
}

// believed is one cell of the table.
type believed struct {
	Text string
	Heat int // from 0 to 10
}

// Of is what was believed of a player, day by day.
func (b *beliefs) Of(id werewolf.SeatID) (cells []believed) {
	for _, p := range b.rows[id] {
		p = math.Min(math.Max(p, 0), 1)
		cells = append(cells, believed{fmt.Sprintf("%.0f %%", 100*p), int(math.Round(10 * p))})
	}
	return cells
}
