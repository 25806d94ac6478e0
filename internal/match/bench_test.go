package match

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// quick answers at once, legally, and talks as much as it may.
func quick(_ context.Context, o werewolf.Observation) (string, error) {
	switch {
	case o.Request.Kind.Chooses():
		t := o.Request.Targets
		return o.Name(t.Nth((o.Day + int(o.Seat)) % t.Len())), nil
	case o.Request.Kind.Speaks():
		return "Good morning everybody, who is quiet today?", nil
	default:
		return "", nil
	}
}

// BenchmarkMatchFivePlayers is a whole game: players asked, record on disk.
func BenchmarkMatchFivePlayers(b *testing.B) { benchmarkMatch(b, 5) }

// BenchmarkMatchThirteenPlayers is the same with thirteen.
func BenchmarkMatchThirteenPlayers(b *testing.B) { benchmarkMatch(b, 13) }

func benchmarkMatch(b *testing.B, players int) {
	dir := b.TempDir()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		h := testHeader(b, players, uint64(i))
		g, err := h.Game()
		if err != nil {
			b.Fatal(err)
		}
		f, w, err := gamelog.Create(filepath.Join(dir, fmt.Sprint(i)), h)
		if err != nil {
			b.Fatal(err)
		}
		m := Match{Game: g, Started: h.Started, Observer: w, Clock: StepClock(0, 10)}
		for range h.Seats {
			m.Players = append(m.Players, playerFunc(quick))
		}
		if _, err := m.Run(b.Context()); err != nil {
			b.Fatal(err)
		}
		if err := f.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
