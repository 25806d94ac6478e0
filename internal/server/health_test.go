package server

import (
	"math"
	"net/http"
	"reflect"
	"sync"
	"testing"
	"time"

	"wolfden/internal/contest/config"
	"wolfden/internal/secret"
	"wolfden/werewolf"
)

// judging are rules that judge soon.
func judging() config.TeamHealth {
	return config.TeamHealth{
		Enable: true, Window: 4, MinGames: 2, RequestError: 1, Fatal: 3, Abort: 1,
		WeightFloor: 0.1, QuarantineRate: 0.5, QuarantineDuration: time.Hour,
	}
}

// game is a game that ended at a minute, of a team of which a player was gone, and a good one.
func game(minute int, gone bool, errors int) *summary {
	s := &summary{ID: secret.ID(), Ended: time.Date(2026, 3, 1, 0, minute, 0, 0, time.UTC).UnixMilli(), Seats: []seatSummary{
		{Team: "frail", Requests: 10, Errors: errors, Gone: gone}, {Team: "sound", Requests: 10}, {Team: "sound", Requests: 10},
	}}
	if gone {
		s.End = werewolf.Failure
	}
	return s
}

func TestTeamHealth(t *testing.T) {
	h := newHealth(judging())
	now := time.Date(2026, 3, 1, 0, 1, 0, 0, time.UTC)
	h.now = func() time.Time { return now }
	var rests []time.Duration
	h.released = func(d time.Duration) { rests = append(rests, d) }

	h.begin("g", []werewolf.Seat{{Team: "frail"}, {Team: "sound"}, {Team: "sound"}})
	h.begin("g", []werewolf.Seat{{Team: "frail"}}) // it goes on
	if v := h.views(); len(v) != 2 || v[0].Active != 1 || v[1].Active != 1 {
		t.Errorf("%+v", v)
	}
	h.leave("g")
	if q := h.end(game(1, true, 5)); len(q) != 0 || h.Weight("frail") != 1 || h.Rests("frail") {
		t.Errorf("judged by one game: %+v", q)
	}
	q := h.end(game(1, true, 5))
	// Half of the requests failed, it was gone from both games, both were given up.
	until := now.Add(time.Hour).Unix()
	seen := now.Unix()
	want := healthView{
		Team: "frail", Games: 2, Requests: 20, Errors: 10, Fatal: 2, Aborted: 2, Rate: (1*0.5 + 3*1 + 1*1) / 5.0, Weight: 0.1,
		Quarantined: true, Until: &until, Quarantines: 1, Seen: &seen,
	}
	if len(q) != 1 || !reflect.DeepEqual(q[0], want) {
		t.Errorf("quarantined %+v, want %+v", q, want)
	}
	if !h.Rests("frail") || h.Rests("sound") || len(rests) != 1 || rests[0] != time.Hour {
		t.Errorf("rests %v", rests)
	}
	if w := h.Weight("sound"); math.Abs(w-0.8) > 1e-9 { // its games were given up
		t.Errorf("the other team weighs %v", w)
	}
	if q := h.end(game(2, true, 5)); len(q) != 0 {
		t.Errorf("who rests is kept longer: %+v", q)
	}
	now = now.Add(time.Hour)
	if h.Rests("frail") {
		t.Error("it never comes back")
	}
	for i := range 4 {
		if q := h.end(game(70+i, false, 0)); i == 3 && (len(q) != 0 || h.Weight("frail") != 1) {
			t.Errorf("after four good games %+v, weight %v", q, h.Weight("frail"))
		}
	}
	off := newHealth(config.TeamHealth{Window: 4, Fatal: 1})
	if q := append(off.end(game(1, true, 9)), off.end(game(2, true, 9))...); len(q) != 0 || off.Weight("frail") != 1 {
		t.Errorf("nobody is to be judged: %+v", q)
	}
	if v := off.views(); v[0].Rate != 1 || v[0].Fatal != 2 {
		t.Errorf("figures that nobody judges by: %+v", v[0])
	}
}

func TestTeamHealthIsKept(t *testing.T) {
	s := openTheatre(t, t.TempDir(), feedFive+"team_health: {enable: true, min_games: 1}\n")
	s.join(t, 5, "cats", pauseOn(-1))()
	type answer struct{ Teams []teamView }
	var got answer
	until(t, "the game is over", func() bool {
		got = ask[answer](t, s, "/api/v1/teams")
		return len(got.Teams) == 1 && got.Teams[0].Games == 1 && got.Teams[0].Active == 0
	})
	if c := got.Teams[0]; c.Team != "cats" || c.Requests < 20 || c.Errors != 0 || c.Weight != 1 || c.Seen == nil || c.Total.Games != 1 || c.Total.Seats != 5 {
		t.Errorf("%+v", c)
	}
	one := ask[teamView](t, s, "/api/v1/teams/cats")
	if !reflect.DeepEqual(one, got.Teams[0]) {
		t.Errorf("by itself %+v", one)
	}
	if answer, _ := s.get(t, "/api/v1/teams/dogs"); answer.StatusCode != http.StatusNotFound {
		t.Errorf("a team that never played: %s", answer.Status)
	}
	s.stop()
	again := openTheatre(t, s.dir, feedFive)
	after := ask[teamView](t, again, "/api/v1/teams/cats")
	if after.Requests != one.Requests || after.Games != 1 {
		t.Errorf("after a restart %+v", after)
	}
}

// A planned contest lets a team rest while others could play, and goes on by itself when it is back.
func TestATeamThatRestsHoldsNobodyUpForEver(t *testing.T) {
	s := openTheatre(t, t.TempDir(), `
server: {data_dir: DIR/data}
game: {max_day: 0, talk: {max_count: {per_agent: 1}}}
matching: {self_match: false, is_optimize: true, team_count: 6, game_count: 6}
team_health: {enable: true, min_games: 1, quarantine_duration: 3s}
`)
	bad := game(0, true, 9)
	bad.Ended = time.Now().UnixMilli()
	if q := s.health.end(bad); len(q) != 1 || q[0].Team != "frail" {
		t.Fatalf("quarantined %+v", q)
	}
	var playing sync.WaitGroup
	for _, name := range []string{"frail", "ann", "bob", "cid", "dan"} {
		c := s.testServer.join(t, name)
		playing.Go(func() { c.play(nil) })
	}
	h := s.hosts[0]
	until(t, "all wait or play", func() bool {
		there := make(chan bool, 1)
		h.do(func() {
			busy := len(h.games) > 0
			if busy && s.health.Rests("frail") {
				t.Error("a team that rests plays though others could")
			}
			there <- busy || len(h.waiting) == 5
		})
		return <-there
	})
	playing.Wait()
	s.record(t)
}
