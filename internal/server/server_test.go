package server

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/contestlog"
	"wolfden/internal/server/config"
	"wolfden/werewolf"
	"wolfden/wire"
)

// legal is a client's player that answers at once and legally.
type legal struct{}

func (legal) Answer(_ context.Context, o werewolf.Observation) (string, error) {
	switch {
	case o.Request.Kind.Chooses():
		return o.Name(o.Request.Targets.Nth((int(o.Seat) + o.Day) % o.Request.Targets.Len())), nil
	case o.Request.Open:
		if o.Request.Left.Count > 2 {
			return fmt.Sprintf("%s speaks on day %d", o.Name(o.Seat), o.Day), nil
		}
		return werewolf.OverText, nil
	case o.Request.Kind.Speaks():
		return fmt.Sprintf("%s says %d on day %d", o.Name(o.Seat), o.Request.Turn, o.Day), nil
	default:
		return "", nil
	}
}

func cast(n int) []werewolf.Seat {
	seats := make([]werewolf.Seat, n)
	for i := range seats {
		seats[i] = werewolf.Seat{Name: fmt.Sprintf("Person%c", 'A'+i), Profile: "age: 30\ngender: other"}
	}
	return seats
}

// testServer is a server on loopback.
type testServer struct {
	*Server
	url  string
	dir  string
	web  *httptest.Server
	pace time.Duration // how long its clients take for an answer
}

// paced is a legal player that takes its time.
type paced struct {
	legal
	pace time.Duration
}

func (p paced) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	if p.pace > 0 && (o.Request.Kind.Speaks() || o.Request.Kind.Chooses()) {
		select {
		case <-time.After(p.pace):
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
	return p.legal.Answer(ctx, o)
}

func start(tb testing.TB, dir, yaml string) *testServer { return startWith(tb, dir, yaml, nil) }

func startWith(tb testing.TB, dir, yaml string, in Inventor) *testServer {
	tb.Helper()
	s := startServer(tb, dir, yaml, in)
	track := &s.config.Tracks[0]
	web := httptest.NewServer(s.Handler(track.Port))
	tb.Cleanup(func() {
		s.stop()
		web.CloseClientConnections()
		web.Close()
	})
	return &testServer{Server: s, url: "ws" + strings.TrimPrefix(web.URL, "http") + track.Path, dir: dir, web: web}
}

func startServer(tb testing.TB, dir, yaml string, in Inventor) *Server {
	tb.Helper()
	text := strings.ReplaceAll(yaml, "DIR", dir)
	cfg, err := config.Parse("test.yml", []byte(text))
	if err != nil {
		tb.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	if os.Getenv("WOLFDEN_TEST_LOG") != "" {
		log = slog.New(slog.NewTextHandler(os.Stderr, nil))
	}
	s, err := New(Options{Config: cfg, Characters: cast(20), Inventor: in, Key: []byte(testKey), Log: log})
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// play lets n clients of one team play a number of games each.
func (s *testServer) play(tb testing.TB, n, games int) {
	tb.Helper()
	ctx, cancel := context.WithTimeout(tb.Context(), time.Minute)
	defer cancel()
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			c := wire.Client{
				URL: s.url, Name: fmt.Sprintf("team%d", i+1), Games: games, Reconnect: true,
				New: func(string) (wire.Player, error) { return legal{}, nil },
			}
			if err := c.Run(ctx); err != nil {
				tb.Errorf("client %d: %v", i+1, err)
			}
		})
	}
	all.Wait()
}

// records waits for a number of filed records and verifies each.
func (s *testServer) records(tb testing.TB, n int) []*gamelog.Record {
	tb.Helper()
	var paths []string
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if paths, _ = filepath.Glob(filepath.Join(s.dir, "records", "*.jsonl")); len(paths) >= n {
			break
		}
	}
	if len(paths) != n {
		tb.Fatalf("%d records, want %d", len(paths), n)
	}
	var all []*gamelog.Record
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

const fiveSelf = `
server:
  data_dir: DIR
` + fiveGames

const fiveGames = `
game:
  agent_count: 5
matching:
  self_match: true
game_logger: {enable: true, output_dir: DIR/game, filename: "{timestamp}_{teams}"}
json_logger: {enable: true, output_dir: DIR/json, filename: "{timestamp}_{teams}"}
`

func TestFiveClientsPlay(t *testing.T) {
	s := start(t, t.TempDir(), fiveSelf)
	s.play(t, 5, 2)
	for _, rec := range s.records(t, 2) {
		for _, e := range rec.Entries {
			if e.Input != nil && e.Input.Fault != gamelog.NoFault {
				t.Errorf("fault %v of %+v", e.Input.Fault, e.Input.Action)
			}
		}
	}
	s.contestLogs(t, 2)
}

// contestLogs verifies the organisers' logs, n of each kind.
func (s *testServer) contestLogs(tb testing.TB, n int) {
	tb.Helper()
	logs, _ := filepath.Glob(filepath.Join(s.dir, "game", "*.log"))
	packets, _ := filepath.Glob(filepath.Join(s.dir, "json", "*.json"))
	if len(logs) != n || len(packets) != n {
		tb.Errorf("%d and %d logs, want %d", len(logs), len(packets), n)
	}
	for _, path := range logs {
		contest := read(tb, path, contestlog.Read)
		for _, f := range contestlog.Verify(contest) {
			if f.Severity == contestlog.Mismatch {
				tb.Errorf("%s: %v", path, f)
			}
		}
	}
	for _, path := range packets {
		read(tb, path, contestlog.ReadCommunication)
	}
}

func read[T any](tb testing.TB, path string, parse func(io.Reader) (T, error)) T {
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
