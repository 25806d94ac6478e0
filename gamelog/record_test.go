package gamelog_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/gamelogtest"
	"wolfden/werewolf"
)

func mustParse(tb testing.TB, data []byte) *gamelog.Record {
	tb.Helper()
	rec, err := gamelog.Parse(data)
	if err != nil {
		tb.Fatalf("%v\n%s", err, data)
	}
	return rec
}

func TestRecordsRoundTrip(t *testing.T) {
	kinds := map[werewolf.EventKind]int{}
	faults := map[gamelog.Fault]int{}
	for _, data := range gamelogtest.Records(t, 90) {
		rec, err := gamelog.Verify(data)
		if err != nil {
			t.Fatal(err)
		}
		if rec.Torn || rec.Whole != int64(len(data)) {
			t.Errorf("torn %t, %d of %d bytes whole", rec.Torn, rec.Whole, len(data))
		}
		g, err := rec.Replay()
		if err != nil {
			t.Fatal(err)
		}
		if g.Result() != rec.Result() || rec.Result().End == werewolf.NotOver {
			t.Errorf("replay ends %v, record %v", g.Result(), rec.Result())
		}
		if !reflect.DeepEqual(rec.Events(), g.Log()) {
			t.Error("the record's events are not those of its game")
		}
		for id := range werewolf.SeatID(len(rec.Header.Seats) + 1) {
			checkView(t, rec, g, id)
		}
		for _, e := range rec.Entries {
			if e.Event != nil {
				kinds[e.Event.Kind]++
			} else {
				faults[e.Input.Fault]++
			}
		}
		if again, err := gamelog.Read(bytes.NewReader(data)); err != nil || !reflect.DeepEqual(rec, again) {
			t.Errorf("Read differs from Parse: %v", err)
		}
	}
	for kind := werewolf.Seated; kind <= werewolf.GameOver; kind++ {
		if kinds[kind] == 0 {
			t.Errorf("no record has the event %s", kind)
		}
	}
	if faults[gamelog.Late] == 0 || faults[gamelog.Lost] == 0 || faults[gamelog.Illegal] == 0 {
		t.Errorf("faults %v", faults)
	}
}

// checkView compares the record as a seat sees it with what the game lets the seat see.
func checkView(t *testing.T, rec *gamelog.Record, g *werewolf.Game, id werewolf.SeatID) {
	t.Helper()
	var seen []werewolf.Event
	for _, e := range rec.View(id) {
		if e.Event != nil {
			seen = append(seen, *e.Event)
		} else if a := e.Input.Action; id == 0 || a.Seat != id || a.Kind != werewolf.Answer {
			t.Errorf("seat %d sees the input %+v", id, a)
		}
	}
	var want []werewolf.Event
	for _, e := range g.Log() {
		if e.SeenBy(id) {
			want = append(want, e)
		}
	}
	if !reflect.DeepEqual(seen, want) {
		t.Errorf("seat %d sees\n%+v, not\n%+v", id, seen, want)
	}
	own := func(e gamelog.Entry) bool {
		return e.Input != nil && e.Input.Action.Seat == id && e.Input.Action.Kind == werewolf.Answer && id != 0
	}
	for _, e := range rec.View(id) {
		if e.Input != nil && !own(e) {
			t.Errorf("seat %d sees an input that is not its own", id)
		}
	}
	if got, want := len(rec.View(id))-len(seen), len(filter(rec.Entries, own)); got != want {
		t.Errorf("seat %d sees %d of its %d inputs", id, got, want)
	}
}

func filter(all []gamelog.Entry, keep func(gamelog.Entry) bool) (kept []gamelog.Entry) {
	for _, e := range all {
		if keep(e) {
			kept = append(kept, e)
		}
	}
	return kept
}

// shortRecord is a five-player game of one vote.
func shortRecord(tb testing.TB) []byte {
	h := gamelogtest.Header(tb, 5, 2)
	standard, err := werewolf.Standard(5)
	if err != nil {
		tb.Fatal(err)
	}
	h.Rules = standard
	h.Rules.Talk.MaxCount.PerAgent, h.Rules.MaxDay = 1, 1
	for i := range h.Seats {
		h.Seats[i].Profile, h.Seats[i].Avatar = "", ""
	}
	return gamelogtest.Record(tb, h, 100)
}

// Wherever a crash tears a record, no more than the torn line is lost, and the
// game resumed from there ends in the same bytes.
func TestRecordsTornAtEveryByte(t *testing.T) {
	data := shortRecord(t)
	full := mustParse(t, data)
	header := bytes.IndexByte(data, '\n') + 1
	step := 1
	if testing.Short() {
		step = 11
	}
	for cut := 0; cut <= len(data); cut += step {
		rec, err := gamelog.Parse(data[:cut])
		if cut < header {
			if !errors.Is(err, gamelog.ErrNoRecord) {
				t.Fatalf("cut at %d: %v, want ErrNoRecord", cut, err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		whole := bytes.LastIndexByte(data[:cut], '\n') + 1
		if rec.Whole != int64(whole) || rec.Torn != (whole < cut) || len(rec.Entries) != bytes.Count(data[header:whole], []byte{'\n'}) {
			t.Fatalf("cut at %d: whole %d, torn %t, %d entries", cut, rec.Whole, rec.Torn, len(rec.Entries))
		}
		if cut-whole > 1 && cut%11 != 0 && !*long {
			continue // with more of the torn line there, the record is the same: that was compared
		}
		n := 0
		for e, err := range gamelog.Entries(bytes.NewReader(data[:cut])) {
			if err != nil || n >= len(rec.Entries) || !reflect.DeepEqual(e, rec.Entries[n]) {
				t.Fatalf("cut at %d: entry %d is %v, %v", cut, n, e, err)
			}
			n++
		}
		if n != len(rec.Entries) {
			t.Fatalf("cut at %d: %d entries, one by one, of %d", cut, n, len(rec.Entries))
		}
		if _, err := gamelog.Verify(data[:cut]); err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		goOn(t, full, rec, data)
	}
}

// goOn resumes a cut record and plays on with the inputs of the full one.
func goOn(t *testing.T, full, rec *gamelog.Record, data []byte) {
	t.Helper()
	out := bytes.NewBuffer(slices.Clone(data[:rec.Whole]))
	had := len(filter(rec.Entries, isInput))
	at := rec.LastAt()
	g, w, err := rec.Resume(out)
	if err != nil {
		t.Fatalf("cut at %d: %v", rec.Whole, err)
	}
	if len(rec.Events()) != len(g.Log()) {
		t.Fatalf("cut at %d: %d events in the record resumed, %d in its game", rec.Whole, len(rec.Events()), len(g.Log()))
	}
	s := gamelogtest.Scribe{TB: t, Game: g, Writer: w, At: at, Written: len(g.Log())}
	for _, e := range filter(full.Entries, isInput)[had:] {
		s.Enter(e.At, e.Input)
	}
	if !bytes.Equal(out.Bytes(), data) {
		t.Fatalf("cut at %d and resumed:\n%s\nwant\n%s", rec.Whole, out, data)
	}
}

func isInput(e gamelog.Entry) bool { return e.Input != nil }

// Of records of all kinds, every line is where a crash may stop it.
func TestRecordsTornAtEveryLine(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	for i, data := range gamelogtest.Records(t, 6) {
		full := mustParse(t, data)
		for cut := bytes.IndexByte(data, '\n') + 1; cut <= len(data); cut += bytes.IndexByte(data[cut:], '\n') + 1 {
			if i == 0 || cut%9 == 0 { // all of the shortest, some of the others: a cut differs by the kind of line, not by each line
				goOn(t, full, mustParse(t, data[:cut]), data)
			}
			if cut == len(data) {
				break
			}
		}
	}
}

func TestParseErrors(t *testing.T) {
	data := string(shortRecord(t))
	lines := strings.SplitAfter(data, "\n")
	header, first, rest := lines[0], lines[1], strings.Join(lines[2:], "")
	input := ""
	for _, l := range lines {
		if strings.Contains(l, `"in":"answer"`) {
			input = l
			break
		}
	}
	tests := []struct {
		name, data string
		is         error
		want       string
	}{
		{"nothing", "", gamelog.ErrNoRecord, "no record of a game: the file is empty"},
		{"a torn header", header[:len(header)-1], gamelog.ErrNoRecord, "its header is torn after"},
		{"a header torn at once", header[:3], gamelog.ErrNoRecord, "its header is torn after 3 bytes"},
		{"a line of something else", "wolf", gamelog.ErrNoRecord, "the first line is not a wolfden header"},
		{"a damaged line", header + "{x\n", nil, "line 2: invalid character 'x' looking for beginning of object key string; the record is damaged there"},
		{"an empty line", "\n" + data, gamelog.ErrNoRecord, "line 1: no record"},
		{"garbage", "\x00\x01PNG\n" + data, gamelog.ErrNoRecord, "line 1: no record of a game: the first line is not a wolfden header"},
		{"a contest log", "0,status,1,SEER,ALIVE,a,A\n", gamelog.ErrNoRecord, "line 1"},
		{"JSON of others", "{\"wolf\":1}\n", gamelog.ErrNoRecord, "line 1"},
		{"version 0", strings.Replace(header, `"wolfden":2`, `"wolfden":0`, 1), gamelog.ErrNoRecord, "version 0 does not exist"},
		{"a newer version", strings.Replace(header, `"wolfden":2`, `"wolfden":4,"moon":"full"`, 1) + "?\n", gamelog.ErrNewer, "its version is 4, this program reads up to 3"},
		{"a branch before there were any", strings.Replace(header, `"seats"`, `"branches":[{"game":"x","entries":1,"draws":0}],"seats"`, 1), nil, "version 3 is the first with branches"},
		{"a branch of fewer than no draws", strings.Replace(strings.Replace(header, `"wolfden":2`, `"wolfden":3`, 1), `"seats"`, `"branches":[{"game":"x","entries":1,"draws":-1}],"seats"`, 1), nil, "entries and draws are 0 or more"},
		{"an unknown key in the header", strings.Replace(header, `{`, `{"moon":"full",`, 1), nil, `line 1: json: unknown field "moon"`},
		{"an unknown role", strings.Replace(header, `"VILLAGER"`, `"FARMER"`, 1), nil, `line 1: roles: unknown role "FARMER"`},
		{"a seed that is none", strings.Replace(header, `"seed":"2"`, `"seed":"x"`, 1), nil, "line 1"},
		{"more after the header", strings.TrimSpace(header) + "}\n", nil, "line 1"},
		{"an unknown key", header + strings.Replace(first, `{`, `{"moon":1,`, 1), nil, `line 2: json: unknown field "moon"`},
		{"a broken line", header + first + "{\"t\":1,\"ev\n" + rest, nil, "line 3: unexpected EOF"},
		{"a line with more", header + strings.TrimSpace(first) + "}\n" + rest, nil, "line 2: more than one JSON value"},
		{"an empty line inside", header + first + "\n" + rest, nil, "line 3: EOF"},
		{"neither", header + "{\"t\":1}\n", nil, "line 2: neither an input nor an event"},
		{"both", header + strings.Replace(first, `{`, `{"in":"answer",`, 1), nil, "line 2: both an input and an event"},
		{"an unknown event", header + strings.Replace(first, `"seated"`, `"stood"`, 1), nil, `line 2: unknown event "stood"`},
		{"an unknown input", header + strings.Replace(input, `"answer"`, `"reply"`, 1), nil, `line 2: unknown action "reply"`},
		{"an unknown request", header + strings.Replace(input, `"TALK"`, `"SING"`, 1), nil, `line 2: unknown request "SING"`},
		{"an unknown fault", header + strings.Replace(input, `"req"`, `"fault":"lazy","req"`, 1), nil, `line 2: unknown fault "lazy"`},
		{"an unknown phase", header + strings.Replace(first, `"day"`, `"phase":"noon","day"`, 1), nil, `line 2: the rules know no phase "noon"`},
		{"an audience of words", header + strings.Replace(first, `"to":"all"`, `"to":"some"`, 1), nil, "line 2: audience: no list of seats"},
		{"an audience of strangers", header + strings.Replace(first, `"to":"all"`, `"to":[1,6]`, 1), nil, "line 2: audience: no seat 6"},
		{"an audience of ghosts", header + strings.Replace(first, `"to":"all"`, `"to":[1,61]`, 1), nil, "line 2: audience: no seat 61"},
	}
	for _, test := range tests {
		rec, err := gamelog.Parse([]byte(test.data))
		if err == nil || rec != nil || test.is != nil && !errors.Is(err, test.is) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %q", test.name, err, test.want)
		}
		if _, err := gamelog.Verify([]byte(test.data)); err == nil {
			t.Errorf("%s: verified", test.name)
		}
		var last error
		for _, last = range gamelog.Entries(strings.NewReader(test.data)) {
		}
		if strings.Contains(test.data, "\n") && (last == nil || last.Error() != err.Error()) {
			t.Errorf("%s: one by one %v", test.name, last)
		}
	}
	if _, err := gamelog.Read(io.MultiReader(strings.NewReader(data), brokenPipe{})); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("a reader that fails gives %v", err)
	}
}

type brokenPipe struct{}

func (brokenPipe) Read([]byte) (int, error)  { return 0, io.ErrClosedPipe }
func (brokenPipe) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestEmptyRecord(t *testing.T) {
	h := gamelogtest.Header(t, 5, 1)
	var out bytes.Buffer
	if _, err := gamelog.NewWriter(&out, h); err != nil {
		t.Fatal(err)
	}
	rec := mustParse(t, out.Bytes())
	if rec.LastAt() != 0 || rec.Result() != (werewolf.Result{}) || len(rec.Events()) != 0 || rec.View(1) != nil {
		t.Errorf("%+v", rec)
	}
	if !reflect.DeepEqual(rec.Header, *h) {
		t.Errorf("the header reads as %+v, not %+v", rec.Header, *h)
	}
	if _, err := gamelog.Verify(out.Bytes()); err != nil {
		t.Error(err)
	}
}

// mostFuzzed is how long an input of the fuzzer may be: a day or two of five players.
const mostFuzzed = 4 << 10

// FuzzParse: whatever comes, Parse gives an error or a record that is the same
// when it is written and parsed again.
func FuzzParse(f *testing.F) {
	lines := bytes.SplitAfter(shortRecord(f), []byte{'\n'})
	kinds := map[string]bool{}
	for _, line := range lines[1:] {
		kind := string(line[bytes.IndexByte(line, ',')+1:][:min(len(line)/3, 12)])
		if !kinds[kind] { // one of a kind: a fuzzer is only as fast as what it begins with
			kinds[kind] = true
			f.Add(slices.Concat(lines[0], line))
		}
	}
	f.Add([]byte(`{"wolfden":1,"rules":{"day_phases":[{"name":"x"}]}}` + "\n" + `{"ev":"talk","phase":"x","to":[1,2],"text":"\ud800"}` + "\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > mostFuzzed {
			return
		}
		rec, err := gamelog.Parse(data)
		if err != nil {
			return
		}
		var once, twice bytes.Buffer
		if err := gamelog.Write(&once, rec); err != nil {
			t.Fatal(err)
		}
		again, err := gamelog.Parse(once.Bytes())
		if err != nil {
			t.Fatalf("%v\nread %s\nwrote %s", err, data, once.Bytes())
		}
		if err := gamelog.Write(&twice, again); err != nil || !bytes.Equal(once.Bytes(), twice.Bytes()) {
			t.Errorf("%v\nwrote %s\nthen %s", err, once.Bytes(), twice.Bytes())
		}
		if len(again.Entries) != len(rec.Entries) {
			t.Errorf("%d entries, then %d", len(rec.Entries), len(again.Entries))
		}
		if r := &rec.Header.Rules; r.MaxDay <= 100 && r.Players() < 20 {
			_, _ = gamelog.Verify(data)
		}
	})
}

func ExampleRecord_View() {
	rec := &gamelog.Record{Entries: []gamelog.Entry{
		{Event: &werewolf.Event{Kind: werewolf.Talked, Text: "hello", Audience: werewolf.Everybody}},
		{Event: &werewolf.Event{Kind: werewolf.Whispered, Text: "psst", Audience: werewolf.Only(werewolf.SetOf(2, 3))}},
		{Input: &gamelog.Input{Action: werewolf.Action{Seat: 1, Request: werewolf.Vote}, Raw: "Mio"}},
	}}
	for id := range werewolf.SeatID(3) {
		fmt.Println(len(rec.View(id)))
	}
	// Output:
	// 1
	// 2
	// 2
}

// TestWrong: what a program says that it has sent another answer for counts as the fault that it names, unless a fault was seen.
func TestWrong(t *testing.T) {
	for _, c := range []struct {
		topics []string
		fault  gamelog.Fault
		want   gamelog.Fault
	}{
		{nil, gamelog.NoFault, gamelog.NoFault},
		{nil, gamelog.Late, gamelog.Late},
		{[]string{"note", "crashed", "late"}, gamelog.NoFault, gamelog.NoFault},
		{[]string{"note", "fault-crashed", "fault-late"}, gamelog.NoFault, gamelog.Crashed},
		{[]string{"fault-illegal"}, gamelog.Lost, gamelog.Lost},
		{[]string{"fault-lateness", "fault-"}, gamelog.NoFault, gamelog.NoFault},
	} {
		in := gamelog.Input{Fault: c.fault}
		for _, topic := range c.topics {
			in.Notes = append(in.Notes, gamelog.Note{Topic: topic})
		}
		if got := in.Wrong(); got != c.want {
			t.Errorf("%v with %q: %v, want %v", c.fault, c.topics, got, c.want)
		}
	}
}
