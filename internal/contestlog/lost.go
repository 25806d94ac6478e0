package contestlog

import (
	"wolfden/gamelog"
	"wolfden/werewolf"
)

// A log does not say when a player was lost for good, only that it has no status from a morning on. In the record it
// fails on the day before: when it is asked for a choice that the log does not have, or else after the last thing it did,
// so that nothing else of the game changes.

// isLost reports whether the player has no status any more.
func (r *logReplay) isLost(id werewolf.SeatID) bool {
	since, lost := r.lost[id]
	return lost && since < r.at
}

// leaves reports whether the player has no status at the next dawn and did nothing more from that line number
// on. Players that end the game by failing leave at its end: see abort.
func (r *logReplay) leaves(id werewolf.SeatID, number int) bool {
	since, lost := r.lost[id]
	return lost && !r.game.Gone().Has(id) && r.Lines[since].Day <= r.day+1 && r.lastAct[id] < number &&
		!(r.aborted && since >= r.last)
}

// failEarly fails the players that leave today and are not asked for any choice that would show it. A player
// that failed before anything happened was never there, and has no status in the first lines.
func (r *logReplay) failEarly() {
	for id := range r.early.All() {
		if r.leaves(id, r.here()) && len(r.game.Pending()) > 0 && (r.begun || r.Lines[r.lost[id]].Day == 0) {
			r.fail(id)
		}
	}
}

// failLost fails the players that have no status and have not failed yet.
func (r *logReplay) failLost() {
	for i := range r.seats {
		if id := werewolf.SeatID(i + 1); r.isLost(id) && !r.game.Gone().Has(id) {
			r.fail(id)
		}
	}
}

func (r *logReplay) fail(id werewolf.SeatID) {
	r.apply(gamelog.Input{Fault: gamelog.Lost, Action: werewolf.Action{Kind: werewolf.Fail, Seat: id}})
}

// missing feeds the input that the player, though asked, made no choice of the kind. number is the line where
// it would stand.
func (r *logReplay) missing(id werewolf.SeatID, kind werewolf.RequestKind, number int) {
	if r.leaves(id, number) {
		r.fail(id)
		return
	}
	r.apply(gamelog.Input{Action: werewolf.Action{Seat: id, Request: kind, Missing: true}})
}
