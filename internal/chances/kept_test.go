package chances_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"wolfden/internal/chances"
)

// TestKept: chances are found again for the same question about the same bytes, and for no other.
func TestKept(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.jsonl")
	k, err := chances.Load(file, []byte("a game"))
	if err != nil {
		t.Fatal(err)
	}
	eyes, others := 3, 4
	asks := chances.Asks{By: "plain", Games: 5, Seed: 1, Eyes: &eyes}
	for i, entries := range []int{9, 5, 7, 9} {
		k.Put(&asks, chances.Point{
			Moment: strconv.Itoa(entries), Entries: entries, Games: 2 + i, Shares: chances.Shares{
				Village: chances.Interval{Value: 0.25, High: 1}, Werewolves: chances.Interval{Value: 0.75, High: 1},
				Seats: []chances.Interval{{Value: 0.5, Low: 0.1, High: float64(entries) / 10}},
			},
		})
	}
	if err := k.Save(file); err != nil {
		t.Fatal(err)
	}
	if k, err = chances.Load(file, []byte("a game")); err != nil {
		t.Fatal(err)
	}
	same := asks
	if p, known := k.Point(&same, "7"); !known || p.Entries != 7 || p.Seats[0] != (chances.Interval{Value: 0.5, Low: 0.1, High: 0.7}) {
		t.Errorf("kept is %+v, %v", p, known)
	}
	if n := len(k.Curves[0].Points); n != 3 || k.Curves[0].Least() != 3 {
		t.Errorf("%d points of at least %d games", n, k.Curves[0].Least())
	}
	for _, other := range []chances.Asks{
		{By: "lycaon", Games: 5, Seed: 1, Eyes: &eyes}, {By: "plain", Games: 3, Seed: 1, Eyes: &eyes}, {By: "plain", Games: 5, Seed: 1, Eyes: &eyes, Digest: "then"},
		{By: "plain", Games: 5, Seed: 2, Eyes: &eyes}, {By: "plain", Games: 5, Seed: 1, Eyes: &others}, {By: "plain", Games: 5, Seed: 1},
	} {
		if _, known := k.Point(&other, "7"); known {
			t.Errorf("found for %+v", other)
		}
	}
	asks.Games = 900
	if p, known := k.Point(&asks, "9"); !known || p.Games != 5 {
		t.Errorf("more games begin with %+v, %v", p, known)
	}
	if other, err := chances.Load(file, []byte("another game")); err != nil || len(other.Curves) > 0 || !strings.Contains(other.Replaces, "other bytes") {
		t.Errorf("another game has %+v, %v", other, err)
	}
	if k.Forget("lycaon", "") != 0 || k.Forget("plain", "") != 0 || k.Forget("plain", "now") != 1 || len(k.Curves) > 0 {
		t.Errorf("what is forgotten leaves %+v", k.Curves)
	}
	text, err := os.ReadFile(chances.Beside(file))
	if err != nil {
		t.Fatal(err)
	}
	for good, bad := range map[string]string{`"high": 0.9`: `"high": 1.9`, `"value": 0.75`: `"value": 0.9`} {
		if err := os.WriteFile(chances.Beside(file), bytes.Replace(text, []byte(good), []byte(bad), 1), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := chances.Load(file, []byte("a game")); err == nil || !strings.Contains(err.Error(), "no chance") {
			t.Errorf("%s: %v", bad, err)
		}
	}
	if err := os.WriteFile(chances.Beside(file), []byte(`{"version": 2}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if old, err := chances.Load(file, []byte("a game")); err != nil || !strings.Contains(old.Replaces, "another version") {
		t.Errorf("of an older form: %+v, %v", old, err)
	}
	if err := os.WriteFile(chances.Beside(file), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := chances.Load(file, []byte("a game")); err == nil || !strings.Contains(err.Error(), "delete it") {
		t.Errorf("a torn file: %v", err)
	}
}

// Who keeps chances of a game at the same time as others loses nothing, and takes nothing from them.
func TestAlone(t *testing.T) {
	file := filepath.Join(t.TempDir(), "g.jsonl")
	if err := os.WriteFile(file, []byte("a game"), 0o600); err != nil {
		t.Fatal(err)
	}
	const many = 8
	var group sync.WaitGroup
	for i := range many {
		group.Go(func() {
			err := chances.Alone(file, func() error {
				k, err := chances.Load(file, []byte("a game"))
				if err != nil {
					return err
				}
				k.Put(&chances.Asks{By: "plain", Games: 5, Seed: uint64(i)}, chances.Point{Moment: "d1"})
				return k.Save(file)
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if k, err := chances.Load(file, []byte("a game")); err != nil || len(k.Curves) != many {
		t.Errorf("%d curves are kept, %v", len(k.Curves), err)
	}
}

// TestBesideTellsFilesApart: the record of a game, its contest log and its feed lie beside each other under one name.
func TestBesideTellsFilesApart(t *testing.T) {
	owner := map[string]string{}
	for _, game := range []string{"x.jsonl", "x.log", "x.json", "x.2.log"} {
		for _, kept := range []string{chances.Beside(game), chances.MovesBeside(game)} {
			if other := owner[kept]; other != "" {
				t.Errorf("%s would hold what is kept of %s and of %s", kept, other, game)
			}
			owner[kept] = game
		}
	}
	if a, b := chances.Beside("x.jsonl"), chances.Beside("x.jsonl.gz"); a != b {
		t.Errorf("a packed record has its chances in %s, the same record in %s", b, a)
	}
}
