package story

import (
	"wolfden/gamelog"
	"wolfden/werewolf"
)

// Eyes are whose eyes a game is seen with. The zero Eyes are the village's, which are not told how it ended.
type Eyes struct {
	// All sees everything.
	All bool
	// Seat is the player whose eyes they are, 0 for the village as a whole.
	Seat werewolf.SeatID
	// End is told the roles and the winner when the game is over; All always is.
	End bool
}

// see reports whether the eyes may see the entry: an event by its audience, an answer by whose it is.
func (y Eyes) see(e gamelog.Entry) bool { return y.All || e.SeenBy(y.Seat) }

// reveals reports whether the event tells the end of the game.
func reveals(e *werewolf.Event) bool {
	return e != nil && (e.Kind == werewolf.RoleShown || e.Kind == werewolf.GameOver)
}
