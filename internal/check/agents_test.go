package check

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/coder/websocket"

	"wolfden/internal/contest/contesttest"
	"wolfden/werewolf"
	"wolfden/wire"
)

// agent is a client that knows no more than the protocol. Without a twist it
// does everything right.
type agent struct {
	t     *testing.T
	ws    *websocket.Conn
	ctx   context.Context
	game  int // connections so far
	last  wire.Packet
	names []string // of the living, itself left out
	dead  []string
	words int
	today int
	floor int // utterances of the day on the floor
	heard string
	// twist may answer in the agent's place; it reports whether it did.
	twist func(*agent, *wire.Packet) bool
}

// live plays until the check is over, over as many connections as it takes.
func (a *agent) live(ctx context.Context, url string, connections int, network *http.Client) {
	a.ctx = ctx
	for a.game = 1; ctx.Err() == nil && a.game <= connections; a.game++ {
		var answer *http.Response
		var err error
		if a.ws, answer, err = websocket.Dial(ctx, url, &websocket.DialOptions{HTTPClient: network}); err != nil {
			if answer != nil && answer.Body != nil {
				_ = answer.Body.Close()
			}
			return
		}
		a.ws.SetReadLimit(1 << 22)
		a.serve()
		_ = a.ws.CloseNow()
	}
}

func (a *agent) serve() {
	for {
		_, data, err := a.ws.Read(a.ctx)
		if err != nil {
			return
		}
		p, err := wire.Decode(data)
		if err != nil || len(p.Unknown) > 0 {
			a.t.Errorf("the check sends a packet that cannot be read: %v %v", err, p.Unknown)
			return
		}
		a.look(&p)
		if a.twist == nil || !a.twist(a, &p) {
			a.behave(&p)
		}
		if p.Request == wire.RequestFinish {
			return
		}
	}
}

// look keeps what the packet tells.
func (a *agent) look(p *wire.Packet) {
	for _, w := range p.WhisperHistory {
		if w.Agent != a.last.Info.Agent && !w.Over {
			a.heard = w.Text
		}
	}
	if p.Info == nil {
		return
	}
	a.last = *p
	if p.Info.Day != a.today {
		a.today, a.floor = p.Info.Day, 0
	}
	a.names, a.dead = nil, nil
	for name, status := range p.Info.StatusMap {
		switch {
		case status == wire.Dead:
			a.dead = append(a.dead, name)
		case name != p.Info.Agent && p.Info.RoleMap[name] != werewolf.Werewolf:
			a.names = append(a.names, name)
		}
	}
}

// alive reports whether the agent is.
func (a *agent) alive() bool { return a.last.Info.StatusMap[a.last.Info.Agent] == wire.Alive }

// tight reports whether nothing but a few letters may be said.
func (a *agent) tight() bool { return a.last.Info.RoleMap[a.last.Info.Agent] == werewolf.Possessed }

// behave does what is right.
func (a *agent) behave(p *wire.Packet) {
	switch kind := p.Request.Kind(); {
	case p.Request == wire.RequestName:
		a.say("honest1")
	case !p.Request.Answered():
		if p.Request == wire.RequestTalkPhaseStart || p.Request == wire.RequestWhisperPhaseStart {
			a.say(a.sentence())
			a.say("Over")
		}
	case kind.Chooses():
		a.say(a.names[0] + "\n")
	case p.Info.RemainCount != nil && *p.Info.RemainCount < 2:
		a.say("Over")
	default:
		a.say(a.sentence())
	}
}

func (a *agent) sentence() string {
	a.words++
	if a.tight() {
		return fmt.Sprintf("No %d", a.words)
	}
	return fmt.Sprintf("I think about this for the time number %d.", a.words)
}

// say sends a text frame.
func (a *agent) say(text string) { a.send(websocket.MessageText, text) }

func (a *agent) send(kind websocket.MessageType, text string) {
	if a.ws.Write(a.ctx, kind, []byte(text)) != nil {
		return // the check has hung up
	}
}

// check runs a check in virtual time: its clock stands still while the check or the agent has anything to do, so
// that no busy machine makes an agent late. live is the agent's life; it has a network of its own.
func check(t *testing.T, c Config, live func(ctx context.Context, t *testing.T, url string, network *http.Client)) (report *Report) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		wires := contesttest.NewWires()
		c.listener = wires
		check, err := New(c)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			live(ctx, t, check.URL(), wires.Client())
		}()
		report, err = check.Run(ctx)
		cancel()
		<-ended
		if wires.CloseAll(); err != nil {
			t.Fatal(err)
		}
	})
	return report
}

// examine lets an agent with the twist through the games of the roles.
func examine(t *testing.T, c Config, connections int, twist func(*agent, *wire.Packet) bool, roles ...werewolf.Role) *Report {
	t.Helper()
	if c.Players == 0 {
		c.Players = 5
	}
	for _, s := range scenarios(c.Players) {
		for _, role := range roles {
			if s.role == role {
				c.games = append(c.games, s)
			}
		}
	}
	return check(t, c, func(ctx context.Context, t *testing.T, url string, network *http.Client) {
		(&agent{t: t, twist: twist}).live(ctx, url, connections, network)
	})
}

// found are the findings of a status, in the order of the report.
func found(r *Report, s Status) string {
	var ids []string
	for _, p := range r.Checks {
		if p.Status == s {
			ids = append(ids, p.ID)
		}
	}
	return strings.Join(ids, " ")
}
