package story

import (
	"wolfden/gamelog"
	"wolfden/werewolf"
)

// Perspective says whose view of a game a story tells. The zero Perspective is the village's, which is not told how the
// game ended.
type Perspective struct {
	// All sees everything.
	All bool
	// Seat is the player who sees it, 0 for the village as a whole.
	Seat werewolf.SeatID
	// End tells the roles and the winner when the game is over; All always does.
	End bool
}

// see reports whether the perspective shows the entry: an event by its audience, an answer by whose it is.
func (p Perspective) see(e gamelog.Entry) bool { return p.All || e.SeenBy(p.Seat) }

// reveals reports whether the event tells the end of the game.
func reveals(e *werewolf.Event) bool {
	return e != nil && (e.Kind == werewolf.RoleShown || e.Kind == werewolf.GameOver)
}

// Seen counts the entries that the perspective is shown, as Story numbers them.
func (p Perspective) Seen(entries []gamelog.Entry) (n int) {
	for _, e := range entries {
		if p.see(e) && (p.All || p.End || !reveals(e.Event)) {
			n++
		}
	}
	return n
}
