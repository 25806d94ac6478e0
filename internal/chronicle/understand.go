package chronicle

import (
	"wolfden/internal/contestlog"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// Says is what an utterance says; of other lines, nothing. The first that asks of a game has all of it understood. It is
// shared and must not be changed.
func (l *Line) Says() *speech.Reading {
	if !l.Speaks() || l.of == nil {
		return &speech.Reading{}
	}
	l.of.understood.Do(l.of.understand)
	return &l.of.readings[l.utterance]
}

// Utterance is the line as those who heard it know it.
func (l *Line) Utterance() werewolf.Utterance {
	return werewolf.Utterance{Day: l.Day, Idx: l.Idx, Turn: l.Turn, Seat: l.Seat, Text: l.Text}
}

func (g *Game) understand() {
	table := understand.Table{Roles: g.Setup}
	for i := range g.Players {
		table.Names = append(table.Names, g.Players[i].Called)
	}
	listener := understand.New(table)
	for i := range g.Lines {
		l := &g.Lines[i]
		switch {
		case l.Speaks():
			g.readings = append(g.readings, listener.Hear(l.Utterance(), l.Kind == contestlog.WhisperLine))
		case l.Kind == contestlog.ExecuteLine, l.Killed():
			listener.Died(l.Target)
		}
	}
}
