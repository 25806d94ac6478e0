package chronicle

import (
	"wolfden/internal/contestlog"
	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// Says is what an utterance says; of other lines, nothing. The first that asks of a game has all of it understood. It is
// shared and must not be changed.
func (l *Line) Says() speech.Rows { return l.heard().says }

// Mentions is whom an utterance calls by an @, each once, in order. It is shared and must not be changed.
func (l *Line) Mentions() []werewolf.SeatID { return l.heard().mentions }

func (l *Line) heard() *understood {
	if !l.Speaks() || l.of == nil {
		return &understood{}
	}
	l.of.listened.Do(l.of.understand)
	return &l.of.utterances[l.utterance]
}

// understood is an utterance, understood.
type understood struct {
	says     speech.Rows
	mentions []werewolf.SeatID
}

// Utterance is the line as those who heard it know it.
func (l *Line) Utterance() werewolf.Utterance {
	return werewolf.Utterance{Day: l.Day, Idx: l.Idx, Turn: l.Turn, Seat: l.Seat, Text: l.Text}
}

// Ledger is what the table had heard in the end. The first that asks has the game understood. It is shared and only to be
// read.
func (g *Game) Ledger() *ledger.Ledger {
	g.listened.Do(g.understand)
	return g.ledger
}

// Asserts reports whether an utterance clearly asks others to vote for a player; see understand.Asserts.
func (l *Line) Asserts(target werewolf.SeatID) bool {
	return l.of != nil && understand.Asserts(l.of.table(), l.Utterance(), l.Says(), target)
}

// table is what a listener knows of the game.
func (g *Game) table() understand.Table {
	table := understand.Table{Roles: g.Setup, Specs: g.roles}
	for i := range g.Players {
		table.Names = append(table.Names, g.Players[i].Called)
	}
	return table
}

func (g *Game) understand() {
	listener := understand.New(g.table())
	g.ledger = listener.Ledger()
	for i := range g.Lines {
		l := &g.Lines[i]
		switch {
		case l.Speaks():
			says := listener.Hear(l.Utterance(), l.Kind == contestlog.WhisperLine)
			g.utterances = append(g.utterances, understood{says, listener.Mentions(l.Text)})
		case l.Kind == contestlog.ExecuteLine, l.Killed():
			listener.Died(l.Target)
		}
	}
}
