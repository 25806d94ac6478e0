package check

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/coder/websocket"

	"wolfden/werewolf"
)

// Config says how to check. The zero Config is a turn-based check with five players and the default times.
type Config struct {
	Players int           // 5, 9 or 13; 0 is 5
	Anytime bool          // the speak-anytime track
	Also    werewolf.Role // a role that contests do not send, for a game more; NoRole for none
	Listen  string        // "" is a free port of 127.0.0.1
	Timeout time.Duration // for an answer, as the packets tell it; 0 is 5s
	Wait    time.Duration // for a connection; 0 is 60s
	Limit   time.Duration // for the whole check; 0 is 30m
	Quiet   time.Duration // pause after announcements to catch unasked messages; 0 is 300ms
	Floor   time.Duration // of an open floor; 0 is 10s
	Log     func(string)  // is told what happens; nil is silence

	games    []scenario   // instead of the scenarios, for tests
	listener net.Listener // instead of one at Listen, for tests
}

func (c *Config) fillIn() error {
	orElse := func(d *time.Duration, or time.Duration) {
		if *d == 0 {
			*d = or
		}
	}
	if c.Players == 0 {
		c.Players = 5
	}
	if c.Listen == "" {
		c.Listen = "127.0.0.1:0"
	}
	if c.Log == nil {
		c.Log = func(string) {}
	}
	orElse(&c.Timeout, 5*time.Second)
	orElse(&c.Wait, time.Minute)
	orElse(&c.Limit, 30*time.Minute)
	orElse(&c.Quiet, 300*time.Millisecond)
	orElse(&c.Floor, 10*time.Second)
	if c.games == nil {
		c.games = scenarios(c.Players)
	}
	rules, err := werewolf.Standard(c.Players)
	if err != nil || c.Also == werewolf.NoRole {
		return err
	}
	game := outsider(c.Also)
	if rules, err = game.rules(c); err != nil {
		return err
	}
	c.games = append(c.games, game)
	return rules.Validate()
}

// response returns how long an answer to NAME may take.
func (c *Config) response() time.Duration { return 2 * c.Timeout }

// Check examines one agent. It is used once.
type Check struct {
	config   Config
	book     *findingLog
	listener net.Listener
	arrivals chan *websocket.Conn
	conns    atomic.Int64
	current  atomic.Pointer[agentConn]
	lost     chan struct{} // closed when no agent will come any more
	abandon  sync.Once
	reason   string
	name     string
	played   []Game
	broken   string // why the check ended early
}

// New starts to listen, so that URL is known.
func New(c Config) (*Check, error) {
	if err := c.fillIn(); err != nil {
		return nil, err
	}
	if c.listener == nil {
		var err error
		if c.listener, err = net.Listen("tcp", c.Listen); err != nil {
			return nil, err
		}
	}
	return &Check{
		config: c, book: newFindingLog(), listener: c.listener,
		arrivals: make(chan *websocket.Conn, 8), lost: make(chan struct{}),
	}, nil
}

// URL returns the address where the agent connects.
func (c *Check) URL() string { return "ws://" + c.listener.Addr().String() + "/ws" }

// Connections returns how many connections there have been. It is safe for concurrent use, as Abandon is.
func (c *Check) Connections() int { return int(c.conns.Load()) }

// Abandon says that no agent will connect any more, and why. The check then ends as if it had waited in vain.
func (c *Check) Abandon(reason string) {
	c.abandon.Do(func() {
		c.reason = reason
		close(c.lost)
	})
}

// Run plays all games with whatever agent connects, and reports. An error means that the check could not be
// made or the context ended; faults of the agent are in the report.
func (c *Check) Run(ctx context.Context) (*Report, error) {
	limited, cancel := context.WithTimeout(ctx, c.config.Limit)
	defer cancel()
	server := &http.Server{Handler: c.handler(), ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = server.Serve(c.listener) }()
	defer func() {
		_ = server.Close()
		for len(c.arrivals) > 0 {
			_ = (<-c.arrivals).CloseNow()
		}
	}()
	for i := range c.config.games {
		l := c.await(limited, i)
		if l == nil {
			c.broken = "no agent to play with"
			break
		}
		err := c.play(limited, i, l)
		l.hangUp()
		if err != nil {
			return nil, err
		}
		if c.book.hopeless() {
			c.broken = "no answer in time to five requests in a row"
			break
		}
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if limited.Err() != nil {
		c.broken = fmt.Sprintf("the time of %v is up", c.config.Limit)
		c.book.addFinding("time-up", place{game: len(c.played)}, "")
	}
	return c.report(), nil
}

// handler accepts connections.
func (c *Check) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/ws", func(w http.ResponseWriter, r *http.Request) {
		ws, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true})
		if err != nil {
			return // Accept has answered
		}
		c.conns.Add(1)
		c.book.markTested(connected)
		if l := c.current.Load(); l != nil && l.busy() {
			c.book.addFinding("extra-connection", l.place(), "")
		}
		select {
		case c.arrivals <- ws:
		default:
			_ = ws.Close(websocket.StatusTryAgainLater, "one agent at a time")
		}
	})
	return mux
}

// maxWrongNames is how many connections with an unusable name are tried.
const maxWrongNames = 3

// await returns the connection for the next game, nil when there is none.
func (c *Check) await(ctx context.Context, game int) *agentConn {
	deadline := time.NewTimer(c.config.Wait)
	defer deadline.Stop()
	var reason string
	for wrong, broken := 0, 0; ; {
		select {
		case ws := <-c.arrivals:
			l := newAgentConn(ctx, ws, c.book, game+1)
			if c.current.Store(l); c.greet(ctx, l, game) {
				return l
			}
			if l.gone() {
				broken++
			} else if wrong++; wrong >= maxWrongNames {
				l.hangUp()
				return nil
			}
			l.hangUp()
			continue
		case <-c.lost:
			reason = c.reason
		case <-deadline.C:
			reason = fmt.Sprintf("waited for %v", c.config.Wait)
		case <-ctx.Done():
			return nil
		}
		if broken > 0 {
			reason += fmt.Sprintf("; hung up on NAME %d times", broken)
		}
		if wrong == 0 {
			c.missing(game, reason)
		}
		return nil
	}
}

// missing records that no agent came for the game.
func (c *Check) missing(game int, reason string) {
	id := "no-connection"
	if game > 0 {
		id = "no-return"
	}
	c.book.add(id, place{game: game}, beginning(reason, longestReason))
}

// errNames are what can be wrong with a name.
var (
	errNoName   = errors.New("no answer")
	errLongName = errors.New("too long")
	errBadName  = errors.New("not a name")
)

// greet asks the agent for its name.
func (c *Check) greet(ctx context.Context, l *agentConn, game int) bool {
	got, ok := l.demandName(ctx, "", c.config.response(), false)
	if ctx.Err() != nil || !ok && l.gone() {
		return false
	}
	err := usable(got)
	if !ok {
		err = errNoName
	}
	at := place{game: game + 1, request: "NAME"}
	switch {
	case err != nil:
		c.book.addFinding("name", at, fmt.Sprintf("%v: %s", err, got))
		return false
	case c.name == "":
		c.name = got
		c.config.Log("connected: " + defused(got))
	case c.name != got:
		c.book.addFinding("name-changed", at, got)
		c.name = got
	}
	c.book.markTested(named)
	return true
}

// usable returns what is wrong with a name.
func usable(name string) error {
	const longest = 64
	switch {
	case name == "":
		return errNoName
	case !utf8.ValidString(name), name != werewolf.Clean(name), werewolfWord(name):
		return errBadName
	case utf8.RuneCountInString(name) > longest:
		return errLongName
	}
	return nil
}

// werewolfWord reports whether the name would be mistaken for an answer.
func werewolfWord(name string) bool {
	return name == werewolf.OverText || name == werewolf.SkipText
}
