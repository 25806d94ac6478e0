package match

import (
	"context"
	"errors"
	"time"

	"wolfden/werewolf"
)

// Listener is a player that hears at once what is said on the open floor of a live match. The goroutine that
// owns the game calls Hear, even while Answer is running; Hear must not wait. The observation's request is
// open as long as the floor is; its Left is the seat's. Players that do not take part, such as the dead, hear
// nothing.
type Listener interface {
	Hear(werewolf.Observation)
}

// askAgainAfter is the time before a player that had nothing to say on a live floor is asked again.
const askAgainAfter = time.Second

// live is the open floor of a live match, which takes utterances as they come.
type live struct {
	*driver
	ctx        context.Context // ends when the floor closes
	night      context.Context // ends with the time for requests of the night, which may outlast the floor
	kind       werewolf.RequestKind
	rules      *werewolf.TalkRules
	speakers   werewolf.SeatSet // may take part
	asked      werewolf.SeatSet // have been asked and not answered
	hadNothing werewolf.SeatSet // had nothing to say since the last utterance
	quiet      int              // rounds in which nobody had anything to say
	ready      []time.Time      // by seat: when it may speak again
	lastWord   time.Time        // time of the last utterance
	due        time.Time        // deadline of requests of the night
	left       []werewolf.Left  // by seat: what was left when it last heard something
	news       bool             // listeners have not heard the last utterance
}

// liveFloor runs an open floor until everybody has said Over, its time is up, or nobody has anything to say.
// Meanwhile it also takes answers to requests of the night that were asked early.
func (d *driver) liveFloor(ctx context.Context, pending []werewolf.Request) error {
	first := pending[0]
	f := d.floorOf(first)
	floor, cancel := context.WithDeadline(ctx, f.until)
	defer cancel()
	l := &live{
		driver: d, ctx: floor, night: ctx, kind: first.Kind, rules: d.talkRules(first.Kind),
		speakers: d.Game.Living(), ready: make([]time.Time, len(d.seats)), lastWord: time.Now(),
		due: time.Now().Add(d.limit(werewolf.Request{})), left: make([]werewolf.Left, len(d.seats)),
	}
	if d.timeout.Action > 0 {
		var release context.CancelFunc
		l.night, release = context.WithDeadline(ctx, l.due)
		context.AfterFunc(l.night, release) // the floor does not end it
	}
	l.informListeners(true)
	d.talking = l
	for l.open() {
		l.ask()
		if err := l.wait(ctx); err != nil {
			return err
		}
		if err := l.failAbsent(); err != nil {
			return err
		}
	}
	cancel()
	d.dusk.opened(l.kind, f.until.Add(-milliseconds(l.rules.Duration)))
	d.floor = openFloor{}
	if err := d.closeFloor(l.kind); err != nil {
		return err
	}
	if err := d.publish(); err != nil {
		return err
	}
	l.end()
	return nil
}

// end tells the listeners once that the floor has ended, after the utterance that closed it.
func (l *live) end() {
	if l.talking == l {
		l.talking = nil
		l.tellNews()
		l.informListeners(false)
	}
}

// tellNews tells the listeners of an utterance that they have not heard.
func (l *live) tellNews() {
	if l.news {
		l.news = false
		l.informListeners(true)
	}
}

func (d *driver) talkRules(kind werewolf.RequestKind) *werewolf.TalkRules {
	if kind == werewolf.Whisper {
		return &d.Game.Rules().Whisper
	}
	return &d.Game.Rules().Talk
}

// open reports whether the floor goes on.
func (l *live) open() bool {
	if l.closed(l.kind) || l.ctx.Err() != nil {
		return false
	}
	if silence := milliseconds(l.rules.Silence); silence > 0 && time.Since(l.lastWord) >= silence {
		return false
	}
	return l.quiet < 2
}

// ask asks everybody who may speak and has not been asked.
func (l *live) ask() {
	now := time.Now()
	for _, q := range l.Game.Pending() {
		r := l.seats[q.Seat]
		if l.asked.Has(q.Seat) || !r.overdueSince.IsZero() || q.Open && (l.hadNothing.Has(q.Seat) || now.Before(l.ready[q.Seat])) {
			continue
		}
		l.asked = l.asked.With(q.Seat)
		switch {
		case q.Open:
			r.ask(l.ctx, q)
		case r.beside != q.Kind:
			r.ask(l.night, q)
			r.beside = q.Kind
		}
	}
}

// wait takes the next reply, or returns when some time is up.
func (l *live) wait(ctx context.Context) error {
	timer := time.NewTimer(l.idleTime())
	defer timer.Stop()
	select {
	case r := <-l.replies:
		if !l.fresh(r) || !l.asked.Has(r.seat) {
			return nil
		}
		l.asked = l.asked.Without(r.seat)
		return l.applyReply(r)
	case <-timer.C:
		if l.asked == 0 {
			l.quiet++
		}
		l.hadNothing = 0
		return l.overdue()
	case <-l.ctx.Done():
		return ctx.Err()
	}
}

// idleTime returns how long the floor can wait for a reply before something else is due.
func (l *live) idleTime() time.Duration {
	nap := askAgainAfter
	if l.rules.Silence > 0 {
		nap = min(nap, milliseconds(l.rules.Silence)-time.Since(l.lastWord))
	}
	for _, t := range l.ready {
		if wait := time.Until(t); wait > 0 {
			nap = min(nap, wait)
		}
	}
	return max(nap, time.Millisecond)
}

// applyReply applies a reply, if it says anything.
func (l *live) applyReply(r reply) error {
	q, pending := l.requestOf(r.seat)
	if !pending {
		return nil
	}
	in := l.read(q, &r)
	if q.Open && (silent(&r) || in.Action.Missing && !errors.Is(r.err, ErrGone)) {
		// Nothing was asked, so nothing is missing.
		l.hadNothing = l.hadNothing.With(r.seat)
		return nil
	}
	if err := l.apply(in, r.at); err != nil {
		return err
	}
	if errors.Is(r.err, ErrGone) {
		if err := l.fail(r.seat); err != nil {
			return err
		}
	}
	l.news = q.Open
	if err := l.publish(); err != nil {
		return err
	}
	if l.tellNews(); q.Open {
		l.lastWord = time.Now()
		l.ready[r.seat] = l.lastWord.Add(milliseconds(l.rules.MinInterval))
		l.hadNothing, l.quiet = 0, 0
	}
	return nil
}

func (l *live) requestOf(id werewolf.SeatID) (werewolf.Request, bool) {
	for _, q := range l.Game.Pending() {
		if q.Seat == id {
			return q, true
		}
	}
	return werewolf.Request{}, false
}

// overdue marks requests of the night as late when their deadline has passed.
func (l *live) overdue() error {
	if l.timeout.Action == 0 || time.Now().Before(l.due) {
		return nil
	}
	for _, q := range append([]werewolf.Request(nil), l.Game.Pending()...) {
		if q.Open || !l.asked.Has(q.Seat) {
			continue
		}
		l.asked = l.asked.Without(q.Seat)
		if err := l.apply(l.inputOf(q, &reply{}), time.Now()); err != nil {
			return err
		}
	}
	return l.publish()
}

// informListeners tells the listeners among those who take part what was said.
func (l *live) informListeners(open bool) {
	for _, r := range l.seats[1:] {
		p, listens := r.player.(Listener)
		if !listens || !l.speakers.Has(r.id) {
			continue
		}
		if open {
			l.left[r.id] = l.leftOf(r.id)
		}
		o := r.watcher.Observation(werewolf.Request{Seat: r.id, Kind: l.kind, Open: open, Left: l.left[r.id]})
		if l.kind == werewolf.Talk || o.Spec().Whispers {
			p.Hear(o)
		}
	}
}

// leftOf returns what a seat has left. When its last utterance has closed the floor, nobody has anything left.
func (l *live) leftOf(id werewolf.SeatID) werewolf.Left {
	left := l.Game.Left(l.kind, id)
	if l.closed(l.kind) {
		left.Count = werewolf.Spent
	}
	return left
}
