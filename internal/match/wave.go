package match

import (
	"context"
	"errors"
	"time"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// wave asks everything that is pending at once, waits for the answers and applies them in the order of the
// requests.
func (d *driver) wave(ctx context.Context, pending []werewolf.Request) error {
	if err := d.awaitOverdue(ctx, pending); err != nil {
		return err
	}
	limit, began := d.limit(pending[0]), time.Now()
	asked, cancel := ctx, context.CancelFunc(func() {})
	if limit > 0 {
		asked, cancel = context.WithTimeout(ctx, limit)
	}
	defer cancel()
	var waiting werewolf.SeatSet
	for i := range pending {
		if r := d.seats[pending[i].Seat]; r.overdueSince.IsZero() {
			if r.beside != pending[i].Kind {
				r.ask(asked, pending[i])
			}
			waiting = waiting.With(r.id)
		}
	}
	got, err := d.gather(ctx, asked, waiting)
	if err != nil {
		return err
	}
	d.dusk.timed(pending, got, began)
	return d.settle(pending, got)
}

// overdueWait is how long a game waits for the late answer of a player that is asked again right after its
// deadline. That answer may be on its way.
const overdueWait = 250 * time.Millisecond

// awaitOverdue gives players that have just become overdue, and are asked again, a moment for their late
// answer, so that one late answer does not make two. Nobody else is being asked meanwhile.
func (d *driver) awaitOverdue(ctx context.Context, pending []werewolf.Request) error {
	for _, q := range pending {
		for s := d.seats[q.Seat]; !s.overdueSince.IsZero() && time.Since(s.overdueSince) < overdueWait; {
			if err := d.pause(ctx, overdueWait-time.Since(s.overdueSince)); err != nil {
				return err
			}
		}
	}
	return nil
}

// pause waits for at most that long, or until somebody gives a sign of life. Nothing that comes is an answer,
// because nobody is being asked. It fails when the context ends.
func (d *driver) pause(ctx context.Context, most time.Duration) error {
	timer := time.NewTimer(most)
	defer timer.Stop()
	select {
	case r := <-d.replies:
		d.fresh(r)
	case <-timer.C:
	case <-ctx.Done():
	}
	return ctx.Err()
}

// openFloor says when an open floor closes.
type openFloor struct {
	kind  werewolf.RequestKind
	day   int
	until time.Time
}

// limit returns how long a wave may last: the time for an action with its grace, or what is left of an open
// floor's time. 0 means no limit.
func (d *driver) limit(q werewolf.Request) time.Duration {
	if q.Open {
		return max(time.Until(d.floorOf(q).until), 1)
	}
	if d.timeout.Action == 0 {
		return 0
	}
	return milliseconds(d.timeout.Action + d.timeout.Acceptable)
}

// floorOf returns the open floor of the request. The first wave opens it.
func (d *driver) floorOf(q werewolf.Request) *openFloor {
	day := d.Game.Day()
	if f := &d.floor; f.kind != q.Kind || f.day != day || f.until.IsZero() {
		*f = openFloor{q.Kind, day, time.Now().Add(milliseconds(d.talkRules(q.Kind).Duration))}
	}
	return &d.floor
}

func milliseconds(n int) time.Duration { return time.Duration(n) * time.Millisecond }

// gather collects replies until all that are waited for have come or the time is up. Other replies are for a
// floor that has closed. When every player that could still answer is overdue, gather waits for the first sign
// of life instead of rushing through the game.
func (d *driver) gather(ctx, asked context.Context, waiting werewolf.SeatSet) ([]reply, error) {
	got := make([]reply, len(d.seats))
	if waiting == 0 && d.allOverdue() {
		if err := d.awaitSignOfLife(ctx); err != nil {
			return nil, err
		}
	}
	for waiting != 0 {
		select {
		case r := <-d.replies:
			if d.fresh(r) && waiting.Has(r.seat) {
				got[r.seat] = r
				waiting = waiting.Without(r.seat)
			}
		case <-asked.Done():
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			return got, nil
		}
	}
	return got, ctx.Err()
}

// fresh reports whether the reply answers the latest question of its seat in time. An overdue reply is a sign
// of life, never the answer to another question.
func (d *driver) fresh(r reply) bool {
	s := d.seats[r.seat]
	s.keep(r.notes)
	s.owesAnswer = errors.Is(r.err, ErrAway)
	if r.number == s.asked {
		s.beside = werewolf.NoRequest
	}
	if s.overdueSince.IsZero() {
		return r.number == s.asked
	}
	switch {
	case r.number != s.asked:
	case errors.Is(r.err, ErrGone):
		s.overdueSince = s.overdueSince.Add(-d.patience()) // no sign of life: its time is up
	default:
		s.overdueSince = time.Time{}
	}
	return false
}

// settle applies a wave: first the answers, then the overdue requests.
func (d *driver) settle(pending []werewolf.Request, got []reply) error {
	first, spoke := pending[0], false
	// Pending is valid only until the next Apply.
	for _, q := range append([]werewolf.Request(nil), pending...) {
		r := &got[q.Seat]
		if q.Open && silent(r) {
			continue // on an open floor nobody has to speak
		}
		spoke = spoke || q.Open
		in := d.inputOf(q, r)
		if err := d.apply(in, r.at); err != nil {
			return err
		}
		if errors.Is(r.err, ErrGone) {
			if err := d.fail(q.Seat); err != nil {
				return err
			}
		}
	}
	if first.Open {
		d.dusk.opened(first.Kind, d.floor.until.Add(-milliseconds(d.talkRules(first.Kind).Duration)))
	}
	if first.Open && (!spoke || time.Now().After(d.floor.until)) {
		d.floor = openFloor{}
		if err := d.closeFloor(first.Kind); err != nil {
			return err
		}
	}
	if err := d.failOverdue(); err != nil {
		return err
	}
	if err := d.failAbsent(); err != nil {
		return err
	}
	return d.publish()
}

// silent reports whether the player had nothing to say on an open floor.
func silent(r *reply) bool {
	return r.text == "" && (r.err == nil || !errors.Is(r.err, ErrGone))
}

// closeFloor ends an open floor of that kind if it has not ended by itself. If it has, the floor open now is
// the next one, of the other kind.
func (d *driver) closeFloor(kind werewolf.RequestKind) error {
	if d.closed(kind) {
		return nil
	}
	return d.apply(&gamelog.Input{Action: werewolf.Action{Kind: werewolf.CloseFloor}}, time.Now())
}

// closed reports whether no floor of the kind is open.
func (d *driver) closed(kind werewolf.RequestKind) bool {
	p := d.Game.Pending()
	return len(p) == 0 || !p[0].Open || p[0].Kind != kind
}

// read turns a reply into an input. A reply that exceeds its seat's share of the record counts as missing.
func (d *driver) read(q werewolf.Request, r *reply) *gamelog.Input {
	in := read(q, d.Game.Names(), r.text, r.err)
	if in.Raw != "" && !d.shares.reserve(q.Seat, in.Raw) {
		return &gamelog.Input{Action: werewolf.Action{Seat: q.Seat, Request: q.Kind, Missing: true}, Fault: gamelog.Unparsable}
	}
	return in
}

// inputOf returns the input for a seat's reply, or for its lateness.
func (d *driver) inputOf(q werewolf.Request, r *reply) *gamelog.Input {
	if r.number != 0 {
		return d.read(q, r)
	}
	r.at = time.Now()
	s := d.seats[q.Seat]
	if s.beside = werewolf.NoRequest; s.overdueSince.IsZero() {
		s.overdueSince = r.at
	}
	return &gamelog.Input{
		Action: werewolf.Action{Seat: q.Seat, Request: q.Kind, Missing: true},
		Fault:  gamelog.Late,
	}
}

// apply records an input and then applies it.
func (d *driver) apply(in *gamelog.Input, when time.Time) error {
	if d.over() {
		return nil // somebody's failure, or a full record, has ended the game in this wave
	}
	if in.Action.Seat != 0 {
		s := d.seats[in.Action.Seat]
		in.Notes, s.noted = s.noted, nil
	}
	at := d.Clock(when)
	d.at = max(d.at, at)
	d.record(gamelog.Entry{At: at, Input: in})
	if err := d.Game.Apply(in.Action); err != nil {
		return err
	}
	if err := d.awaitDawn(); err != nil {
		return err
	}
	d.append()
	return d.endFull()
}

// fail removes a player for good.
func (d *driver) fail(id werewolf.SeatID) error {
	return d.apply(&gamelog.Input{
		Action: werewolf.Action{Kind: werewolf.Fail, Seat: id},
		Fault:  gamelog.Lost,
	}, time.Now())
}

// failOverdue removes the players that gave no sign of life within the response time after their deadline.
func (d *driver) failOverdue() error {
	for _, s := range d.seats[1:] {
		if s.overdueSince.IsZero() || d.Game.Gone().Has(s.id) {
			continue
		}
		if time.Since(s.overdueSince) >= d.patience() {
			if err := d.fail(s.id); err != nil {
				return err
			}
		}
	}
	return nil
}

func (d *driver) patience() time.Duration {
	if d.Patience > 0 {
		return d.Patience
	}
	return milliseconds(d.timeout.Response)
}

// allOverdue reports whether every player still in the game is overdue.
func (d *driver) allOverdue() bool {
	for _, s := range d.seats[1:] {
		if s.overdueSince.IsZero() && !d.Game.Gone().Has(s.id) {
			return false
		}
	}
	return true
}

// awaitSignOfLife waits for a late reply, for the moment to remove the first overdue player, or for the end of
// the match.
func (d *driver) awaitSignOfLife(ctx context.Context) error {
	rest := d.patience()
	for _, s := range d.seats[1:] {
		if !d.Game.Gone().Has(s.id) {
			rest = min(rest, d.patience()-time.Since(s.overdueSince))
		}
	}
	timer := time.NewTimer(max(rest, 0))
	defer timer.Stop()
	select {
	case r := <-d.replies:
		d.fresh(r)
	case <-timer.C:
	case <-ctx.Done():
		return ctx.Err()
	}
	return nil
}

// longestEnd is how long a finished match waits for its players.
const longestEnd = 2 * time.Second

// announceEnd tells the players that the game is over and gives them a moment to handle it. It ignores what
// they return.
func (d *driver) announceEnd(ctx context.Context) {
	asked, cancel := context.WithTimeout(ctx, longestEnd)
	defer cancel()
	var waiting werewolf.SeatSet
	for _, r := range d.seats[1:] {
		if _, told := r.player.(Herald); told {
			r.post(werewolf.Request{Seat: r.id, Kind: werewolf.Finish})
		} else if r.overdueSince.IsZero() {
			r.ask(asked, werewolf.Request{Seat: r.id, Kind: werewolf.Finish})
			waiting = waiting.With(r.id)
		}
	}
	if waiting != 0 {
		_, _ = d.gather(ctx, asked, waiting)
	}
}
