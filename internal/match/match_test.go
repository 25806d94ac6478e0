package match

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// playerFunc makes a player of a function.
type playerFunc func(ctx context.Context, o werewolf.Observation) (string, error)

func (f playerFunc) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	return f(ctx, o)
}

// obedient answers every request legally and at once: one greeting a day, the
// first legal target.
func obedient(_ context.Context, o werewolf.Observation) (string, error) {
	switch {
	case o.Request.Kind.Chooses():
		return o.Name(o.Request.Targets.First()) + "\n", nil
	case o.Request.Kind.Speaks() && o.Request.Left.Count == 3:
		return fmt.Sprintf("Good morning on day %d", o.Day), nil
	case o.Request.Open:
		return "", nil
	default:
		return werewolf.OverText, nil
	}
}

func testHeader(tb testing.TB, players int, seed uint64) *gamelog.Header {
	r, err := werewolf.Standard(players)
	if err != nil {
		tb.Fatal(err)
	}
	h := &gamelog.Header{Version: gamelog.Version, ID: "TEST", Seed: seed, Started: 1_000_000, Rules: r}
	for i := range players {
		h.Seats = append(h.Seats, werewolf.Seat{Name: fmt.Sprintf("P%d", i+1)})
	}
	return h
}

// testTable is a match over a record in memory.
type testTable struct {
	Match
	record bytes.Buffer
}

func newTable(tb testing.TB, h *gamelog.Header, players map[int]Player) *testTable {
	g, err := h.Game()
	if err != nil {
		tb.Fatal(err)
	}
	t := &testTable{}
	w, err := gamelog.NewWriter(&t.record, h)
	if err != nil {
		tb.Fatal(err)
	}
	t.Match = Match{Game: g, Started: h.Started, Observer: w, Clock: StepClock(0, 10)}
	for i := range h.Seats {
		p := players[i+1]
		if p == nil {
			p = playerFunc(obedient)
		}
		t.Players = append(t.Players, p)
	}
	return t
}

// mustVerify reads the record back and replays it.
func (t *testTable) mustVerify(tb testing.TB) *gamelog.Record {
	tb.Helper()
	rec, err := gamelog.Verify(t.record.Bytes())
	if err != nil {
		tb.Fatal(err)
	}
	return rec
}

// faults are the faults of a seat in the record, in order.
func faults(rec *gamelog.Record, seat werewolf.SeatID) (all []gamelog.Fault) {
	for _, e := range rec.Entries {
		if e.Input != nil && e.Input.Action.Seat == seat && e.Input.Fault != gamelog.NoFault {
			all = append(all, e.Input.Fault)
		}
	}
	return all
}

func TestGamesEndAndReplay(t *testing.T) {
	for _, players := range []int{5, 9, 13} {
		for _, mode := range []werewolf.TalkMode{werewolf.Serial, werewolf.Synchronized, werewolf.Anytime} {
			h := testHeader(t, players, 3)
			h.Rules.Talk.Mode, h.Rules.Talk.Duration = mode, 1000
			h.Rules.Whisper.Mode, h.Rules.Whisper.Duration = mode, 1000
			table := newTable(t, h, nil)
			result, err := table.Run(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			rec := table.mustVerify(t)
			if rec.Result() != result || result.End == werewolf.NotOver {
				t.Errorf("%d players, %v: result %+v, the record says %+v", players, mode, result, rec.Result())
			}
		}
	}
}

func TestSameAnswersGiveTheSameBytesWhateverTheOrderOfArrival(t *testing.T) {
	var first string
	for round := range 5 {
		players := map[int]Player{}
		for seat := 1; seat <= 13; seat++ {
			delay := time.Duration((seat*7+round*5)%13) * time.Microsecond
			players[seat] = playerFunc(func(ctx context.Context, o werewolf.Observation) (string, error) {
				time.Sleep(delay)
				return obedient(ctx, o)
			})
		}
		table := newTable(t, testHeader(t, 13, 5), players)
		if _, err := table.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if first == "" {
			first = table.record.String()
		}
		if table.record.String() != first {
			t.Fatal("the record depends on the order of arrival")
		}
	}
}

func TestIndependentRequestsAreAskedTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testHeader(t, 13, 2)
		var mu sync.Mutex
		at := map[string]map[time.Time]int{}
		slow := playerFunc(func(ctx context.Context, o werewolf.Observation) (string, error) {
			if o.Request.Kind < werewolf.Initialize {
				key := fmt.Sprintf("%d%s%d", o.Day, o.Request.Kind, o.Request.Turn)
				mu.Lock()
				if at[key] == nil {
					at[key] = map[time.Time]int{}
				}
				at[key][time.Now()]++
				mu.Unlock()
				time.Sleep(time.Second)
			}
			return obedient(ctx, o)
		})
		players := map[int]Player{}
		for seat := range 13 {
			players[seat+1] = slow
		}
		table := newTable(t, h, players)
		if _, err := table.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, key := range []string{"1VOTE0", "1ATTACK0"} {
			if len(at[key]) != 1 {
				t.Errorf("%s was asked at %d times, want one", key, len(at[key]))
			}
		}
		for asked := range at["1DIVINE0"] {
			if at["1GUARD0"][asked] != 1 {
				t.Error("divine and guard were not asked together")
			}
		}
		alone := 0
		for day := 1; len(at[fmt.Sprintf("%dATTACK0", day)]) > 0; day++ {
			if len(at[fmt.Sprintf("%dWHISPER0", day)]) > 0 {
				continue
			}
			for asked := range at[fmt.Sprintf("%dDIVINE0", day)] {
				if alone++; at[fmt.Sprintf("%dATTACK0", day)][asked] != 1 {
					t.Errorf("on day %d nobody whispers, and divine and attack were not asked together", day)
				}
			}
		}
		if alone == 0 {
			t.Error("in no night somebody divines and nobody whispers")
		}
	})
}

func TestALateAnswerIsLateAndNothingElse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testHeader(t, 5, 1)
		h.Rules.Timeout = werewolf.Timeout{Action: 1000, Acceptable: 500, Response: 10_000}
		calls := 0
		tardy := playerFunc(func(ctx context.Context, o werewolf.Observation) (string, error) {
			if o.Request.Kind == werewolf.Talk {
				if calls++; calls == 1 {
					time.Sleep(3 * time.Second) // ignores its context
					return "LATE WORDS", nil
				}
			}
			return obedient(ctx, o)
		})
		began := time.Now()
		table := newTable(t, h, map[int]Player{2: tardy})
		if _, err := table.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		rec := table.mustVerify(t)
		if got := faults(rec, 2); len(got) == 0 || got[0] != gamelog.Late {
			t.Errorf("faults of the tardy player: %v", got)
		}
		if strings.Contains(table.record.String(), "LATE WORDS") {
			t.Error("a late answer was taken")
		}
		if took := time.Since(began); took > 4*time.Second {
			t.Errorf("the game took %v, one late answer should cost its deadline", took)
		}
		time.Sleep(time.Minute) // the tardy player returns at last
	})
}

func TestASilentPlayerIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testHeader(t, 13, 1)
		h.Rules.Timeout = werewolf.Timeout{Action: 1000, Response: 2000}
		silent := playerFunc(func(ctx context.Context, o werewolf.Observation) (string, error) {
			if o.Request.Kind < werewolf.Initialize {
				<-t.Context().Done()
			}
			return "", ctx.Err()
		})
		slow := playerFunc(func(ctx context.Context, o werewolf.Observation) (string, error) {
			time.Sleep(100 * time.Millisecond)
			return obedient(ctx, o)
		})
		players := map[int]Player{}
		for seat := range 13 {
			players[seat+1] = slow
		}
		players[4] = silent
		table := newTable(t, h, players)
		result, err := table.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		rec := table.mustVerify(t)
		failed := 0
		for _, e := range rec.Events() {
			if e.Kind == werewolf.Failed && e.Seat == 4 {
				failed++
			}
		}
		if failed != 1 || result.End == werewolf.Failure {
			t.Errorf("given up %d times, result %+v", failed, result)
		}
	})
}

func TestFiveSilentPlayersEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testHeader(t, 5, 1)
		silent := playerFunc(func(context.Context, werewolf.Observation) (string, error) {
			<-t.Context().Done()
			return "", nil
		})
		players := map[int]Player{}
		for seat := range 5 {
			players[seat+1] = silent
		}
		table := newTable(t, h, players)
		began := time.Now()
		result, err := table.Run(t.Context())
		if err != nil || result.End != werewolf.Failure {
			t.Fatalf("result %+v, %v", result, err)
		}
		table.mustVerify(t)
		if took := time.Since(began); took > 10*time.Minute {
			t.Errorf("it took %v", took)
		}
	})
}

func TestAPanicCostsTheAnswer(t *testing.T) {
	for name, bad := range map[string]playerFunc{
		"panic": func(context.Context, werewolf.Observation) (string, error) { panic("boo") },
		"error": func(context.Context, werewolf.Observation) (string, error) { return "x", errors.New("no") },
	} {
		table := newTable(t, testHeader(t, 5, 1), map[int]Player{3: bad})
		if _, err := table.Run(t.Context()); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, f := range faults(table.mustVerify(t), 3) {
			if f != gamelog.Crashed {
				t.Errorf("%s: fault %v", name, f)
			}
		}
	}
}

func TestAPlayerThatIsGoneFails(t *testing.T) {
	gone := playerFunc(func(context.Context, werewolf.Observation) (string, error) {
		return "", fmt.Errorf("socket: %w", ErrGone)
	})
	table := newTable(t, testHeader(t, 5, 1), map[int]Player{3: gone})
	result, err := table.Run(t.Context())
	if err != nil || result != (werewolf.Result{End: werewolf.Failure}) {
		t.Fatalf("result %+v, %v", result, err)
	}
	table.mustVerify(t)
}

func TestCancelLeavesARecordThatGoesOnToTheSameEnd(t *testing.T) {
	whole := newTable(t, testHeader(t, 9, 4), nil)
	if _, err := whole.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	for stop := 1; stop < 120; stop += 7 {
		forgets := stop%2 == 0
		ctx, cancel := context.WithCancel(t.Context())
		asked := 0
		h := testHeader(t, 9, 4)
		stopper := playerFunc(func(ctx context.Context, o werewolf.Observation) (string, error) {
			if asked++; asked == stop {
				cancel()
				<-ctx.Done()
			}
			return obedient(ctx, o)
		})
		table := newTable(t, h, map[int]Player{1: stopper})
		table.Forgets = forgets
		if _, err := table.Run(ctx); err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		cancel()
		table.resume(t, h, forgets)
		if !bytes.Equal(table.record.Bytes(), whole.record.Bytes()) {
			t.Fatalf("stopped at question %d: the resumed game differs", stop)
		}
	}
}

// resume plays on from the record with obedient players.
func (t *testTable) resume(tb testing.TB, h *gamelog.Header, forgets bool) {
	tb.Helper()
	rec, err := gamelog.Parse(t.record.Bytes())
	if err != nil {
		tb.Fatal(err)
	}
	t.record.Truncate(int(rec.Whole))
	g, w, err := rec.Resume(&t.record)
	if err != nil {
		tb.Fatal(err)
	}
	next := newTable(tb, h, nil)
	m := Match{
		Game: g, Started: h.Started, Recorded: len(g.Log()),
		Players: next.Players, Observer: w, Clock: StepClock(rec.LastAt(), 10), Past: rec.Entries, Forgets: forgets,
	}
	if _, err := m.Run(tb.Context()); err != nil {
		tb.Fatal(err)
	}
	if kept := len(g.Log()); m.Past != nil || (kept == 0) != forgets {
		tb.Errorf("in the end %d events and %d entries of the past are kept", kept, len(m.Past))
	}
}

// fullDisk fails after some flushes.
type fullDisk struct{ left int }

func (*fullDisk) Append(gamelog.Entry) {}
func (d *fullDisk) Flush() error {
	if d.left--; d.left < 0 {
		return errors.New("no space left on device")
	}
	return nil
}

func TestAGameThatCannotBeRecordedIsNotPlayedOn(t *testing.T) {
	table := newTable(t, testHeader(t, 5, 1), nil)
	table.Observer = &fullDisk{left: 10}
	if _, err := table.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "no space left") {
		t.Fatalf("error %v", err)
	}
}

func TestTheEndIsTold(t *testing.T) {
	var mu sync.Mutex
	heard := map[werewolf.RequestKind]int{}
	listener := playerFunc(func(ctx context.Context, o werewolf.Observation) (string, error) {
		mu.Lock()
		defer mu.Unlock()
		heard[o.Request.Kind]++
		return obedient(ctx, o)
	})
	table := newTable(t, testHeader(t, 5, 1), map[int]Player{1: listener})
	if _, err := table.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	days := table.Game.Day()
	if heard[werewolf.Initialize] != 1 || heard[werewolf.Finish] != 1 || heard[werewolf.DailyInitialize] != days {
		t.Errorf("heard %v over %d days", heard, days)
	}
}

func TestRead(t *testing.T) {
	names := []string{"Ann", "Bob", "Cy"}
	vote := werewolf.Request{Seat: 1, Kind: werewolf.Vote, Targets: werewolf.SetOf(2)}
	say := werewolf.Request{Seat: 1, Kind: werewolf.Talk}
	for _, c := range []struct {
		q       werewolf.Request
		text    string
		err     error
		fault   gamelog.Fault
		target  werewolf.SeatID
		missing bool
	}{
		{vote, " Bob\r\n", nil, gamelog.NoFault, 2, false},
		{vote, "bob", nil, gamelog.Illegal, 0, false},
		{vote, "Cy", nil, gamelog.Illegal, 3, false},
		{vote, "I vote for Bob", nil, gamelog.Illegal, 0, false},
		{vote, "", nil, gamelog.Illegal, 0, false},
		{vote, "\xff\xfe", nil, gamelog.Unparsable, 0, true},
		{say, "hello", nil, gamelog.NoFault, 0, false},
		{vote, `{"response": "Bob", "note": "I am the seer"}`, nil, gamelog.Unparsable, 0, true},
		{say, ` {"note": "I am the seer", "response": "Hi"} `, nil, gamelog.Unparsable, 0, true},
		{say, `{"reply": "Hi"}`, nil, gamelog.NoFault, 0, false},
		{say, `{"response": "Hi"} is what I would say`, nil, gamelog.NoFault, 0, false},
		{say, strings.Repeat("x", maxAnswer+1), nil, gamelog.Unparsable, 0, true},
		{say, "hello", ErrGone, gamelog.Lost, 0, true},
		{say, "hello", context.DeadlineExceeded, gamelog.Late, 0, true},
	} {
		in := read(c.q, names, c.text, c.err)
		if in.Fault != c.fault || in.Action.Target != c.target || in.Action.Missing != c.missing {
			t.Errorf("read(%v, %.20q, %v) = %+v", c.q.Kind, c.text, c.err, in)
		}
	}
}
