package match

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// Player is anything that plays: a built-in player, a model, a socket, a person in a browser, a replayed
// record.
type Player interface {
	// Answer is called for every request and announcement, one at a time for
	// one player. To a request for speech it returns the utterance, to a
	// choice the name of a player, to an announcement anything. The context
	// ends at the request's deadline or with the match; an answer after that
	// is late. What the observation points to must not be changed. An error
	// loses the answer; one that wraps ErrGone loses the player.
	Answer(ctx context.Context, o werewolf.Observation) (string, error)
}

// Herald is a player that takes announcements through a method of its own: at once, in order, and even while
// an answer is overdue. The goroutine that owns the game calls Announce, which must not wait.
type Herald interface {
	Announce(werewolf.Observation)
}

// Thinker is a player that can say why it answered as it did. Notes yields, as topic and text, what it wrote
// down since it was last asked. The goroutine that called Answer calls it right after. The notes go into the
// record beside the answer, or where that does not count beside the next that does, and only the player's own seat may see them.
type Thinker interface {
	Notes() iter.Seq2[string, string]
}

// Absentee is a player that may be away for a while, for example after its connection broke. Away returns
// since when, or the zero time while it is here. The goroutine that owns the game calls it.
type Absentee interface {
	Away() time.Time
}

var (
	// ErrGone is returned by a player that will never answer again.
	ErrGone = errors.New("the player is gone for good")
	// ErrAway is returned by a player that is not there now. It loses this answer
	// only; an Absentee may be back for the next.
	ErrAway = errors.New("the player is away")
	// ErrUnparsable is returned by a player whose answer was no text.
	ErrUnparsable = errors.New("the answer is no text")
)

// Observer is given every entry of the record in order, by the goroutine that owns the game. A gamelog.Writer
// is one. One that has a method Full() bool, as it has, ends a game by it: then there is room only for the end.
type Observer interface {
	Append(gamelog.Entry)
	// Flush is called before anybody is told of what was appended. Its error
	// ends the match: a game that cannot be recorded is not played on.
	Flush() error
}

// Clock converts a moment to the record's time, in milliseconds since the game started.
type Clock func(when time.Time) int64

// WallClock counts the real time since the given start.
func WallClock(start time.Time) Clock {
	return func(when time.Time) int64 { return when.Sub(start).Milliseconds() }
}

// StepClock is the clock of games that must be the same on every machine: each reading is step milliseconds
// after the one before, the first one step after from.
func StepClock(from, step int64) Clock {
	return func(time.Time) int64 {
		from += step
		return from
	}
}

// Match is one game to be driven.
type Match struct {
	Game     *werewolf.Game  // fresh, or resumed from its record
	Started  int64           // when the game began, Unix milliseconds
	Recorded int             // events of the game that the observer has already
	Past     []gamelog.Entry // of a resumed game: the entries in its record, which count against the players' shares
	Players  []Player        // by seat
	// Present are the seats of a resumed game whose players were there all the time. They are not told again that it began.
	Present  werewolf.SeatSet
	Observer Observer
	Clock    Clock
	// Live takes utterances on an open floor as they come, for people and remote programs. Otherwise the
	// players are asked in rounds until nobody has anything to say, which gives the same result every time.
	Live bool
	// Patience is how long an overdue player may take to give a sign of life; 0 means the response time of the
	// rules.
	Patience time.Duration
	// Grace is how long an Absentee that owes an answer may be away before it counts as gone. If it comes
	// back, it plays on as before.
	Grace time.Duration
	// QuietDays ends a game in which nobody has died for so many days; 0 or less never does. The living who were
	// asked for choices in these days, and made no legal one, count as gone.
	QuietDays int
	// Night has every night, and the whispers that a day begins with, last a multiple of it, so that their length tells nobody who was
	// asked in it or when; 0 lets it end with its last answer. See BySlowest, which has nothing to say of the whispers.
	Night time.Duration
	// Forgets has the game's past forgotten as it goes on, for players that keep what they are shown: the game's log once it is
	// recorded and shown, and with every dawn what was said and chosen before the day that has passed.
	Forgets bool
}

// Run plays the game to its end and returns its result. When the context ends first, Run returns the context's
// error, and the record can be resumed. Run does not wait for players that ignore their context.
func (m *Match) Run(ctx context.Context) (werewolf.Result, error) {
	if len(m.Players) != m.Game.Rules().Players() {
		return werewolf.Result{}, fmt.Errorf("%d players for %d seats", len(m.Players), m.Game.Rules().Players())
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	d := newDriver(ctx, m)
	if err := d.catchUp(); err != nil {
		return werewolf.Result{}, err
	}
	for {
		if err := d.awaitSomebody(ctx); err != nil {
			return werewolf.Result{}, err
		}
		if err := d.endStandstill(); err != nil {
			return werewolf.Result{}, err
		}
		pending := m.Game.Pending()
		if len(pending) == 0 {
			d.announceEnd(ctx)
			return m.Game.Result(), nil
		}
		d.awaitWhispers(pending[0].Kind)
		d.awaitTalk(pending[0].Kind)
		step := d.wave
		if m.Live && pending[0].Open {
			step = d.liveFloor
		}
		if err := step(ctx, pending); err != nil {
			return werewolf.Result{}, err
		}
	}
}

// driver is a running match.
type driver struct {
	*Match
	timeout werewolf.Timeout
	seats   []*runner // by SeatID, 0 unused
	replies chan reply
	shares  shares
	quiet   quiet
	dusk    dusk
	ended   <-chan struct{} // closed when the match is to stop
	seen    int             // events that the players have seen
	at      int64           // time of the latest entry
	floor   openFloor
	talking *live // the open live floor, or nil
}

func newDriver(ctx context.Context, m *Match) *driver {
	n := len(m.Players)
	d := &driver{
		Match: m, timeout: m.Game.Rules().Timeout,
		seats: make([]*runner, n+1), replies: make(chan reply, n), shares: newShares(n, m.Past), ended: ctx.Done(),
		dusk: dusk{took: make([]time.Duration, n+1), answers: make([]int, n+1)},
	}
	for i, p := range m.Players {
		d.seats[i+1] = newRunner(ctx, werewolf.SeatID(i+1), p, m.Game.Rules(), d.replies)
	}
	return d
}

// catchUp brings players and observer to the current state: the deal and dawn of a new game, or the whole past
// of a resumed one.
func (d *driver) catchUp() error {
	if d.Recorded == 0 {
		d.append()
		return d.publish()
	}
	past := d.Past
	d.dusk.recall(past)
	for i := range past {
		d.quiet.see(&past[i])
	}
	for log := d.Game.Log(); d.seen < len(log); d.seen++ {
		for len(past) > 0 && past[0].Event == nil {
			past = past[1:]
		}
		if len(past) > 0 {
			d.at, past = past[0].At, past[1:]
		}
		d.watch(&log[d.seen])
		d.dusk.see(&log[d.seen])
	}
	for _, kind := range [...]werewolf.RequestKind{werewolf.Initialize, werewolf.DailyInitialize} {
		for _, r := range d.seats[1:] {
			if !d.Present.Has(r.id) {
				r.post(werewolf.Request{Seat: r.id, Kind: kind})
			}
		}
	}
	d.Past = nil
	d.forget()
	return nil
}

// forget lets go of the game's log, of which everything is recorded and shown.
func (d *driver) forget() {
	if d.Forgets {
		d.Game.Forget()
		d.Recorded, d.seen = 0, 0
	}
}

// append gives the observer the events it has not been given.
func (d *driver) append() {
	for log := d.Game.Log(); d.Recorded < len(log); d.Recorded++ {
		e := &log[d.Recorded]
		d.dusk.see(e)
		d.record(gamelog.Entry{At: d.at, Event: e})
	}
}

// publish flushes the record, and only then shows its new events to the players.
func (d *driver) publish() error {
	if err := d.Observer.Flush(); err != nil {
		return fmt.Errorf("the game cannot be recorded: %w", err)
	}
	for log := d.Game.Log(); d.seen < len(log); d.seen++ {
		if kind := log[d.seen].Kind; d.talking != nil && kind != werewolf.Talked && kind != werewolf.Whispered {
			d.talking.end() // nobody is told of what comes after a floor before its end
		}
		d.watch(&log[d.seen])
		d.announce(&log[d.seen])
	}
	d.forget()
	return nil
}

// watch shows an event to the watchers of all seats.
func (d *driver) watch(e *werewolf.Event) {
	for _, r := range d.seats[1:] {
		r.watcher.See(e, d.Started+d.at)
		if d.Forgets && e.Kind == werewolf.DayBegan {
			r.watcher.Forget()
		}
	}
}

// announce tells all players of an event that the protocol announces.
func (d *driver) announce(e *werewolf.Event) {
	switch e.Kind {
	case werewolf.DayBegan:
		if e.Day == 0 {
			d.tellAll(werewolf.Initialize)
		}
		d.tellAll(werewolf.DailyInitialize)
	case werewolf.NightBegan:
		d.tellAll(werewolf.DailyFinish)
	default: // announceEnd tells the end
	}
}

func (d *driver) tellAll(k werewolf.RequestKind) {
	for _, r := range d.seats[1:] {
		r.post(werewolf.Request{Seat: r.id, Kind: k})
	}
}
