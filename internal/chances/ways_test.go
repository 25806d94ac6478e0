package chances_test

import (
	"errors"
	"reflect"
	"testing"

	"wolfden/internal/chances"
	"wolfden/internal/match"
	"wolfden/werewolf"
)

// A judge whose moves' games were played elsewhere plays none, and comes to the same.
func TestWaysPlayedElsewhere(t *testing.T) {
	judge := chances.Judge{Record: game(t, "plain", 5, 2), Players: by("random", "en"), Games: 16, Seed: 3}
	step := func(int) error { return nil }
	if testing.Short() {
		t.Skip("games are played on at once in TestMoves")
	}
	var here, there chances.Judged
	if err := judge.GoOn(t.Context(), &here, step); err != nil {
		t.Fatal(err)
	}
	for _, m := range judge.Moves(nil) {
		ways, err := judge.Ways(t.Context(), m.Entries, nil)
		if err != nil {
			t.Fatal(err)
		}
		m.Ways = ways
		there.Moves = append(there.Moves, m)
	}
	judge.Players = func(werewolf.SeatID, uint64) (match.Player, error) { return nil, errors.New("a game is played") }
	if err := judge.GoOn(t.Context(), &there, step); err != nil {
		t.Fatal(err)
	}
	if len(here.Moves) == 0 || !reflect.DeepEqual(here, there) {
		t.Errorf("here %+v, elsewhere %+v", here, there)
	}
	if _, err := judge.Ways(t.Context(), 1<<20, nil); err == nil {
		t.Error("a move that is not there has games")
	}
}
