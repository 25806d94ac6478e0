package contestlog

import (
	"slices"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// compareEnd compares the end of the game with the log.
func (r *logReplay) compareEnd(e *werewolf.Event) {
	r.day, r.stage, r.over = e.Day, atStatus, true
	r.statusLines()
	if !r.stopped {
		r.compareResultLine(e)
	}
}

// compareResultLine compares the result line.
func (r *logReplay) compareResultLine(e *werewolf.Event) {
	l := r.peek()
	if l == nil || l.Kind != ResultLine {
		r.mismatch(r.here(), "the result line is missing here")
		return
	}
	r.passLine(l)
	if l.Winner != e.Winner {
		r.winner(l, e)
	}
	least, most := r.sides()
	switch {
	case l.Humans < least[0] || l.Humans > most[0] || l.Werewolves < least[1] || l.Werewolves > most[1]:
		humans, wolves := sides(r.rules.Table, r.game.Living(), r.roles)
		r.mismatch(l.Number, "the result has %d humans and %d werewolves living, but it is %d and %d", l.Humans, l.Werewolves, humans, wolves)
	case least != [2]int{l.Humans, l.Werewolves}:
		r.warn(l.Number, "the result counts players as living whose clients had failed for good (known flaw)")
	}
}

func (r *logReplay) winner(l *Line, e *werewolf.Event) {
	if l.Winner == werewolf.NoTeam && len(r.lost) > 0 {
		r.warn(l.Number, "%s has won, but the server counted the game as broken off since clients had failed for good", e.Winner)
		return
	}
	r.mismatch(l.Number, "the result says %s, but it is %s, by %s", l.Winner, e.Winner, e.End)
}

// sides returns the numbers of living humans and werewolves, first without and then with the players whose
// state the server had lost.
func (r *logReplay) sides() (least, most [2]int) {
	sure := r.game.Living()
	for id := range r.lost {
		sure = sure.Without(id)
	}
	most[0], most[1] = sides(r.rules.Table, r.game.Living(), r.roles)
	least[0], least[1] = sides(r.rules.Table, sure, r.roles)
	return least, most
}

// cutShort handles a log that has only its end left while the game goes on, and reports whether it does.
func (r *logReplay) cutShort() bool {
	switch {
	case r.at < r.last:
		return false
	case r.doubted != nil:
		r.stopAfterWrongDeath(r.here())
	case r.result == nil:
		r.stop(r.here(), "the log breaks off on day %d, before its result", r.day)
	case r.result.Winner == werewolf.NoTeam:
		r.abort()
	default:
		r.wonEarly()
	}
	return true
}

// abort ends the game as the server did when too many clients had failed. If no status says whose client
// failed last, it was the player that had been silent longest.
func (r *logReplay) abort() {
	var failed, asked []werewolf.SeatID
	pending := r.game.Pending()
	for i := range r.seats {
		id := werewolf.SeatID(i + 1)
		since, lost := r.lost[id]
		switch {
		case !lost || since < r.last:
		case slices.ContainsFunc(pending, func(q werewolf.Request) bool { return q.Seat == id }):
			asked = append(asked, id) // last, so that the day does not go on without it
		default:
			failed = append(failed, id)
		}
	}
	failed = append(failed, asked...)
	if len(failed) == 0 {
		id, since := r.silent()
		r.warn(r.result.Number, "the game ends without a winner on day %d, and nothing shows whose client had failed; the record has player %d, silent since line %d", r.day, id, since)
		r.apply(gamelog.Input{Action: werewolf.Action{Kind: werewolf.Fail, Seat: id}})
	}
	for _, id := range failed {
		r.fail(id)
	}
}

// silent returns the living player that has been silent the longest, and since which line.
func (r *logReplay) silent() (who werewolf.SeatID, line int) {
	last := make([]int, len(r.seats)+1)
	for i := range r.Lines {
		if l := &r.Lines[i]; l.Kind != StatusLine && r.role(l.Seat) != werewolf.NoRole {
			last[l.Seat] = l.Number
		}
	}
	there := r.game.Living() &^ r.game.Gone()
	who = there.First()
	for id := range there.All() {
		if last[id] < last[who] {
			who = id
		}
	}
	return who, max(last[who], 1)
}

// wonEarly reports a result line with a winner while the game goes on.
func (r *logReplay) wonEarly() {
	humans, wolves := sides(r.rules.Table, r.game.Living(), r.roles)
	if least, _ := r.sides(); len(r.lost) > 0 && won(least) == r.result.Winner {
		r.warn(r.result.Number, "the game ended as if players whose clients had failed for good were dead (known flaw)")
	} else {
		r.mismatch(r.result.Number, "%s cannot have won: %d humans and %d werewolves live, and the game goes on", r.result.Winner, humans, wolves)
	}
	r.stopped = true
}

func won(sides [2]int) werewolf.Team {
	switch {
	case sides[1] == 0:
		return werewolf.VillagerTeam
	case sides[1] >= sides[0]:
		return werewolf.WerewolfTeam
	default:
		return werewolf.NoTeam
	}
}
