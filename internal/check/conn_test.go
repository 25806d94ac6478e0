package check

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"wolfden/werewolf"
	"wolfden/wire"
)

// A finding about what came after the name was demanded is placed at that demand, not at the request before it.
func TestFindingsBehindTheNameAreThere(t *testing.T) {
	const overdue = "And this is what I think."
	silent := false
	report := examine(t, Config{}, 99, func(a *agent, p *wire.Packet) bool {
		switch {
		case p.Request == wire.RequestTalk && p.Info.Day == 1 && !silent:
			silent = true
			return true
		case p.Request == wire.RequestName && silent && a.heard == "":
			a.heard = "named"
			a.say("honest1")
			a.say(overdue)
			return true
		}
		return false
	}, werewolf.Seer)
	i := slices.IndexFunc(report.Checks, func(p Point) bool { return p.ID == "late-after-name" })
	if i < 0 || report.Checks[i].Example == nil {
		t.Fatalf("failed: %s", found(report, StatusFailed))
	}
	if e := *report.Checks[i].Example; e != (Example{Game: 1, Day: 1, Request: wire.RequestName.String(), Text: overdue}) {
		t.Errorf("%+v", e)
	}
}

// TestASecondConnectionIsNoted: an agent that connects again during a game is told of it, one that comes for its next game is not.
func TestASecondConnectionIsNoted(t *testing.T) {
	t.Parallel()
	for _, again := range []bool{false, true} {
		config := Config{Players: 5}
		for _, s := range scenarios(5) {
			if s.role == werewolf.Villager || s.role == werewolf.Seer {
				config.games = append(config.games, s)
			}
		}
		report := check(t, config, func(ctx context.Context, t *testing.T, url string, network *http.Client) {
			connected := !again
			(&agent{t: t, twist: func(_ *agent, p *wire.Packet) bool {
				if p.Request == wire.RequestTalk && !connected {
					connected = true
					second, answer, err := websocket.Dial(ctx, url, &websocket.DialOptions{HTTPClient: network})
					if err != nil {
						t.Errorf("%v %v", err, answer)
						return false
					}
					defer second.CloseNow() //nolint:errcheck // it is of no more use
				}
				return false
			}}).live(ctx, url, 99, network)
		})
		if noted := found(report, StatusNoted); strings.Contains(noted, "extra-connection") != again {
			t.Errorf("connected again %v: noted %q", again, noted)
		}
	}
}
