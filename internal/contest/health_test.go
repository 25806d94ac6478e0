package contest

import (
	"math"
	"reflect"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"wolfden/internal/contest/archive"
	"wolfden/internal/contest/config"
	"wolfden/internal/secret"
	"wolfden/internal/waittest"
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
func game(minute int, gone bool, errors int) *archive.Summary {
	s := &archive.Summary{ID: secret.ID(), Ended: time.Date(2026, 3, 1, 0, minute, 0, 0, time.UTC).UnixMilli(), Seats: []archive.SeatSummary{
		{Team: "frail", Requests: 10, Errors: errors, Gone: gone}, {Team: "sound", Requests: 10}, {Team: "sound", Requests: 10},
	}}
	if gone {
		s.End, s.Why = werewolf.Failure, "too many players are gone"
	}
	return s
}

func TestTeamHealth(t *testing.T) { synctest.Test(t, testTeamHealth) }

func testTeamHealth(t *testing.T) {
	h := newHealth(judging())
	now, began := time.Date(2026, 3, 1, 0, 1, 0, 0, time.UTC), time.Now()
	h.now = func() time.Time { return now.Add(time.Since(began)) }
	bell := h.bell()

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
	want := TeamHealth{
		Team: "frail", Games: 2, Requests: 20, Errors: 10, Fatal: 2, Aborted: 2, Rate: (1*0.5 + 3*1 + 1*1) / 5.0, Weight: 0.1,
		Quarantined: true, Until: &until, Quarantines: 1, Seen: &seen,
	}
	if len(q) != 1 || !reflect.DeepEqual(q[0], want) {
		t.Errorf("quarantined %+v, want %+v", q, want)
	}
	if !h.Rests("frail") || h.Rests("sound") {
		t.Error("the wrong team rests")
	}
	if w := h.Weight("sound"); math.Abs(w-0.8) > 1e-9 { // its games were given up
		t.Errorf("the other team weighs %v", w)
	}
	if q := h.end(game(2, true, 5)); len(q) != 0 {
		t.Errorf("who rests is kept longer: %+v", q)
	}
	time.Sleep(time.Hour - time.Nanosecond)
	synctest.Wait()
	if len(bell) != 0 || !h.Rests("frail") {
		t.Error("it is back too early")
	}
	time.Sleep(time.Nanosecond)
	synctest.Wait()
	if len(bell) != 1 {
		t.Error("nobody hears that it is back")
	}
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

// A planned contest lets a team rest while others could play, and goes on by itself when it is back.
func TestATeamThatRestsHoldsNobodyUpForEver(t *testing.T) {
	t.Parallel()
	inBubble(t, `
server: {data_dir: DIR}
game: {max_day: 0, talk: {max_count: {per_agent: 1}}}
matching: {self_match: false, is_optimize: true, team_count: 6, game_count: 6}
team_health: {enable: true, min_games: 1, quarantine_duration: 3s}
`, func(t *testing.T, s *testServer) {
		bad := game(0, true, 9)
		bad.Ended = time.Now().UnixMilli()
		if q := s.health.end(bad); len(q) != 1 || q[0].Team != "frail" {
			t.Fatalf("quarantined %+v", q)
		}
		var playing sync.WaitGroup
		for _, name := range []string{"frail", "ann", "bob", "cid", "dan"} {
			c := s.join(t, name)
			playing.Go(func() { c.play(nil) })
		}
		h := s.hosts[0]
		waittest.Until(t, "all wait or play", func() bool {
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
		s.Records(t, 1)
	})
}
