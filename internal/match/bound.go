package match

import (
	"fmt"
	"time"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// quiet keeps count of what has happened since somebody died.
type quiet struct {
	since int              // the day of the death
	asked werewolf.SeatSet // for a choice
	chose werewolf.SeatSet // legally
}

func (q *quiet) see(e *gamelog.Entry) {
	switch in := e.Input; {
	case in == nil:
		if e.Event.Kind == werewolf.Executed || e.Event.Kind == werewolf.FoundDead {
			*q = quiet{since: e.Event.Day}
		}
	case in.Action.Kind == werewolf.Answer && in.Action.Request.Chooses():
		q.asked = q.asked.With(in.Action.Seat)
		if in.Fault == gamelog.NoFault {
			q.chose = q.chose.With(in.Action.Seat)
		}
	}
}

// record gives the observer an entry, and counts it.
func (d *driver) record(e gamelog.Entry) {
	d.Observer.Append(e)
	d.quiet.see(&e)
}

// endStandstill ends a game in which nobody has died for QuietDays. Players that were asked for choices since, and
// made no legal one, count as gone.
func (d *driver) endStandstill() error {
	days := d.Game.Day() - 1 - d.quiet.since
	if d.QuietDays <= 0 || days < d.QuietDays || d.over() {
		return nil
	}
	why := fmt.Sprintf("nobody has died for %d days", days)
	if err := d.stop(why, d.quiet.asked&^d.quiet.chose&d.Game.Living()&^d.Game.Gone()); err != nil {
		return err
	}
	return d.publish()
}

// stop ends a game that is not over; why stands in the record.
func (d *driver) stop(why string, blamed werewolf.SeatSet) error {
	return d.apply(&gamelog.Input{Action: werewolf.Action{Kind: werewolf.Stop, Blamed: blamed}, Raw: why}, time.Now())
}

// endFull ends a game whose observer says that its record is full.
func (d *driver) endFull() error {
	if o, bounded := d.Observer.(interface{ Full() bool }); bounded && !d.over() && o.Full() {
		return d.stop("its record is full", 0)
	}
	return nil
}

func (d *driver) over() bool { return d.Game.Result().End != werewolf.NotOver }
