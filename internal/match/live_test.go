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

// talker says its words on open floors at given times, and hears the others.
type talker struct {
	mu    sync.Mutex
	words []string
	pause time.Duration
	heard []string
	ended int
}

func (t *talker) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	if !o.Request.Open {
		return obedient(ctx, o)
	}
	if len(t.words) == 0 {
		<-ctx.Done() // thinks for ever, as people do
		return "", ctx.Err()
	}
	select {
	case <-time.After(t.pause):
	case <-ctx.Done():
		return "", ctx.Err()
	}
	word := t.words[0]
	t.words = t.words[1:]
	return word, nil
}

// Hear notes everything new that was said.
func (t *talker) Hear(o werewolf.Observation) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !o.Request.Open {
		t.ended++
	}
	for _, u := range o.Talks[len(t.heard):] {
		t.heard = append(t.heard, u.Text)
	}
}

func liveHeader(tb testing.TB) *gamelog.Header {
	h := testHeader(tb, 5, 1)
	h.Rules.Talk.Mode, h.Rules.Talk.Duration = werewolf.Anytime, 60_000
	return h
}

func TestALiveFloorTakesWordsAsTheyCome(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		first := &talker{words: []string{"one", "three"}, pause: 2 * time.Second}
		second := &talker{words: []string{"two", "four"}, pause: 3 * time.Second}
		players := map[int]Player{1: first, 2: second, 3: &talker{}, 4: &talker{}, 5: &talker{}}
		table := newTable(t, liveHeader(t), players)
		table.Live = true
		began := time.Now()
		if _, err := table.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		rec := table.mustVerify(t)
		var said []string
		for _, e := range rec.Events() {
			if e.Kind == werewolf.Talked && e.Day == 0 {
				said = append(said, e.Text)
			}
		}
		want := []string{"one", "two", "three", "four"}
		if !slices.Equal(said, want) || !slices.Equal(second.heard[:4], want) {
			t.Errorf("said %q, heard %q", said, second.heard)
		}
		if days := table.Game.Day(); first.ended != days {
			t.Errorf("heard the end of %d floors on %d days", first.ended, days)
		}
		// Players that never return hold the floor for its whole time.
		if took := time.Since(began); took < 60*time.Second || took > 6*time.Minute {
			t.Errorf("the game took %v", took)
		}
	})
}

func TestALiveFloorClosesWhenNobodyHasAnythingToSay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		table := newTable(t, liveHeader(t), nil)
		table.Live = true
		began := time.Now()
		if _, err := table.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		table.mustVerify(t)
		if took := time.Since(began); took > time.Minute {
			t.Errorf("the game took %v", took)
		}
	})
}

func TestALiveFloorClosesAfterSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := liveHeader(t)
		h.Rules.Talk.Silence, h.Rules.MaxDay = 5000, 1
		players := map[int]Player{1: &talker{words: []string{"one"}, pause: time.Second}}
		for seat := 2; seat <= 5; seat++ {
			players[seat] = &talker{}
		}
		table := newTable(t, h, players)
		table.Live = true
		began := time.Now()
		if _, err := table.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); took > 15*time.Second {
			t.Errorf("two floors of five seconds' silence took %v", took)
		}
	})
}

func TestALiveFloorKeepsPlayersFromRushing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := liveHeader(t)
		h.Rules.Talk.MinInterval, h.Rules.MaxDay = 4000, 1
		rusher := &talker{words: []string{"one", "two", "three"}}
		players := map[int]Player{1: rusher}
		for seat := 2; seat <= 5; seat++ {
			players[seat] = &talker{}
		}
		table := newTable(t, h, players)
		table.Live, table.Clock = true, WallClock(time.Now())
		if _, err := table.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		last := int64(-1)
		for _, e := range table.mustVerify(t).Entries {
			if e.Event == nil || e.Event.Kind != werewolf.Talked || e.Event.Seat != 1 || e.Event.Day != 0 {
				continue
			}
			if last >= 0 && e.At-last < 4000 {
				t.Errorf("spoke again after %d ms", e.At-last)
			}
			last = e.At
		}
	})
}
