package gamelog_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/gamelogtest"
	"wolfden/werewolf"
)

// changed gives the record's bytes with one entry replaced.
func changed(tb testing.TB, rec *gamelog.Record, at int, e gamelog.Entry) []byte {
	tb.Helper()
	entries := slices.Clone(rec.Entries)
	entries[at] = e
	var out bytes.Buffer
	if err := gamelog.Write(&out, &gamelog.Record{Header: rec.Header, Entries: entries}); err != nil {
		tb.Fatal(err)
	}
	return out.Bytes()
}

// eventChanges are copies of an event with one field changed each.
func eventChanges(e *werewolf.Event) (all []*werewolf.Event) {
	v := reflect.ValueOf(e).Elem()
	for i := range v.NumField() {
		c := *e
		c.Votes = slices.Clone(e.Votes)
		switch f := reflect.ValueOf(&c).Elem().Field(i); f.Kind() {
		case reflect.Bool:
			f.SetBool(!f.Bool())
		case reflect.String:
			f.SetString(f.String() + "x")
		case reflect.Int, reflect.Int8:
			f.SetInt(f.Int() + 1)
		case reflect.Uint8:
			f.SetUint(f.Uint() + 1)
		case reflect.Uint64:
			f.SetUint(f.Uint() ^ 4) // hides it from seat 2, or shows it to it
		case reflect.Slice:
			if c.Votes = append(c.Votes, werewolf.Ballot{Seat: 1, Target: 2}); len(e.Votes) > 0 {
				c.Votes = slices.Clone(e.Votes)
				c.Votes[0].Target++
			}
		default:
			panic(f.Kind())
		}
		all = append(all, &c)
	}
	return all
}

var long = flag.Bool("long", false, "change every event and answer of a record")

// each is how many events, and answers, of each kind in a record are changed: another of the same kind tells little more.
func each() int {
	if *long {
		return 1 << 20
	}
	return 5
}

// smallRecords are short enough to be changed everywhere.
func smallRecords(tb testing.TB) [][]byte {
	records := [][]byte{shortRecord(tb)}
	if !testing.Short() {
		nine := gamelogtest.Header(tb, 9, 6)
		nine.Rules.Talk.MaxCount.PerAgent, nine.Rules.Whisper.MaxCount.PerAgent, nine.Rules.MaxDay = 1, 1, 2
		records = append(records, gamelogtest.Record(tb, nine, 100))
	}
	return records
}

func TestVerifyFindsEveryChangedEvent(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	for _, data := range smallRecords(t) {
		rec := mustParse(t, data)
		tried, events, of := 0, 0, map[werewolf.EventKind]int{}
		for i, entry := range rec.Entries {
			if entry.Event == nil {
				continue
			}
			if of[entry.Event.Kind]++; of[entry.Event.Kind] > each() {
				continue
			}
			events++
			for _, e := range eventChanges(entry.Event) {
				bad := changed(t, rec, i, gamelog.Entry{At: entry.At, Event: e})
				if bytes.Equal(bad, data) {
					continue // of a field that this event does not have
				}
				tried++
				_, err := gamelog.Verify(bad)
				if want := fmt.Sprintf("line %d: ", i+2); err == nil || !strings.Contains(err.Error(), want) {
					t.Fatalf("error %v, want it at %sthe event\n%+v was\n%+v", err, want, e, entry.Event)
				}
			}
		}
		if tried < 10*events {
			t.Errorf("only %d changes of %d events", tried, events)
		}
	}
}

// game feeds inputs to the game of a header. A nil log is a game that did not
// take them.
func inputsLog(tb testing.TB, h *gamelog.Header, entries []gamelog.Entry) []werewolf.Event {
	tb.Helper()
	g, err := h.Game()
	if err != nil {
		tb.Fatal(err)
	}
	for _, e := range entries {
		if e.Input != nil && g.Apply(e.Input.Action) != nil {
			return nil
		}
	}
	return g.Log()
}

func inputChanges(in *gamelog.Input) (all []*gamelog.Input) {
	for _, change := range []func(*gamelog.Input){
		func(c *gamelog.Input) { c.Action.Seat++ },
		func(c *gamelog.Input) { c.Action.Target++ },
		func(c *gamelog.Input) { c.Action.Target = 0 },
		func(c *gamelog.Input) { c.Action.Request++ },
		func(c *gamelog.Input) { c.Action.Missing = !c.Action.Missing },
		func(c *gamelog.Input) { c.Raw += " truly" },
		func(c *gamelog.Input) { c.Raw = "Over" },
		func(c *gamelog.Input) { c.Action.Kind = werewolf.CloseFloor },
		func(c *gamelog.Input) { c.Action.Kind = werewolf.Fail },
	} {
		c := *in
		change(&c)
		if c.Action.Request.Speaks() {
			c.Action.Text = c.Raw
		}
		all = append(all, &c)
	}
	return all
}

// An input that is changed so that anything else happens is found; one that
// changes nothing, such as another illegal name, is as good as the true one.
func TestVerifyFindsEveryInputThatMatters(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	for _, data := range smallRecords(t) {
		rec := mustParse(t, data)
		want := rec.Events()
		found, inputs, of := 0, 0, map[string]int{}
		for i, entry := range rec.Entries {
			if entry.Input == nil {
				continue
			}
			kind := fmt.Sprint(entry.Input.Action.Kind, entry.Input.Action.Request, entry.Input.Fault)
			if of[kind]++; of[kind] > each() {
				continue
			}
			inputs++
			for _, in := range inputChanges(entry.Input) {
				bad := changed(t, rec, i, gamelog.Entry{At: entry.At, Input: in})
				again := mustParse(t, bad) // the inputs as they were written
				matters := !reflect.DeepEqual(inputsLog(t, &rec.Header, again.Entries), want)
				_, err := gamelog.Verify(bad)
				if matters && !errors.Is(err, gamelog.ErrMismatch) || !matters && err != nil {
					t.Fatalf("line %d matters: %t, but error %v\n%+v was\n%+v", i+2, matters, err, in, entry.Input)
				}
				if matters {
					found++
				}
			}
		}
		if found < 2*inputs {
			t.Errorf("only %d changes mattered", found)
		}
	}
}

func TestVerifyFindsMovedLines(t *testing.T) {
	data := shortRecord(t)
	lines := bytes.SplitAfter(data, []byte{'\n'})
	lines = lines[:len(lines)-1]
	last := len(lines) - 1
	for !bytes.Contains(lines[last], []byte(`"in":`)) {
		last-- // what comes after may be missing
	}
	for i := 1; i < len(lines); i++ {
		if i < last {
			bad := slices.Concat(slices.Concat(lines[:i]...), slices.Concat(lines[i+1:]...))
			if _, err := gamelog.Verify(bad); err == nil {
				t.Errorf("nobody misses line %d: %s", i+1, lines[i])
			}
		}
		twice := slices.Concat(slices.Concat(lines[:i+1]...), slices.Concat(lines[i:]...))
		if _, err := gamelog.Verify(twice); err == nil {
			t.Errorf("line %d may be there twice: %s", i+1, lines[i])
		}
	}
}

// A line that means the same but is written otherwise is no line of ours.
func TestVerifyComparesBytes(t *testing.T) {
	data := string(shortRecord(t))
	lines := strings.SplitAfter(data, "\n")
	input := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, `"in":`) })
	for _, test := range []struct {
		line     int
		from, to string
	}{
		{0, `"lang":"ja",`, ``},
		{0, `"lang":"ja"`, `"lang":"\u006aa"`},
		{1, `"day":0`, `"day": 0`},
		{1, `"to":"all"`, `"text":"","to":"all"`},
		{input, `"in"`, `"raw":"","in"`},
		{input, `"t":`, `"t":0,"T":`},
		{len(lines) - 2, `}`, `} `},
	} {
		bad := slices.Clone(lines)
		bad[test.line] = strings.Replace(bad[test.line], test.from, test.to, 1)
		_, err := gamelog.Verify([]byte(strings.Join(bad, "")))
		if test.to == "" {
			// Nothing follows from the language, so nothing can tell.
			if err != nil {
				t.Errorf("without %s: %v", test.from, err)
			}
			continue
		}
		if want := fmt.Sprintf("line %d: ", test.line+1); !errors.Is(err, gamelog.ErrMismatch) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s for %s: error %v, want it at %s", test.to, test.from, err, want)
		}
	}
}

func TestReplayNeedsAGame(t *testing.T) {
	h := gamelogtest.Header(t, 5, 1)
	h.Rules.Talk.Mode = werewolf.Serial // so that somebody draws an order
	rec := mustParse(t, gamelogtest.Record(t, h, 0))
	wolf := slices.IndexFunc(rec.Header.Seats, func(s werewolf.Seat) bool { return s.Role == werewolf.Werewolf })
	tests := []struct {
		name   string
		change func(*gamelog.Header)
		want   string
	}{
		{"rules nobody can play", func(h *gamelog.Header) { h.Rules.Vote.MaxCount = 0 }, "line 1: rules cannot be played"},
		{"a seat too few", func(h *gamelog.Header) { h.Seats = h.Seats[1:] }, "line 1: "},
		{"another seed", func(h *gamelog.Header) { h.Seed++ }, "does not follow from its inputs"},
		{"another name", func(h *gamelog.Header) { h.Seats[0].Name = "B. Other" }, "line 2: the record does not follow"},
		{"other roles", func(h *gamelog.Header) {
			other := &h.Seats[(wolf+1)%5]
			h.Seats[wolf].Role, other.Role = other.Role, werewolf.Werewolf
		}, "does not follow from its inputs"},
	}
	for _, test := range tests {
		bad := &gamelog.Record{Header: rec.Header, Entries: rec.Entries}
		bad.Header.Seats = slices.Clone(rec.Header.Seats)
		test.change(&bad.Header)
		var out bytes.Buffer
		if err := gamelog.Write(&out, bad); err != nil {
			t.Fatal(err)
		}
		_, replay := bad.Replay()
		_, verify := gamelog.Verify(out.Bytes())
		_, _, resume := bad.Resume(&out)
		for _, err := range []error{replay, verify, resume} {
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s: error %v, want %q", test.name, err, test.want)
			}
		}
	}
}

// A record of another server lists what was drawn there.
func TestForeignRecords(t *testing.T) {
	h := gamelogtest.Header(t, 5, 4)
	h.Foreign = true
	for i, role := range []werewolf.Role{werewolf.Werewolf, werewolf.Possessed, werewolf.Seer, werewolf.Villager, werewolf.Villager} {
		h.Seats[i].Role = role
	}
	standard, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	h.Rules = standard
	h.Rules.Talk.MaxCount.PerAgent = 0
	for _, test := range []struct {
		draws []werewolf.SeatID
		out   werewolf.SeatID
	}{{[]werewolf.SeatID{4, 3}, 4}, {[]werewolf.SeatID{5}, 3}, {nil, 3}} {
		h.Draws = test.draws
		g, err := h.Game()
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		w, err := gamelog.NewWriter(&out, h)
		if err != nil {
			t.Fatal(err)
		}
		s := gamelogtest.Scribe{TB: t}
		s.Begin(h, w, g)
		choose := func(kind werewolf.RequestKind, targets map[werewolf.SeatID]werewolf.SeatID) {
			for seat := range werewolf.SeatID(6) {
				if target := targets[seat]; target != 0 {
					s.Enter(s.At+1, &gamelog.Input{Action: werewolf.Action{Seat: seat, Request: kind, Target: target}})
				}
			}
		}
		choose(werewolf.Divine, map[werewolf.SeatID]werewolf.SeatID{3: 1})
		choose(werewolf.Vote, map[werewolf.SeatID]werewolf.SeatID{1: 3, 2: 3, 3: 4, 4: 5, 5: 4}) // a tie of 3 and 4
		if e := g.Log()[len(g.Log())-1]; e.Kind != werewolf.Executed || e.Seat != test.out {
			t.Errorf("draws %v: %s of %d, want the execution of %d", test.draws, e.Kind, e.Seat, test.out)
		}
		if rec, err := gamelog.Verify(out.Bytes()); err != nil || !rec.Header.Foreign || !slices.Equal(rec.Header.Draws, test.draws) {
			t.Errorf("%v, %+v", err, rec)
		}
	}
}

func TestWritersKeepTheirError(t *testing.T) {
	h := gamelogtest.Header(t, 5, 1)
	if _, err := gamelog.NewWriter(brokenPipe{}, h); err == nil {
		t.Error("a header nobody takes is no error")
	}
	rec := mustParse(t, gamelogtest.Record(t, h, 0))
	if err := gamelog.Write(brokenPipe{}, rec); err == nil {
		t.Error("a record nobody takes is no error")
	}
	cut := &gamelog.Record{Header: rec.Header}
	if _, _, err := cut.Resume(brokenPipe{}); err == nil {
		t.Error("a beginning nobody takes is no error")
	}
	full := &fullDisk{room: 10_000}
	w, err := gamelog.NewWriter(full, h)
	if err != nil {
		t.Fatal(err)
	}
	full.room = 0
	w.Append(rec.Entries[0])
	first := w.Flush()
	full.room = 1000
	w.Append(rec.Entries[1])
	if second := w.Flush(); first == nil || !errors.Is(second, first) || full.written != 1 {
		t.Errorf("%v, then %v, %d writes", first, second, full.written)
	}
	h.Rules.MaxFailedRatio = nan()
	if _, err := gamelog.NewWriter(full, h); err == nil {
		t.Error("a header that is no JSON is no error")
	}
	if err := gamelog.Write(full, &gamelog.Record{Header: *h}); err == nil {
		t.Error("a record without a header is no error")
	}
}

// fullDisk takes as many bytes as it has room for.
type fullDisk struct{ room, written int }

func (d *fullDisk) Write(b []byte) (int, error) {
	if len(b) > d.room {
		return 0, errors.New("no space left")
	}
	d.room -= len(b)
	d.written++
	return len(b), nil
}

func nan() float64 {
	zero := 0.0
	return zero / zero
}
