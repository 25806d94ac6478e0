package match

import (
	"context"
	"fmt"
	"slices"
	"strings"
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

// Where whispers end by their last word the talk begins at once: it is not
// closed in their place.
func TestALiveFloorClosesNoOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testHeader(t, 9, 1)
		h.Rules.MaxDay = 1
		for _, r := range []*werewolf.TalkRules{&h.Rules.Talk, &h.Rules.Whisper} {
			r.Mode, r.Duration, r.MaxCount.PerAgent = werewolf.Anytime, 60_000, 1
		}
		players := map[int]Player{}
		for seat := 1; seat <= 9; seat++ {
			players[seat] = &talker{words: []string{"one", "two", "three", "four"}, pause: time.Second}
		}
		table := newTable(t, h, players)
		table.Live = true
		if _, err := table.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		talks, whispers := 0, 0
		for _, e := range table.mustVerify(t).Events() {
			switch {
			case e.Day == 0 && e.Kind == werewolf.Talked:
				talks++
			case e.Day == 0 && e.Kind == werewolf.Whispered:
				whispers++
			}
		}
		if talks != 9 || whispers < 2 {
			t.Errorf("%d talks and %d whispers on day 0", talks, whispers)
		}
	})
}

// chronicler writes down what it is told, in a word each.
type chronicler struct {
	talker
	told []string
	open bool
}

func (c *chronicler) Announce(o werewolf.Observation) {
	c.told = append(c.told, o.Request.Kind.String())
}

func (c *chronicler) Hear(o werewolf.Observation) {
	if o.Request.Open && !c.open {
		c.told = append(c.told, "start")
	}
	if c.open = o.Request.Open; !c.open {
		c.told = append(c.told, "end")
	}
}

// The end of a floor is told before what comes after it, whether a word has
// closed it or the clock, and its start once.
func TestALiveFloorEndsBeforeTheNightBegins(t *testing.T) {
	for name, words := range map[string][]string{"word": {"Over", "Over", "Over"}, "clock": nil} {
		synctest.Test(t, func(t *testing.T) {
			h := liveHeader(t)
			h.Rules.MaxDay = 1
			one := &chronicler{}
			one.words = words
			players := map[int]Player{1: one}
			for seat := 2; seat <= 5; seat++ {
				players[seat] = &talker{words: slices.Clone(words)}
			}
			table := newTable(t, h, players)
			table.Live = true
			if _, err := table.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
			day := "DAILY_INITIALIZE start end DAILY_FINISH "
			if got := strings.Join(one.told, " "); !strings.HasPrefix(got, "INITIALIZE "+day+day) {
				t.Errorf("closed by the %s: %s", name, got)
			}
		})
	}
}

// counted keeps what it had left whenever it heard something, by day.
type counted struct {
	talker
	left []string
	days map[int]bool
}

func (c *counted) Hear(o werewolf.Observation) {
	c.talker.Hear(o)
	c.days[o.Day] = true
	if o.Day > 0 {
		return
	}
	c.left = append(c.left, fmt.Sprintf("%d %d", o.Request.Left.Count, o.Request.Left.Skip))
}

func TestListenersHearWhatTheyHaveLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := liveHeader(t)
		h.Rules.MaxDay, h.Rules.Talk.MaxSkip, h.Rules.Talk.MaxCount.PerAgent = 1, 1, 3
		one := &counted{talker: talker{words: []string{"a", "Skip", "b"}, pause: 2 * time.Second}, days: map[int]bool{}}
		two := &counted{talker: talker{words: []string{"Over"}, pause: 3 * time.Second}, days: map[int]bool{}}
		players := map[int]Player{1: one, 2: two, 3: &talker{words: []string{"Over"}}, 4: &talker{words: []string{"Over"}}, 5: &talker{words: []string{"Over"}}}
		table := newTable(t, h, players)
		table.Live = true
		if _, err := table.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		// The start, three times Over, a, Over, Skip, b, the end.
		spent := werewolf.Spent
		want := []string{"2 1", "2 1", "2 1", "2 1", "1 1", "1 1", "0 0", fmt.Sprintf("%d 1", spent), fmt.Sprintf("%d 1", spent)}
		if !slices.Equal(one.left, want) {
			t.Errorf("left %q, want %q", one.left, want)
		}
		if n := len(two.left); n < 2 || two.left[0] != "2 1" || two.left[n-1] != fmt.Sprintf("%d 1", spent) {
			t.Errorf("left of one that said Over: %q", two.left)
		}
	})
}

// The dead are not told of a floor on which they may not speak: a program
// would take the start of one as leave to.
func TestTheDeadHearNoFloor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := liveHeader(t)
		h.Rules.Talk.Silence = 1000
		players, all := map[int]Player{}, map[werewolf.SeatID]*counted{}
		for seat := 1; seat <= 5; seat++ {
			c := &counted{days: map[int]bool{}}
			players[seat], all[werewolf.SeatID(seat)] = c, c
		}
		table := newTable(t, h, players)
		table.Live = true
		if _, err := table.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		died := map[werewolf.SeatID]int{}
		for _, e := range table.mustVerify(t).Events() {
			switch {
			case e.Kind == werewolf.Executed:
				died[e.Seat] = e.Day
			case e.Kind == werewolf.AttackMade && e.Killed:
				died[e.Target] = e.Day
			}
		}
		for seat, day := range died {
			if c := all[seat]; !c.days[day] || c.days[day+1] {
				t.Errorf("seat %d died on day %d and heard floors on the days %v", seat, day, c.days)
			}
		}
		if len(died) == 0 {
			t.Error("nobody died")
		}
	})
}
