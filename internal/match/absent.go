package match

import (
	"context"
	"time"

	"wolfden/werewolf"
)

// absenceCheckEvery is how often the match checks whether an absent player is back when nobody else is left.
const absenceCheckEvery = 100 * time.Millisecond

// absent returns since when a player that owes an answer has been away, the zero time if it is here or owes
// nothing.
func (r *runner) absent() time.Time {
	a, may := r.player.(Absentee)
	if !may || !r.owesAnswer {
		return time.Time{}
	}
	since := a.Away()
	r.owesAnswer = !since.IsZero()
	return since
}

// failAbsent removes players that have been away for longer than Grace, but only when so many are away that
// the game cannot go on, or when nobody else is left to play. Until then each of them may come back.
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
