package match

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"wolfden/werewolf"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// sequence is what a player is sent, repetitions counted.
type sequence struct {
	mu    sync.Mutex
	kinds []string
	times []int
}

func (s *sequence) add(kind string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n := len(s.kinds); n > 0 && s.kinds[n-1] == kind {
		s.times[n-1]++
		return
	}
	s.kinds, s.times = append(s.kinds, kind), append(s.times, 1)
}

// String is a line a day.
func (s *sequence) String() string {
	var b strings.Builder
	for i, kind := range s.kinds {
		if kind == werewolf.DailyInitialize.String() {
			b.WriteString("\n ")
		}
		b.WriteString(" " + kind)
		if s.times[i] > 1 {
			fmt.Fprintf(&b, " x%d", s.times[i])
		}
	}
	return b.String()
}

// TestGoldenRequests: the exact sequence of requests and announcements that each player receives, until it is dead and
// through the end, in a game of each standard size.
func TestGoldenRequests(t *testing.T) {
	for _, n := range []int{5, 9, 13} {
		h := testHeader(t, n, 11)
		sequences, players := make([]sequence, n+1), map[int]Player{}
		for seat := 1; seat <= n; seat++ {
			players[seat] = playerFunc(func(ctx context.Context, o werewolf.Observation) (string, error) {
				sequences[seat].add(o.Request.Kind.String())
				return obedient(ctx, o)
			})
		}
		table := newTable(t, h, players)
		result, err := table.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		fmt.Fprintf(&b, "%s wins\n", result.Winner)
		for seat := 1; seat <= n; seat++ {
			fmt.Fprintf(&b, "%d %s:%s\n", seat, table.Game.Role(werewolf.SeatID(seat)), sequences[seat].String())
		}
		path := filepath.Join("testdata", fmt.Sprintf("requests_%d.txt", n))
		if *update {
			if err := os.MkdirAll("testdata", 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if b.String() != string(want) {
			t.Errorf("%d players are sent\n%s\nwant\n%s", n, b.String(), want)
		}
	}
}
