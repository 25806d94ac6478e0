package chances_test

import (
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/chances"
	"wolfden/werewolf"
)

// TestPlaces: what a game's utterances are, and where they stand.
func TestPlaces(t *testing.T) {
	found := map[chances.Word]int{}
	for seed := range uint64(6) {
		rec := game(t, "lycaon", 5, seed)
		out := map[werewolf.SeatID]bool{}
		for _, p := range chances.Places(rec) {
			in := rec.Entries[p.Entries].Input
			if in == nil || in.Action.Seat != p.Event.Seat || !strings.HasPrefix(in.Action.Text, p.Event.Text) {
				t.Errorf("seed %d: %q is not the answer at entry %d", seed, p.Event.Text, p.Entries)
			}
			for _, w := range p.Says {
				found[w]++
			}
			if slices.Contains(p.Says, chances.ComesOut) {
				if p.Event.Day != 1 || out[p.Event.Seat] || !strings.Contains(p.Event.Text, "seer") {
					t.Errorf("seed %d, day %d: coming out with %q", seed, p.Event.Day, p.Event.Text)
				}
				out[p.Event.Seat] = true
			}
		}
	}
	for _, w := range chances.Words {
		if found[w] < 6 {
			t.Errorf("%s: found %d times", w, found[w])
		}
	}
}

// TestMoves: every utterance with words and every vote is judged, votes beside the best that the voter could know of.
func TestMoves(t *testing.T) {
	rec := game(t, "plain", 5, 3)
	judge := chances.Judge{Record: rec, Players: by("plain", "en"), Games: 6, Seed: 1}
	var moves []chances.Move
	if err := judge.Moves(t.Context(), func(m chances.Move) error { moves = append(moves, m); return nil }); err != nil {
		t.Fatal(err)
	}
	words, votes := 0, 0
	for i := range rec.Entries {
		e := rec.Entries[i].Event
		switch {
		case e == nil:
		case e.Kind == werewolf.Talked && !e.Skip && !e.Over:
			words++
		case e.Kind == werewolf.VoteCast:
			votes++
		}
	}
	for i := range moves {
		m := &moves[i]
		switch m.Kind {
		case werewolf.Talk:
			words--
		case werewolf.Vote:
			votes--
			if m.Own == nil || m.Better == 0 || m.Better == m.Target || m.Better == m.Seat {
				t.Errorf("%s: the vote of seat %d for %d is judged %+v, rather for %d", m.Moment, m.Seat, m.Target, m.Own, m.Better)
			}
		default:
			t.Errorf("%s is judged", m.Kind)
		}
	}
	if words != 0 || votes != 0 {
		t.Errorf("%d utterances and %d votes are not judged, or twice", words, votes)
	}
}

// TestSums: words count for the speaker's side, and only what the mover could know is a mistake.
func TestSums(t *testing.T) {
	sides := []werewolf.Team{werewolf.NoTeam, werewolf.VillagerTeam, werewolf.WerewolfTeam}
	at := func(low, value, high float64) chances.Interval {
		return chances.Interval{Value: value, Low: low, High: high}
	}
	lost, unsure := at(-0.4, -0.3, -0.2), at(-0.4, -0.1, 0.2)
	sums := chances.SumsOf([]chances.Move{
		{Kind: werewolf.Talk, Seat: 1, Village: at(0.1, 0.2, 0.3)},
		{Kind: werewolf.Talk, Seat: 1, Village: at(0, 0.1, 0.2)},
		{Kind: werewolf.Talk, Seat: 2, Village: at(0.1, 0.2, 0.3)},
		{Kind: werewolf.Vote, Seat: 1, Village: at(-0.9, -0.8, -0.7), Own: &lost},
		{Kind: werewolf.Vote, Seat: 2, Village: at(-0.9, -0.8, -0.7), Own: &unsure},
	}, func(id werewolf.SeatID) werewolf.Team { return sides[id] }, 2)
	near := func(a, b chances.Interval) bool {
		return math.Abs(a.Value-b.Value)+math.Abs(a.Low-b.Low)+math.Abs(a.High-b.High) < 1e-9
	}
	both := 0.1 * math.Sqrt2 // two intervals of one width, each 0.1 on either side
	for i, want := range []chances.Sums{
		{Seat: 1, Moves: 3, Mistakes: 1, Lost: at(0.2, 0.3, 0.4), Words: at(0.3-both, 0.3, 0.3+both)},
		{Seat: 2, Moves: 2, Lost: at(0, 0, 0), Words: at(-0.3, -0.2, -0.1)},
	} {
		got := sums[i]
		if got.Seat != want.Seat || got.Moves != want.Moves || got.Mistakes != want.Mistakes || !near(got.Lost, want.Lost) || !near(got.Words, want.Words) {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
}

// TestKeptMoves: judged moves are found again for the same question about the same bytes; those of most games are the best.
func TestKeptMoves(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.log")
	k, err := chances.LoadMoves(file, []byte("a game"))
	if err != nil || k.Best() != nil {
		t.Fatalf("before anything is kept: %+v, %v", k.Best(), err)
	}
	vote := chances.Move{Moment: "d1:vote", Kind: werewolf.Vote, Seat: 2, Target: 3, Own: &chances.Interval{Value: -.2, Low: -.3, High: -.1}, Better: 4}
	k.Judged = []chances.Judged{{By: "plain", Games: 8, Seed: 1, Moves: []chances.Move{vote}}, {By: "plain", Games: 4, Seed: 1}}
	if err := k.Save(file); err != nil {
		t.Fatal(err)
	}
	if k, err = chances.LoadMoves(file, []byte("a game")); err != nil {
		t.Fatal(err)
	}
	if best := k.Best(); best == nil || best.Games != 8 || !reflect.DeepEqual(best.Moves, []chances.Move{vote}) {
		t.Errorf("the best is %+v", best)
	}
	if found := k.Find("plain", 4, 1); found == nil || found.Games != 4 || k.Find("plain", 4, 2) != nil || k.Find("lycaon", 4, 1) != nil {
		t.Errorf("found is %+v", found)
	}
	if other, err := chances.LoadMoves(file, []byte("another game")); err != nil || len(other.Judged) > 0 {
		t.Errorf("another game has %+v, %v", other, err)
	}
	if err := os.WriteFile(chances.MovesBeside(file), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := chances.LoadMoves(file, []byte("a game")); err == nil || !strings.Contains(err.Error(), "delete it") {
		t.Errorf("a torn file: %v", err)
	}
}

// TestTurningPoints: the greatest changes that are certain, in the order of the game.
func TestTurningPoints(t *testing.T) {
	var moves []chances.Move
	for _, v := range []chances.Interval{{.1, .05, .15}, {.5, -.1, .9}, {-.4, -.6, -.2}, {0, 0, 0}, {.2, .1, .3}, {-.05, -.08, -.01}} {
		moves = append(moves, chances.Move{Village: v})
	}
	for most, want := range [][]int{{}, {2}, {2, 4}, {0, 2, 4}, {0, 2, 4, 5}, {0, 2, 4, 5}} {
		if got := chances.TurningPoints(moves, most); !slices.Equal(got, want) {
			t.Errorf("the %d greatest are %v, want %v", most, got, want)
		}
	}
}
