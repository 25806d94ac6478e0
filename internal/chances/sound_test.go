package chances_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"wolfden/internal/chances"
	"wolfden/werewolf"
)

// TestForgedMoves: moves that nobody can have judged so are refused, with the file, the move, and what to do.
func TestForgedMoves(t *testing.T) {
	if testing.Short() {
		t.Skip("games are played on at once in TestMoves")
	}
	rec := game(t, "plain", 5, 2)
	judged := &chances.Judged{By: "plain", Games: 8, Seed: 1}
	judge := chances.Judge{Record: rec, Players: by("random", "en"), Games: 8, Seed: 1}
	if err := judge.GoOn(t.Context(), judged, func(int) error { return nil }); err != nil {
		t.Fatal(err)
	}
	fresh := func() *chances.Judged {
		text, err := json.Marshal(judged)
		if err != nil {
			t.Fatal(err)
		}
		copied := &chances.Judged{}
		if err := json.Unmarshal(text, copied); err != nil {
			t.Fatal(err)
		}
		return copied
	}
	so := fresh()
	spoken, vote := -1, -1
	for i := range so.Moves {
		switch m := &so.Moves[i]; {
		case m.Kind == werewolf.Talk && spoken < 0:
			spoken = i
		case m.Kind == werewolf.Vote && m.Own != nil && vote < 0:
			vote = i
		}
	}
	file := filepath.Join(t.TempDir(), "game.jsonl")
	load := func() error {
		k, err := chances.LoadMoves(file, []byte("a game"))
		if err != nil {
			t.Fatal(err)
		}
		k.Judged = []chances.Judged{*so}
		if err := k.Save(file); err != nil {
			t.Fatal(err)
		}
		_, err = chances.LoadMoves(file, []byte("a game"))
		if rest := os.Remove(chances.MovesBeside(file)); rest != nil {
			t.Fatal(rest)
		}
		return err
	}
	if err := load(); err != nil {
		t.Errorf("as they were judged: %v", err)
	}
	if err := so.Of(rec); err != nil {
		t.Errorf("as they were judged: %v", err)
	}
	for what, c := range map[string]struct {
		at    int
		forge func(m *chances.Move)
		says  string
	}{
		"another gain":            {spoken, func(m *chances.Move) { m.Village.Value += .125 }, "is not what its games came to"},
		"narrower":                {spoken, func(m *chances.Move) { m.Village.Low += .01 }, "is not what its games came to"},
		"games that did not end":  {spoken, func(m *chances.Move) { m.Ways["roles"] = "vvvvvvvx" }, "other ends"},
		"too few games":           {spoken, func(m *chances.Move) { m.Ways["roles"] = m.Ways["roles"][:7] }, "is not what its games came to"},
		"one way only":            {spoken, func(m *chances.Move) { delete(m.Ways, "roles:none") }, "is not what its games came to"},
		"a way of no kind":        {spoken, func(m *chances.Move) { m.Ways["luck"] = "vvvvvvvv" }, "there is no way"},
		"a vote in words' place":  {spoken, func(m *chances.Move) { m.Ways["own:2"] = "vvvvvvvv" }, "there is no way"},
		"a vote for seat 61":      {vote, func(m *chances.Move) { m.Ways["own:61"] = "vvvvvvvv" }, "there is no way"},
		"a seat written twice":    {vote, func(m *chances.Move) { m.Ways["own:02"] = "vvvvvvvv" }, "there is no way"},
		"more by its own eyes":    {vote, func(m *chances.Move) { m.Own.Value += .25 }, "by its own eyes"},
		"a loss that none played": {vote, func(m *chances.Move) { m.Lost = &chances.Interval{Value: .5, Low: .4, High: .6} }, "what it lost"},
		"a seat that is none":     {vote, func(m *chances.Move) { m.Seat = 0 }, "names a seat"},
		"a target that is none":   {vote, func(m *chances.Move) { m.Target = -1 }, "names a seat"},
		"a guard":                 {vote, func(m *chances.Move) { m.Kind = werewolf.Guard }, "no talk and no vote"},
	} {
		so = fresh()
		c.forge(&so.Moves[c.at])
		if err := load(); err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "game.moves.json") || !strings.Contains(err.Error(), "delete it") {
			t.Errorf("%s: %v", what, err)
		}
	}
	for what, forge := range map[string]func(m *chances.Move){
		"another speaker":         func(m *chances.Move) { m.Seat = m.Seat%5 + 1 },
		"other words":             func(m *chances.Move) { m.Text += "!" },
		"a moment of no answer":   func(m *chances.Move) { m.Entries = len(rec.Entries) },
		"a seat of a larger game": func(m *chances.Move) { m.Better = 6 },
		"a way for a larger game": func(m *chances.Move) { m.Ways["own:6"] = "v" },
	} {
		so = fresh()
		forge(&so.Moves[spoken])
		if err := so.Of(rec); err == nil || !strings.Contains(err.Error(), "the move of seat") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// TestForgedSeats: chances of no seat, or of another number of seats than the game has, are refused.
func TestForgedSeats(t *testing.T) {
	all, none := chances.Interval{Value: 1, High: 1}, chances.Interval{High: 1}
	for seats, sound := range map[int]bool{0: false, 4: true, 5: true, 61: false} {
		file := filepath.Join(t.TempDir(), "game.jsonl")
		k, err := chances.Load(file, []byte("a game"))
		if err != nil {
			t.Fatal(err)
		}
		point := chances.Point{Moment: "d1", Games: 5, Shares: chances.Shares{Village: all, Werewolves: none, Nobody: none, Seats: []chances.Interval{}}}
		for range seats {
			point.Seats = append(point.Seats, all)
		}
		k.Put(&chances.Asks{By: "plain", Games: 5}, point)
		if err := k.Save(file); err != nil {
			t.Fatal(err)
		}
		if k, err = chances.Load(file, []byte("a game")); (err == nil) != sound || err != nil && !strings.Contains(err.Error(), "delete it") {
			t.Errorf("%d seats: %v", seats, err)
		}
		if sound && (k.Curves[0].Fits(5) == nil) != (seats == 5) {
			t.Errorf("%d seats in a game of 5: %v", seats, k.Curves[0].Fits(5))
		}
	}
}
