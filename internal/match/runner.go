package match

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// task is a pending call of a player.
type task struct {
	ctx    context.Context // of the wave, nil for an announcement
	number int             // of the question, 0 for an announcement
	o      werewolf.Observation
}

// reply is what a player returned to a question.
type reply struct {
	seat   werewolf.SeatID
	number int
	text   string
	err    error
	at     time.Time
	notes  []gamelog.Note
}

// runner calls one player, one task after another, in a goroutine of its own.
type runner struct {
	id      werewolf.SeatID
	player  Player
	ctx     context.Context // of the match
	watcher *werewolf.Watcher
	replies chan<- reply

	// Of the driver alone.
	asked        int                  // number of the latest question
	beside       werewolf.RequestKind // kind of an unanswered question asked beside an open floor
	overdueSince time.Time            // zero unless its answer is overdue
	owesAnswer   bool                 // it was away when it was last asked
	noted        []gamelog.Note       // with answers that did not count, for the next that does

	mu    sync.Mutex
	tasks []task
	wake  chan struct{} // holds one token when there may be tasks
}

// newRunner starts the player's goroutine, which ends with the context.
func newRunner(ctx context.Context, id werewolf.SeatID, p Player, r *werewolf.Rules, replies chan<- reply) *runner {
	n := &runner{
		id: id, player: p, ctx: ctx, watcher: werewolf.NewWatcher(r, id),
		replies: replies, wake: make(chan struct{}, 1),
	}
	go n.work()
	return n
}

// post sends the player an announcement.
func (r *runner) post(q werewolf.Request) {
	o := r.watcher.Observation(q)
	if h, ok := r.player.(Herald); ok {
		h.Announce(o)
		return
	}
	r.push(task{o: o})
}

// ask sends the player a question. The reply will carry the question's number.
func (r *runner) ask(ctx context.Context, q werewolf.Request) {
	r.asked++
	r.push(task{ctx: ctx, number: r.asked, o: r.watcher.Observation(q)})
}

// push never waits. The tasks of a stuck player pile up, a few a day.
func (r *runner) push(t task) {
	r.mu.Lock()
	r.tasks = append(r.tasks, t)
	r.mu.Unlock()
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// pop takes the oldest task, if there is one.
func (r *runner) pop() (t task, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.tasks) == 0 {
		return t, false
	}
	t = r.tasks[0]
	if r.tasks = r.tasks[1:]; len(r.tasks) == 0 {
		r.tasks = nil
	}
	return t, true
}

func (r *runner) work() {
	for {
		select {
		case <-r.wake:
		case <-r.ctx.Done():
			return
		}
		for t, ok := r.pop(); ok && r.ctx.Err() == nil; t, ok = r.pop() {
			r.do(t)
		}
	}
}

func (r *runner) do(t task) {
	ctx := t.ctx
	if ctx == nil {
		ctx = r.ctx
	}
	text, err := call(ctx, r.player, t.o)
	if t.number == 0 {
		return
	}
	at := time.Now()
	select {
	case r.replies <- reply{r.id, t.number, text, err, at, notesOf(r.player)}:
	case <-r.ctx.Done():
	}
}

// call calls the player. A panic is the error of this one answer.
func call(ctx context.Context, p Player, o werewolf.Observation) (text string, err error) {
	defer func() {
		if v := recover(); v != nil {
			text, err = "", fmt.Errorf("the player panicked: %v", v)
		}
	}()
	return p.Answer(ctx, o)
}

// maxNotes limits the notes kept for one answer, in bytes.
const maxNotes = 256 << 10

// keep keeps notes until an answer is recorded with which they go: an answer that came too late or was silence on an open
// floor has none of its own.
func (r *runner) keep(notes []gamelog.Note) {
	size := 0
	for _, n := range r.noted {
		size += len(n.Topic) + len(n.Text)
	}
	for _, n := range notes {
		if size += len(n.Topic) + len(n.Text); size > maxNotes {
			return
		}
		r.noted = append(r.noted, n)
	}
}

// notesOf returns the player's notes. A panic loses them and nothing else.
func notesOf(p Player) (notes []gamelog.Note) {
	t, ok := p.(Thinker)
	if !ok {
		return nil
	}
	defer func() { _ = recover() }()
	size := 0
	for topic, text := range t.Notes() {
		if size += len(topic) + len(text); size > maxNotes {
			break
		}
		notes = append(notes, gamelog.Note{Topic: strings.ToValidUTF8(topic, "\uFFFD"), Text: strings.ToValidUTF8(text, "\uFFFD")})
	}
	return notes
}

// faultOf classifies a player's error.
func faultOf(err error) gamelog.Fault {
	switch {
	case errors.Is(err, ErrGone), errors.Is(err, ErrAway):
		return gamelog.Lost
	case errors.Is(err, ErrUnparsable):
		return gamelog.Unparsable
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return gamelog.Late
	default:
		return gamelog.Crashed
	}
}
