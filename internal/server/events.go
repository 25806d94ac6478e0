package server

import (
	"bytes"
	"sort"
	"strconv"
	"sync"
	"time"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// pulse is how long events of a game are collected before its spectators are
// woken. A crowd then costs a wave of answers once, not every answer.
const pulse = 50 * time.Millisecond

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

// tape is what has happened in one game, as its record has it. The game's
// goroutine adds to it and waits for nobody; any number of spectators read,
// each from a place of its own, so that none of them needs a buffer. It is safe
// for concurrent use; entries once on it never change.
type tape struct {
	host   *host
	header *gamelog.Header

	mu      sync.Mutex
	entries []gamelog.Entry
	marks   []mark
	stage   stage
	more    chan struct{} // closed when there is more, nil while nobody waits
	waking  bool

	village, whole reel
}

// mark says when the entries before it were published.
type mark struct {
	upTo int
	at   time.Time
}

// newTape begins with what the record has already, published at the given time.
func newTape(h *host, header *gamelog.Header, recorded []gamelog.Entry, at time.Time) *tape {
	t := &tape{host: h, header: header, entries: recorded}
	t.village.village = true
	if len(recorded) > 0 {
		t.marks = []mark{{len(recorded), at}}
	}
	return t
}

// edition is what the game's feed is written in.
func (t *tape) edition() gamelog.Edition { return editionOf(t.host.track.Protocol) }

// add publishes entries that are on disk. It never waits for a spectator.
func (t *tape) add(entries []gamelog.Entry, at time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.entries = append(t.entries, entries...)
	t.marks = append(t.marks, mark{len(t.entries), at})
	if t.more != nil && !t.waking {
		t.waking = true
		time.AfterFunc(pulse, t.wake)
	}
}

// wake tells whoever waits that there is more.
func (t *tape) wake() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waking = false
	if t.more != nil {
		close(t.more)
		t.more = nil
	}
}

// enter moves the game to a stage.
func (t *tape) enter(s stage) {
	t.mu.Lock()
	t.stage = s
	t.mu.Unlock()
	t.wake()
}

// now is everything on the tape and the game's stage.
func (t *tape) now() ([]gamelog.Entry, stage) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.entries, t.stage
}

// due is everything that was published before a moment, and when the next of
// the rest was; the zero time when there is no rest.
func (t *tape) due(before time.Time) (entries []gamelog.Entry, rest time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n, i := 0, sort.Search(len(t.marks), func(i int) bool { return !t.marks[i].at.Before(before) })
	if i > 0 {
		n = t.marks[i-1].upTo
	}
	if i < len(t.marks) {
		rest = t.marks[i].at
	}
	return t.entries[:n], rest
}

// after gives the frames of what happened after the first n entries, how many
// entries that makes, and the game's stage. more is closed when something
// happens after that.
func (t *tape) after(n int, whole bool) (frames []byte, next int, s stage, more <-chan struct{}) {
	t.mu.Lock()
	if t.more == nil {
		t.more = make(chan struct{})
	}
	entries, s, more := t.entries, t.stage, t.more
	t.mu.Unlock()
	r := &t.village
	if whole {
		r = &t.whole
	}
	return r.from(t.header, entries, n), max(n, len(entries)), s, more
}

// reel is the entries of a game as the frames of an event stream, each encoded
// once for all who watch. The zero reel shows everything. It is safe for
// concurrent use.
type reel struct {
	village bool // only what the whole village may see

	mu     sync.Mutex
	line   *gamelog.Writer
	text   bytes.Buffer // what line writes to
	frames []byte
	begins []int // of each entry's frame, in frames
}

// from is the frames of the entries but the first n. All calls are given the
// same entries, or more of them. The frames must not be changed.
func (r *reel) from(h *gamelog.Header, entries []gamelog.Entry, n int) []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	if n >= len(entries) || !r.start(h) {
		return nil
	}
	for i := len(r.begins); i < len(entries); i++ {
		r.begins = append(r.begins, len(r.frames))
		if e := entries[i]; !r.village || seenByAll(e) {
			r.frame(i+1, e)
		}
	}
	end := len(r.frames)
	if len(entries) < len(r.begins) {
		end = r.begins[len(entries)]
	}
	return r.frames[r.begins[n]:end:end]
}

// seenByAll reports whether the entry is an event that the whole village sees.
func seenByAll(e gamelog.Entry) bool { return e.Event != nil && e.Event.To.Includes(0) }

// start prepares the encoding of lines; false when that cannot be done.
func (r *reel) start(h *gamelog.Header) bool {
	if r.line == nil {
		line, err := gamelog.NewWriter(&r.text, h)
		if err != nil {
			return false
		}
		r.line = line
	}
	return true
}

// frame appends one entry: its number, and its line of the record.
func (r *reel) frame(number int, e gamelog.Entry) {
	r.text.Reset()
	r.line.Append(e)
	if r.line.Flush() != nil {
		return // a buffer takes everything
	}
	r.frames = append(r.frames, "id: "...)
	r.frames = strconv.AppendInt(r.frames, int64(number), 10)
	r.frames = append(append(r.frames, "\ndata: "...), bytes.TrimRight(r.text.Bytes(), "\n")...)
	r.frames = append(r.frames, "\n\n"...)
}

// rolesOf are the roles of all seats, by seat, as they were dealt.
func rolesOf(h *gamelog.Header, entries []gamelog.Entry) []werewolf.Role {
	roles := make([]werewolf.Role, len(h.Seats)+1)
	for i := range h.Seats {
		roles[i+1] = h.Seats[i].Role
	}
	for _, e := range entries {
		if e.Event != nil && e.Event.Kind == werewolf.Dealt && int(e.Event.Seat) < len(roles) {
			roles[e.Event.Seat] = e.Event.Role
		}
	}
	return roles
}

// began is when something was first published, the zero time for never.
func (t *tape) began() time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.marks) == 0 {
		return time.Time{}
	}
	return t.marks[0].at
}

// changed is when something was last published, the zero time for never.
func (t *tape) changed() time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.marks) == 0 {
		return time.Time{}
	}
	return t.marks[len(t.marks)-1].at
}
