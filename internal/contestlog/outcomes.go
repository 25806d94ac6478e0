package contestlog

import (
	"cmp"
	"fmt"

	"wolfden/werewolf"
)

// compareExecution compares an execution with the log.
func (r *logReplay) compareExecution(e *werewolf.Event) {
	l := r.next(atExecute)
	if l == nil {
		if r.brokenOff() {
			return
		}
		r.mismatch(r.here(), "%d,execute,%d,%s is missing here: the votes lead to it", e.Day, e.Seat, r.role(e.Seat))
		return
	}
	r.passLine(l)
	switch {
	case l.Target != e.Seat && r.votes.top.Has(l.Target):
		r.mismatch(l.Number, "player %d was executed, but the next status lines show that it was player %d", l.Target, e.Seat)
	case l.Target != e.Seat:
		r.doubted = l
		r.mismatch(l.Number, "player %d was executed, but %s", l.Target, r.votes)
	case l.Role != r.role(l.Target):
		r.mismatch(l.Number, "execute says %s, but player %d is %s", l.Role, l.Target, r.role(l.Target))
	}
}

// compareAttack compares an attack with the log.
func (r *logReplay) compareAttack(e *werewolf.Event) {
	l := r.next(atAttack)
	if l == nil {
		// The server writes nothing when nobody is left to be asked.
		if e.Target == 0 && r.wolvesGone() || r.brokenOff() {
			return
		}
		r.mismatch(r.here(), "%s is missing here: the night leads to it", attackText(e.Day, e.Target, e.Target == 0 || e.Killed))
		return
	}
	r.passLine(l)
	killed := l.Target != 0 && l.Unguarded
	if l.Target != e.Target || killed != e.Killed || l.Target == 0 && !l.Unguarded && r.named {
		r.doubted = l
		r.mismatch(l.Number, "the log has %s, but the night leads to %s: %s", attackText(l.Day, l.Target, l.Unguarded), attackText(e.Day, e.Target, e.Target == 0 || e.Killed), r.votes)
	}
}

func attackText(day int, target werewolf.SeatID, unguarded bool) string {
	if target == 0 {
		target = -1
	}
	return fmt.Sprintf("%d,attack,%d,%t", day, target, unguarded)
}

// wolvesGone reports whether the server had lost every living werewolf.
func (r *logReplay) wolvesGone() bool {
	for id := range (r.game.Living() &^ r.game.Gone()).All() {
		if r.rules.Table.Power(r.role(id)) == werewolf.Attacks {
			return false
		}
	}
	return true
}

// statusLines compares the status lines of a new day or those at the end.
func (r *logReplay) statusLines() {
	before, missing := len(r.findings), 0
	var lives []Finding
	for i := range r.seats {
		id := werewolf.SeatID(i + 1)
		l := r.nextStatus(id)
		if l == nil {
			missing++
			lives = append(lives, Finding{r.here(), Mismatch, fmt.Sprintf("the status line of player %d on day %d is missing here", id, r.day)})
			continue
		}
		r.passLine(l)
		r.identity(l)
		if text := r.statusFault(l); text != "" {
			lives = append(lives, Finding{l.Number, Mismatch, text})
		}
	}
	if r.doubted != nil && len(lives) > 0 {
		r.findings = r.findings[:before]
		r.stopAfterWrongDeath(lives[0].Line)
		return
	}
	r.doubted = nil
	switch {
	case missing > 0 && r.result == nil && r.brokenOff():
	case missing < len(r.seats):
		for _, f := range lives {
			r.report(f)
		}
	case r.over:
		r.warn(r.here(), "the last status lines are missing")
	default:
		r.mismatch(r.here(), "the status lines of day %d are missing here", r.day)
	}
}

// nextStatus returns the next line if it is the status of the seat. It passes over lines of the day before and
// status lines of seats that have had theirs.
func (r *logReplay) nextStatus(id werewolf.SeatID) *Line {
	for l := r.peek(); l != nil; l = r.peek() {
		switch {
		case l.Kind == ResultLine, l.Kind != StatusLine && l.Day >= r.day:
			return nil
		case l.Kind == StatusLine && l.Seat == id:
			return l
		case l.Kind == StatusLine && l.Seat > id && int(l.Seat) <= len(r.seats):
			return nil
		default:
			r.misplaced(l)
		}
		r.at++
	}
	return nil
}

// identity compares the columns of a player that never change.
func (r *logReplay) identity(l *Line) {
	s := &r.seats[l.Seat-1]
	if l.Role != s.Role {
		r.mismatch(l.Number, "player %d is %s here, but %s elsewhere", l.Seat, l.Role, s.Role)
	}
	if client := werewolf.Clean(l.Client); client != s.Client {
		r.mismatch(l.Number, "player %d has the client %q here, but %q elsewhere", l.Seat, client, s.Client)
	}
	if name := werewolf.Clean(l.Name); name != r.names[l.Seat] {
		r.mismatch(l.Number, "player %d is called %q here, but %q elsewhere", l.Seat, name, r.names[l.Seat])
	}
}

// statusFault says what is wrong with the status in the current line, "" for nothing.
func (r *logReplay) statusFault(l *Line) string {
	want := Dead
	if r.game.Living().Has(l.Seat) {
		want = Alive
	}
	since, lost := r.lost[l.Seat]
	switch {
	case l.Status == want:
	case l.Status != NoStatus:
		return fmt.Sprintf("player %d is %s here, but should be %s", l.Seat, l.Status, want)
	case lost && since == r.at-1:
		if r.day > 0 && !r.game.Gone().Has(l.Seat) {
			r.unseen = r.unseen.With(l.Seat)
		}
		r.warn(l.Number, "player %d has no status from here on: the server had lost its client for good (known flaw); by the rules it is %s", l.Seat, want)
	case !lost || since >= r.at:
		return cmp.Or(r.blank[r.at-1], fmt.Sprintf("player %d has no status, but should be %s", l.Seat, want))
	}
	return ""
}
