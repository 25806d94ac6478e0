package spectate

import (
	"io"
	"slices"
	"sort"
	"sync"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/contestlog"
)

// pulse is how long events of a game are collected before its spectators are
// woken. A crowd then costs a wave of answers once, not every answer.
const pulse = 50 * time.Millisecond

// roomForPast is how much of its latest past a timeline keeps at least, in bytes, and twice that at most. It
// holds most games as a whole; of a longer one the rest is read again from its record by those who want it.
const roomForPast = 512 << 10

// stage is how far a game has come.
type stage uint8

const (
	paused  stage = iota // resumed, its players are not all back
	playing              // going on
	ended                // played to its end, its record is filed
	stopped              // it goes on with the next server
)

// String is the name in the API. A game that has stopped is in no list.
func (s stage) String() string { return [...]string{"paused", "running", "finished", ""}[s] }

// timeline is what has happened in one game, as its record has it. The game's
// goroutine adds to it and waits for nobody; any number of spectators read,
// each from a place of its own, so that none of them needs a buffer. It is safe
// for concurrent use; entries that are on it never change.
type timeline struct {
	track  *track
	header *gamelog.Header
	room   int // see roomForPast

	mu      sync.Mutex
	entries []gamelog.Entry // the latest
	first   int             // how many come before them
	size    int             // of the entries
	stands  fold
	marks   []mark // of what is not known to be due
	due     int    // entries that are
	began   time.Time
	changed time.Time
	stage   stage
	more    chan struct{} // closed when there is more, nil while nobody waits
	waking  bool

	frames [2][2]frameCache // lines and packets, of each what the village sees and everything
}

// mark says when the entries before it were published.
type mark struct {
	upTo int
	at   time.Time
}

func newTimeline(of *track, header *gamelog.Header) *timeline {
	t := &timeline{track: of, header: header, room: roomForPast, stands: newFold(header)}
	for packets := range t.frames {
		for whole := range t.frames[packets] {
			t.frames[packets][whole].view = view{packets == 1, whole == 1}
		}
	}
	return t
}

// edition is what the game's feed is written in.
func (t *timeline) edition() contestlog.Edition { return t.track.Protocol.Edition() }

// extend publishes entries that are on disk. It never waits for a spectator, and reports whether there are any.
func (t *timeline) extend(fresh []gamelog.Entry, at time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(fresh) == 0 {
		return false
	}
	for i := range fresh {
		t.stands.see(fresh[i])
		t.size += sizeOf(&fresh[i])
	}
	t.entries = append(t.entries, fresh...)
	t.forget()
	if t.changed = at; t.began.IsZero() {
		t.began = at
	}
	t.marks = append(t.marks, mark{t.length(), at})
	if t.more != nil && !t.waking {
		t.waking = true
		time.AfterFunc(pulse, t.wake)
	}
	return true
}

// length is how many entries there are; the lock is held.
func (t *timeline) length() int { return t.first + len(t.entries) }

// forget lets go of the oldest entries where there is no room for them; the lock is held.
func (t *timeline) forget() {
	if t.size <= 2*t.room {
		return
	}
	n := 0
	for ; t.size > t.room; n++ {
		t.size -= sizeOf(&t.entries[n])
	}
	t.first, t.entries = t.first+n, slices.Clone(t.entries[n:])
}

// sizeOf is about what an entry takes in memory.
func sizeOf(e *gamelog.Entry) int {
	const bare = 256
	if e.Event != nil {
		return bare + len(e.Event.Text) + 16*len(e.Event.Votes)
	}
	n := bare + len(e.Input.Raw)
	for _, note := range e.Input.Notes {
		n += len(note.Topic) + len(note.Text)
	}
	return n
}

// wake tells whoever waits that there is more.
func (t *timeline) wake() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waking = false
	if t.more != nil {
		close(t.more)
		t.more = nil
	}
}

// enter moves the game to a stage.
func (t *timeline) enter(s stage) {
	t.mu.Lock()
	t.stage = s
	t.mu.Unlock()
	t.wake()
}

// now is where the game stands, and its stage.
func (t *timeline) now() (standing, stage) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.stands.now(), t.stage
}

// dueBy is how many entries were published before a moment, and when the next of the rest was; the zero time when there is no
// rest. Moments never go back.
func (t *timeline) dueBy(before time.Time) (n int, rest time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	i := sort.Search(len(t.marks), func(i int) bool { return !t.marks[i].at.Before(before) })
	if i > 0 {
		t.due = t.marks[i-1].upTo
		t.marks = slices.Clone(t.marks[i:])
	}
	if len(t.marks) > 0 {
		rest = t.marks[0].at
	}
	return t.due, rest
}

// each visits the entries from one number to before another, or all, of which the oldest may have to be read again.
func (t *timeline) each(from, to int, visit func(gamelog.Entry) error) error {
	t.mu.Lock()
	first, entries := t.first, t.entries
	to = min(to, t.length())
	t.mu.Unlock()
	if past := min(first, to); from < past {
		n := 0
		for e, err := range t.track.games.Entries(t.header.ID) {
			if n++; err == nil && n > from {
				err = visit(e)
			}
			if err != nil {
				return err
			}
			if n == past {
				break
			}
		}
		if n < past {
			return io.ErrUnexpectedEOF
		}
	}
	for from = max(from, first); from < to; from++ {
		if err := visit(entries[from-first]); err != nil {
			return err
		}
	}
	return nil
}

// reread is each for a spectator, who gets nothing of this from anybody else: one at a time reads, and lets the next one do so after a piece,
// so that a crowd that comes late to a long game takes no more than one processor from those that go on.
func (t *timeline) reread(to int, visit func(gamelog.Entry) error) error {
	const piece = 256
	t.track.turn <- struct{}{}
	defer func() { <-t.track.turn }()
	n := 0
	return t.each(0, to, func(e gamelog.Entry) error {
		if n++; n%piece == 0 {
			t.aside(func() {})
		}
		return visit(e)
	})
}

// aside has whoever rereads do what may take long, while others do.
func (t *timeline) aside(do func()) {
	<-t.track.turn
	do()
	t.track.turn <- struct{}{}
}

// published is when something was first published, and when it last was; the zero time for never.
func (t *timeline) published() (first, last time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.began, t.changed
}

// view is what a spectator follows: lines of the record or packets of the feed,
// what the village sees or everything.
type view struct{ packets, whole bool }

func (t *timeline) cache(v view) *frameCache {
	kind, eyes := 0, 0
	if v.packets {
		kind = 1
	}
	if v.whole {
		eyes = 1
	}
	return &t.frames[kind][eyes]
}

// following is what a spectator is given next.
type following struct {
	frames []byte // of the entries from its place to next
	next   int
	stage  stage
	more   <-chan struct{} // closed when something happens after that
	past   bool            // its place is one that is to be told again, and there is nothing else here
}

// after gives what happened after the first n entries.
func (t *timeline) after(n int, v view) (f following, err error) {
	c := t.cache(v)
	c.mu.Lock()
	defer c.mu.Unlock()
	t.mu.Lock()
	if t.more == nil {
		t.more = make(chan struct{})
	}
	f.more, f.stage, f.next = t.more, t.stage, max(n, t.length())
	first, entries := t.first, t.entries
	t.mu.Unlock()
	if f.past = n < first; !f.past {
		if err = c.encode(t, first, entries); err == nil {
			f.frames = c.from(n)
		}
	}
	return f, err
}

// beginning is how many entries a spectator is not sent. past says that it is to be told from its place on what happened
// before what is kept.
func (t *timeline) beginning(seen place, v view) (n int, past bool, err error) {
	c := t.cache(v)
	c.mu.Lock()
	defer c.mu.Unlock()
	t.mu.Lock()
	first, entries := t.first, t.entries
	t.mu.Unlock()
	if seen.n == newcomer && !v.packets {
		return 0, first > 0, nil
	}
	if err = c.encode(t, first, entries); err != nil {
		return 0, false, err
	}
	switch {
	case seen.n == newcomer:
		n = c.last
	case !seen.village:
		n = seen.n
	default:
		n = seen.among(first, entries, c.told)
	}
	return n, n < first, nil
}

// toldAll reports whether nothing comes after the first n entries, which are all of a game that is over.
func (t *timeline) toldAll(n int) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.stage == ended && n >= t.length()
}

// retell tells a spectator all that has happened by now from a place on, reading the record again; a newcomer is told the latest packet, or
// all lines. It returns how many entries that makes.
func (t *timeline) retell(seen place, v view, tell func(frames []byte) error) (n int, err error) {
	t.mu.Lock()
	n = t.length()
	t.mu.Unlock()
	again := frameCache{view: v}
	if err = again.start(t.header); err != nil {
		return n, err
	}
	err = t.reread(n, func(e gamelog.Entry) (err error) {
		before := again.length() < seen.n
		if seen.village {
			before = again.told < seen.n
		}
		again.add(e)
		if v.packets && seen.n == newcomer {
			again.forget(again.last)
			return nil
		}
		full := len(again.frames) > eventPiece
		if full && !before {
			t.aside(func() { err = tell(again.frames) })
		}
		if full || before {
			again.forget(again.length())
		}
		return err
	})
	if err == nil && len(again.frames) > 0 {
		err = tell(again.frames)
	}
	return n, err
}
