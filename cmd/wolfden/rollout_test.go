package main

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/chances"
	"wolfden/werewolf"
)

// of is what goes on in a seat of a game, by its type.
func playerOf(t *testing.T, players chances.Player, game uint64, seat werewolf.SeatID) string {
	t.Helper()
	p, err := players(seat, werewolf.SubSeed(game, int(seat)))
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%T", p)
}

// Of several players each has its share of the seats, of each seat, and of the games in which all seats are of one kind; the same seed
// has the same player.
func TestSeveralGoOn(t *testing.T) {
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	rec := &gamelog.Record{Header: gamelog.Header{Lang: "en", Rules: rules, Seats: make([]werewolf.Seat, 5)}}
	if _, err := goingOn(rec, "random,gptaku:claim=0.7,stay=0.5,lycaon", "--by"); err == nil {
		t.Error("a setting that gptaku does not have is taken")
	}
	players, err := goingOn(rec, "random,plain,lycaon", "--by")
	if err != nil {
		t.Fatal(err)
	}
	const games = 300
	alike := 0
	kinds := map[werewolf.SeatID]map[string]int{}
	for game := range uint64(games) {
		table := map[string]bool{}
		for seat := werewolf.SeatID(1); seat <= 5; seat++ {
			kind := playerOf(t, players, game, seat)
			if again := playerOf(t, players, game, seat); again != kind {
				t.Fatalf("game %d, seat %d: %s, then %s", game, seat, kind, again)
			}
			if table[kind] = true; kinds[seat] == nil {
				kinds[seat] = map[string]int{}
			}
			kinds[seat][kind]++
		}
		if len(table) == 1 {
			alike++
		}
	}
	for seat, n := range kinds {
		for kind := range maps.Keys(n) {
			if len(n) != 3 || n[kind] < 70 || n[kind] > 130 { // 100 and almost four standard deviations
				t.Errorf("seat %d: %v", seat, n)
			}
		}
	}
	if alike > 15 { // 3.7 of 300 by lot
		t.Errorf("all seats are of one kind in %d games", alike)
	}
}

// What is kept of several players is forgotten when one of them plays otherwise, and is not that of one of them.
func TestDigestOfSeveral(t *testing.T) {
	if testing.Short() {
		t.Skip("games that tell players apart")
	}
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	rec := &gamelog.Record{Header: gamelog.Header{Lang: "en", Rules: rules, Seats: make([]werewolf.Seat, 5)}, Entries: make([]gamelog.Entry, 1)}
	digest := func(by string) string {
		f := rolloutFlags{By: by}
		players, err := f.players(rec)
		if err != nil {
			t.Fatal(err)
		}
		d, err := f.digest(&env{ctx: t.Context()}, rec, players)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	random, plain, both := digest("random"), digest("plain"), digest("random,plain")
	if random == plain || !strings.Contains(both, random) || !strings.Contains(both, plain) {
		t.Errorf("%s, %s, %s", random, plain, both)
	}
}
