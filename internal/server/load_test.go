//go:build unix

package server

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"syscall"
	"testing"
	"time"

	"wolfden/internal/contest/contesttest"
	"wolfden/internal/waittest"
	"wolfden/wire"
)

const thirteenSelf = `
server:
  data_dir: DIR
game:
  agent_count: 13
matching:
  self_match: true
game_logger: {enable: true, output_dir: DIR/game, filename: "{timestamp}_{teams}"}
json_logger: {enable: true, output_dir: DIR/json, filename: "{timestamp}_{teams}"}
`

// tables is how many games are played at once.
const tables = 50

// cpuOf is the processor time of a process.
func cpuOf(u *syscall.Rusage) time.Duration {
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func ownCPU(tb testing.TB) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		tb.Fatal(err)
	}
	return cpuOf(&u)
}

// rounds lets every table's team play a number of games.
func (s *testServer) rounds(tb testing.TB, players, games int) {
	tb.Helper()
	ctx, cancel := context.WithTimeout(tb.Context(), waittest.Longest)
	defer cancel()
	var all sync.WaitGroup
	for table := range min(tables, games) {
		n := games / tables
		if table < games%tables {
			n++
		}
		team := "team" + string(rune('a'+table/26)) + string(rune('a'+table%26))
		for i := range players {
			all.Go(func() {
				c := wire.Client{
					URL: s.URL, Name: fmt.Sprint(team, i+1), Games: n, Reconnect: true,
					New: func(string) (wire.Player, error) { return contesttest.Legal{}, nil },
				}
				if err := c.Run(ctx); err != nil {
					tb.Errorf("client: %v", err)
				}
			})
		}
	}
	all.Wait()
}

// BenchmarkServerFivePlayers plays games of five, fifty at once, server and
// clients in one process.
func BenchmarkServerFivePlayers(b *testing.B) { benchmarkServer(b, fiveSelf, 5) }

// BenchmarkServerThirteenPlayers is the same with thirteen.
func BenchmarkServerThirteenPlayers(b *testing.B) { benchmarkServer(b, thirteenSelf, 13) }

func benchmarkServer(b *testing.B, yaml string, players int) {
	s := start(b, b.TempDir(), yaml)
	b.ResetTimer()
	began := ownCPU(b)
	s.rounds(b, players, b.N)
	used := ownCPU(b) - began
	s.AwaitFiled(b, b.N)
	b.StopTimer()
	perGame(b, used)
}

func perGame(b *testing.B, cpu time.Duration) {
	n := float64(b.N)
	b.ReportMetric(n/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(cpu.Microseconds())/1000/n, "cpu-ms/game")
}

// The memory that games took is free when they are over, and no goroutine is
// left.
func TestNothingIsLeftOfGames(t *testing.T) {
	games := 50
	if testing.Short() {
		games = 10
	}
	before := runtime.NumGoroutine()
	s := start(t, t.TempDir(), fiveSelf)
	s.rounds(t, 5, tables) // whatever grows once has grown
	s.AwaitFiled(t, tables)
	heap := contesttest.LiveHeap()
	s.rounds(t, 5, games)
	s.AwaitFiled(t, tables+games)
	waittest.Until(t, fmt.Sprint("the memory of ", games, " games is free"), func() bool {
		return contesttest.LiveHeap()-heap <= 1<<20+int64(games)*2<<10
	})
	s.quiesce(t, before)
}

// quiesce shuts the server down and waits until all its goroutines have ended.
func (s *testServer) quiesce(tb testing.TB, before int) {
	tb.Helper()
	s.server.shutdown()
	s.web.CloseClientConnections()
	s.web.Close()
	defer func() {
		if tb.Failed() {
			buf := make([]byte, 1<<16)
			tb.Logf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, buf[:runtime.Stack(buf, true)])
		}
	}()
	waittest.Until(tb, "all goroutines have ended", func() bool { return runtime.NumGoroutine() <= before })
}
