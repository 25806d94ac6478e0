package spectate

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"wolfden/internal/contest/access"
	"wolfden/internal/contest/contesttest"
	"wolfden/internal/waittest"
)

// The organisers' viewer is a page of another server: it polls the list without a header or a token, then each file that
// the list names, and wants every line to be a packet of the game.
func TestTheOrganisersViewerFollowsAGame(t *testing.T) {
	t.Parallel()
	s := openTheatre(t, t.TempDir(), feedFive)
	p := contesttest.PauseOn(1)
	wait := s.join(t, 5, "team", p)
	p.Await(t)
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
	waittest.Until(t, "the viewer sees the game", func() bool { _, before, then = look(); return before > 0 })
	close(p.Release)
	wait()
	waittest.Until(t, "the viewer sees more of it", func() bool { _, now, at := look(); return now > before && at.After(then) })
}

func TestAuthenticationClosesWhatTheOrganisersServerCloses(t *testing.T) {
	s := openTheatre(t, t.TempDir(), changed(feedFive, tokensOn))
	s.join(t, 5, "team", contesttest.PauseOn(-1))()
	receiver := bearer(t, access.ReceiverToken)
	waittest.Until(t, "the game is listed", func() bool { return len(s.list(t, receiver...)) == 1 })
	game := s.list(t, receiver...)[0]
	query := "?token=" + url.QueryEscape(strings.TrimPrefix(receiver[1], "Bearer "))
	for path, free := range map[string]bool{
		"/api/v1/healthz": true, "/api/v1/readyz": true, "/api/v1/ruleset": true, "/api/v1/openapi.yaml": true,
		"/api/v1/teams": false, "/api/v1/teams/team": false, "/api/v1/games": false, "/api/v1/archive": false,
		"/api/v1/games/" + game.ID + "/record": false, "/api/v1/games/" + game.ID: false, "/api/v1/games/" + game.ID + "/events": false,
		"/realtime/games.json": false, "/realtime/" + game.Filename + ".jsonl": false,
	} {
		for what, header := range map[string][]string{
			"no token": nil, "a player's": bearer(t, access.PlayerToken), "a wrong one": {"Authorization", "Bearer x.y.z"},
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
