package spectate

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"sync"

	"wolfden/gamelog"
	"wolfden/internal/contestlog"
)

// frameCache holds the latest entries of a game as frames of an event stream. Each is
// encoded once for all who watch.
type frameCache struct {
	view

	mu     sync.Mutex
	line   *gamelog.Writer
	text   bytes.Buffer // what line writes to
	feed   *feedLines
	frames []byte
	begins []int // of each entry's frame, in frames
	first  int   // the entries before these
	last   int   // the entries before the last that has a frame
	told   int   // the entries so far that the village sees
}

// length is how many entries have been added; the lock is held.
func (r *frameCache) length() int { return r.first + len(r.begins) }

// from is the frames of the entries but the first n, which it has; the lock is held. The frames must not be changed.
func (r *frameCache) from(n int) []byte {
	if n >= r.length() {
		return nil
	}
	return r.frames[r.begins[n-r.first]:len(r.frames):len(r.frames)]
}

// encode adds the entries of a timeline that it does not have yet, and forgets those that are no longer kept there; the lock is held.
func (r *frameCache) encode(t *timeline, first int, entries []gamelog.Entry) error {
	if err := r.start(t.header); err != nil {
		return err
	}
	if r.length() < first { // nobody has followed for so long
		err := t.each(r.length(), first, func(e gamelog.Entry) error {
			r.add(e)
			r.forget(r.length())
			return nil
		})
		if err != nil {
			return err
		}
	}
	for _, e := range entries[r.length()-first:] {
		r.add(e)
	}
	r.forget(first)
	return nil
}

// add adds the frames of the next entry; the lock is held.
func (r *frameCache) add(e gamelog.Entry) {
	before := len(r.frames)
	r.begins = append(r.begins, before)
	if seenByAll(e) {
		r.told++
	}
	id := place{r.length(), false}
	if !r.whole {
		id = place{r.told, true}
	}
	switch {
	case r.packets:
		r.broadcast(id, e)
	case r.whole || seenByAll(e):
		r.frame(id, e)
	}
	if len(r.frames) > before {
		r.last = r.length() - 1
	}
}

// forget drops the frames of the entries before the nth, of which somebody may still read; the lock is held.
func (r *frameCache) forget(n int) {
	switch k := n - r.first; {
	case k <= 0:
	case k == len(r.begins):
		r.first, r.frames, r.begins = n, nil, nil
	default:
		cut := r.begins[k]
		r.first, r.frames, r.begins = n, slices.Clone(r.frames[cut:]), slices.Clone(r.begins[k:])
		for i := range r.begins {
			r.begins[i] -= cut
		}
	}
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

// among is how many entries come before a place among what the village sees, of which it sees told of all. Where it is not
// found among the entries kept, whose first comes after so many others, that is 0.
func (p place) among(first int, entries []gamelog.Entry, told int) int {
	for _, e := range entries {
		if seenByAll(e) {
			told--
		}
	}
	if p.n <= told {
		return 0
	}
	n := 0
	for ; n < len(entries) && told < p.n; n++ {
		if seenByAll(entries[n]) {
			told++
		}
	}
	return first + n
}

// seenByAll reports whether the entry is an event that the whole village sees.
func seenByAll(e gamelog.Entry) bool { return e.SeenBy(0) }

// start prepares the encoding of entries.
func (r *frameCache) start(h *gamelog.Header) (err error) {
	if r.packets && r.feed == nil {
		r.feed = newFeedLines(h, !r.whole, contestlog.Newest) // in February there was no API
	}
	if !r.packets && r.line == nil {
		r.line, err = gamelog.NewWriter(&r.text, h)
	}
	return err
}

// frame appends one entry: its id, and its line of the record, with its time in whole seconds.
func (r *frameCache) frame(id place, e gamelog.Entry) {
	r.text.Reset()
	r.line.Append(e.InSeconds())
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
