//go:build unix

package server

import (
	"context"
	"flag"
	"fmt"
	"net"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"

	"wolfden/gamelog"
	"wolfden/internal/contest/contesttest"
	"wolfden/internal/waittest"
	"wolfden/werewolf"
	"wolfden/wire"
)

var (
	idle  = flag.Int("idle", 150, "how many connections say nothing while games go on; a tenth as many are no WebSocket yet")
	crowd = flag.Int("crowd", 15, "how many games are played at once by players who take 200 ms for an answer")
	pace  = flag.Duration("pace", 20*time.Millisecond, "how long players take for an answer where a game's length is measured")
)

const idlers = `
server:
  data_dir: DIR
  handshake_timeout: 10s
  name_timeout: 10s
  max_connections: {per_address: 30000, per_team: 30000, total: 30000}
game: {agent_count: 5}
matching: {self_match: true}
`

// Connections that never tell a name, and some that never become a WebSocket,
// are dropped at their deadlines, and games go on beside them.
func TestIdleConnections(t *testing.T) {
	t.Parallel()
	c := newChild(t, idlers)
	c.begin()
	var open, dropped atomic.Int64
	var all sync.WaitGroup
	for range min(64, *idle) { // so many connect at a time
		all.Go(func() {
			for open.Add(1) <= int64(*idle) {
				c.idle(t, &all, &dropped)
			}
		})
	}
	for range *idle / 10 {
		half, err := net.Dial("tcp", c.address)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = half.Write([]byte("GET /ws HTTP/1.1\r\nHost: "))
		all.Go(func() { c.awaitDrop(t, &dropped, half.Read); _ = half.Close() })
	}
	c.rounds(t, 5, tables)
	c.AwaitFiled(t, tables)
	all.Wait()
	if n := dropped.Load(); n != int64(*idle+*idle/10) {
		t.Errorf("%d connections dropped", n)
	}
	c.noFaults(t)
	usage := c.end(syscall.SIGTERM).SysUsage().(*syscall.Rusage)
	t.Logf("%d idle and %d half-made connections, %d games beside them, at most %d MB", *idle, *idle/10, tables, usage.Maxrss>>10)
}

// idle opens a connection that does not answer NAME.
func (c *child) idle(t *testing.T, all *sync.WaitGroup, dropped *atomic.Int64) {
	ctx, cancel := context.WithTimeout(t.Context(), waittest.Longest)
	defer cancel()
	ws, _, err := websocket.Dial(ctx, c.URL, nil)
	if err != nil {
		t.Errorf("idle: %v", err)
		return
	}
	all.Go(func() {
		defer func() { _ = ws.CloseNow() }()
		ctx, cancel := context.WithTimeout(t.Context(), waittest.Longest)
		defer cancel()
		for {
			if _, _, err := ws.Read(ctx); err != nil {
				if ctx.Err() == nil {
					dropped.Add(1)
				}
				return
			}
		}
	})
}

func (c *child) awaitDrop(t *testing.T, dropped *atomic.Int64, read func([]byte) (int, error)) {
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		for b := make([]byte, 100); ; {
			if _, err := read(b); err != nil {
				return
			}
		}
	}()
	select {
	case <-gone:
		dropped.Add(1)
	case <-time.After(waittest.Longest):
		t.Error("half a handshake lives on")
	}
}

// noFaults checks that nobody was late or illegal in any game.
func (c *child) noFaults(t *testing.T) {
	t.Helper()
	for _, path := range c.Filed() {
		rec, err := gamelog.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range rec.Entries {
			if e.Input != nil && e.Input.Fault != gamelog.NoFault {
				t.Fatalf("%s: %v of seat %d", path, e.Input.Fault, e.Input.Action.Seat)
			}
		}
		if end := rec.Result().End; end == werewolf.NotOver || end == werewolf.Failure {
			t.Fatalf("%s ended by %v", path, end)
		}
	}
}

// deliberate is a legal player that takes its time.
type deliberate struct {
	contesttest.Legal
	pace time.Duration
}

func (p deliberate) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	if o.Request.Kind.Speaks() || o.Request.Kind.Chooses() {
		time.Sleep(p.pace)
	}
	return p.Legal.Answer(ctx, o)
}

// Many games go on at once, none of whose players times out.
func TestCrowd(t *testing.T) {
	if testing.Short() {
		t.Skip("players take their time")
	}
	t.Parallel()
	c := newChild(t, strings.Replace(idlers, "game:", "  timeout: {action: 5m, acceptable: 0s}\ngame:", 1))
	c.begin()
	began := time.Now()
	var all sync.WaitGroup
	for n := range *crowd * 5 {
		all.Go(func() {
			client := wire.Client{
				URL: c.URL, Name: fmt.Sprintf("team%c%c%c%d", 'a'+n/5/26/26, 'a'+n/5/26%26, 'a'+n/5%26, n%5+1), Games: 1,
				New: func(string) (wire.Player, error) { return deliberate{pace: 50 * time.Millisecond}, nil },
			}
			if err := client.Run(t.Context()); err != nil {
				t.Errorf("client: %v", err)
			}
		})
	}
	all.Wait()
	c.AwaitFiled(t, *crowd)
	took := time.Since(began)
	c.noFaults(t)
	usage := c.end(syscall.SIGTERM).SysUsage().(*syscall.Rusage)
	t.Logf("%d games at once in %v, %v of CPU, at most %d MB", *crowd, took.Round(time.Millisecond), cpuOf(usage), usage.Maxrss>>10)
	if usage.Maxrss>>20 >= 1 {
		t.Errorf("the server has taken %d MB", usage.Maxrss>>10)
	}
}

// BenchmarkLatency compares how long a game of thirteen lasts with its critical
// path: one wait for every turn of talk and whisper, and one for each round of
// choices, by the game's own record.
func BenchmarkLatency(b *testing.B) {
	for b.Loop() {
		c := newChild(b, thirteenSelf)
		c.begin()
		var all sync.WaitGroup
		for i := range 13 {
			all.Go(func() {
				client := wire.Client{
					URL: c.URL, Name: fmt.Sprint("slow", i+1), Games: 1,
					New: func(string) (wire.Player, error) { return deliberate{pace: *pace}, nil },
				}
				if err := client.Run(b.Context()); err != nil {
					b.Error(err)
				}
			})
		}
		all.Wait()
		c.AwaitFiled(b, 1)
		rec, err := gamelog.ReadFile(c.Filed()[0])
		if err != nil {
			b.Fatal(err)
		}
		took, least := float64(rec.LastAt())/1000, float64(contesttest.Waits(b, rec))*pace.Seconds()
		b.ReportMetric(took, "game-s")
		b.ReportMetric(least, "critical-path-s")
		b.ReportMetric(took/least, "ratio")
		c.end(os.Interrupt)
	}
}
