package contestlog

import (
	"bytes"
	"encoding/json"
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
	"wolfden/wire"
)

// packets encodes as the commands do.
func packets(h *gamelog.Header) PacketEncoder {
	return func(werewolf.SeatID) func(werewolf.Observation) ([]byte, error) {
		return wire.NewEncoder(h.ID, wire.Newest).Encode
	}
}

// witness stands beside a game while it is played and writes down what passes,
// as a server would: the twin of what is made from the record afterwards.
type witness struct {
	tb      testing.TB
	h       *gamelog.Header
	s       *gamelogtest.Scribe
	watch   []*werewolf.Watcher
	encode  []func(werewolf.Observation) ([]byte, error)
	waiting map[werewolf.SeatID]CommunicationEntry // what was asked
	kinds   map[werewolf.SeatID]werewolf.Request
	entries []CommunicationEntry
}

func newWitness(tb testing.TB, h *gamelog.Header, s *gamelogtest.Scribe) *witness {
	n := len(h.Seats)
	w := &witness{
		tb: tb, h: h, s: s, watch: make([]*werewolf.Watcher, n+1), encode: make([]func(werewolf.Observation) ([]byte, error), n+1),
		waiting: map[werewolf.SeatID]CommunicationEntry{}, kinds: map[werewolf.SeatID]werewolf.Request{},
	}
	for id := 1; id <= n; id++ {
		w.watch[id] = werewolf.NewWatcher(&h.Rules, werewolf.SeatID(id))
		w.encode[id] = packets(h)(werewolf.SeatID(id))
	}
	s.Told, s.Entered = w.told, w.entered
	return w
}

func (w *witness) packet(q werewolf.Request, at int64) CommunicationEntry {
	b, err := w.encode[q.Seat](w.watch[q.Seat].Observation(q))
	if err != nil {
		w.tb.Fatal(err)
	}
	at += w.h.Started
	return CommunicationEntry{Agent: w.h.Seats[q.Seat-1].Name, Request: string(b), RequestTimestamp: at, ResponseTimestamp: at}
}

func (w *witness) told(at int64, e *werewolf.Event) {
	for _, watcher := range w.watch[1:] {
		watcher.See(e, w.h.Started+at)
	}
	news := map[werewolf.EventKind][]werewolf.RequestKind{
		werewolf.DayBegan: {werewolf.DailyInitialize}, werewolf.NightBegan: {werewolf.DailyFinish}, werewolf.GameOver: {werewolf.Finish},
	}[e.Kind]
	if e.Kind == werewolf.DayBegan && e.Day == 0 {
		news = []werewolf.RequestKind{werewolf.Initialize, werewolf.DailyInitialize}
	}
	for _, kind := range news {
		for id := 1; id < len(w.watch); id++ {
			w.entries = append(w.entries, w.packet(werewolf.Request{Seat: werewolf.SeatID(id), Kind: kind}, at))
		}
	}
}

// entered notes who is asked before the input, then what the input answers.
func (w *witness) entered(at int64, in *gamelog.Input) {
	pending := slices.Clone(w.s.Game.Pending())
	for id, q := range w.kinds { // what nobody waits for any more
		if !slices.ContainsFunc(pending, func(p werewolf.Request) bool { return p.Seat == id && p.Kind == q.Kind }) {
			delete(w.kinds, id)
		}
	}
	for _, q := range pending {
		if _, asked := w.kinds[q.Seat]; !asked {
			w.kinds[q.Seat], w.waiting[q.Seat] = q, w.packet(q, w.s.At)
		}
	}
	id := in.Action.Seat
	q, asked := w.kinds[id]
	switch {
	case in.Action.Kind == werewolf.CloseFloor:
		for id, q := range w.kinds {
			if q.Open {
				delete(w.kinds, id)
			}
		}
	case !asked, in.Action.Kind == werewolf.Fail && q.Open:
	default:
		e := w.waiting[id]
		e.ResponseTimestamp = w.h.Started + at
		e.Error = in.Fault.String()
		if in.Action.Kind == werewolf.Answer && !in.Action.Missing {
			e.Response = &in.Raw
		}
		w.entries = append(w.entries, e)
		if !q.Open {
			delete(w.kinds, id)
		}
	}
}

func TestCommunicationIsWhatPassed(t *testing.T) {
	games := some(12)
	if testing.Short() {
		games = 6
	}
	for seed := range uint64(games) {
		h := gamelogtest.Header(t, []int{5, 9, 13}[seed%3], seed)
		s := &gamelogtest.Scribe{TB: t, Words: gamelogtest.Words(), Faults: int(seed/3%2) * 100}
		w := newWitness(t, h, s)
		rec := mustParse(t, gamelogtest.RecordWith(t, h, s))
		got, err := newCommunication(rec, packets(h), February)
		if err != nil {
			t.Fatal(err)
		}
		for i := range min(len(got.Entries), len(w.entries)) {
			if !reflect.DeepEqual(got.Entries[i], w.entries[i]) {
				t.Fatalf("entry %d is\n%s\nwant\n%s", i, asJSON(t, got.Entries[i]), asJSON(t, w.entries[i]))
			}
		}
		if len(got.Entries) != len(w.entries) {
			t.Errorf("%d entries, want %d", len(got.Entries), len(w.entries))
		}
		checkCommunication(t, rec, got, February)
		newest, err := newCommunication(rec, packets(h), Newest)
		if err != nil {
			t.Fatal(err)
		}
		checkFloors(t, rec, newest, got)
		checkCommunication(t, rec, newest, Newest)
	}
}

// checkFloors compares the newest log with February's, which differs in what
// was said on open floors alone, and with the events of the record.
func checkFloors(t *testing.T, rec *gamelog.Record, newest, february *Communication) {
	t.Helper()
	rules := &rec.Header.Rules
	var want, got, packets, others []CommunicationEntry
	for _, e := range rec.Entries {
		ev, name := e.Event, "TALK"
		if ev == nil || ev.Kind != werewolf.Talked && ev.Kind != werewolf.Whispered {
			continue
		}
		mode := rules.Talk.Mode
		if ev.Kind == werewolf.Whispered {
			mode, name = rules.Whisper.Mode, "WHISPER"
		}
		if at := rec.Header.Started + e.At; mode == werewolf.Anytime {
			want = append(want, CommunicationEntry{
				Agent: rec.Header.Seats[ev.Seat-1].Name, Request: `"` + name + `"`, Response: &ev.Text, RequestTimestamp: at, ResponseTimestamp: at,
			})
		}
	}
	open := ""
	for _, e := range newest.Entries {
		kind, phase, _ := strings.Cut(strings.Trim(e.Request, `"`), "_PHASE_")
		switch {
		case strings.HasPrefix(e.Request, "{"):
			packets = append(packets, e)
			if p := e.Request; open != "" && (strings.HasPrefix(p, `{"request":"DAILY`) || strings.HasPrefix(p, `{"request":"`+open)) {
				t.Errorf("%.40s while the %s is open", p, open)
			}
		case phase == "START" && open == "" && e.Agent == "":
			open = kind
		case phase == "END" && open == kind && e.Agent == "":
			open = ""
		case phase == "" && open == kind:
			got = append(got, e)
		default:
			t.Errorf("an entry that should not be here: %s", asJSON(t, e))
		}
	}
	if open != "" && rec.Result().End != werewolf.NotOver {
		t.Errorf("the %s does not end", open)
	}
	for _, e := range february.Entries {
		if !strings.Contains(e.Request[:min(len(e.Request), 40)], "_PHASE_START") {
			others = append(others, e)
		}
	}
	if !reflect.DeepEqual(packets, others) {
		t.Error("the packets beside the open floors differ")
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("on open floors the log has\n%s\nwant\n%s", asJSON(t, got), asJSON(t, want))
	}
}

// checkCommunication checks a log by itself: it can be read back, and every
// player could have played by it.
func checkCommunication(t *testing.T, rec *gamelog.Record, c *Communication, edition Edition) {
	t.Helper()
	var out bytes.Buffer
	if err := WriteCommunication(&out, rec, packets(&rec.Header), edition); err != nil {
		t.Fatal(err)
	}
	timed := c
	if edition == Newest {
		timed = c.inSeconds()
	}
	if marshalled, err := json.Marshal(timed); err != nil || !bytes.Equal(out.Bytes(), Shown(marshalled)) {
		t.Fatalf("%v, the log is not as encoding/json would write it", err)
	}
	again, err := ReadCommunication(&out)
	if err != nil {
		t.Fatal(err)
	}
	whole := *c
	if edition == Newest {
		whole.Entries = slices.Clone(c.Entries)
		for i := range whole.Entries {
			e := &whole.Entries[i]
			e.RequestTimestamp -= e.RequestTimestamp % 1000
			e.ResponseTimestamp -= e.ResponseTimestamp % 1000
		}
	}
	if !reflect.DeepEqual(again, &whole) {
		t.Error("the log differs when it is read again")
	}
	profiles := map[string]string{}
	for i, s := range rec.Header.Seats {
		profiles[s.Name] = s.Profile
		if want := (CommunicationAgent{werewolf.SeatID(i + 1), s.Client, s.Role, s.Team}); c.Agents[i] != want {
			t.Errorf("agents[%d] is %+v, want %+v", i, c.Agents[i], want)
		}
	}
	if got := again.Profiles(); !reflect.DeepEqual(got, profiles) {
		t.Errorf("profiles %q, want %q", got, profiles)
	}
	if c.GameID != rec.Header.ID || c.WinSide != rec.Result().Winner {
		t.Errorf("game %s won by %s", c.GameID, c.WinSide)
	}
	observers := map[string]*wire.Observer{}
	for _, e := range c.Entries {
		if !strings.HasPrefix(e.Request, "{") {
			continue
		}
		p, err := wire.Decode([]byte(e.Request))
		if err != nil {
			t.Fatal(err)
		}
		if p.Request == wire.RequestInitialize {
			observers[e.Agent] = &wire.Observer{}
		}
		o, err := observers[e.Agent].See(&p)
		if err != nil {
			t.Fatal(err)
		}
		if p.Request == wire.RequestFinish && o.Result.Winner != c.WinSide {
			t.Errorf("%s sees %v win, not %s", e.Agent, o.Result, c.WinSide)
		}
	}
}

func asJSON(tb testing.TB, v any) string {
	tb.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		tb.Fatal(err)
	}
	return string(b)
}

// A whole small log, to be read by people.
func TestCommunicationFormat(t *testing.T) {
	h := &gamelog.Header{Version: gamelog.Version, ID: "01G", Started: 1000}
	h.Rules = werewolf.With(werewolf.RoleCounts{werewolf.Werewolf: 1, werewolf.Villager: 2})
	h.Rules.MaxDay, h.Rules.Talk.MaxCount.PerAgent = 1, 0
	for i, role := range []werewolf.Role{werewolf.Villager, werewolf.Werewolf, werewolf.Villager} {
		h.Seats = append(h.Seats, werewolf.Seat{Name: string(rune('A' + i)), Client: fmt.Sprintf("x%d", i), Team: "x", Role: role})
	}
	h.Seats[2].Client, h.Seats[2].Team = "", "" // a built-in player
	var out bytes.Buffer
	w, err := gamelog.NewWriter(&out, h)
	if err != nil {
		t.Fatal(err)
	}
	g, err := h.Game()
	if err != nil {
		t.Fatal(err)
	}
	s := gamelogtest.Scribe{TB: t}
	s.Begin(h, w, g)
	vote := func(at int64, seat, target werewolf.SeatID, raw string, fault gamelog.Fault) {
		s.Enter(at, &gamelog.Input{Action: werewolf.Action{Seat: seat, Request: werewolf.Vote, Target: target, Missing: fault == gamelog.Late}, Raw: raw, Fault: fault})
	}
	vote(30, 3, 2, "B", gamelog.NoFault)
	vote(20, 1, 0, "Z\n", gamelog.Illegal)
	s.Enter(40, &gamelog.Input{Action: werewolf.Action{Kind: werewolf.Fail, Seat: 2}})
	rec := mustParse(t, out.Bytes())
	out.Reset()
	short := func(id werewolf.SeatID) func(o werewolf.Observation) ([]byte, error) {
		return func(o werewolf.Observation) ([]byte, error) {
			return fmt.Appendf(nil, `{"request":%q,"info":{"agent":%q}}`, o.Request.Kind, o.Name(id)), nil
		}
	}
	for edition, unit := range map[Edition]int{Newest: 1000, February: 1} {
		out.Reset()
		if err := WriteCommunication(&out, rec, short, edition); err != nil {
			t.Fatal(err)
		}
		if want := communicationOfThree(unit); out.String() != want {
			t.Errorf("got\n%s\nwant\n%s", strings.ReplaceAll(out.String(), "},{", "},\n{"), strings.ReplaceAll(want, "},{", "},\n{"))
		}
	}
}

// communicationOfThree is the log of TestCommunicationFormat, with times in a
// unit of so many milliseconds.
func communicationOfThree(unit int) string {
	entry := func(agent, more, kind string, at, response int) string {
		return fmt.Sprintf(`{"agent":"%s"%s,"request":"{\"request\":\"%s\",\"info\":{\"agent\":\"%s\"}}","request_timestamp":%d,%s"response_timestamp":%d}`,
			agent, errorOf(more), kind, agent, at/unit, responseOf(more), response/unit)
	}
	var entries []string
	for _, kind := range []string{"INITIALIZE", "DAILY_INITIALIZE", "DAILY_FINISH", "DAILY_INITIALIZE", "DAILY_FINISH"} {
		for _, agent := range []string{"A", "B", "C"} {
			entries = append(entries, entry(agent, "", kind, 1000, 1000))
		}
	}
	entries = append(entries,
		entry("C", "|B", "VOTE", 1000, 1030),
		entry("A", `illegal|Z\n`, "VOTE", 1000, 1020),
		entry("B", "failed", "VOTE", 1000, 1040))
	for _, agent := range []string{"A", "B", "C"} {
		entries = append(entries, entry(agent, "", "FINISH", 1040, 1040))
	}
	return `{"agents":[{"idx":1,"name":"x0","role":"VILLAGER","team":"x"},{"idx":2,"name":"x1","role":"WEREWOLF","team":"x"},` +
		`{"idx":3,"name":"C","role":"VILLAGER","team":""}],"entries":[` + strings.Join(entries, ",") + `],"game_id":"01G","win_side":"NONE"}`
}

// errorOf and responseOf are the two halves of "error|response".
func errorOf(more string) string {
	fault, _, _ := strings.Cut(more, "|")
	if fault == "" {
		return ""
	}
	return fmt.Sprintf(`,"error":"%s"`, fault)
}

func responseOf(more string) string {
	_, response, ok := strings.Cut(more, "|")
	if !ok {
		return ""
	}
	return fmt.Sprintf(`"response":"%s",`, response)
}

// An unfinished game has its log, too.
func TestCommunicationOfUnfinishedGames(t *testing.T) {
	data := shortRecord(t)
	full := mustParse(t, data)
	whole, err := newCommunication(full, packets(&full.Header), Newest)
	if err != nil {
		t.Fatal(err)
	}
	for n := range full.Entries {
		rec := &gamelog.Record{Header: full.Header, Entries: full.Entries[:n]}
		c, err := newCommunication(rec, packets(&rec.Header), Newest)
		if err != nil {
			t.Fatal(err)
		}
		if c.WinSide != werewolf.NoTeam || !reflect.DeepEqual(c.Entries, whole.Entries[:len(c.Entries)]) {
			t.Fatalf("the log after %d lines is no beginning of the whole one", n)
		}
	}
}

func TestWriteCommunicationErrors(t *testing.T) {
	data := shortRecord(t)
	rec := mustParse(t, data)
	input := slices.IndexFunc(rec.Entries, isInput)
	broken := errors.New("out of ink")
	for _, kind := range []werewolf.RequestKind{werewolf.Initialize, werewolf.DailyInitialize, werewolf.Talk, werewolf.DailyFinish, werewolf.Vote, werewolf.Finish} {
		var out bytes.Buffer
		err := WriteCommunication(&out, rec, func(werewolf.SeatID) func(werewolf.Observation) ([]byte, error) {
			return func(o werewolf.Observation) ([]byte, error) {
				if o.Request.Kind == kind {
					return nil, broken
				}
				return []byte("{}"), nil
			}
		}, Newest)
		if !errors.Is(err, broken) || !strings.Contains(err.Error(), ": "+kind.String()+" to seat ") || out.Len() > 0 {
			t.Errorf("%s: error %v, %d bytes", kind, err, out.Len())
		}
	}
	bad := &gamelog.Record{Header: rec.Header, Entries: rec.Entries[input:]}
	if err := WriteCommunication(io.Discard, bad, packets(&rec.Header), Newest); !errors.Is(err, gamelog.ErrMismatch) {
		t.Errorf("a record that does not follow: %v", err)
	}
	for _, seat := range []werewolf.SeatID{-1, 0, 6, 99} {
		stranger := *rec.Entries[input].Input
		stranger.Action.Seat = seat
		bad.Entries = append(slices.Clone(rec.Entries[:input]), gamelog.Entry{Input: &stranger})
		if err := WriteCommunication(io.Discard, bad, packets(&rec.Header), Newest); !errors.Is(err, gamelog.ErrMismatch) {
			t.Errorf("an answer of seat %d: %v", seat, err)
		}
	}
	bad = &gamelog.Record{}
	if err := WriteCommunication(io.Discard, bad, packets(&rec.Header), Newest); err == nil {
		t.Error("a record without a header has a log")
	}
	if err := WriteCommunication(brokenPipe{}, rec, packets(&rec.Header), Newest); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("a log nobody takes: %v", err)
	}
}
