package contest

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"wolfden/internal/contest/access"
	"wolfden/internal/contest/contesttest"
	"wolfden/internal/contest/matching"
	"wolfden/internal/waittest"
	"wolfden/wire"
)

func presenting(token string) *websocket.DialOptions {
	return &websocket.DialOptions{HTTPHeader: http.Header{"Authorization": {"Bearer " + token}}}
}

func tokenOf(tb testing.TB, key, role, team string, valid time.Duration) string {
	tb.Helper()
	text, err := access.NewToken([]byte(key), role, team, time.Now().Add(valid))
	if err != nil {
		tb.Fatal(err)
	}
	return text
}

func TestTokensOpenTheDoor(t *testing.T) {
	s := start(t, t.TempDir(), `
server:
  data_dir: DIR
  authentication: {enable: true}
`+fiveGames)
	good := tokenOf(t, testKey, access.PlayerToken, "cats", time.Hour)
	unsigned := "eyJhbGciOiJub25lIn0." + strings.Split(good, ".")[1] + "."
	for what, text := range map[string]string{
		"none": "", "garbage": "x.y.z", "expired": tokenOf(t, testKey, access.PlayerToken, "cats", -time.Second),
		"receiver": tokenOf(t, testKey, access.ReceiverToken, "", time.Hour), "unsigned": unsigned,
		"another key": tokenOf(t, strings.Repeat("k", 32), access.PlayerToken, "cats", time.Hour),
	} {
		if _, err := s.dial(t, presenting(text)); err == nil || !strings.HasPrefix(err.Error(), "401") {
			t.Errorf("%s: %v", what, err)
		}
	}
	for _, name := range []string{"cats1", "dogs1"} {
		c, err := s.dial(t, presenting(good))
		if err != nil {
			t.Fatal(err)
		}
		c.want(wire.RequestName)
		c.say(name)
		if name == "cats1" {
			s.waiting(t, name)
		} else if got := c.closed(); !strings.Contains(got, "another team") {
			t.Errorf("the reason is %q", got)
		}
	}
	s.URL += "?token=" + good
	c := s.join(t, "cats2")
	s.waiting(t, c.name)
}

func TestConnectionsAreCapped(t *testing.T) {
	capped := func(caps string) *testServer {
		return start(t, t.TempDir(), "server:\n  data_dir: DIR\n  max_connections: {"+caps+"}\n"+fiveGames)
	}
	for _, caps := range []string{"total: 2", "per_address: 2"} {
		s := capped(caps)
		first := s.join(t, "a1")
		s.join(t, "b1")
		if _, err := s.dial(t, nil); err == nil || !strings.HasPrefix(err.Error(), "429") {
			t.Errorf("%s: %v", caps, err)
		}
		_ = first.CloseNow()
		waittest.Until(t, caps+": the place is free again", func() bool {
			_, err := s.dial(t, nil)
			return err == nil
		})
	}
	s := capped("per_team: 2")
	s.join(t, "a1")
	s.waiting(t, "a1")
	s.join(t, "a2")
	s.waiting(t, "a2")
	s.join(t, "b1")
	s.waiting(t, "b1")
	if got := s.join(t, "a3").closed(); !strings.Contains(got, "too many connections") {
		t.Errorf("the reason is %q", got)
	}
}

// A team that has no place in the plan hears so, and one that waits hears that the server closes.
func TestWhoIsSentHomeLearnsWhy(t *testing.T) {
	full := start(t, t.TempDir(), `
game: {agent_count: 5}
matching: {self_match: false, is_optimize: true, team_count: 5, game_count: 1, output_path: DIR/journal.jsonl}
server: {data_dir: DIR}
`)
	for _, name := range []string{"a1", "b1", "c1", "d1", "e1"} {
		full.join(t, name)
		full.waiting(t, name)
	}
	if got := full.join(t, "f1").closed(); !strings.Contains(got, "all 5 slots are taken") || strings.HasPrefix(got, "matching") {
		t.Errorf("the reason is %q", got)
	}
	s := start(t, t.TempDir(), fiveSelf)
	c := s.join(t, "a1")
	s.waiting(t, "a1")
	go s.shutdown()
	if got := c.closed(); got != closingDown {
		t.Errorf("the reason is %q", got)
	}
	if got := fitting(strings.Repeat("狼", 50)); len(got) > 123 || strings.Trim(got, "狼") != "" {
		t.Errorf("a long reason is %q", got)
	}
}

// A client that says its name while the server shuts down is told so, and so is one that says it when the track has ended.
func TestWhoComesDuringTheShutdownIsToldSo(t *testing.T) {
	s := start(t, t.TempDir(), fiveSelf)
	p := contesttest.PauseOn(0)
	wait := s.PlayPaused(t, 5, "team", "", p)
	p.Await(t)
	unnamed, err := s.dial(t, nil)
	if err != nil {
		t.Fatal(err)
	}
	unnamed.want(wire.RequestName)
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		s.Drain()
	}()
	waittest.Until(t, "the door is closed", func() bool {
		c, ok := s.Busy(t.Context(), &s.config.Tracks[0])
		return ok && c.Closing
	})
	if got := s.join(t, "late1").closed(); got != closingDown {
		t.Errorf("while a game goes on the reason is %q", got)
	}
	close(p.Release)
	wait()
	<-drained
	unnamed.say("later1")
	if got := unnamed.closed(); got != closingDown {
		t.Errorf("when the last game has ended the reason is %q", got)
	}
}

// A client is told why it has no place, and nothing of what goes wrong in the server.
func TestRefusalsTellNothingOfTheServer(t *testing.T) {
	if code, text := refusal(fmt.Errorf("open /home/contest/journal: no space left")); code != websocket.StatusInternalError || text != notAdmitted {
		t.Errorf("%d %q", code, text)
	}
	if code, text := refusal(&matching.NoSlotError{Team: "a\nb", Why: "full"}); code != websocket.StatusPolicyViolation || text != `team "a\nb": no place in this contest: full` {
		t.Errorf("%d %q", code, text)
	}
}
