package contest

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"

	"wolfden/internal/contest/contesttest"
	"wolfden/internal/waittest"
	"wolfden/wire"
)

// quietly takes a client's place in the waiting room and says nothing more: from
// the beginning, or when it has answered a ping and is not heard any more.
func (s *bubbled) quietly(t *testing.T, name string, pongs bool) {
	g := s.come(t, name)
	if pongs {
		go g.next()
		time.AfterFunc(time.Second, g.wire.Cut)
	}
}

// Sockets that never answer a ping, or no longer do, keep others from their game
// for less than a second, however many there are.
func TestSilentSocketsDelayNobody(t *testing.T) {
	const silent = 25
	mixed := defaults + "matching: {self_match: false}\n"
	planned := defaults + "matching: {self_match: false, is_optimize: true, team_count: 5, game_count: 3, output_path: DIR/journal.jsonl}\n"
	own := func(i int) string { return string(rune('a'+i%5)) + fmt.Sprint(i) }
	same := func(i int) string { return fmt.Sprint("team", i) }
	for what, test := range map[string]struct {
		yaml  string
		name  func(int) string
		pongs bool
	}{
		"self": {defaults, same, false}, "mixed": {mixed, own, false}, "planned": {planned, own, false},
		"mixed half open": {mixed, own, true}, "planned half open": {planned, own, true},
	} {
		t.Run(what, func(t *testing.T) {
			bubble(t, test.yaml, func(t *testing.T, s *bubbled) {
				for i := range silent {
					s.quietly(t, test.name(i%4+5*i), test.pongs) // of four teams: no game begins
				}
				if test.pongs {
					time.Sleep(4 * time.Second) // what was heard of them is no longer fresh
				}
				var all sync.WaitGroup
				began := time.Now()
				for i := range 5 {
					g := s.come(t, test.name(i+1000))
					all.Go(func() {
						seated := time.Duration(-1)
						g.play(0, func(g *guest) bool {
							if g.packet.Request == wire.RequestInitialize {
								seated = time.Since(began)
							}
							return false
						})
						if seated < 0 || seated >= time.Second {
							t.Errorf("%s is seated after %v", g.name, seated)
						}
					})
				}
				all.Wait()
			})
		})
	}
}

// Who gives no sign of life at all has to leave; who takes long for it, or talks without hearing the pings, need not.
func TestTheWaitingRoomIsPatient(t *testing.T) {
	bubble(t, defaults, func(t *testing.T, s *bubbled) {
		slow, silent, talker := s.come(t, "slow1"), s.come(t, "silent1"), s.come(t, "talker1")
		time.Sleep(pingTimeout - time.Second)
		go slow.next() // which answers the ping
		talker.say("is anybody here?")
		time.Sleep(3 * time.Second)
		for g, want := range map[*guest]bool{slow: true, silent: false, talker: true} {
			if got := s.waits(g.name); got != want {
				t.Errorf("%s waits: %t", g.name, got)
			}
		}
	})
}

// waits reports whether a client of the name is in the waiting room.
func (s *bubbled) waits(name string) bool {
	synctest.Wait()
	found := make(chan bool, 1)
	s.hosts[0].do(func() {
		s.hosts[0].forget()
		found <- slices.ContainsFunc(s.hosts[0].waiting, func(c *conn) bool { return c.name == name })
	})
	return <-found
}

// Sixty connections flood the waiting room with the longest messages that may
// be sent. None of it is kept.
func TestFloodsInTheWaitingRoomTakeNoMemory(t *testing.T) {
	const messages, most = 40, 16 << 20
	clients := 60
	if testing.Short() { // enough for goroutines to meet
		clients = 10
	}
	s := start(t, t.TempDir(), fiveSelf)
	s.Clients(t, []string{"warm1", "warm2", "warm3", "warm4", "warm5"}, 1)() // whatever grows once has grown
	before := contesttest.LiveHeap()
	var all sync.WaitGroup
	var flooding []*raw
	for i := range clients {
		c := s.join(t, fmt.Sprintf("flood%c%c1", 'a'+i/26, 'a'+i%26)) // each of another team
		flooding = append(flooding, c)
		s.waiting(t, c.name)
		c.CloseRead(t.Context()) // which answers pings
		all.Go(func() {
			for range messages {
				c.send(websocket.MessageText, strings.Repeat("x", 60<<10))
			}
		})
	}
	all.Wait()
	for _, c := range flooding {
		server := s.waiting(t, c.name)
		waittest.Until(t, c.name+": its messages have arrived", func() bool { return server.dropped.Load() >= messages })
		if held := server.held.Load(); held != 0 || len(server.inbox) != 0 {
			t.Errorf("%s: %d bytes in %d messages are kept", c.name, held, len(server.inbox))
		}
	}
	waittest.Until(t, "the messages take no memory", func() bool { return contesttest.LiveHeap()-before <= most })
	runtime.KeepAlive(flooding)
}

// What comes while something is asked is bounded too; a single answer may be as
// long as any message.
func TestTheInboxIsBounded(t *testing.T) {
	c := &conn{inbox: make(chan message, inboxSize), cancel: func(error) {}}
	c.deliver(message{text: strings.Repeat("x", 1<<20)})
	c.deliver(message{text: "more"})
	if c.held.Load() != 1<<20 || len(c.inbox) != 1 || c.dropped.Load() != 1 {
		t.Errorf("%d bytes in %d messages, %d dropped", c.held.Load(), len(c.inbox), c.dropped.Load())
	}
	c.drain()
	for range 100 {
		c.deliver(message{text: strings.Repeat("x", 10<<10)})
	}
	if held := c.held.Load(); held > maxHeld || held < maxHeld-10<<10 {
		t.Errorf("%d bytes are kept", held)
	}
	if n := c.drain(); n != 100 || c.held.Load() != 0 {
		t.Errorf("%d were not asked for, %d bytes are left", n, c.held.Load())
	}
}

// A client that floods the server with pings, which cost memory to answer, is let go; one that asks now and then whether the server is
// there stays.
func TestPingsAreBounded(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir(), fiveSelf)
	quiet, loud := s.join(t, "quiet1"), s.join(t, "loud1")
	quiet.CloseRead(t.Context()) // which reads pongs
	loud.CloseRead(t.Context())
	pings := func(c *raw, n int) (answered int) {
		for range n {
			if c.Ping(t.Context()) != nil {
				break
			}
			answered++
		}
		return answered
	}
	if n := pings(loud, 5000); n < controlBurst-1 || n == 5000 {
		t.Errorf("%d pings were answered", n)
	}
	if n := pings(quiet, 20); n != 20 {
		t.Errorf("of a few pings %d were answered", n)
	}
}
