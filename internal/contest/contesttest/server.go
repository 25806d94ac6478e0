package contesttest

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/contestlog"
	"wolfden/internal/waittest"
	"wolfden/wire"
)

// Server is a server under test.
type Server struct {
	URL  string        // ws://...
	Dir  string        // its folder
	Pace time.Duration // how long its clients take for an answer
	HTTP *http.Client  // makes the connections of its clients; nil for a server on loopback
}

// Log is for a server under test: nothing, unless WOLFDEN_TEST_LOG is set.
func Log() *slog.Logger {
	if os.Getenv("WOLFDEN_TEST_LOG") != "" {
		return slog.New(slog.NewTextHandler(os.Stderr, nil))
	}
	return slog.New(slog.DiscardHandler)
}

// Play lets n clients of one team play a number of games each.
func (s *Server) Play(tb testing.TB, n, games int) {
	tb.Helper()
	ctx, cancel := context.WithTimeout(tb.Context(), waittest.Longest)
	defer cancel()
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			c := wire.Client{
				URL: s.URL, HTTP: s.HTTP, Name: fmt.Sprintf("team%d", i+1), Games: games, Reconnect: true,
				New: func(string) (wire.Player, error) { return Legal{}, nil },
			}
			if err := c.Run(ctx); err != nil {
				tb.Errorf("client %d: %v", i+1, err)
			}
		})
	}
	all.Wait()
}

// PlayPaused lets n clients of a team play one game that pauses. It returns a
// function that waits until they have. The token may be "".
func (s *Server) PlayPaused(tb testing.TB, n int, team, token string, p Pause) (wait func()) {
	tb.Helper()
	ctx, cancel := context.WithTimeout(tb.Context(), waittest.Longest)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			c := wire.Client{
				URL: s.URL, HTTP: s.HTTP, Name: fmt.Sprintf("%s%d", team, i+1), Games: 1, Token: token,
				New: func(string) (wire.Player, error) { return pausing{Pause: p}, nil },
			}
			_ = c.Run(ctx) // servers of these tests stop in the middle
		})
	}
	return func() {
		all.Wait()
		cancel()
	}
}

// Clients lets a client of each name play a number of games. It returns a
// function that waits until they have.
func (s *Server) Clients(tb testing.TB, names []string, games int) (wait func()) {
	tb.Helper()
	ctx, cancel := context.WithTimeout(tb.Context(), waittest.Longest)
	var all sync.WaitGroup
	for _, name := range names {
		all.Go(func() {
			c := wire.Client{
				URL: s.URL, HTTP: s.HTTP, Name: name, Games: games,
				New: func(string) (wire.Player, error) { return Paced{Pace: s.Pace}, nil },
			}
			if err := c.Run(ctx); err != nil {
				tb.Errorf("%s: %v", name, err)
			}
		})
	}
	return func() {
		all.Wait()
		cancel()
	}
}

// Filed are the records of games that are over.
func (s *Server) Filed() []string {
	paths, _ := filepath.Glob(filepath.Join(s.Dir, "records", "*"+gamelog.Extension))
	return paths
}

// AwaitFiled waits until so many games are over.
func (s *Server) AwaitFiled(tb testing.TB, n int) {
	tb.Helper()
	waittest.Until(tb, fmt.Sprint(n, " games are over"), func() bool { return len(s.Filed()) >= n })
}

// Records waits for a number of filed records and verifies each.
func (s *Server) Records(tb testing.TB, n int) (all []*gamelog.Record) {
	tb.Helper()
	waittest.Until(tb, fmt.Sprint(n, " records"), func() bool { return len(s.Filed()) >= n })
	paths := s.Filed()
	if len(paths) != n {
		tb.Fatalf("%d records, want %d", len(paths), n)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			tb.Fatal(err)
		}
		rec, err := gamelog.Verify(data)
		if err != nil {
			tb.Fatalf("%s: %v", path, err)
		}
		all = append(all, rec)
	}
	return all
}

// RecordOf waits for the filed record of a team's game and verifies it.
func (s *Server) RecordOf(tb testing.TB, team string) (found *gamelog.Record) {
	tb.Helper()
	waittest.Until(tb, "a record of team "+team, func() bool {
		for _, path := range s.Filed() {
			if rec, err := gamelog.ReadFile(path); err == nil && rec.Header.Seats[0].Team == team {
				Verify(tb, path)
				found = rec
			}
		}
		return found != nil
	})
	return found
}

// ContestLogs verifies the organisers' logs, n of each kind.
func (s *Server) ContestLogs(tb testing.TB, n int) {
	tb.Helper()
	logs, _ := filepath.Glob(filepath.Join(s.Dir, "game", "*.log"))
	packets, _ := filepath.Glob(filepath.Join(s.Dir, "json", "*.json"))
	if len(logs) != n || len(packets) != n {
		tb.Errorf("%d and %d logs, want %d", len(logs), len(packets), n)
	}
	for _, path := range logs {
		contest := Read(tb, path, contestlog.Read)
		for _, f := range contestlog.Verify(contest) {
			if f.Severity == contestlog.Mismatch {
				tb.Errorf("%s: %v", path, f)
			}
		}
	}
	for _, path := range packets {
		Read(tb, path, contestlog.ReadCommunication)
	}
}

// Read parses a file.
func Read[T any](tb testing.TB, path string, parse func(io.Reader) (T, error)) T {
	tb.Helper()
	f, err := os.Open(path)
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	t, err := parse(f)
	if err != nil {
		tb.Fatalf("%s: %v", path, err)
	}
	return t
}

// Torn verifies an unfinished record, of which at most the last line is torn.
func Torn(tb testing.TB, path string) {
	tb.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		tb.Error(err)
		return
	}
	if _, err := gamelog.Verify(data); err != nil && len(data) > 0 {
		tb.Errorf("%s: %v", path, err)
	}
}

// Verify verifies a record.
func Verify(tb testing.TB, path string) {
	tb.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	if _, err := gamelog.Verify(data); err != nil {
		tb.Errorf("%s: %v", path, err)
	}
}

// LiveHeap is how much memory is in use, in bytes, that of what is just ending among it. It collects until a collection frees next to
// nothing, since a pool lets go of what it keeps at the second one, and a collection counts what others make while it runs.
func LiveHeap() int64 {
	var m runtime.MemStats
	for last := int64(math.MaxInt64); ; last = int64(m.HeapAlloc) {
		runtime.GC()
		runtime.ReadMemStats(&m)
		if last-int64(m.HeapAlloc) < 64<<10 {
			return int64(m.HeapAlloc)
		}
	}
}
