package spectate

import (
	"bytes"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/contestlog"
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

// timeline is what has happened in one game, as its record has it. The game's
// goroutine adds to it and waits for nobody; any number of spectators read,
// each from a place of its own, so that none of them needs a buffer. It is safe
// for concurrent use; entries that are on it never change.
type timeline struct {
	track  *track
	header *gamelog.Header

	mu      sync.Mutex
	entries []gamelog.Entry
	marks   []mark
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

// newTape begins with what the record has already, published at the given time.
func newTape(of *track, header *gamelog.Header, recorded []gamelog.Entry, at time.Time) *timeline {
	t := &timeline{track: of, header: header, entries: recorded}
	for packets := range t.frames {
		t.frames[packets][0].village, t.frames[packets][1].packets, t.frames[packets][0].packets = true, packets == 1, packets == 1
	}
	if len(recorded) > 0 {
		t.marks = []mark{{len(recorded), at}}
	}
	return t
}

// edition is what the game's feed is written in.
func (t *timeline) edition() contestlog.Edition { return t.track.Protocol.Edition() }

// extend publishes entries that are on disk: all there are by now. It never
// waits for a spectator, and reports whether there are new ones.
func (t *timeline) extend(entries []gamelog.Entry, at time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(entries) == len(t.entries) {
		return false
	}
	t.entries = entries
	t.marks = append(t.marks, mark{len(t.entries), at})
	if t.more != nil && !t.waking {
		t.waking = true
		time.AfterFunc(pulse, t.wake)
	}
	return true
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

// now is everything on the timeline and the game's stage.
func (t *timeline) now() ([]gamelog.Entry, stage) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.entries, t.stage
}

// due is everything that was published before a moment, and when the next of
// the rest was; the zero time when there is no rest.
func (t *timeline) due(before time.Time) (entries []gamelog.Entry, rest time.Time) {
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

// after gives the frames of what happened after the first n entries, how many
// entries that makes, and the game's stage. more is closed when something
// happens after that.
func (t *timeline) after(n int, v view) (frames []byte, next int, s stage, more <-chan struct{}) {
	t.mu.Lock()
	if t.more == nil {
		t.more = make(chan struct{})
	}
	entries, s, more := t.entries, t.stage, t.more
	t.mu.Unlock()
	return t.cache(v).from(t.header, entries, n), max(n, len(entries)), s, more
}

// frameCache holds the entries of a game as frames of an event stream. Each is
// encoded once for all who watch. The zero cache shows everything, as lines of the
// record. It is safe for concurrent use.
type frameCache struct {
	village bool // only what the whole village may see
	packets bool // packets of the feed

	mu     sync.Mutex
	line   *gamelog.Writer
	text   bytes.Buffer // what line writes to
	feed   *feedLines
	frames []byte
	begins []int // of each entry's frame, in frames
	last   int   // the entries before the last that has a frame
	told   int   // the entries so far that the village sees
}

// from is the frames of the entries but the first n. All calls are given the
// same entries, or more of them. The frames must not be changed.
func (r *frameCache) from(h *gamelog.Header, entries []gamelog.Entry, n int) []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	if n >= len(entries) || !r.encode(h, entries) {
		return nil
	}
	end := len(r.frames)
	if len(entries) < len(r.begins) {
		end = r.begins[len(entries)]
	}
	return r.frames[r.begins[n]:end:end]
}

// latest is how many of the entries come before the last one that has a frame.
func (r *frameCache) latest(h *gamelog.Header, entries []gamelog.Entry) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.encode(h, entries)
	return min(r.last, len(entries))
}

// encode adds the frames of entries that have none yet; the lock is held.
func (r *frameCache) encode(h *gamelog.Header, entries []gamelog.Entry) bool {
	if !r.start(h) {
		return false
	}
	for i := len(r.begins); i < len(entries); i++ {
		before := len(r.frames)
		r.begins = append(r.begins, before)
		e := entries[i]
		if seenByAll(e) {
			r.told++
		}
		id := place{i + 1, false}
		if r.village {
			id = place{r.told, true}
		}
		switch {
		case r.packets:
			r.broadcast(id, e)
		case !r.village || seenByAll(e):
			r.frame(id, e)
		}
		if len(r.frames) > before {
			r.last = i
		}
	}
	return true
}

// place is how far a spectator has come: so many entries of the record, or so
// many of those that the village sees. Who sees no others is told of no other
// number: how much of a night is hidden tells which roles are still alive.
type place struct {
	n       int
	village bool
}

// villageMark is before the number of a place among what the village sees.
const villageMark = "v"

// String is the place as the id of an event.
func (p place) String() string {
	if p.village {
		return villageMark + strconv.Itoa(p.n)
	}
	return strconv.Itoa(p.n)
}

// placeOf is the place of an id.
func placeOf(id string) (place, error) {
	number, village := strings.CutPrefix(id, villageMark)
	n, err := strconv.ParseUint(number, 10, 31)
	return place{int(n), village}, err
}

// among is how many of the entries come before the place.
func (p place) among(entries []gamelog.Entry) int {
	if !p.village {
		return p.n
	}
	for i, told := 0, 0; i < len(entries); i++ {
		if told == p.n {
			return i
		}
		if seenByAll(entries[i]) {
			told++
		}
	}
	return len(entries)
}

// seenByAll reports whether the entry is an event that the whole village sees.
func seenByAll(e gamelog.Entry) bool { return e.SeenBy(0) }

// start prepares the encoding of lines; false when that cannot be done.
func (r *frameCache) start(h *gamelog.Header) bool {
	if r.packets && r.feed == nil {
		r.feed = newFeedLines(h, r.village, contestlog.Newest) // in February there was no API
	}
	if !r.packets && r.line == nil {
		line, err := gamelog.NewWriter(&r.text, h)
		if err != nil {
			return false
		}
		r.line = line
	}
	return true
}

// frame appends one entry: its id, and its line of the record.
func (r *frameCache) frame(id place, e gamelog.Entry) {
	r.text.Reset()
	r.line.Append(e)
	if r.line.Flush() != nil {
		return // a buffer takes everything
	}
	r.frames = append(append(r.frames, "id: "...), id.String()...)
	r.frames = append(append(r.frames, "\ndata: "...), bytes.TrimRight(r.text.Bytes(), "\n")...)
	r.frames = append(r.frames, "\n\n"...)
}

// broadcast appends the packets of one entry, as the organisers' server sends
// them; the entry's id is beside the last of them, so that none is missed by who
// comes back.
func (r *frameCache) broadcast(id place, e gamelog.Entry) {
	packets := r.feed.packets(e)
	for i := range packets {
		line, err := r.feed.Append(nil, &packets[i])
		if err != nil {
			return // a packet can always be encoded
		}
		line = bytes.TrimLeft(line, "\n") // that goes between the lines of a file
		if i == len(packets)-1 {
			r.frames = append(append(append(r.frames, "id: "...), id.String()...), '\n')
		}
		r.frames = append(append(append(r.frames, "event: broadcast\ndata: "...), line...), "\n\n"...)
	}
}

// began is when something was first published, the zero time for never.
func (t *timeline) began() time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.marks) == 0 {
		return time.Time{}
	}
	return t.marks[0].at
}

// changed is when something was last published, the zero time for never.
func (t *timeline) changed() time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.marks) == 0 {
		return time.Time{}
	}
	return t.marks[len(t.marks)-1].at
}
