package contest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"sync"
	"testing"

	"wolfden/internal/contest/access"
	"wolfden/internal/contest/config"
	"wolfden/internal/contest/contesttest"
	"wolfden/internal/waittest"
	"wolfden/werewolf"
	"wolfden/wire"
)

// agents are clients that listen at one address.
type agents struct {
	address string
	stop    context.CancelFunc
	ended   chan error
}

// listen lets clients of the names listen, at a free address of their own if there is none in at.
func listen(t *testing.T, at string, games int, player func(game string) wire.Player, names ...string) *agents {
	t.Helper()
	if at == "" {
		at = "127.0.0.1:0"
	}
	var l net.Listener
	waittest.Until(t, "the address is free", func() (free bool) {
		var err error
		l, err = net.Listen("tcp", at)
		return err == nil
	})
	var clients []*wire.Client
	for _, name := range names {
		clients = append(clients, &wire.Client{Name: name, Games: games, New: func(game string) (wire.Player, error) { return player(game), nil }})
	}
	ctx, cancel := context.WithCancel(t.Context())
	a := &agents{l.Addr().String(), cancel, make(chan error, 1)}
	go func() { a.ended <- wire.Listen(ctx, l, clients...) }()
	t.Cleanup(cancel)
	return a
}

// call is the configuration that calls them.
func (a *agents) call(connections int, more string) string {
	return fmt.Sprintf("{url: ws://%s%s, connections: %d%s}", a.address, wire.ListenPath, connections, more)
}

func legal(string) wire.Player { return contesttest.Legal{} }

// heard is a log that is read while it is written.
type heard struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *heard) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(b)
}

func (s *heard) count(part string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Count(s.text.String(), part)
}

// calling starts a contest that calls agents, and nobody else can reach. Its players have time.
func calling(t *testing.T, more string, calls ...string) (*testServer, *heard) {
	t.Helper()
	dir, log := t.TempDir(), new(heard)
	yaml := fmt.Sprintf("server:\n  data_dir: %s\n  timeout: {action: 10m}\n  reconnect: {wait: 10m}\n  max_continue_error_ratio: 0.9\n  call: [%s]\n%s",
		dir, strings.Join(calls, ", "), more)
	cfg, err := config.Parse("test.yml", []byte(yaml))
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Config: cfg, Characters: contesttest.Cast(20), Log: slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))}
	if cfg.Server.Authentication {
		o.Tokens = access.NewTokens([]byte(testKey))
	}
	s, err := serve(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.stop)
	return &testServer{served: s, Server: contesttest.Server{Dir: dir}}, log
}

// without checks that nothing went wrong in a number of games.
func without(t *testing.T, s *testServer, games int, names []string) {
	t.Helper()
	for _, rec := range s.Records(t, games) {
		for _, name := range names {
			if got := faults(rec, name); len(got) > 0 {
				t.Errorf("faults of %s: %v", name, got)
			}
		}
	}
}

var fiveNames = []string{"den1", "den2", "den3", "den4", "den5"}

const selfMatch = "matching: {self_match: true}\n"

// Five players behind one address are called, play a game, are called again, and play another.
func TestCalledAgentsPlay(t *testing.T) {
	t.Parallel()
	a := listen(t, "", 2, legal, fiveNames...)
	s, _ := calling(t, selfMatch, a.call(5, ""))
	if err := <-a.ended; err != nil {
		t.Error(err)
	}
	without(t, s, 2, fiveNames)
	s.shutdown()
}

// An agent that is not there yet is called until it is; that it is not is said once, however often it was tried.
func TestAgentsThatComeLateAreCalledAgain(t *testing.T) {
	t.Parallel()
	early := listen(t, "", 1, legal, fiveNames[:4]...)
	late := listen(t, "", 1, legal)
	if err := <-late.ended; err != nil { // there is nobody there, and the address is known
		t.Fatal(err)
	}
	s, log := calling(t, selfMatch, early.call(4, ""), late.call(1, ""))
	waittest.Until(t, "it was called twice", func() bool { return log.count("cannot be called, still") > 0 })
	late = listen(t, late.address, 1, legal, fiveNames[4])
	for _, a := range []*agents{early, late} {
		if err := <-a.ended; err != nil {
			t.Error(err)
		}
	}
	without(t, s, 1, fiveNames)
	if n := log.count("cannot be called; it is called again"); n != 1 {
		t.Errorf("it was said %d times that an agent is not there\n%s", n, &log.text)
	}
}

// stuck is a player that says nothing on the first day.
type stuck struct {
	contesttest.Legal
	asked chan<- struct{}
}

// Answer implements wire.Player.
func (p stuck) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	if o.Day == 1 && o.Request.Kind == werewolf.Talk {
		p.asked <- struct{}{}
		<-ctx.Done()
		return "", ctx.Err()
	}
	return p.Legal.Answer(ctx, o)
}

// An agent that is killed in the middle of a game, and started again, is called again and plays on.
func TestAgentsThatWereKilledAreCalledAgain(t *testing.T) {
	t.Parallel()
	others := listen(t, "", 1, legal, fiveNames[:4]...)
	asked := make(chan struct{}, 1)
	killed := listen(t, "", 1, func(string) wire.Player { return stuck{asked: asked} }, fiveNames[4])
	s, _ := calling(t, selfMatch, others.call(4, ""), killed.call(1, ""))
	<-asked
	killed.stop()
	if err := <-killed.ended; !errors.Is(err, context.Canceled) {
		t.Fatalf("the listener ended with %v", err)
	}
	var game string
	again := listen(t, killed.address, 1, func(id string) wire.Player { game = id; return contesttest.Legal{} }, fiveNames[4])
	if err := <-again.ended; err != nil {
		t.Error(err)
	}
	without(t, s, 1, fiveNames)
	if got := s.Records(t, 1)[0].Header.ID; got != game {
		t.Errorf("it came back to game %s, want %s", game, got)
	}
}

// Where players need a token, the address is one for the team that stands beside it, and for no other.
func TestCalledAgentsAreOfTheirTeam(t *testing.T) {
	t.Parallel()
	mine, other := listen(t, "", 1, legal, fiveNames...), listen(t, "", 0, legal, "thief1")
	s, log := calling(t, "  authentication: {enable: true}\n"+selfMatch, mine.call(5, ", team: den"), other.call(1, ", team: den"))
	if err := <-mine.ended; err != nil {
		t.Error(err)
	}
	without(t, s, 1, fiveNames)
	waittest.Until(t, "the other is refused", func() bool { return log.count("is for another team") > 0 })
}

// When all games of a schedule are over, nobody is called any more.
func TestNobodyIsCalledAfterTheContest(t *testing.T) {
	t.Parallel()
	teams := []string{"aruru", "byakko", "canis", "denki", "egao"}
	var calls []string
	for _, team := range teams {
		calls = append(calls, listen(t, "", 0, legal, team).call(1, ""))
	}
	s, _ := calling(t, "matching: {self_match: false, is_optimize: true, game_count: 1}\nteams: ["+strings.Join(teams, ", ")+"]\n", calls...)
	without(t, s, 1, teams)
	s.calling.Wait() // while the server goes on
}
