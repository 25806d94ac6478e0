package wire

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"

	"wolfden/internal/waittest"
	"wolfden/werewolf"
)

// script is a server that plays one connection after the other.
type script struct {
	*websocket.Conn
	t *testing.T
}

func (s *script) tell(packet string) {
	if err := s.Write(s.t.Context(), websocket.MessageText, []byte(packet)); err != nil {
		s.t.Errorf("telling %s: %v", packet, err)
	}
}

func (s *script) hears(want string) {
	ctx, cancel := context.WithTimeout(s.t.Context(), waittest.Longest)
	defer cancel()
	if _, data, err := s.Read(ctx); err != nil || string(data) != want {
		s.t.Errorf("heard %q, %v; want %q", data, err, want)
	}
}

// scripted serves the connections in order; what comes after them is refused.
func scripted(t *testing.T, connections ...func(*script)) (url string) {
	web := httptest.NewServer(scripts(t, connections...))
	t.Cleanup(web.Close)
	return "ws" + strings.TrimPrefix(web.URL, "http")
}

// scripts is what scripted serves.
func scripts(t *testing.T, connections ...func(*script)) http.Handler {
	var n atomic.Int32
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		i := int(n.Add(1)) - 1
		if i >= len(connections) {
			http.Error(w, "no more", http.StatusServiceUnavailable)
			return
		}
		ws, err := websocket.Accept(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		defer func() { _ = ws.CloseNow() }()
		connections[i](&script{ws, t})
	})
}

const (
	fakeInfo    = `"info":{"game_id":"G","day":0,"agent":"Anna","status_map":{"Anna":"ALIVE","Bert":"ALIVE","Cleo":"ALIVE"},"role_map":{"Anna":"VILLAGER"}`
	fakeSetting = `"setting":{"agent_count":3,"role_num_map":{"VILLAGER":2,"WEREWOLF":1},"vote_visibility":false,` +
		`"talk":{"max_count":{"per_agent":3,"per_day":9},"max_length":{},"max_skip":0},"whisper":{"max_count":{"per_agent":3,"per_day":9},"max_length":{},"max_skip":0},` +
		`"vote":{"max_count":1,"allow_self_vote":true},"attack_vote":{"max_count":1,"allow_self_vote":true,"allow_no_target":false},"timeout":{"action":20000,"response":20000}}`
	fakeName  = `{"request":"NAME"}`
	fakeBegin = `{"request":"INITIALIZE",` + fakeInfo + `},` + fakeSetting + `}`
	fakeTalk  = `{"request":"TALK",` + fakeInfo + `,"remain_count":2,"remain_skip":0},"talk_history":[]}`
	fakeVote  = `{"request":"VOTE",` + fakeInfo + `}}`
	fakeEnd   = `{"request":"FINISH",` + fakeInfo + `}}`
)

// thinker answers as it is told, and counts how many call it at once.
type thinker struct {
	answer func(context.Context, werewolf.Observation) (string, error)
	calls  atomic.Int32
	most   atomic.Int32
}

func (p *thinker) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	p.most.Store(max(p.most.Load(), p.calls.Add(1)))
	defer p.calls.Add(-1)
	return p.answer(ctx, o)
}

func quickly(_ context.Context, o werewolf.Observation) (string, error) {
	if o.Request.Kind.Chooses() {
		return " Bert\n", nil
	}
	return "two\nlines", nil
}

func client(url string, p *thinker) *Client {
	return &Client{URL: url, Name: "team1", Games: 1, New: func(string) (Player, error) { return p, nil }}
}

func TestClientPlays(t *testing.T) {
	url := scripted(t, func(s *script) {
		s.tell(fakeName)
		s.hears("team1")
		s.tell(fakeBegin)
		s.tell(fakeTalk)
		s.hears("two lines")
		s.tell(fakeVote)
		s.hears("Bert")
		s.tell(fakeEnd)
	})
	if err := client(url, &thinker{answer: quickly}).Run(t.Context()); err != nil {
		t.Error(err)
	}
}

// A player that is asked for its name thinks too long: it stops thinking, its
// late answer is not sent, and the next request gets its own.
func TestClientAnswersNameWhileItsPlayerThinks(t *testing.T) {
	url := scripted(t, func(s *script) {
		s.tell(fakeName)
		s.hears("team1")
		s.tell(fakeBegin)
		s.tell(fakeTalk)
		s.tell(fakeName)
		s.hears("team1")
		s.tell(fakeVote)
		s.hears("Bert")
		s.tell(fakeEnd)
	})
	p := &thinker{answer: func(ctx context.Context, o werewolf.Observation) (string, error) {
		if o.Request.Kind == werewolf.Talk {
			<-ctx.Done()
			return "too late", ctx.Err()
		}
		return quickly(ctx, o)
	}}
	if err := client(url, p).Run(t.Context()); err != nil {
		t.Error(err)
	}
}

// A player that is still told of the game when it is asked: a question that the server has given up on meanwhile is not
// put to it any more.
func TestClientForgetsQuestionsThatWaited(t *testing.T) {
	told := make(chan struct{})
	url := scripted(t, func(s *script) {
		s.tell(fakeName)
		s.hears("team1")
		s.tell(fakeBegin)
		s.tell(fakeTalk)
		s.tell(fakeVote)
		go func() {
			defer close(told)
			_ = s.Ping(t.Context()) // the client has read all that was told before
		}()
		s.hears("Bert")
		s.tell(fakeEnd)
	})
	p := &thinker{answer: func(ctx context.Context, o werewolf.Observation) (string, error) {
		switch o.Request.Kind {
		case werewolf.Initialize:
			<-told
		case werewolf.Talk:
			t.Error("asked to talk, which the server does not wait for")
		}
		return quickly(ctx, o)
	}}
	if err := client(url, p).Run(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestClientComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := piped(t, scripts(t, func(s *script) {
			s.tell(fakeName)
			s.hears("team1")
			s.tell(fakeBegin)
			s.tell(fakeTalk)
		}, func(s *script) {
			s.tell(fakeName)
			s.hears("team1")
			s.tell(fakeBegin)
			s.tell(fakeVote)
			s.hears("Bert")
			s.tell(fakeEnd)
		}))
		p := &thinker{answer: func(ctx context.Context, o werewolf.Observation) (string, error) {
			if o.Request.Kind == werewolf.Talk {
				<-ctx.Done()
				time.Sleep(2 * firstPause) // a client that does not wait for it has come back by then, and asks it twice at once
			}
			return quickly(ctx, o)
		}}
		c, games := client("ws://server", p), 0
		c.HTTP = web
		c.Reconnect = true
		c.New = func(string) (Player, error) {
			games++
			return p, nil
		}
		if err := c.Run(t.Context()); err != nil {
			t.Error(err)
		}
		if games != 1 || p.most.Load() != 1 {
			t.Errorf("%d games, %d calls at once", games, p.most.Load())
		}
	})
}

func TestClientGivesUp(t *testing.T) {
	broken := func(s *script) {
		s.tell(fakeName)
		s.hears("team1")
	}
	p := &thinker{answer: quickly}
	if err := client(scripted(t, broken), p).Run(t.Context()); err == nil {
		t.Error("a lost connection is no error")
	}
	c := client(scripted(t), p)
	c.Reconnect = true
	if err := c.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "503") {
		t.Errorf("refused: %v", err)
	}
	c.URL = "http://127.0.0.1/"
	if err := c.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "ws://") {
		t.Errorf("address: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	c.URL = scripted(t, func(s *script) {
		cancel()
		_, _, _ = s.Read(t.Context()) // until the client has left
	})
	if err := c.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}

func TestClientSurvivesItsPlayer(t *testing.T) {
	url := scripted(t, func(s *script) {
		s.tell(fakeName)
		s.hears("team1")
		s.tell(fakeBegin)
		s.tell(fakeTalk)
		s.hears(werewolf.SkipText)
		s.tell(fakeVote)
		s.hears("")
		s.tell(fakeEnd)
	})
	p := &thinker{answer: func(_ context.Context, o werewolf.Observation) (string, error) {
		if o.Request.Kind == werewolf.Talk {
			return "", errors.New("no idea")
		}
		panic("no idea either")
	}}
	if err := client(url, p).Run(t.Context()); err != nil {
		t.Error(err)
	}
}

// Who is sent home learns why, and nothing in the reason drives a terminal.
func TestClientTellsWhyTheServerCloses(t *testing.T) {
	for name, test := range map[string]struct {
		code   websocket.StatusCode
		reason string
		want   []string
	}{
		"a reason":  {websocket.StatusPolicyViolation, "no slot is left", []string{"code 1008", `"no slot is left"`, "name, team and token"}},
		"hostile":   {websocket.StatusPolicyViolation, "\x1b[2J\u202eno", []string{`"[2Jno"`}},
		"later":     {websocket.StatusTryAgainLater, "full", []string{"code 1013", `"full"`, "try again later"}},
		"no reason": {websocket.StatusNormalClosure, "", []string{"code 1000", "gave no reason"}},
	} {
		t.Run(name, func(t *testing.T) {
			url := scripted(t, func(s *script) {
				s.tell(fakeName)
				s.hears("team1")
				_ = s.Close(test.code, test.reason)
			})
			err := client(url, &thinker{answer: quickly}).Run(t.Context())
			if !errors.Is(err, ErrClosed) {
				t.Fatalf("error %v", err)
			}
			for _, want := range test.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%q does not hold %q", err, want)
				}
			}
		})
	}
	broken := scripted(t, func(s *script) { _ = s.CloseNow() })
	if err := client(broken, &thinker{answer: quickly}).Run(t.Context()); err == nil || errors.Is(err, ErrClosed) || !strings.Contains(err.Error(), "gave no reason") {
		t.Errorf("a broken connection: %v", err)
	}
	if err := client(scripted(t), &thinker{answer: quickly}).Run(t.Context()); err == nil || !strings.Contains(err.Error(), `503 Service Unavailable: "no more"`) {
		t.Errorf("refused: %v", err)
	}
}

// A client that comes back waits for a server that is not up yet, and asks a server that it reaches soon again; it does not wait for a
// name that nobody has.
func TestClientWaitsForItsServer(t *testing.T) {
	refused := &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
	unknown := &net.OpError{Op: "dial", Net: "tcp", Err: &net.DNSError{Err: "no such host", Name: "srever", IsNotFound: true}}
	for name, c := range map[string]struct {
		err       error
		reconnect bool
		down      int // dials before the server is up
		takes     time.Duration
		fails     bool
	}{
		"a server that is up soon":         {refused, true, 3, 500*time.Millisecond + time.Second + 2*time.Second, false},
		"one that is up late":              {refused, true, 8, 500*time.Millisecond + (1+2+4+8+15+15+15)*time.Second, false},
		"one that nobody waits for":        {refused, false, 1, 0, true},
		"a name of nobody, waited for not": {unknown, true, 1, 0, true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				web := piped(t, scripts(t, func(s *script) { s.tell(fakeName); s.hears("team1") }, func(s *script) {
					s.tell(fakeName)
					s.hears("team1")
					s.tell(fakeBegin)
					s.tell(fakeEnd)
				}))
				transport, dials := web.Transport.(*http.Transport), 0
				dial := transport.DialContext
				transport.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
					if dials++; dials <= c.down {
						return nil, c.err
					}
					return dial(ctx, network, address)
				}
				p := client("ws://server", &thinker{answer: quickly})
				p.HTTP, p.Reconnect = web, c.reconnect
				began := time.Now()
				if err := p.Run(t.Context()); (err != nil) != c.fails {
					t.Error(err)
				}
				want := c.takes
				if !c.fails {
					want += firstPause // it was connected in between, and its pauses begin anew
				}
				if took := time.Since(began); took != want {
					t.Errorf("took %v, not %v, and %d dials", took, want, dials)
				}
			})
		})
	}
}

// Whoever is sent home, as when a contest is over, asks less and less often whether it goes on.
func TestClientSentHomeAsksLessOften(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		home := func(s *script) {
			s.tell(fakeName)
			s.hears("team1")
			_ = s.Close(websocket.StatusGoingAway, "the contest is over")
		}
		c := client("ws://server", &thinker{answer: quickly})
		c.HTTP, c.Reconnect = piped(t, scripts(t, home, home, home, home, func(s *script) {
			s.tell(fakeName)
			s.hears("team1")
			s.tell(fakeBegin)
			s.tell(fakeEnd)
		})), true
		began := time.Now()
		if err := c.Run(t.Context()); err != nil {
			t.Error(err)
		}
		if took, want := time.Since(began), firstPause*(1+2+4+8); took != want {
			t.Errorf("took %v, not %v", took, want)
		}
	})
}
