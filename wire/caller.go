package wire

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"wolfden/werewolf"
)

// answer is what a call of the player returned.
type answer struct {
	number int
	text   string
	err    error
	unsaid int // of a tick: the utterance awaited as a broadcast
}

// idlePause is the time before a player with nothing to say on an open floor is asked again.
const idlePause = time.Second

// longestEcho is the time after which an utterance on an open floor counts as lost if it has not come back as
// a broadcast.
const longestEcho = 3 * time.Second

// longestCall limits a call that nothing else limits.
const longestCall = 30 * time.Minute

// tick is the number of an answer that belongs to no call.
const tick = -1

// caller calls the player over one connection: one call at a time, each in its own goroutine, so that NAME can
// be answered while the player thinks.
type caller struct {
	*clientSession
	ws     *websocket.Conn
	ctx    context.Context
	done   chan answer
	queue  []werewolf.Observation // observations waiting for a call
	asked  werewolf.Observation   // observation of the latest call
	asides bool                   // the server takes what is said beside the game
	number int                    // number of the latest call
	busy   bool                   // the latest call is running
	stale  bool                   // its answer will come too late
	stop   context.CancelFunc     // cancels the latest call
	floor  bool                   // a floor is open
	echo   int                    // own utterances that must have come back before the next
	over   bool                   // FINISH has arrived
	calls  sync.WaitGroup         // the running calls

	question *Aside // that the player is still to be asked
	believes bool   // the latest call is about beliefs
}

// wantsAnswer reports whether the server takes an answer to the request.
func wantsAnswer(q werewolf.Request) bool { return q.Kind.Speaks() || q.Kind.Chooses() }

// handlePacket takes the next packet.
func (t *caller) handlePacket(p *Packet) error {
	if p.Request == RequestName {
		if !t.asked.Request.Open {
			t.giveUp() // the server has given up on it
		}
		return t.write(t.Name)
	}
	if p.Info != nil && p.Info.GameID != t.game {
		player, err := t.New(p.Info.GameID)
		if err != nil {
			return err
		}
		t.player, t.game, t.queue = player, p.Info.GameID, nil
		t.Log.Info("game", "id", p.Info.GameID, "as", werewolf.Clean(p.Info.Agent))
	}
	o, err := t.observer.See(p)
	if err != nil {
		return err
	}
	t.over = t.over || p.Request == RequestFinish
	t.enqueue(o)
	return t.call()
}

// enqueue adds an observation to those that the player must still be called with. It gives up a running call
// whose answer nobody waits for any more.
func (t *caller) enqueue(o werewolf.Observation) {
	if t.floor = o.Request.Open; !t.floor {
		t.giveUp()
		t.echo = 0
		if last := len(t.queue) - 1; last >= 0 && t.queue[last].Request.Open {
			t.queue = t.queue[:last]
		}
	}
	last := len(t.queue) - 1
	switch {
	case o.Request.Kind == werewolf.NoRequest:
	case t.floor && last >= 0 && t.queue[last].Request.Open:
		t.queue[last] = o
	default:
		t.queue = append(t.queue, o)
	}
}

// giveUp cancels a running call whose answer nobody waits for any more, and forgets questions that came while the player was still told
// something: their answers would be taken for those to the next.
func (t *caller) giveUp() {
	t.queue = slices.DeleteFunc(t.queue, func(o werewolf.Observation) bool { return wantsAnswer(o.Request) && !o.Request.Open })
	if t.busy && wantsAnswer(t.asked.Request) {
		t.stale = true
		t.stop()
	}
}

// call calls the player with the next observation, unless it is busy.
func (t *caller) call() error {
	if t.busy {
		return nil
	}
	if t.believe() {
		return nil
	}
	if len(t.queue) == 0 || t.queue[0].Request.Open && spoken(&t.queue[0]) < t.echo {
		return nil
	}
	t.asked, t.queue = t.queue[0], t.queue[1:]
	t.busy, t.stale = true, false
	t.number++
	limit := time.Duration(t.asked.Rules.Timeout.Action) * time.Millisecond
	if limit == 0 || !wantsAnswer(t.asked.Request) || t.asked.Request.Open {
		limit = longestCall
	}
	o, player := t.asked, t.player
	t.begin(limit, func(ctx context.Context) (string, error) { return player.Answer(ctx, o) })
	return nil
}

// begin makes the call with the latest number.
func (t *caller) begin(limit time.Duration, call func(context.Context) (string, error)) {
	ctx, cancel := context.WithTimeout(t.ctx, limit)
	t.stop = cancel
	number := t.number
	t.calls.Go(func() {
		defer cancel()
		text, err := safely(ctx, call)
		hand(t.ctx, t.done, answer{number: number, text: text, err: err})
	})
}

// safely calls the player. A panic is the error of this one answer.
func safely(ctx context.Context, call func(context.Context) (string, error)) (text string, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("the player panicked: %v", v)
		}
	}()
	return call(ctx)
}

// finish handles the return of a call, or the tick of an idle floor.
func (t *caller) finish(a answer) error {
	if a.number != t.number {
		if a.unsaid != 0 && a.unsaid == t.echo {
			t.echo = 0
		}
		return t.call()
	}
	t.busy = false
	if err := t.sendNotes(); err != nil {
		return err
	}
	if t.believes {
		return t.sendBeliefs(a)
	}
	if t.over && len(t.queue) == 0 {
		return errGameOver
	}
	if a.err != nil && !t.stale {
		t.Log.Warn("the player gave no answer", "request", t.asked.Request.Kind.String(), "error", a.err)
	}
	if err := t.sendAnswer(a); err != nil {
		return err
	}
	if t.floor && len(t.queue) == 0 && a.text == "" {
		t.askAgain()
		return nil
	}
	return t.call()
}

// sendAnswer sends the answer if the request still wants one.
func (t *caller) sendAnswer(a answer) error {
	q := t.asked.Request
	if t.stale || a.err != nil && q.Open {
		return nil
	}
	switch {
	case q.Kind.Speaks() && q.Open:
		if a.text == "" {
			return nil
		}
		t.awaitEcho()
		return t.write(oneLine(a.text))
	case q.Kind.Speaks():
		if a.err != nil {
			a.text = werewolf.SkipText
		}
		return t.write(oneLine(a.text))
	case q.Kind.Chooses():
		name := strings.TrimSpace(a.text)
		t.observer.Chose(t.asked.SeatOf(name))
		return t.write(oneLine(name))
	default:
		return nil
	}
}

// askAgain calls a player that had nothing to say on an open floor again after a pause, so that it may break a
// silence. Any utterance comes back as a broadcast, and the player is asked again then.
func (t *caller) askAgain() {
	t.tickAfter(idlePause, answer{number: tick})
	t.queue = append(t.queue, t.asked)
}

// awaitEcho delays the player's next utterance until this one has come back, because only then is it known
// what is left. An utterance that never comes back was not accepted and is forgotten.
func (t *caller) awaitEcho() {
	t.echo = spoken(&t.asked) + 1
	t.tickAfter(longestEcho, answer{number: tick, unsaid: t.echo})
}

func (t *caller) tickAfter(d time.Duration, a answer) {
	time.AfterFunc(d, func() { hand(t.ctx, t.done, a) })
}

// spoken counts the player's own utterances in the observation.
func spoken(o *werewolf.Observation) (n int) {
	said := o.Talks
	if o.Request.Kind == werewolf.Whisper {
		said = o.Whispers
	}
	for i := range said {
		if said[i].Seat == o.Seat {
			n++
		}
	}
	return n
}

func (t *caller) write(text string) error {
	ctx, cancel := context.WithTimeout(t.ctx, 10*time.Second)
	defer cancel()
	if err := t.ws.Write(ctx, websocket.MessageText, []byte(text)); err != nil {
		return err
	}
	return nil
}
