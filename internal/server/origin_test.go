package server

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"wolfden/wire"
)

// from is what a browser says of the page that connects.
func from(origin string) *websocket.DialOptions {
	return &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {origin}}}
}

func TestPagesOfOtherServersConnectPlayers(t *testing.T) {
	anybody := start(t, t.TempDir(), "server:\n  data_dir: DIR\n"+fiveGames)
	named := start(t, t.TempDir(), "server:\n  data_dir: DIR\n  origins: [viewer.example.org]\n"+fiveGames)
	for _, test := range []struct {
		s      *testServer
		origin string
		in     bool
	}{
		{anybody, "https://aiwolf.example.com", true},
		{anybody, "null", true}, // a page that was opened from a file
		{named, "https://viewer.example.org", true},
		{named, named.web.URL, true},
		{named, "https://aiwolf.example.com", false},
		{named, "", true}, // no browser
	} {
		o := from(test.origin)
		if test.origin == "" {
			o = nil
		}
		c, err := test.s.dial(t, o)
		if (err == nil) != test.in {
			t.Errorf("origin %q, of %q: %v", test.origin, test.s.config.Server.Origins, err)
			continue
		}
		if err == nil {
			c.want(wire.RequestName)
		} else if !strings.HasPrefix(err.Error(), "403") {
			t.Errorf("origin %q: %v", test.origin, err)
		}
	}
}

// The organisers' viewer is a page of another server: it polls the list without a header or a token, then each file that
// the list names, and wants every line to be a packet of the game.
func TestTheOrganisersViewerFollowsAGame(t *testing.T) {
	s := openTheatre(t, t.TempDir(), feedFive)
	p := pauseOn(1)
	wait := s.join(t, 5, "team", p)
	p.await(t)
	page := []string{"Origin", "https://viewer.example.org", "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "cors"}
	look := func() (id string, packets int, updated time.Time) {
		answer, body := s.get(t, "/realtime/games.json", page...)
		var games []struct {
			ID       string    `json:"id"`
			Filename string    `json:"filename"`
			Updated  time.Time `json:"updated_at"`
		}
		if answer.StatusCode != http.StatusOK || answer.Header.Get("Access-Control-Allow-Origin") != "*" || json.Unmarshal(body, &games) != nil {
			t.Fatalf("the list: %s %v %s", answer.Status, answer.Header, body)
		}
		if len(games) != 1 {
			return "", 0, updated
		}
		answer, body = s.get(t, "/realtime/"+games[0].Filename+".jsonl", page...)
		if answer.StatusCode != http.StatusOK || answer.Header.Get("Access-Control-Allow-Origin") != "*" {
			t.Fatalf("the file: %s %v", answer.Status, answer.Header)
		}
		for line := range bytes.SplitSeq(bytes.TrimSpace(body), []byte{'\n'}) {
			var packet struct {
				ID     string
				Agents []json.RawMessage
				Event  string
			}
			if err := json.Unmarshal(line, &packet); err != nil || packet.ID != games[0].ID || len(packet.Agents) != 5 || packet.Event == "" {
				t.Fatalf("%v in %s", err, line)
			}
			packets++
		}
		return games[0].ID, packets, games[0].Updated
	}
	var before int
	var then time.Time
	until(t, "the viewer sees the game", func() bool { _, before, then = look(); return before > 0 })
	close(p.release)
	wait()
	until(t, "the viewer sees more of it", func() bool { _, now, at := look(); return now > before && at.After(then) })
}

func TestAuthenticationClosesWhatTheOrganisersServerCloses(t *testing.T) {
	s := openTheatre(t, t.TempDir(), changed(feedFive, tokensOn))
	s.join(t, 5, "team", pauseOn(-1))()
	receiver := bearer(t, ReceiverToken)
	until(t, "the game is listed", func() bool { return len(s.list(t, receiver...)) == 1 })
	game := s.list(t, receiver...)[0]
	query := "?token=" + url.QueryEscape(strings.TrimPrefix(receiver[1], "Bearer "))
	for path, free := range map[string]bool{
		"/api/v1/healthz": true, "/api/v1/readyz": true, "/api/v1/ruleset": true, "/api/v1/openapi.yaml": true,
		"/api/v1/teams": false, "/api/v1/teams/team": false, "/api/v1/games": false, "/api/v1/archive": false,
		"/api/v1/games/" + game.ID + "/record": false, "/api/v1/games/" + game.ID: false, "/api/v1/games/" + game.ID + "/events": false,
		"/realtime/games.json": false, "/realtime/" + game.Filename + ".jsonl": false,
	} {
		for what, header := range map[string][]string{
			"no token": nil, "a player's": bearer(t, PlayerToken), "a wrong one": {"Authorization", "Bearer x.y.z"},
			"a receiver's": receiver,
		} {
			answer, body := s.get(t, path, append(header, "Origin", "https://viewer.example.org")...)
			want := http.StatusOK
			if !free && what != "a receiver's" {
				want = http.StatusUnauthorized
			}
			if answer.StatusCode != want || answer.Header.Get("Access-Control-Allow-Origin") != "*" {
				t.Errorf("%s with %s: %s %.200s", path, what, answer.Status, body)
			}
		}
		if answer, _ := s.get(t, path+query); answer.StatusCode != http.StatusOK {
			t.Errorf("%s with ?token=: %s", path, answer.Status)
		}
	}
	for path, want := range map[string]int{"/realtime/nothing": 401, "/api/v1/nothing": 404} {
		if answer, _ := s.get(t, path); answer.StatusCode != want {
			t.Errorf("%s: %s", path, answer.Status)
		}
	}
}
