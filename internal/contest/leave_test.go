package contest

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"wolfden/internal/contest/contesttest"
	"wolfden/internal/contest/matching"
	"wolfden/werewolf"
	"wolfden/wire"
)

// leavers plays a contest of six teams in which those that leave may break off at any packet, and hands it to check when it is over.
func leavers(t *testing.T, balance string, teams []string, leaves func(team string, role werewolf.Role, at wire.Request) bool, check func(*bubbled)) {
	t.Helper()
	bubble(t, fmt.Sprintf(`
server: {data_dir: DIR, reconnect: {wait: 200ms, grace: 400ms}}
game: {talk: {max_count: {per_agent: 1}}}
matching: {self_match: false, is_optimize: true, team_count: 6, game_count: 12, balance: %s, output_path: DIR/journal.jsonl}
`, balance), func(t *testing.T, s *bubbled) {
		var playing sync.WaitGroup
		for _, name := range teams {
			playing.Go(func() {
				for !s.Over() {
					g := s.come(t, name)
					g.play(100*time.Millisecond, func(g *guest) bool {
						in := g.packet.Info
						if in == nil || !leaves(name, in.RoleMap[in.Agent], g.packet.Request) {
							return false
						}
						g.lose()
						return true
					})
					_ = g.CloseNow()
					<-time.After(2 * time.Second) // longer than the grace
				}
			})
		}
		playing.Wait()
		check(s)
	})
}

// A team that breaks off whenever it dislikes its role, or whatever it is, when a game begins or later, gets no other role by that: its
// matches are tried three times and then lost, and the contest ends.
func TestLeavingAContestDoesNotPay(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	for kind, leaves := range map[string]func(role werewolf.Role, at wire.Request) bool{
		"by its role": func(role werewolf.Role, at wire.Request) bool {
			return at == wire.RequestInitialize && role != werewolf.Werewolf
		},
		"always":      func(_ werewolf.Role, at wire.Request) bool { return at == wire.RequestInitialize },
		"at its vote": func(_ werewolf.Role, at wire.Request) bool { return at == wire.RequestVote },
		"at random": func(_ werewolf.Role, at wire.Request) bool {
			return at == wire.RequestInitialize && chance.IntN(10) > 0
		},
	} {
		for _, balance := range []string{"tight", "loose"} {
			if testing.Short() && (balance != "tight" || kind != "at random") {
				continue // who leaves otherwise meets the same goroutines
			}
			t.Run(balance+"/"+kind, func(t *testing.T) {
				leaves := func(team string, role werewolf.Role, at wire.Request) bool { return team == "zed" && leaves(role, at) }
				leavers(t, balance, []string{"zed", "ann", "bob", "cid", "dan", "eve"}, leaves, func(s *bubbled) {
					s.checkLeaver(t, kind == "by its role" || kind == "always")
				})
			})
		}
	}
}

// Of two that break off together neither gets another role by it, and both have lost; the first to be missed covers for nobody.
func TestWhoLeavesTogetherIsNamed(t *testing.T) {
	left := func(team string) bool { return team == "zed" || team == "yak" }
	leaves := func(team string, _ werewolf.Role, at wire.Request) bool {
		return at == wire.RequestInitialize && left(team)
	}
	leavers(t, "tight", []string{"zed", "yak", "bob", "cid", "dan", "eve"}, leaves, func(s *bubbled) {
		roles := map[string]map[werewolf.Role]bool{} // by match and team
		p := s.progress()
		files := contesttest.Server{Dir: s.dir}
		for _, rec := range files.Records(t, 12-p.GivenUp+p.Failures) {
			for _, seat := range rec.Header.Seats {
				if at := rec.Header.Provenance.Match + " " + seat.Team; left(seat.Team) {
					if roles[at] == nil {
						roles[at] = map[werewolf.Role]bool{}
					}
					roles[at][seat.Role] = true
				}
			}
		}
		for at, had := range roles {
			if len(had) != 1 {
				t.Errorf("%s was %v", at, had)
			}
		}
		for _, v := range s.Teams() {
			if left(v.Team) != (v.Lost == 10) || !left(v.Team) && v.Lost > 0 {
				t.Errorf("%s has lost %d matches; %+v", v.Team, v.Lost, p)
			}
		}
	})
}

// A server that went down in a game costs no team the match, whoever does not come back: it is played again.
func TestNobodyLosesByTheServer(t *testing.T) {
	dir := t.TempDir()
	yaml := `
server: {data_dir: DIR, resume_grace: 2s, shutdown_grace: 1ms, reconnect: {wait: 200ms, grace: 400ms}}
game: {talk: {max_count: {per_agent: 1}}}
matching: {self_match: false, is_optimize: true, team_count: 5, game_count: 1, tries: 1, output_path: DIR/journal.jsonl}
`
	bubbleIn(t, dir, yaml, func(t *testing.T, s *bubbled) {
		var playing sync.WaitGroup
		for _, name := range []string{"ann", "bob", "cid", "dan", "eve"} {
			g := s.come(t, name)
			playing.Go(func() { g.play(10*time.Second, nil) })
		}
		<-time.After(time.Second)
		if p := s.progress(); p.Running != 1 {
			t.Errorf("%+v", p)
		}
		s.stop()
		s.net.CloseAll()
		playing.Wait()
	})
	bubbleIn(t, dir, yaml, func(t *testing.T, s *bubbled) {
		<-time.After(time.Minute)
		if p := s.progress(); p.GivenUp != 0 || p.Failures != 1 || p.Running != 0 || p.Finished != 0 {
			t.Errorf("%+v", p)
		}
	})
}

// progress is how far the plan of the first track is.
func (s *bubbled) progress() matching.Progress {
	now := make(chan matching.Progress, 1)
	s.hosts[0].do(func() { now <- s.hosts[0].journal.Progress() })
	return <-now
}

// checkLeaver counts what zed made of its ten matches; one that is steady plays a match or never does.
func (s *bubbled) checkLeaver(t *testing.T, steady bool) {
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
	again := p.Failures - 3*p.GivenUp // games of matches that were played after all
	if len(roles) != 10 || played == 10 || p.Finished != 12 || p.GivenUp != 10-played || again < 0 || again > 2*played || steady && again > 0 {
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
	all, err := s.Statuses()
	if err != nil {
		t.Fatal(err)
	}
	for _, tally := range all[0].Teams {
		if lost := map[string]int{"zed": p.GivenUp}[tally.Team]; tally.Lost != lost {
			t.Errorf("the status has %d lost matches of %s, want %d", tally.Lost, tally.Team, lost)
		}
	}
	if census := s.hosts[0].census(); census.Done != census.Total || census.GivenUp != p.GivenUp {
		t.Errorf("%+v", census)
	}
}
