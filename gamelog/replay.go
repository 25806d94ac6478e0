package gamelog

import (
	"bytes"
	"fmt"
	"io"

	"wolfden/werewolf"
)

// Game starts the game of the header again from its beginning.
func (h *Header) Game() (*werewolf.Game, error) {
	return werewolf.NewWithChance(h.Rules, h.Seats, h.Chance())
}

// Replay feeds the record's inputs to a new game and compares its events with those of the record. It returns
// the game after the last input. The error wraps ErrMismatch and names the line.
func (r *Record) Replay() (*werewolf.Game, error) {
	return r.Walk(func(*werewolf.Game, *Entry) error { return nil })
}

// Walk is Replay with a callback: visit gets each event after it happened, and each input before the game
// takes it. An error of visit ends the walk.
func (r *Record) Walk(visit func(*werewolf.Game, *Entry) error) (*werewolf.Game, error) {
	g, _, err := r.replay(visit)
	return g, err
}

// replay also returns how many of the game's events the record holds.
func (r *Record) replay(visit func(*werewolf.Game, *Entry) error) (g *werewolf.Game, seen int, err error) {
	g, err = r.Header.Game()
	if err != nil {
		return nil, 0, fmt.Errorf("line 1: %w", err)
	}
	enc := appendingWriter(io.Discard, &r.Header)
	var got, want []byte
	for i := range r.Entries {
		e := &r.Entries[i]
		switch {
		case e.Input != nil:
			if seen < len(g.Log()) {
				return nil, 0, r.mismatch(i, "an input, but %s should come first", g.Log()[seen].Kind)
			}
			if err := visit(g, e); err != nil {
				return nil, 0, fmt.Errorf("line %d: %w", i+2, err)
			}
			if err := g.Apply(e.Input.Action); err != nil {
				return nil, 0, r.mismatch(i, "%v", err)
			}
		case seen >= len(g.Log()):
			return nil, 0, r.mismatch(i, "%s, which does not happen here", e.Event.Kind)
		default:
			got, want = enc.appendEvent(got[:0], 0, e.Event), enc.appendEvent(want[:0], 0, &g.Log()[seen])
			if !bytes.Equal(got, want) {
				return nil, 0, r.mismatch(i, "it says %s the game gives %s", got, want)
			}
			seen++
			if err := visit(g, e); err != nil {
				return nil, 0, fmt.Errorf("line %d: %w", i+2, err)
			}
		}
	}
	return g, seen, nil
}

func (r *Record) mismatch(entry int, format string, args ...any) error {
	return fmt.Errorf("line %d: %w: %s", entry+2, ErrMismatch, fmt.Sprintf(format, args...))
}

// Resume restores the running game of an unfinished record and returns a writer that continues it on w, which
// must be at offset Whole of the record's file. It derives and writes the events that were lost with a torn
// line. A finished game is no error; its writer then has nothing to write.
func (r *Record) Resume(w io.Writer) (*werewolf.Game, *Writer, error) {
	g, seen, err := r.replay(func(*werewolf.Game, *Entry) error { return nil })
	if err != nil {
		return nil, nil, err
	}
	header := r.Header // alone, so that the writer does not hold what the record holds beside it
	wr := appendingWriter(w, &header)
	wr.size, wr.lines, wr.values = int(r.Whole), len(r.Entries)+1, r.values
	if n := len(g.Log()); n > 0 {
		wr.day = g.Log()[n-1].Day
	}
	for i := range g.Log()[seen:] {
		e := Entry{At: r.LastAt(), Event: &g.Log()[seen+i]}
		r.Entries = append(r.Entries, e)
		wr.Append(e)
	}
	return g, wr, wr.Flush()
}

// LastAt returns the time of the last entry, 0 if there is none.
func (r *Record) LastAt() int64 {
	if len(r.Entries) == 0 {
		return 0
	}
	return r.Entries[len(r.Entries)-1].At
}

// Verify replays a record and writes it again from the replay; the bytes must be the same. It returns the
// record also with an error, if it could be read. An unfinished record is verified as far as it goes.
func Verify(data []byte) (*Record, error) {
	rec, err := Parse(data)
	if err != nil {
		return nil, err
	}
	if _, err := rec.Replay(); err != nil {
		return rec, err
	}
	var again bytes.Buffer
	if err := Write(&again, rec); err != nil {
		return rec, err
	}
	return rec, firstDifference(again.Bytes(), data[:rec.Whole])
}

// Write writes a whole record.
func Write(w io.Writer, rec *Record) error {
	wr, err := NewWriter(w, &rec.Header)
	if err != nil {
		return err
	}
	for _, e := range rec.Entries {
		wr.Append(e)
	}
	return wr.Flush()
}

func firstDifference(want, got []byte) error {
	if bytes.Equal(want, got) {
		return nil
	}
	a, b := bytes.SplitAfter(want, []byte{'\n'}), bytes.SplitAfter(got, []byte{'\n'})
	for i := range min(len(a), len(b)) {
		if !bytes.Equal(a[i], b[i]) {
			return fmt.Errorf("line %d: %w: it reads %q, the replay writes %q", i+1, ErrMismatch, b[i], a[i])
		}
	}
	return fmt.Errorf("line %d: %w: the replay has another number of lines", min(len(a), len(b)), ErrMismatch)
}

// recordedDraws is the chance of a game played elsewhere: the draws listed in its header, in order.
type recordedDraws struct{ left []werewolf.SeatID }

// Shuffle keeps the order: in such games roles are fixed and the floor is open.
func (d *recordedDraws) Shuffle([]werewolf.SeatID, werewolf.Decision, werewolf.Occasion) {}

// Pick takes the next recorded draw. If that seat is not among the tied, it takes the first of them; the
// replay then differs from the record, which is reported.
func (d *recordedDraws) Pick(tied werewolf.SeatSet, _ werewolf.Decision, _ werewolf.Occasion) werewolf.SeatID {
	if len(d.left) == 0 {
		return tied.First()
	}
	pick := d.left[0]
	d.left = d.left[1:]
	if !tied.Has(pick) {
		return tied.First()
	}
	return pick
}
