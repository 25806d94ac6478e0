package match

import (
	"context"
	"time"

	"wolfden/werewolf"
)

// absenceCheckEvery is how often it is looked whether somebody is back at a deserted table.
const absenceCheckEvery = 100 * time.Millisecond

// absent is since when a player is away that was asked meanwhile, the zero time
// for who is here, or owes nothing.
func (r *runner) absent() time.Time {
	a, may := r.player.(Absentee)
	if !may || !r.owesAnswer {
		return time.Time{}
	}
	since := a.Away()
	r.owesAnswer = !since.IsZero()
	return since
}

// failAbsent gives up those who have been away for longer than they may, when
// they are so many that the game cannot go on without them, or when nobody else
// is left to play it. Until then each of them may come back.
func (d *driver) failAbsent() error {
	var away werewolf.SeatSet
	others := d.Game.Living() &^ d.Game.Gone()
	for _, r := range d.seats[1:] {
		if since := r.absent(); !d.Game.Gone().Has(r.id) && !since.IsZero() && time.Since(since) >= d.Grace {
			away, others = away.With(r.id), others.Without(r.id)
		}
	}
	enough := d.Game.Gone().Len()+away.Len() >= d.Game.Rules().FatalLosses()
	if away == 0 || !enough && others != 0 {
		return nil
	}
	for id := range away.All() {
		if err := d.fail(id); err != nil {
			return err
		}
	}
	return d.publish()
}

// deserted reports whether everybody who still plays is away.
func (d *driver) deserted() bool {
	left := d.Game.Living() &^ d.Game.Gone()
	if left == 0 || len(d.Game.Pending()) == 0 {
		return false
	}
	for id := range left.All() {
		if d.seats[id].absent().IsZero() {
			return false
		}
	}
	return true
}

// awaitSomebody lets a deserted table wait: the game would rush to its end
// without its players.
func (d *driver) awaitSomebody(ctx context.Context) error {
	for d.deserted() {
		if err := d.pause(ctx, absenceCheckEvery); err != nil {
			return err
		}
		if err := d.failAbsent(); err != nil {
			return err
		}
	}
	return nil
}
