package match

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// visitor plays well while it is here. Like a seat of a server it lets the first
// request after it left wait for a moment.
type visitor struct {
	mu    sync.Mutex
	since time.Time
	asked int
	leave func(*visitor, werewolf.Observation) bool // before an answer
}

func (v *visitor) Away() time.Time {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.since
}

func (v *visitor) comeBack() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.since = time.Time{}
}

func (v *visitor) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.asked++
	if v.since.IsZero() && v.leave != nil && v.leave(v, o) {
		v.since = time.Now()
	}
	if !v.since.IsZero() {
		return "", ErrAway
	}
	return obedient(ctx, o)
}

// slow takes a second for an answer.
func slow(ctx context.Context, o werewolf.Observation) (string, error) {
	if o.Request.Kind.Speaks() || o.Request.Kind.Chooses() {
		time.Sleep(time.Second)
	}
	return obedient(ctx, o)
}

// visitorTable has a visitor on seat 1 among slow players. Nobody is lost before
// the grace has passed.
func visitorTable(t *testing.T, v *visitor) *testTable {
	h := testHeader(t, 5, 7)
	h.Rules.MaxFailedRatio = 0.2
	players := map[int]Player{1: v}
	for i := 2; i <= 5; i++ {
		players[i] = playerFunc(slow)
	}
	table := newTable(t, h, players)
	table.Grace = 10 * time.Minute
	return table
}

func atFirst(_ *visitor, o werewolf.Observation) bool { return o.Request.Kind == werewolf.Talk }

// Who is away loses its answers, one by one, and nobody waits; back, it plays on
// as if nothing had been.
func TestTheAbsentLoseAnswersAndNothingElse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		left := false
		v := &visitor{leave: func(_ *visitor, o werewolf.Observation) bool {
			first := o.Day == 1 && o.Request.Kind == werewolf.Talk && !left
			left = left || first
			return first
		}}
		table := visitorTable(t, v)
		time.AfterFunc(20*time.Second, v.comeBack)
		result, err := table.Run(t.Context())
		if err != nil || result.End == werewolf.Failure {
			t.Fatalf("%+v, %v", result, err)
		}
		rec := table.mustVerify(t)
		var lost, after int
		for _, e := range rec.Entries {
			if e.Input == nil || e.Input.Action.Seat != 1 {
				continue
			}
			switch {
			case e.Input.Action.Kind == werewolf.Fail:
				t.Error("it is taken out of the game")
			case e.Input.Fault == gamelog.Lost:
				lost++
			case lost > 0:
				after++
			}
		}
		if !left || lost == 0 {
			t.Errorf("it left: %t, and lost %d answers", left, lost)
		}
		t.Logf("%d answers lost, %d given after that", lost, after)
	})
}

// Too many who are away for too long end the game, and the record says so by
// itself; before that, nobody ends it.
func TestTheAbsentEndTheGameAfterTheGrace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := &visitor{leave: atFirst}
		table := visitorTable(t, v)
		table.Grace = 15 * time.Second
		began := time.Now()
		result, err := table.Run(t.Context())
		if err != nil || result.End != werewolf.Failure {
			t.Fatalf("%+v, %v", result, err)
		}
		if took := time.Since(began); took < table.Grace || took > table.Grace+2*time.Second {
			t.Errorf("it ended after %v", took)
		}
		if got := faults(table.mustVerify(t), 1); len(got) < 2 || slices.ContainsFunc(got, func(f gamelog.Fault) bool { return f != gamelog.Lost }) {
			t.Errorf("faults %v", got)
		}
	})
}

// Who is back when the grace is over does not count.
func TestWhoIsBackNoLongerCounts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v, w := &visitor{leave: atFirst}, &visitor{leave: atFirst}
		table := visitorTable(t, v)
		table.Players[1] = w
		table.Grace = 15 * time.Second
		table.Game.Rules().MaxFailedRatio = 0.4 // two of five
		time.AfterFunc(10*time.Second, func() {
			v.mu.Lock()
			defer v.mu.Unlock()
			v.since, v.leave = time.Time{}, nil
		})
		result, err := table.Run(t.Context())
		if err != nil || result.End == werewolf.Failure {
			t.Fatalf("%+v, %v", result, err)
		}
	})
}

// A table that everybody has left waits, until somebody is back or all are given
// up.
func TestADesertedTableWaits(t *testing.T) {
	for _, returns := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			h := testHeader(t, 5, 7)
			h.Rules.MaxFailedRatio = 1
			players := map[int]Player{}
			var all []*visitor
			for i := range 5 {
				v := &visitor{leave: atFirst}
				all, players[i+1] = append(all, v), v
			}
			table := newTable(t, h, players)
			table.Grace = time.Minute
			table.Clock = WallClock(time.Now())
			if returns {
				time.AfterFunc(30*time.Second, func() {
					for _, v := range all {
						v.mu.Lock()
						v.since, v.leave = time.Time{}, nil
						v.mu.Unlock()
					}
				})
			}
			result, err := table.Run(t.Context())
			if err != nil || (result.End == werewolf.Failure) == returns {
				t.Errorf("back %t: %+v, %v", returns, result, err)
			}
			rec := table.mustVerify(t)
			if at := rec.LastAt(); at < 30_000 || !returns && at < 60_000 {
				t.Errorf("back %t: it was over after %d ms", returns, at)
			}
		})
	}
}
