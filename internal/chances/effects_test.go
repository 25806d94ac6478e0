package chances_test

import (
	"flag"
	"math/rand/v2"
	"reflect"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/chances"
	"wolfden/internal/position"
	"wolfden/internal/speech/wording"
	"wolfden/internal/stats"
	"wolfden/werewolf"
)

// positions is small by default; 100 positions, 200 tries and 100 games of each are the whole test.
var (
	long      = flag.Bool("long", false, "three times as many positions, tries and games")
	positions = flag.Int("positions", 8, "positions of each experiment")
	placebos  = flag.Int("placebos", 4, "tries with a paraphrase")
	playouts  = flag.Int("playouts", 4, "games played on each way")
)

// some is how many of something a test makes: few, or with -long many.
func some(few, many int) int {
	if *long {
		return many
	}
	return few
}

// first returns the position before a seat's first word of day 1, and false where it has none.
func first(tb testing.TB, rec *gamelog.Record, seat werewolf.SeatID) (*position.Position, bool) {
	tb.Helper()
	for i := range rec.Entries {
		in := rec.Entries[i].Input
		if in == nil || in.Action.Seat != seat || in.Action.Request != werewolf.Talk {
			continue
		}
		p, err := position.At(rec, i)
		if err != nil {
			tb.Fatal(err)
		}
		if p.Day() == 1 {
			return p, true
		}
	}
	return nil, false
}

// sentence words something in a seat's name.
func sentence(tb testing.TB, rec *gamelog.Record, seat werewolf.SeatID, kind wording.SentenceKind, slots wording.Slots, seed uint64) string {
	tb.Helper()
	book, err := wording.In("en")
	if err != nil {
		tb.Fatal(err)
	}
	var names []string
	for i := range rec.Header.Seats {
		names = append(names, rec.Header.Seats[i].Name)
	}
	speaker := wording.NewSpeaker(book, "", wording.Seating{Me: seat, Names: names}, rand.New(rand.NewPCG(seed, 1)))
	text, ok := speaker.Say(kind, slots, nil)
	if !ok {
		tb.Fatal("no wording for", kind)
	}
	return text
}

// said is the position after the seat has said the text.
func said(tb testing.TB, p *position.Position, seat werewolf.SeatID, text string) chances.Source {
	tb.Helper()
	next, err := p.Then(werewolf.Action{Seat: seat, Request: werewolf.Talk, Text: text})
	if err != nil {
		tb.Fatal(err)
	}
	return chances.From(next)
}

// pooled is what texts bring the village beside silence, position by position. text is empty where the game has no such position.
func pooled(t *testing.T, text func(rec *gamelog.Record) (werewolf.SeatID, string)) stats.Estimate {
	var effects []float64
	for seed := uint64(0); len(effects) < some(*positions, 3**positions); seed++ {
		rec := game(t, "lycaon", 5, seed)
		seat, words := text(rec)
		if words == "" {
			continue
		}
		p, speaks := first(t, rec, seat)
		if !speaks {
			continue
		}
		silent, err := p.Silent(seat)
		if err != nil {
			t.Fatal(err)
		}
		players := by("lycaon", "en")
		change, err := chances.WhatIf(t.Context(), chances.Side{From: said(t, p, seat, words), Players: players},
			chances.Side{From: chances.From(silent), Players: players}, some(*playouts, 3**playouts), seed)
		if err != nil {
			t.Fatal(err)
		}
		effects = append(effects, change.For(werewolf.VillagerTeam).Value)
	}
	return stats.Mean(effects)
}

// holder is who has a role.
func holder(rec *gamelog.Record, role werewolf.Role) werewolf.SeatID {
	for i := range rec.Entries {
		if e := rec.Entries[i].Event; e != nil && e.Kind == werewolf.Dealt && e.Role == role {
			return e.Seat
		}
	}
	return 0
}

// TestTellingABlackResultHelps: a seer who has found a werewolf helps the village by saying so.
func TestTellingABlackResultHelps(t *testing.T) {
	if testing.Short() {
		t.Skip("whole games, each in one goroutine")
	}
	effect := pooled(t, func(rec *gamelog.Record) (werewolf.SeatID, string) {
		seer, wolf := holder(rec, werewolf.Seer), holder(rec, werewolf.Werewolf)
		for i := range rec.Entries {
			if e := rec.Entries[i].Event; e != nil && e.Kind == werewolf.SeerTold && e.Day == 1 && e.Target == wolf {
				return seer, sentence(t, rec, seer, wording.ClaimRole, wording.Slots{Role: werewolf.Seer}, 1) + " " +
					sentence(t, rec, seer, wording.SeenWolf, wording.Slots{T: wolf}, 1)
			}
		}
		return seer, ""
	})
	t.Log("a black result told on day 1, for the village:", effect)
	if effect.Value <= 0 || *long && effect.Low <= 0 {
		t.Errorf("telling a black result brings the village %v", effect)
	}
}

// TestParaphraseChangesNothing: the same claim in other words leads to the same game by the same chance, and by chance of its own it is no
// change, but for the one interval in twenty that misses.
func TestParaphraseChangesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("whole games, each in one goroutine")
	}
	inside, tries := 0, some(*placebos, 3**placebos)
	for try := range tries {
		rec := game(t, "lycaon", 5, uint64(try))
		seer := holder(rec, werewolf.Seer)
		p, speaks := first(t, rec, seer)
		if !speaks {
			t.Fatalf("try %d: the seer says nothing", try)
		}
		one := sentence(t, rec, seer, wording.ClaimRole, wording.Slots{Role: werewolf.Seer}, 1)
		other := one
		for seed := uint64(2); other == one; seed++ {
			other = sentence(t, rec, seer, wording.ClaimRole, wording.Slots{Role: werewolf.Seer}, seed)
		}
		var ends [2][]chances.End
		for i, text := range []string{one, other} {
			var err error
			if ends[i], err = chances.Play(t.Context(), said(t, p, seer, text), by("lycaon", "en"), some(*playouts, 3**playouts), uint64(2*try+i)); err != nil {
				t.Fatal(err)
			}
		}
		same, err := chances.Play(t.Context(), said(t, p, seer, other), by("lycaon", "en"), 2, uint64(2*try))
		if err != nil || !reflect.DeepEqual(same, ends[0][:2]) {
			t.Errorf("try %d: with the same chance %q and %q lead to %v and %v, %v", try, one, other, ends[0][:2], same, err)
		}
		if d := chances.Difference(werewolf.VillagerTeam, ends[0], ends[1]); d.Low <= 0 && d.High >= 0 {
			inside++
		}
	}
	t.Logf("0 is inside the interval in %d of %d tries", inside, tries)
	least, most := 80, 100
	if tries >= 200 {
		least, most = 92, 98
	}
	if share := inside * 100; share < least*tries || share > most*tries {
		t.Errorf("0 is inside the interval in %d of %d tries", inside, tries)
	}
}

// TestConfessingCosts: a lone werewolf that says on day 1 what it is helps the village.
func TestConfessingCosts(t *testing.T) {
	if testing.Short() {
		t.Skip("whole games, each in one goroutine")
	}
	effect := pooled(t, func(rec *gamelog.Record) (werewolf.SeatID, string) {
		wolf := holder(rec, werewolf.Werewolf)
		return wolf, sentence(t, rec, wolf, wording.ClaimRole, wording.Slots{Role: werewolf.Werewolf}, 1)
	})
	t.Log("a confession of the werewolf on day 1, for the village:", effect)
	if effect.Value <= 0 || *long && effect.Low <= 0 {
		t.Errorf("a confession brings the village %v", effect)
	}
}
