package spectate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"wolfden/gamelog"
	"wolfden/internal/contest"
	"wolfden/internal/contest/archive"
	"wolfden/internal/contest/config"
	"wolfden/internal/contest/contesttest"
	"wolfden/internal/secret"
	"wolfden/internal/waittest"
	"wolfden/werewolf"
)

func TestOpenAPIHasEveryRoute(t *testing.T) {
	var file struct {
		OpenAPI string
		Paths   map[string]map[string]any
	}
	if err := yaml.Unmarshal([]byte(openapi), &file); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(file.OpenAPI, "3.1.") {
		t.Errorf("version %q", file.OpenAPI)
	}
	var served []string
	for _, r := range (&API{Observer: &Observer{feed: newFeed(nil, nil)}}).routes(0) {
		served = append(served, r.path)
	}
	described := slices.Sorted(maps.Keys(file.Paths))
	if slices.Sort(served); !slices.Equal(served, described) {
		t.Errorf("served are %q, described %q", served, described)
	}
	for path, operations := range file.Paths {
		if len(operations) != 1 || operations["get"] == nil {
			t.Errorf("%s: everything is read by GET alone", path)
		}
	}
}

// Whoever makes a client of the description can read every role that a contest may send.
func TestOpenAPIHasEveryRole(t *testing.T) {
	var file struct {
		Components struct {
			Schemas struct {
				Role struct{ Enum []string } `yaml:"Role"`
			}
		}
	}
	if err := yaml.Unmarshal([]byte(openapi), &file); err != nil {
		t.Fatal(err)
	}
	want := []string{""} // for those who may not know it
	for _, role := range werewolf.StandardRoles().Roles() {
		want = append(want, role.String())
	}
	if got := file.Components.Schemas.Role.Enum; !slices.Equal(got, want) {
		t.Errorf("described are %q, sent %q", got, want)
	}
	if strings.Count(openapi, `"#/components/schemas/Role"`) == 0 {
		t.Error("nothing that is sent is described as a role")
	}
}

// ask reads an answer of the API into a value.
func ask[T any](tb testing.TB, s *theatre, path string, header ...string) (value T) {
	tb.Helper()
	answer, body := s.get(tb, path, header...)
	if err := json.Unmarshal(body, &value); err != nil || answer.StatusCode != http.StatusOK {
		tb.Fatalf("%s: %s %s", path, answer.Status, body)
	}
	return value
}

type page struct {
	Games []gameView
	Next  string
}

const twoTracks = `
server: {data_dir: DIR/data}
game: {agent_count: 5}
matching: {self_match: true}
tracks:
  - {name: first, path: /first}
  - {name: second, path: /second}
`

func TestGamesAreFoundAndPaged(t *testing.T) {
	t.Parallel()
	s := openTheatre(t, t.TempDir(), twoTracks)
	for _, team := range []string{"cats", "dogs", "cats"} {
		s.join(t, 5, team, contesttest.PauseOn(-1))()
	}
	s.URL = strings.Replace(s.URL, "/first", "/second", 1)
	s.join(t, 5, "cats", contesttest.PauseOn(-1))()
	count := func(query string) int { return len(ask[page](t, s, "/api/v1/archive?"+query).Games) }
	waittest.Until(t, "four games are over", func() bool { return count("state=finished") == 4 })
	p := contesttest.PauseOn(0)
	wait := s.join(t, 5, "dogs", p)
	p.Await(t)
	for query, want := range map[string]int{
		"": 5, "state=running": 1, "state=paused": 0, "team=cats": 3, "team=nobody": 0, "track=first": 3,
		"track=second&team=dogs&state=finished": 0, "track=second&team=dogs": 1, "limit=2": 2,
	} {
		if got := count(query); got != want {
			t.Errorf("%q: %d games, want %d", query, got, want)
		}
	}
	var ids []string
	for next, pages := "", 0; ; pages++ {
		path := "/api/v1/archive?limit=2"
		if next != "" {
			path += "&before=" + next
		}
		p := ask[page](t, s, path)
		for _, g := range p.Games {
			ids = append(ids, g.ID)
			if g.Started.Nanosecond() > 0 || g.Ended != nil && g.Ended.Nanosecond() > 0 {
				t.Errorf("%s is shown from %v to %v: to a fraction of a second", g.ID, g.Started, g.Ended)
			}
		}
		if next = p.Next; next == "" {
			if pages != 2 {
				t.Errorf("the last page is number %d", pages)
			}
			break
		}
	}
	if !slices.IsSortedFunc(ids, func(a, b string) int { return strings.Compare(b, a) }) || len(slices.Compact(ids)) != 5 {
		t.Errorf("pages hold %q", ids)
	}
	close(p.Release)
	wait()
}

func TestTeamsAreCountedAndKept(t *testing.T) {
	t.Parallel()
	s := openTheatre(t, t.TempDir(), feedFive)
	for range 2 {
		s.join(t, 5, "cats", contesttest.PauseOn(-1))()
	}
	type total struct {
		Team  string
		Total archive.Tally
	}
	type teams struct{ Teams []total }
	var got teams
	waittest.Until(t, "two games are over", func() bool {
		got = ask[teams](t, s, "/api/v1/teams?track=main")
		return len(got.Teams) == 1 && got.Teams[0].Total.Games == 2
	})
	wins := 0
	for _, rec := range s.data().Records(t, 2) {
		for _, p := range archive.Summarize(&rec.Header, rec.Entries).Seats {
			if werewolf.StandardRoles().Team(p.Role) == rec.Result().Winner {
				wins++
			}
		}
	}
	if c := got.Teams[0].Total; c.Team != "cats" || c.Seats != 10 || c.Wins != wins || len(c.Faults) != 5 {
		t.Errorf("%+v, want %d wins", c, wins)
	}
	s.stop()
	index := filepath.Join(s.Dir, "data", "records", "index.ndjson")
	data, err := os.ReadFile(index)
	if err != nil || strings.Count(string(data), "\n") != 2 {
		t.Fatalf("index %q, %v", data, err)
	}
	for what, left := range map[string][]byte{"whole": data, "torn": data[:len(data)-30], "empty": {}, "gone": nil} {
		if err := os.WriteFile(index, left, 0o644); err != nil {
			t.Fatal(err)
		}
		if left == nil {
			if err := os.Remove(index); err != nil {
				t.Fatal(err)
			}
		}
		again := openTheatre(t, s.Dir, feedFive)
		if after := ask[teams](t, again, "/api/v1/teams"); fmt.Sprint(after) != fmt.Sprint(got) {
			t.Errorf("%s index: %+v, want %+v", what, after, got)
		}
		again.stop()
		lines := 0
		data, err := os.ReadFile(index)
		for line := range strings.Lines(string(data)) {
			if json.Valid([]byte(line)) {
				lines++
			}
		}
		if err != nil || lines != 2 {
			t.Errorf("%s index: %d lines after the next server, %v", what, lines, err)
		}
	}
}

func TestGameShowsItsPlayers(t *testing.T) {
	yaml := feedFive + `custom_profile: {enable: true, profiles: [
  {name: "<b>Eve</b>", avatar: "https://example.org/eve.png", age: 1, gender: f, personality: p},
  {name: "Bob \" & Co", avatar: a, age: 1, gender: f, personality: p}, {name: Carl, avatar: a, age: 1, gender: f, personality: p},
  {name: Dora, avatar: a, age: 1, gender: f, personality: p}, {name: 太郎, avatar: a, age: 1, gender: f, personality: p}]}
`
	s := openTheatre(t, t.TempDir(), yaml)
	s.join(t, 5, "cats", contesttest.PauseOn(-1))()
	waittest.Until(t, "the game is over", func() bool { return len(ask[page](t, s, "/api/v1/archive?state=finished").Games) == 1 })
	id := ask[page](t, s, "/api/v1/archive").Games[0].ID
	rec, _ := s.record(t)
	d := ask[snapshot](t, s, "/api/v1/games/"+id)
	if d.Track != "main" || d.Ended == nil || !d.Finished || d.WinSide != rec.Result().Winner.String() || d.End != rec.Result().End.String() ||
		len(d.Agents) != 5 || len(d.Status) != 5 || d.Day < 1 {
		t.Errorf("%+v", d)
	}
	if d.Feed == "" || s.feed.named(d.Feed) == nil {
		t.Errorf("feed %q", d.Feed)
	}
	for i, p := range d.Agents {
		seat := rec.Header.Seats[i]
		if p.GameName != seat.Name || p.Avatar != seat.Avatar || p.TeamName != "cats" || p.Role != seat.Role.String() || p.Original != seat.Client ||
			p.Idx != werewolf.SeatID(i+1) || p.Alive != (d.Status[fmt.Sprint(i+1)] == "ALIVE") {
			t.Errorf("player %+v, seat %+v", p, seat)
		}
	}
	if _, body := s.get(t, "/api/v1/games/"+id); strings.Contains(string(body), "<b>") {
		t.Errorf("a name is not escaped: %s", body)
	}
	if err := os.Remove(filepath.Join(s.Dir, "data", "records", id+gamelog.Extension)); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/api/v1/games/" + id, "/api/v1/games/" + id + "/events", "/api/v1/games/" + id + "/record"} {
		if answer, body := s.get(t, path); answer.StatusCode != http.StatusInternalServerError || strings.Contains(string(body), s.Dir) {
			t.Errorf("without its record: %s %s", answer.Status, body)
		}
	}
}

func TestAnswersThatAreErrors(t *testing.T) {
	s := openTheatre(t, t.TempDir(), feedFive)
	hidden := filepath.Join(s.Dir, "data", "secret.jsonl")
	if err := os.WriteFile(hidden, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]int{
		"/api/v1/games/" + secret.ID():                  404,
		"/api/v1/games/" + secret.ID() + "/events":      404,
		"/api/v1/games/..%2fsecret":                     400,
		"/api/v1/games/..%2fsecret/events":              400,
		"/api/v1/games/" + strings.ToLower(secret.ID()): 400,
		"/api/v1/games/%00":                             400,
		"/api/v1/archive?limit=0":                       400,
		"/api/v1/archive?limit=201":                     400,
		"/api/v1/archive?limit=x":                       400,
		"/api/v1/archive?before=x":                      400,
		"/api/v1/archive?state=dead":                    400,
		"/api/v1/archive?track=none":                    400,
		"/api/v1/teams?track=none":                      400,
		"/api/v1/nothing":                               404,
		"/api/v2/games":                                 404,
		"/realtime/":                                    404,
		"/realtime/a/b":                                 404,
	} {
		answer, body := s.get(t, path)
		var e struct{ Error string }
		if answer.StatusCode != want || json.Unmarshal(body, &e) != nil || e.Error == "" {
			t.Errorf("%s: %s %s", path, answer.Status, body)
		}
	}
	if answer, _ := s.get(t, "/api/v1/games/"+secret.ID()+"/events", "Last-Event-ID", "-1"); answer.StatusCode != http.StatusBadRequest {
		t.Errorf("event -1: %s", answer.Status)
	}
	for method, want := range map[string]int{http.MethodPost: 405, http.MethodDelete: 405, http.MethodOptions: 204, http.MethodHead: 200} {
		w := httptest.NewRecorder()
		s.mux.ServeHTTP(w, httptest.NewRequest(method, "/api/v1/games", nil))
		if w.Code != want {
			t.Errorf("%s: %d", method, w.Code)
		}
	}
}

func TestHealth(t *testing.T) {
	s := openTheatre(t, t.TempDir(), feedFive)
	for _, path := range []string{"/api/v1/healthz", "/api/v1/readyz"} {
		if got := ask[map[string]string](t, s, path); got["status"] == "" || path == "/api/v1/healthz" && got["version"] != "test 1" {
			t.Errorf("%s: %v", path, got)
		}
	}
	if answer, body := s.get(t, "/api/v1/openapi.yaml"); answer.StatusCode != http.StatusOK || string(body) != openapi {
		t.Errorf("openapi.yaml: %s", answer.Status)
	}
	type ruleset struct {
		Agents     int            `json:"agent_count"`
		MaxDay     int            `json:"max_day"`
		Visible    bool           `json:"vote_visibility"`
		IsOptimize bool           `json:"is_optimize"`
		SelfMatch  bool           `json:"self_match"`
		Roles      map[string]int `json:"roles"`
		Tracks     []trackRules
	}
	r := ask[ruleset](t, s, "/api/v1/ruleset")
	if len(r.Tracks) != 1 || r.Tracks[0].Players != 5 || r.Tracks[0].Matching != "self" || r.Tracks[0].RealtimeRoles != "hidden" ||
		r.Tracks[0].Rules.Players() != 5 || r.Tracks[0].Rules.Timeout.Acceptable != 0 {
		t.Errorf("%+v", r)
	}
	if r.Agents != 5 || r.MaxDay != 30 || !r.Visible || r.IsOptimize || !r.SelfMatch || len(r.Roles) != 6 || r.Roles["VILLAGER"] != 2 {
		t.Errorf("%+v", r)
	}
	if len(ask[map[string][]any](t, s, "/api/v1/teams")["teams"]) != 0 || len(ask[page](t, s, "/api/v1/archive").Games) != 0 {
		t.Error("teams or games before the first")
	}
	p := contesttest.PauseOn(0)
	wait := s.join(t, 5, "cats", p)
	p.Await(t)
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		s.contest.Drain()
	}()
	waittest.Until(t, "the door is closed", func() bool {
		busy, ok := s.contest.Busy(t.Context(), &s.config.Tracks[0])
		return ok && busy.Closing
	})
	if answer, body := s.get(t, "/api/v1/readyz"); answer.StatusCode != http.StatusServiceUnavailable || !strings.Contains(string(body), `"status":"draining"`) {
		t.Errorf("closing: %s %s", answer.Status, body)
	}
	close(p.Release)
	wait()
	<-drained
	if answer, _ := s.get(t, "/api/v1/readyz"); answer.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("closed: %s", answer.Status)
	}
}

func TestStuckTrackIsNotReady(t *testing.T) {
	s := openTheatre(t, t.TempDir(), feedFive, func(a *API) { a.contest = stuck{} })
	answer, body := s.get(t, "/api/v1/readyz")
	if answer.StatusCode != http.StatusServiceUnavailable || !strings.Contains(string(body), "main") {
		t.Errorf("%s %s", answer.Status, body)
	}
}

// Who cannot write the records of games gives nobody a game.
func TestAFullDiskIsNotReady(t *testing.T) {
	t.Parallel()
	s := openTheatre(t, t.TempDir(), feedFive, func(a *API) { a.contest = full{a.contest} })
	answer, body := s.get(t, "/api/v1/readyz")
	if answer.StatusCode != http.StatusServiceUnavailable || !strings.Contains(string(body), "records") || strings.Contains(string(body), "/") {
		t.Errorf("%s %s", answer.Status, body)
	}
}

// full is a contest with a full disk.
type full struct{ Contest }

func (full) Writable() error { return errors.New("/secret/path: no space left") }

// stuck is a contest that does not answer.
type stuck struct{ Contest }

func (stuck) Busy(context.Context, *config.Track) (contest.Census, bool) {
	return contest.Census{}, false
}

func TestFigures(t *testing.T) {
	s := openTheatre(t, t.TempDir(), feedFive)
	p := contesttest.PauseOn(0)
	wait := s.join(t, 5, "cats", p)
	p.Await(t)
	late := s.join(t, 1, "dogs", contesttest.PauseOn(-1))
	figures := func() string {
		_, body := s.get(t, "/metrics")
		return string(body)
	}
	for _, want := range []string{
		`wolfden_games{state="running",track="main"} 1`, `wolfden_games{state="paused",track="main"} 0`,
		`wolfden_waiting_clients{track="main"} 1`, "wolfden_spectators 0",
	} {
		waittest.Until(t, want, func() bool { return strings.Contains(figures(), want+"\n") })
	}
	close(p.Release)
	wait()
	rec, feed := s.record(t)
	for _, want := range []string{
		`wolfden_games{state="running",track="main"} 0`,
		fmt.Sprintf(`wolfden_answer_seconds_count{request="VOTE",track="main"} %d`, votes(rec)),
		`wolfden_written_bytes_total{kind="record"}`, `wolfden_answer_seconds_bucket{request="TALK",track="main",le="0.001"}`,
	} {
		waittest.Until(t, want, func() bool { return strings.Contains(figures(), want) })
	}
	if strings.Contains(figures(), "team=") {
		t.Errorf("a team has a fault: %s", figures())
	}
	waittest.Until(t, "the feed is counted", func() bool {
		var n float64
		_, rest, _ := strings.Cut(figures(), "wolfden_written_bytes_total{kind=\"realtime\"} ")
		_, err := fmt.Sscan(rest, &n)
		return err == nil && n >= float64(len(feed))
	})
	s.stop()
	late()
}

func votes(rec *gamelog.Record) (n int) {
	for _, e := range rec.Entries {
		if e.Input != nil && e.Input.Action.Request == werewolf.Vote {
			n++
		}
	}
	return n
}
