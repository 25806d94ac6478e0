package trial_test

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/bot"
	"wolfden/internal/chances"
	"wolfden/internal/match"
	"wolfden/internal/speech/understand"
	"wolfden/internal/trial"
	"wolfden/werewolf"
)

// confessor plays like another, but that as a werewolf it says so.
type confessor struct{ match.Player }

func (c confessor) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	text, err := c.Player.Answer(ctx, o)
	if o.Request.Kind == werewolf.Talk && o.Role() == werewolf.Werewolf && len(o.Talks) > 0 && text != werewolf.OverText {
		text = "I am the werewolf."
	}
	return text, err
}

// plainJury lets plain players play on.
func plainJury() *trial.Jury {
	shared := understand.NewShared()
	return &trial.Jury{Games: 8, Seed: 1, Players: func(*gamelog.Record) (chances.Player, error) {
		return func(_ werewolf.SeatID, seed uint64) (match.Player, error) {
			return bot.New("plain", bot.Config{Seed: seed, Shared: shared})
		}, nil
	}}
}

// TestAPlantedHabit: a werewolf that says that it is one has a habit, which costs more than any other, and certainly something. Habits
// cost a game as often as they are done what each costs.
func TestAPlantedHabit(t *testing.T) {
	number := 20
	if testing.Short() { // enough for goroutines to meet
		number = 5
	}
	games, _ := playAs(t, t.TempDir(), "plain", number, func(p match.Player) match.Player { return confessor{p} })
	jury, steps := plainJury(), 0
	made := jury.Players
	jury.Players = func(rec *gamelog.Record) (chances.Player, error) { steps++; return made(rec) }
	habits, err := jury.Habits(t.Context(), games, 2)
	if testing.Short() && err == nil && steps > 0 {
		return
	}
	if err != nil || len(habits) == 0 || steps == 0 {
		t.Fatalf("%d habits in %d steps, %v", len(habits), steps, err)
	}
	h := &habits[0]
	if h.Kind != "claims-WEREWOLF" || h.Side != werewolf.WerewolfTeam || h.Each.Low <= 0 || h.Games > 6 || h.Times < h.Games {
		t.Errorf("it is %s on the side of %s, %d times in %d games, and costs %v", h.Kind, h.Side, h.Times, h.Games, h.Each)
	}
	kinds := map[string]int{}
	for _, h := range habits {
		kinds[h.Kind]++
		if got, want := h.Cost.Value, h.Each.Value*float64(h.Times)/float64(len(games)); h.Cost.Value <= 0 || math.Abs(got-want) > 1e-9 || kinds[h.Kind] > 2 {
			t.Errorf("%s costs %v, want %v; told %d times of two sides", h.Kind, got, want, kinds[h.Kind])
		}
		if h.Each.N != len(h.Seen) || !slices.IsSortedFunc(h.Seen, func(a, b trial.Sight) int { return cmp.Compare(b.Cost, a.Cost) }) {
			t.Errorf("%s: %v over %d places, which are not the dearest first", h.Kind, h.Each, len(h.Seen))
		}
		for _, s := range h.Seen {
			if s.Side != h.Side || (h.Kind == trial.VoteAstray) != strings.HasSuffix(s.Moment, ":vote") {
				t.Errorf("%s at %s of %s", h.Kind, s.Moment, s.ID)
			}
		}
	}
	for _, s := range h.Seen {
		rec, err := gamelog.ReadFile(s.File)
		if err != nil {
			t.Fatal(err)
		}
		said := chances.Utterances(rec)
		at := slices.IndexFunc(said, func(p chances.Place) bool { return p.Moment == s.Moment })
		if at < 0 || said[at].Event.Text != "I am the werewolf." || said[at].Event.Seat != s.Seat {
			t.Errorf("%s at %s: nothing such was said", s.File, s.Moment)
		}
	}
}

// TestHabitsAreStopped: what is stopped says so.
func TestHabitsAreStopped(t *testing.T) {
	games, _ := play(t, t.TempDir(), "random", 5)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := plainJury().Habits(ctx, games, 3); err == nil {
		t.Error("stopped, it says nothing of it")
	}
}
