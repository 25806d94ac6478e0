package check

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"wolfden/internal/bot"
	"wolfden/werewolf"
	"wolfden/wire"
)

func TestHonestAgentPasses(t *testing.T) {
	t.Parallel()
	for _, players := range []int{5, 9, 13} {
		r := examine(t, Config{Players: players}, 99, nil, werewolf.StandardRoles().Roles()...)
		if len(r.Games) != r.Planned {
			t.Errorf("%d players: %d of %d games", players, len(r.Games), r.Planned)
		}
		for _, g := range r.Games {
			if !g.Finished {
				t.Errorf("%d players: game %+v", players, g)
			}
		}
		if !r.OK || found(r, StatusFailed) != "" || found(r, StatusWarned) != "" {
			t.Errorf("%d players: failed %q, warned %q", players, found(r, StatusFailed), found(r, StatusWarned))
		}
		untried := "floor-closed after-phase floor-count floor-over floor-skip"
		if players == 5 {
			untried = "choice-ally leak-whisper leak-ally " + untried
		}
		if got := found(r, StatusUntried); got != untried {
			t.Errorf("%d players: untried %q, want %q", players, got, untried)
		}
	}
}

func TestEveryRequestIsAsked(t *testing.T) {
	t.Parallel()
	r := examine(t, Config{Players: 13}, 99, nil, werewolf.StandardRoles().Roles()...)
	var requests []string
	for _, times := range r.Times {
		requests = append(requests, times.Request)
	}
	if want := []string{"TALK", "WHISPER", "VOTE", "DIVINE", "GUARD", "ATTACK"}; !slices.Equal(requests, want) {
		t.Errorf("requests %v, want %v", requests, want)
	}
	if len(r.Games) != 6 {
		t.Errorf("%d games", len(r.Games))
	}
}

// The scenarios must show what they promise, whatever the agent does.
func TestScenarios(t *testing.T) {
	t.Parallel()
	died, votes := map[werewolf.Role]bool{}, 0
	late := 0
	examine(t, Config{}, 99, func(a *agent, p *wire.Packet) bool {
		if p.Info == nil {
			late++
			return false
		}
		role := p.Info.RoleMap[p.Info.Agent]
		if p.Request == wire.RequestDailyInitialize && !a.alive() {
			died[role] = true
		}
		if p.Request == wire.RequestVote && p.Info.Day == 1 && role == werewolf.Villager {
			votes++
		}
		return false
	}, werewolf.StandardRoles().Roles()...)
	if !died[werewolf.Seer] || !died[werewolf.Possessed] || died[werewolf.Villager] {
		t.Errorf("who sees days after its death: %v", died)
	}
	if votes != 2 {
		t.Errorf("%d votes on the day of the tie, want 2", votes)
	}
	if late != 5 { // one a connection, one in place of an answer
		t.Errorf("NAME came %d times, want 5", late)
	}
}

func TestBuiltInPlayersPass(t *testing.T) {
	inTurn, anytime := Config{Players: 9}, Config{Players: 5, Anytime: true}
	for _, test := range []struct {
		name   string
		config Config
		games  int
	}{
		{"plain", inTurn, 6}, {"random", inTurn, 6}, {"plain", anytime, 4}, {"random", anytime, 4},
	} {
		t.Run(fmt.Sprintf("%s, %d games", test.name, test.games), func(t *testing.T) {
			t.Parallel()
			r := check(t, test.config, func(ctx context.Context, _ *testing.T, url string, network *http.Client) {
				client := wire.Client{
					URL: url, Name: "den1", Reconnect: true, HTTP: network,
					New: func(string) (wire.Player, error) { return bot.New(test.name, bot.Config{Seed: 7, Lang: "ja"}) },
				}
				_ = client.Run(ctx)
			})
			if !r.OK || r.Agent != "den1" || len(r.Games) != test.games {
				t.Errorf("agent %q, %d games, failed: %s", r.Agent, len(r.Games), found(r, StatusFailed))
			}
		})
	}
}

func TestNobodyComes(t *testing.T) {
	t.Parallel()
	check, err := New(Config{Wait: 20 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	r, err := check.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got := found(r, StatusFailed); got != "no-connection" || r.OK {
		t.Errorf("failed %q", got)
	}
	check, _ = New(Config{})
	check.Abandon("the command ended")
	if r, err = check.Run(t.Context()); err != nil || found(r, StatusFailed) != "no-connection" {
		t.Errorf("abandoned: %v, failed %q", err, found(r, StatusFailed))
	}
}

func TestTimeUp(t *testing.T) {
	t.Parallel()
	r := examine(t, Config{Limit: 200 * time.Millisecond, Timeout: 20 * time.Second}, 99, func(_ *agent, p *wire.Packet) bool {
		return p.Request == wire.RequestVote
	}, werewolf.Villager)
	if got := found(r, StatusFailed); got != "time-up" || r.Broken == "" {
		t.Errorf("failed %q, broken off: %q", got, r.Broken)
	}
}

// A report has the same structure whatever was found.
func TestReport(t *testing.T) {
	t.Parallel()
	good := examine(t, Config{}, 99, nil, werewolf.Villager)
	bad := examine(t, Config{}, 99, func(a *agent, p *wire.Packet) bool {
		if p.Request == wire.RequestTalk {
			a.say("\x1b[31m\u202eevil, " + strings.Repeat("x", 300))
		}
		return p.Request == wire.RequestTalk
	}, werewolf.Villager)
	if len(good.Checks) != len(rules()) || len(bad.Checks) != len(good.Checks) {
		t.Errorf("%d and %d checks of %d", len(good.Checks), len(bad.Checks), len(rules()))
	}
	ids := map[string]bool{}
	for i, p := range good.Checks {
		if p.ID != bad.Checks[i].ID || ids[p.ID] || p.What == "" || p.Why == "" || p.Do == "" {
			t.Errorf("check %d: %+v", i, p)
		}
		ids[p.ID] = true
	}
	var text bytes.Buffer
	if err := bad.Text(&text); err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(bad)
	if err != nil {
		t.Fatal(err)
	}
	for _, out := range []string{text.String(), string(b)} {
		if strings.ContainsAny(out, "\x1b\u202e") || strings.Contains(out, strings.Repeat("x", 100)) {
			t.Errorf("the report holds what could drive a terminal:\n%q", out)
		}
		if !strings.Contains(out, "over-long") || !strings.Contains(out, "evil") {
			t.Errorf("the report lacks the finding:\n%s", out)
		}
	}
}
