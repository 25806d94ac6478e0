package contest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"wolfden/gamelog"
	"wolfden/internal/waittest"
	"wolfden/werewolf"
	"wolfden/wire"
)

// hasty is a server that gives up on players soon, but on games late.
const hasty = `
server:
  data_dir: DIR
  timeout: {action: 700ms, acceptable: 100ms, response: 500ms}
  max_continue_error_ratio: 0.9
  name_timeout: 300ms
  reconnect: {grace: 500ms}
` + fiveGames

// trial is one way to misbehave as the fifth player of a game.
type trial struct {
	name   string
	play   func(s *testServer, c *raw)
	faults func([]gamelog.Fault) bool
}

func none(f []gamelog.Fault) bool { return len(f) == 0 }

func only(fault gamelog.Fault) func([]gamelog.Fault) bool {
	return func(f []gamelog.Fault) bool {
		return len(f) > 0 && !slices.ContainsFunc(f, func(g gamelog.Fault) bool { return g != fault })
	}
}

func endsIn(fault gamelog.Fault) func([]gamelog.Fault) bool {
	return func(f []gamelog.Fault) bool { return len(f) > 0 && f[len(f)-1] == fault }
}

const lateText = "this comes too late"

func trials() []trial {
	return []trial{
		{"silent", func(_ *testServer, c *raw) { c.closed() }, endsIn(gamelog.Late)},
		{"late", func(_ *testServer, c *raw) {
			c.play(once(wire.RequestTalk, 2, func(c *raw) {
				c.want(wire.RequestName)
				c.say(lateText)
				c.say(c.name)
			}))
		}, func(f []gamelog.Fault) bool { return slices.Equal(f, []gamelog.Fault{gamelog.Late}) }},
		{"drop", func(_ *testServer, c *raw) {
			c.play(once(wire.RequestTalk, 2, func(c *raw) { _ = c.CloseNow() }))
		}, endsIn(gamelog.Lost)},
		{"leave", func(_ *testServer, c *raw) {
			c.play(once(wire.RequestTalk, 2, func(c *raw) { _ = c.Close(websocket.StatusNormalClosure, "") }))
		}, endsIn(gamelog.Lost)},
		{"garbage", func(_ *testServer, c *raw) {
			c.play(func(c *raw) bool {
				switch c.packet.Request {
				case wire.RequestTalk:
					c.send(websocket.MessageBinary, "\x00\x01binary")
				case wire.RequestVote:
					c.say("\xff\xfe bad")
				default:
					return false
				}
				return true
			})
		}, only(gamelog.Unparsable)},
		{"nonsense", func(_ *testServer, c *raw) {
			c.play(once(wire.RequestVote, 1, func(c *raw) { c.say(`{"request":"NAME"}`) }))
		}, func(f []gamelog.Fault) bool { return slices.Equal(f, []gamelog.Fault{gamelog.Illegal}) }},
		{"huge", func(_ *testServer, c *raw) {
			c.play(once(wire.RequestTalk, 1, func(c *raw) { c.say(strings.Repeat("x", 8<<20)) }))
		}, endsIn(gamelog.Lost)},
		{"flood", func(_ *testServer, c *raw) {
			c.play(func(c *raw) bool {
				for range 100 {
					c.say("listen to me")
				}
				return false
			})
		}, func(f []gamelog.Fault) bool { return !slices.Contains(f, gamelog.Lost) }},
		{"back", returns(false), none},
		{"backlater", returns(true), none},
	}
}

// returns is a client whose connection breaks when it is asked, or just after
// it has answered, and that comes back under its name.
func returns(answered bool) func(*testServer, *raw) {
	return func(s *testServer, c *raw) {
		c.play(once(wire.RequestTalk, 3, func(c *raw) {
			if answered {
				c.say(c.answer())
				time.Sleep(20 * time.Millisecond) // or the answer may be lost with the connection
			}
			old := c.packet.Info
			_ = c.CloseNow()
			*c = *s.join(c.tb, c.name)
			c.want(wire.RequestInitialize)
			if in := c.packet.Info; in.GameID != old.GameID || in.Agent != old.Agent {
				c.tb.Errorf("it is %s in game %s now", in.Agent, in.GameID)
			}
			c.want(wire.RequestDailyInitialize)
			if !slices.ContainsFunc(c.packet.TalkHistory, func(t wire.Talk) bool { return t.Text == c.name+" is here" }) {
				c.tb.Errorf("the day's history is %v", c.packet.TalkHistory)
			}
			if !answered {
				c.want(wire.RequestTalk)
				if len(c.packet.TalkHistory) > 0 {
					c.tb.Errorf("told twice: %v", c.packet.TalkHistory)
				}
				c.say(c.answer())
			}
		}))
	}
}

func TestOneBadClientCostsItsAnswersOnly(t *testing.T) {
	for _, trial := range trials() {
		t.Run(trial.name, func(t *testing.T) {
			t.Parallel()
			inBubble(t, hasty, func(t *testing.T, s *testServer) {
				wait := s.company(t, trial.name)
				c := s.join(t, trial.name+"5")
				trial.play(s, c)
				wait()
				rec := s.RecordOf(t, trial.name)
				if got := faults(rec, c.name); !trial.faults(got) {
					t.Errorf("faults %v", got)
				}
				for i := range 4 {
					if got := faults(rec, fmt.Sprint(trial.name, i+1)); len(got) > 0 {
						t.Errorf("faults of another client: %v", got)
					}
				}
				if end := rec.Result().End; end == werewolf.Failure || end == werewolf.NotOver {
					t.Errorf("the game ended by %v", end)
				}
				if said(rec, lateText) {
					t.Error("a late answer was taken for another")
				}
			})
		})
	}
}

func TestDeadConnectionsNeverPlay(t *testing.T) {
	s := start(t, t.TempDir(), fiveSelf)
	for i := range 4 {
		c := s.join(t, fmt.Sprint("dead", i+1))
		s.waiting(t, c.name)
		if i%2 == 0 {
			_ = c.CloseNow()
		} else {
			_ = c.Close(websocket.StatusNormalClosure, "")
		}
	}
	waittest.Until(t, "the server has noticed that all have left", func() bool {
		left := make(chan int, 1)
		s.hosts[0].do(func() { s.hosts[0].forget(); left <- len(s.hosts[0].waiting) })
		return <-left == 0
	})
	s.Clients(t, []string{"dead1", "dead2", "dead3", "dead4", "dead5"}, 1)()
	rec := s.RecordOf(t, "dead")
	for _, e := range rec.Entries {
		if e.Input != nil && e.Input.Fault != gamelog.NoFault {
			t.Errorf("fault %v", e.Input.Fault)
		}
	}
}

func TestHalfOpenConnectionsAreNoticedInTheWaitingRoom(t *testing.T) {
	t.Parallel()
	bubble(t, fiveSelf, func(t *testing.T, b *bubbled) {
		s := b.addressed()
		g := b.come(t, "half5")
		time.Sleep(freshFor) // what was heard from just now is not asked
		g.wire.Cut()
		wait := s.company(t, "half")
		time.Sleep(100 * time.Millisecond)
		s.Clients(t, []string{"half5"}, 1)()
		wait()
		if got := faults(s.RecordOf(t, "half"), "half5"); len(got) > 0 {
			t.Errorf("faults %v", got)
		}
	})
}

func TestNamesThatCannotBeUsed(t *testing.T) {
	for what, name := range map[string]string{
		"empty": "", "space": " \n", "digits": "12", "newline": "a\nb1", "long": strings.Repeat("n", 300),
		"huge": strings.Repeat("n", 8<<20), "escape": "\x1b[31mred1", "invalid": "\xff1", "zero": "a\x001",
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			inBubble(t, hasty, func(t *testing.T, s *testServer) {
				if got := s.join(t, name).closed(); len(name) < 1000 && !strings.Contains(got, "name") {
					t.Errorf("the reason is %q", got)
				}
			})
		})
	}
	for what, say := range map[string]func(*raw){
		"binary": func(c *raw) { c.send(websocket.MessageBinary, "name1") },
		"none":   func(*raw) {},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			inBubble(t, hasty, func(t *testing.T, s *testServer) {
				c, err := s.dial(t, nil)
				if err != nil {
					t.Fatal(err)
				}
				began := time.Now()
				c.want(wire.RequestName)
				say(c)
				c.closed()
				want := time.Duration(0) // a name that is none is refused at once
				if what == "none" {
					want = s.config.Server.NameTimeout
				}
				if took := time.Since(began); took != want {
					t.Errorf("closed after %v, want %v", took, want)
				}
			})
		})
	}
}

func TestNamesStayInTheirFolder(t *testing.T) {
	outer := t.TempDir()
	s := start(t, filepath.Join(outer, "data"), fiveSelf)
	team := "x/../../../escape\\"
	var names []string
	for i := range 5 {
		names = append(names, fmt.Sprint(team, i+1))
	}
	s.Clients(t, names, 1)()
	s.RecordOf(t, team)
	entries, err := os.ReadDir(outer)
	if err != nil || len(entries) != 1 {
		t.Errorf("outside its folder: %v, %v", entries, err)
	}
	for _, pattern := range []string{"game/*.log", "json/*.json"} {
		if logs, _ := filepath.Glob(filepath.Join(s.Dir, pattern)); len(logs) != 1 {
			t.Errorf("%s: %q", pattern, logs)
		}
	}
}

func TestSlowReadersLoseTheirConnection(t *testing.T) {
	s := start(t, t.TempDir(), fiveSelf)
	c := s.join(t, "slow1")
	server := s.waiting(t, "slow1")
	packet := []byte(`{"request":"` + strings.Repeat("x", 1<<20) + `"}`)
	for range outboxSize + 100 {
		server.send(packet)
	}
	select {
	case <-server.lost:
	case <-time.After(waittest.Longest):
		t.Error("it is still there")
	}
	_ = c
}

// waiting is a client in the waiting room.
func (s *testServer) waiting(tb testing.TB, name string) (found *conn) {
	tb.Helper()
	waittest.Until(tb, name+" waits", func() bool {
		h, done := s.hosts[0], make(chan struct{})
		h.do(func() {
			defer close(done)
			for _, c := range h.waiting {
				if c.name == name {
					found = c
				}
			}
		})
		<-done
		return found != nil
	})
	return found
}
