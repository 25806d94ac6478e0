package contest

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/contest/access"
	"wolfden/internal/contest/config"
	"wolfden/internal/contest/contesttest"
)

// nobody is an observer that looks away.
type nobody struct{}

func (nobody) Connected(int) {}

func (nobody) Watch(Game) GameObserver { return nobody{} }

func (nobody) Annulled(string) {}

func (nobody) Play() {}

func (nobody) Record([]gamelog.Entry, time.Time) {}

func (nobody) End(complete func()) { complete() }

func (nobody) Stop() {}

const testKey = "a key that is only for tests"

// served is a contest without spectators.
type served struct {
	*Contest
	stopped sync.Once
}

// serve starts a contest that nobody looks at.
func serve(o Options) (*served, error) {
	c, err := New(o)
	if err != nil {
		return nil, err
	}
	return &served{Contest: c}, c.Start(nobody{})
}

func (s *served) handler(port int) http.Handler {
	mux := http.NewServeMux()
	s.Register(mux, port)
	return mux
}

func (s *served) shutdown() {
	defer s.Farewell()
	s.Drain()
	s.stop()
}

func (s *served) stop() {
	s.stopped.Do(func() {
		s.Halt()
		_ = s.Release()
	})
}

// testServer is a contest on loopback.
type testServer struct {
	*served
	contesttest.Server
	web *httptest.Server
}

func start(tb testing.TB, dir, yaml string) *testServer { return startWith(tb, dir, yaml, nil) }

func startWith(tb testing.TB, dir, yaml string, in Inventor) *testServer {
	tb.Helper()
	s := startServer(tb, dir, yaml, in)
	track := &s.config.Tracks[0]
	web := httptest.NewServer(s.handler(track.Port))
	tb.Cleanup(func() {
		s.stop()
		web.CloseClientConnections()
		web.Close()
	})
	return &testServer{served: s, Server: contesttest.Server{URL: "ws" + strings.TrimPrefix(web.URL, "http") + track.Path, Dir: dir}, web: web}
}

func startServer(tb testing.TB, dir, yaml string, in Inventor) *served {
	tb.Helper()
	text := strings.ReplaceAll(yaml, "DIR", dir)
	cfg, err := config.Parse("test.yml", []byte(text))
	if err != nil {
		tb.Fatal(err)
	}
	o := Options{Config: cfg, Characters: contesttest.Cast(20), Inventor: in, Log: contesttest.Log()}
	if cfg.Server.Authentication {
		o.Tokens = access.NewTokens([]byte(testKey))
	}
	s, err := serve(o)
	if err != nil {
		tb.Fatal(err)
	}
	return s
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
	s.Play(t, 5, 2)
	for _, rec := range s.Records(t, 2) {
		for _, e := range rec.Entries {
			if e.Input != nil && e.Input.Fault != gamelog.NoFault {
				t.Errorf("fault %v of %+v", e.Input.Fault, e.Input.Action)
			}
		}
	}
	s.ContestLogs(t, 2)
}
