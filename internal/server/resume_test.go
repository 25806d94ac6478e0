//go:build unix

package server

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/contest/config"
	"wolfden/internal/contest/contesttest"
	"wolfden/internal/waittest"
	"wolfden/werewolf"
	"wolfden/wire"
)

const planned = `
server:
  data_dir: DIR
  timeout: {action: 5m, acceptable: 5s, response: 5m}
  resume_grace: 5m
  shutdown_grace: 100ms
game: {agent_count: PLAYERS}
matching: {self_match: false, is_optimize: true, team_count: 16, game_count: GAMES, output_path: DIR/journal.jsonl}
game_logger: {enable: true, output_dir: DIR/game, filename: "{timestamp}_{teams}"}
json_logger: {enable: true, output_dir: DIR/json, filename: "{timestamp}_{teams}"}
`

// contestOf is a contest of so many games.
func contestOf(players, games int) string {
	return strings.NewReplacer("PLAYERS", fmt.Sprint(players), "GAMES", fmt.Sprint(games)).Replace(planned)
}

// contestants connects a client a team until the context ends.
func (c *child) contestants(ctx context.Context, all *sync.WaitGroup, p wire.Player) {
	for i := range 16 {
		all.Go(func() { _ = c.returning(ctx, "team"+string(rune('a'+i)), p) })
	}
}

// A contest is played to its end while the server is killed again and again;
// with thirteen players where somebody wants more kills than the few.
func TestContestOutlivesItsServer(t *testing.T) {
	n := *kills
	if testing.Short() {
		n = 1
	}
	t.Parallel()
	t.Run("5 players", func(t *testing.T) { outlive(t, 5, 4+n/3, n) })
	if n > 3 {
		t.Run("13 players", func(t *testing.T) { outlive(t, 13, 2+n/10, n) })
	}
}

// outlive plays a contest whose server is killed n times.
func outlive(t *testing.T, players, games, n int) {
	c := newChild(t, contestOf(players, games))
	c.begin()
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	c.contestants(ctx, &all, contesttest.Paced{Pace: 25 * time.Millisecond})
	midway := 0
	for i := range n {
		time.Sleep(100*time.Millisecond + time.Duration(rand.IntN(1300))*time.Millisecond)
		c.end(os.Kill)
		running, _ := filepath.Glob(filepath.Join(c.Dir, "records", "running", "*"+gamelog.Extension))
		midway += len(running)
		for _, path := range running {
			contesttest.Torn(t, path)
		}
		c.begin()
		if t.Failed() {
			t.Fatalf("after %d kills", i+1)
		}
	}
	c.AwaitFiled(t, games)
	t.Logf("%d games, %d kills, %d games in the middle of them", games, n, midway)
	state := c.end(syscall.SIGTERM)
	cancel()
	all.Wait()
	if state.ExitCode() != 0 {
		t.Errorf("the server ends with %v", state)
	}
	c.playedOnce(t, games, n)
}

// playedOnce checks a contest that is over: every match was played, once, and
// its game and logs are whole. A server that is killed between the line in the journal and the record's first deals the
// match again; for nothing else, and no more often than it is killed, may a match fail.
func (c *child) playedOnce(tb testing.TB, games, kills int) {
	tb.Helper()
	for _, path := range c.Filed() {
		contesttest.Verify(tb, path)
		if rec, err := gamelog.ReadFile(path); err == nil {
			if end := rec.Result().End; end == werewolf.Failure || end == werewolf.NotOver {
				tb.Errorf("%s ended by %v", path, end)
			}
		}
	}
	if n := len(c.Filed()); n != games {
		tb.Errorf("%d games, want %d", n, games)
	}
	if left, _ := os.ReadDir(filepath.Join(c.Dir, "records", "running")); len(left) > 0 {
		tb.Errorf("left behind: %v", left)
	}
	c.ContestLogs(tb, games)
	cfg, err := config.Load(c.config)
	if err != nil {
		tb.Fatal(err)
	}
	s, err := New(Options{Config: cfg, Characters: contesttest.Cast(20), Log: contesttest.Log()})
	if err != nil {
		tb.Fatal(err)
	}
	defer s.stop()
	p, ok := s.contest.Busy(tb.Context(), &cfg.Tracks[0])
	if !ok || p.Total != games || p.Done != games || p.Running != 0 || p.Paused != 0 || p.Failures > kills {
		tb.Errorf("progress %+v", p)
	}
	journal, err := os.ReadFile(filepath.Join(c.Dir, "journal.jsonl"))
	if err != nil {
		tb.Fatal(err)
	}
	if n := bytes.Count(journal, []byte("the server died before the game began")); n != p.Failures {
		tb.Errorf("%d matches failed, %d of them before their game began", p.Failures, n)
	}
}

// awaitRunning waits until a game goes on in which something was said.
func (c *child) awaitRunning(t *testing.T) {
	t.Helper()
	waittest.Until(t, "a game goes on", func() bool {
		running, _ := filepath.Glob(filepath.Join(c.Dir, "records", "running", "*"+gamelog.Extension))
		return slices.ContainsFunc(running, func(path string) bool {
			text, err := os.ReadFile(path)
			return err == nil && bytes.Contains(text, []byte(`"talk"`))
		})
	})
}

// SIGTERM leaves running games to the next server.
func TestShutdownLeavesGames(t *testing.T) {
	t.Parallel()
	c := newChild(t, contestOf(5, 2))
	c.begin()
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	released := make(chan struct{}) // or a game might end before the signal
	c.contestants(ctx, &all, held{released: released})
	c.awaitRunning(t)
	if state := c.end(syscall.SIGTERM); state.ExitCode() != 0 {
		t.Errorf("the server ends with %v", state)
	}
	if n := len(c.Filed()); n != 0 {
		t.Errorf("%d games have ended", n)
	}
	c.begin()
	close(released)
	c.AwaitFiled(t, 2)
	c.end(syscall.SIGTERM)
	cancel()
	all.Wait()
	c.playedOnce(t, 2, 0)
}

// held is a legal player that says nothing from day 1 on until it is released.
type held struct {
	contesttest.Legal
	released <-chan struct{}
}

// Answer implements wire.Player.
func (h held) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	if o.Day > 0 {
		select {
		case <-h.released:
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
	return h.Legal.Answer(ctx, o)
}

// With more time, running games end, and no other begins.
func TestShutdownWaitsForGames(t *testing.T) {
	t.Parallel()
	const planned = 50
	c := newChild(t, strings.Replace(contestOf(5, planned), "shutdown_grace: 100ms", "shutdown_grace: 5m", 1))
	c.begin()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var all sync.WaitGroup
	c.contestants(ctx, &all, contesttest.Paced{Pace: 10 * time.Millisecond})
	c.awaitRunning(t)
	before := len(c.Filed())
	if state := c.end(syscall.SIGTERM); state.ExitCode() != 0 {
		t.Errorf("the server ends with %v", state)
	}
	cancel()
	all.Wait()
	// How many end until the server hears the signal depends on the machine; the plan has more than would end by then.
	if n := len(c.Filed()); n <= before || n == planned {
		t.Errorf("%d games, %d before", n, before)
	}
	if left, _ := os.ReadDir(filepath.Join(c.Dir, "records", "running")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// A disk is full for a while: the games stand still, and go on.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	c := newChild(t, contestOf(5, 2))
	const full = 12000
	c.env = []string{fmt.Sprint(childFileSize, "=", full)}
	c.begin()
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	c.contestants(ctx, &all, contesttest.Paced{Pace: time.Millisecond})
	waittest.Until(t, "both games go on", func() bool {
		running, _ := filepath.Glob(filepath.Join(c.Dir, "records", "running", "*"+gamelog.Extension))
		return len(running) == 2
	})
	at := map[string]bool{}
	waittest.Until(t, "both games come to the end of the disk", func() bool {
		running, _ := filepath.Glob(filepath.Join(c.Dir, "records", "running", "*"+gamelog.Extension))
		for _, path := range running {
			if info, err := os.Stat(path); err == nil && info.Size() == full {
				at[path] = true
			}
		}
		return len(at) == 2
	})
	running, _ := filepath.Glob(filepath.Join(c.Dir, "records", "running", "*"+gamelog.Extension))
	if len(running) != 2 {
		t.Errorf("%d games go on", len(running))
	}
	for _, path := range running {
		contesttest.Torn(t, path)
	}
	if err := c.process.Signal(syscall.SIGUSR1); err != nil {
		t.Fatal(err)
	}
	c.AwaitFiled(t, 2)
	c.end(syscall.SIGTERM)
	cancel()
	all.Wait()
	c.playedOnce(t, 2, 0)
}
