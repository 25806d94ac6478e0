package contest

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"wolfden/internal/contest/contesttest"
	"wolfden/werewolf"
	"wolfden/wire"
)

// A team that breaks off whenever it dislikes its role gets no other by that: its matches are tried three times and then lost, and
// the contest ends.
func TestLeavingAContestDoesNotPay(t *testing.T) {
	for _, balance := range []string{"tight", "loose"} {
		t.Run(balance, func(t *testing.T) {
			bubble(t, fmt.Sprintf(`
server: {data_dir: DIR, reconnect: {wait: 200ms, grace: 400ms}}
game: {talk: {max_count: {per_agent: 1}}}
matching: {self_match: false, is_optimize: true, team_count: 6, game_count: 12, balance: %s, output_path: DIR/journal.jsonl}
`, balance), func(t *testing.T, s *bubbled) {
				var playing sync.WaitGroup
				for _, name := range []string{"zed", "ann", "bob", "cid", "dan", "eve"} {
					playing.Go(func() {
						for !s.isOver() {
							g := s.come(t, name)
							g.play(100*time.Millisecond, func(g *guest) bool {
								in := g.packet.Info
								leaves := name == "zed" && g.packet.Request == wire.RequestInitialize && in.RoleMap[in.Agent] != werewolf.Werewolf
								if leaves {
									g.lose()
								}
								return leaves
							})
							_ = g.CloseNow()
							<-time.After(2 * time.Second) // longer than the grace
						}
					})
				}
				playing.Wait()
				s.checkLeaver(t)
			})
		})
	}
}

// isOver reports whether the contest of the first track is over; those who wait then are sent home.
func (s *bubbled) isOver() bool {
	h, over := s.hosts[0], make(chan bool, 1)
	return !h.do(func() {
		p := h.journal.Progress()
		if over <- p.Finished == p.Matches; p.Finished == p.Matches {
			sendHome(h.waiting, 1000, "over")
		}
	}) || <-over
}

// checkLeaver counts what zed made of its ten matches.
func (s *bubbled) checkLeaver(t *testing.T) {
	t.Helper()
	p := s.hosts[0].decided()
	roles := map[string]map[werewolf.Role]bool{} // of zed, by match
	played := 0
	files := contesttest.Server{Dir: s.dir}
	for _, rec := range files.Records(t, 12-p.GivenUp+p.Failures) {
		for _, seat := range rec.Header.Seats {
			if seat.Team != "zed" {
				continue
			}
			if id := rec.Header.Provenance.Match; roles[id] == nil {
				roles[id] = map[werewolf.Role]bool{}
			}
			roles[rec.Header.Provenance.Match][seat.Role] = true
			if rec.Result().End != werewolf.Failure {
				played++
			}
		}
	}
	for id, had := range roles {
		if len(had) != 1 {
			t.Errorf("match %s: zed was %v", id, had)
		}
	}
	if len(roles) != 10 || played == 10 || p.Finished != 12 || p.GivenUp != 10-played || p.Failures != 3*p.GivenUp {
		t.Errorf("%d matches of zed, %d played; %+v", len(roles), played, p)
	}
	for _, v := range s.Teams() {
		want := 0
		if v.Team == "zed" {
			want = p.GivenUp
		}
		if v.Lost != want {
			t.Errorf("%s has lost %d matches, want %d", v.Team, v.Lost, want)
		}
	}
	if census := s.hosts[0].census(); census.Done != census.Total || census.GivenUp != p.GivenUp {
		t.Errorf("%+v", census)
	}
}
