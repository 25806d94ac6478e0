package contest

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"wolfden/gamelog"
	"wolfden/internal/contest/access"
	"wolfden/internal/contest/archive"
	"wolfden/internal/contest/config"
	"wolfden/internal/contest/contesttest"
	"wolfden/internal/contest/matching"
	"wolfden/internal/teamname"
	"wolfden/werewolf"
)

const six = `
server: {data_dir: DIR, reconnect: {wait: 200ms, grace: 400ms}}
game: {talk: {max_count: {per_agent: 1}}}
matching: {self_match: false, is_optimize: true, game_count: 12, output_path: DIR/journal.jsonl}
teams: [ann, bob, cid, dan, eve, fay]
`

var sixTeams = []string{"ann", "bob", "cid", "dan", "eve", "fay"}

func (s *bubbled) order(t *testing.T, o matching.Order) {
	t.Helper()
	if done, err := s.Order("", o); err != nil || len(done.Failed) > 0 {
		t.Errorf("%+v: %+v, %v", o, done, err)
	}
}

// now is the status of the only track.
func (s *bubbled) now(t *testing.T) Status {
	t.Helper()
	all, err := s.Statuses()
	if err != nil || len(all) != 1 {
		t.Fatalf("%d tracks, %v", len(all), err)
	}
	return all[0]
}

// Who waits when the last match has been played is told so, and goes; so is who comes later, unless the contest is extended.
func TestTheEndIsSaid(t *testing.T) {
	bubble(t, six, func(t *testing.T, s *bubbled) {
		for _, reason := range s.attend(t, sixTeams...)() {
			if reason != "1001 "+allPlayed {
				t.Errorf("sent home with %q", reason)
			}
		}
		st := s.now(t)
		if st.State != StateOver || st.Done != 12 || st.Matches != 12 || !s.Over() || st.Waiting != 0 || len(st.Missing) != 0 {
			t.Errorf("%+v", st)
		}
		for _, team := range st.Teams {
			if team.Decided != 10 {
				t.Errorf("%+v", team)
			}
		}
		if late := s.attend(t, "ann")(); late["ann"] != "1001 "+allPlayed {
			t.Errorf("late: %v", late)
		}
		s.order(t, matching.Order{Do: matching.Extend, Rounds: 1})
		<-time.After(time.Minute) // who was just here is not missing yet
		if st := s.now(t); st.State != StateWaits || st.Matches != 24 || s.Over() || len(st.Missing) != 6 || st.Missing[0].Matches != 10 {
			t.Errorf("extended: %+v", st)
		}
		s.attend(t, sixTeams...)()
		if st := s.now(t); st.State != StateOver || st.Done != 24 {
			t.Errorf("after the second round: %+v", st)
		}
	})
}

// A team that never comes is named, with what waits for it since when; when it withdraws the contest ends, and it is told so.
func TestAnAbsentTeamWithdraws(t *testing.T) {
	bubble(t, six, func(t *testing.T, s *bubbled) {
		began := time.Now()
		var log strings.Builder
		h := s.hosts[0]
		h.do(func() { h.log = slog.New(slog.NewTextHandler(&log, nil)) })
		wait := s.attend(t, sixTeams[:5]...)
		<-time.After(2 * time.Hour)
		h.do(func() { // at once, and again every half an hour
			const line = `msg="matches wait for a team that is not here" team=fay matches=10 games=0 since=2000-01-01T00:00:00Z`
			if n := strings.Count(log.String(), line); n != 4 {
				t.Errorf("%d lines about fay:\n%s", n, &log)
			}
		})
		st := s.now(t)
		if st.State != StateWaits || st.Done != 2 || len(st.Missing) != 1 || st.Missing[0] != (Missing{Team: "fay", Since: began, Matches: 10}) || len(st.Unbegun) != 10 {
			t.Errorf("%+v", st)
		}
		s.order(t, matching.Order{Do: matching.Pause})
		told := make(chan error, 1)
		go func() { told <- s.come(t, "fay").through(0) }()
		<-time.After(time.Minute)
		s.order(t, matching.Order{Do: matching.Withdraw, Team: "fay"})
		if err := <-told; websocket.CloseStatus(err) != websocket.StatusPolicyViolation || !strings.Contains(err.Error(), hasWithdrawn) {
			t.Errorf("fay is told %v", err)
		}
		s.order(t, matching.Order{Do: matching.Resume})
		wait()
		if st := s.now(t); st.State != StateOver || st.Struck < 8 || st.Done != 12 || !slices.Equal(st.Withdrawn, []string{"fay"}) {
			t.Errorf("%+v", st)
		}
		s.order(t, matching.Order{Do: matching.Extend, Rounds: 1})
		if err := s.come(t, "fay").through(0); websocket.CloseStatus(err) != websocket.StatusPolicyViolation {
			t.Errorf("fay is admitted: %v", err)
		}
	})
}

// In a pause no game begins; those that go on end.
func TestNoGameBeginsInAPause(t *testing.T) {
	bubble(t, six, func(t *testing.T, s *bubbled) {
		wait := s.attend(t, sixTeams...)
		<-time.After(time.Second)
		s.order(t, matching.Order{Do: matching.Pause})
		if st := s.now(t); st.State != StatePlays || !st.Held || st.Over != nil || st.Running != 1 {
			t.Errorf("at first %+v", st)
		}
		<-time.After(time.Hour)
		if st := s.now(t); st.State != StatePaused || st.Running != 0 || st.Done != 1 || st.Waiting != 6 {
			t.Errorf("after an hour %+v", st)
		}
		s.order(t, matching.Order{Do: matching.Resume})
		wait()
		if st := s.now(t); st.Done != 12 {
			t.Errorf("%+v", st)
		}
	})
}

// Between begin and end games begin, and at no other time.
func TestGamesBeginInTheirTime(t *testing.T) {
	// The bubble's clock begins at midnight of 2000-01-01 UTC.
	yaml := strings.Replace(six, "matching: {", "matching: {begin: 2000-01-01T01:00:00Z, end: 2000-01-01T01:00:10Z, ", 1)
	bubble(t, yaml, func(t *testing.T, s *bubbled) {
		wait := s.attend(t, sixTeams...)
		<-time.After(59 * time.Minute)
		if st := s.now(t); st.State != StateEarly || st.Done+st.Running != 0 || st.Waiting != 6 || !st.Begin.Equal(time.Date(2000, 1, 1, 1, 0, 0, 0, time.UTC)) {
			t.Errorf("early: %+v", st)
		}
		<-time.After(65 * time.Second)
		if st := s.now(t); st.State != StatePlays || st.Over == nil && st.Done > 0 {
			t.Errorf("in its time: %+v", st)
		}
		for name, reason := range wait() {
			if reason != "1001 "+timeIsUp {
				t.Errorf("%s: %s", name, reason)
			}
		}
		if done, err := s.Order("", matching.Order{Do: matching.Extend, Rounds: 1}); err != nil || !strings.Contains(done.Failed["main"], "put matching.end off") {
			t.Errorf("extended: %+v, %v", done, err)
		}
		if st := s.now(t); st.State != StateOver || st.Done == 0 || st.Done == 12 || !s.Over() {
			t.Errorf("at the end: %+v", st)
		}
	})
}

// A match that is played again leaves nothing of its first game that anybody could count, also after the server was started again.
func TestReplayPutsTheFirstGameAside(t *testing.T) {
	dir := t.TempDir()
	yaml := six + `
game_logger: {output_dir: DIR/game}
json_logger: {output_dir: DIR/json}
`
	var game string
	bubbleIn(t, dir, yaml, func(t *testing.T, s *bubbled) {
		s.attend(t, sixTeams...)()
		records := (&contesttest.Server{Dir: s.dir}).Records(t, 12)
		game = records[3].Header.ID
		s.order(t, matching.Order{Do: matching.Replay, Match: matching.ID(game)})
		if done, err := s.Order("", matching.Order{Do: matching.Replay, Match: matching.ID(records[3].Header.Provenance.Match)}); err != nil || len(done.Done) > 0 {
			t.Errorf("it is played again twice: %v", err)
		}
		var games int
		for _, team := range s.now(t).Teams {
			games += team.Games
		}
		if games != 11*5 || s.hosts[0].store.Game(game) != nil {
			t.Errorf("%d players in games that count", games)
		}
	})
	for pattern, want := range map[string]int{"records/*.jsonl": 11, "game/*.log": 11, "json/*.json": 11, "*/*" + archive.Annulled: 3} {
		if got, err := filepath.Glob(filepath.Join(dir, pattern)); err != nil || len(got) != want {
			t.Errorf("%s: %d files, %v", pattern, len(got), err)
		}
	}
	// What a crash left undone is done by the next server.
	path := filepath.Join(dir, "records", game+gamelog.Extension)
	if err := os.Rename(path+archive.Annulled, path); err != nil {
		t.Fatal(err)
	}
	bubbleIn(t, dir, yaml, func(t *testing.T, s *bubbled) {
		s.attend(t, sixTeams...)()
		(&contesttest.Server{Dir: s.dir}).Records(t, 12)
		if st := s.now(t); st.Done != 12 || s.hosts[0].store.Game(game) != nil {
			t.Errorf("%+v", st)
		}
	})
}

// Who plays for a team has its games, and the team none, until it is the other way round again; the records say who it was.
func TestASubstitutePlaysForATeam(t *testing.T) {
	dir := t.TempDir()
	yaml := strings.Replace(six, "server: {", "server: {authentication: {enable: true}, ", 1)
	bubbleIn(t, dir, yaml, func(t *testing.T, s *bubbled) {
		comes := func(name, substitute string) *guest { return s.comeAs(t, name, substitute) }
		s.substitute = func(_ *config.Track, team, player string) (func(context.Context), error) {
			if player != "plain" {
				return nil, errors.New("no such player")
			}
			return func(ctx context.Context) {
				for ctx.Err() == nil {
					if g := comes(team+"1", "plain"); g.through(0) != nil {
						return
					}
				}
			}, nil
		}
		if done, err := s.Order("", matching.Order{Do: matching.Substitute, Team: "fay", Player: "nobody"}); err != nil || !strings.Contains(done.Failed["main"], "no such player") {
			t.Errorf("%+v, %v", done, err)
		}
		if err := comes("fay1", "plain").through(0); err == nil || !strings.Contains(err.Error(), noSubstitute) {
			t.Errorf("a substitute that nobody asked for: %v", err)
		}
		s.order(t, matching.Order{Do: matching.Substitute, Team: "fay", Player: "plain"})
		if err := comes("fay", "").through(0); err == nil || !strings.Contains(err.Error(), isSubstituted) {
			t.Errorf("the team itself: %v", err)
		}
		var playing sync.WaitGroup
		for _, name := range sixTeams[:5] {
			playing.Go(func() {
				for g := comes(name, ""); g.through(100*time.Millisecond) == nil; g = comes(name, "") {
					continue
				}
			})
		}
		playing.Wait()
		if st := s.now(t); st.Done != 12 || st.Substitutes["fay"] != "plain" {
			t.Errorf("%+v", st)
		}
	})
	for _, rec := range (&contesttest.Server{Dir: dir}).Records(t, 12) {
		for i, e := range rec.Header.Provenance.Players {
			if want := map[bool]string{true: "plain"}[rec.Header.Seats[i].Team == "fay"]; e.Player != want {
				t.Errorf("%s is played by %q", e.Entry, e.Player)
			}
		}
	}
}

// After a crash of the server the seat of a substitute is the substitute's alone, whatever name its team gives; who is waited for is named; and
// nobody waits for whoever can no longer come back.
func TestSeatsOfSubstitutesAfterACrash(t *testing.T) {
	dir := t.TempDir()
	yaml := strings.Replace(strings.Replace(six, "server: {", "server: {authentication: {enable: true}, shutdown_grace: 1ms, resume_grace: 10m, ", 1), "game_count: 12", "game_count: 6", 1)
	var seated []string
	bubbleIn(t, dir, yaml, func(t *testing.T, s *bubbled) {
		s.standIn(t)
		s.order(t, matching.Order{Do: matching.Substitute, Team: "fay", Player: "plain"})
		var playing sync.WaitGroup
		for _, name := range sixTeams[:4] { // of six matches one is without eve
			playing.Go(func() { _ = s.comeAs(t, name, "").through(10 * time.Second) })
		}
		<-time.After(30 * time.Second)
		s.do(func(h *host) {
			for _, r := range h.games {
				for _, seat := range r.sessions {
					seated = append(seated, seat.name)
				}
			}
		})
		s.stop()
		s.net.CloseAll()
		playing.Wait()
	})
	if !slices.Contains(seated, "fay9001") {
		t.Fatalf("the substitute does not play: %v", seated)
	}
	bubbleIn(t, dir, yaml, func(t *testing.T, s *bubbled) { // without substitutes: nobody of fay's comes
		if err := s.comeAs(t, "fay9001", "").through(0); err == nil || !strings.Contains(err.Error(), isSubstituted) {
			t.Errorf("the team has its substitute's seat: %v", err)
		}
		<-time.After(time.Minute)
		st := s.now(t)
		if st.Paused != 1 || st.State != StateWaits || len(st.Missing) != 6 || st.Missing[0].Games != 1 || st.Missing[4].Games != 1 {
			t.Errorf("%+v", st)
		}
		back := map[string]chan error{}
		for _, name := range seated {
			if name != "fay9001" {
				told := make(chan error, 1)
				back[name] = told
				go func() { told <- s.comeAs(t, name, "").through(100 * time.Millisecond) }()
			}
		}
		<-time.After(10 * time.Second)
		if st := s.now(t); st.Paused != 1 || len(st.Missing) == 0 || st.Missing[0].Team != "fay" || st.Missing[0].Games != 1 {
			t.Errorf("fay is not waited for: %+v", st)
		}
		s.order(t, matching.Order{Do: matching.Withdraw, Team: "fay"})
		<-time.After(time.Second)
		if st := s.now(t); st.Paused != 0 {
			t.Errorf("the game waits for a team that has withdrawn: %+v", st)
		}
		for name, told := range back {
			if err := <-told; err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

// A substitute is who the record of the game says it is, also where another one plays for the team when the server is back after a crash.
func TestAnotherSubstituteAfterACrash(t *testing.T) {
	dir := t.TempDir()
	yaml := strings.Replace(strings.Replace(six, "server: {", "server: {authentication: {enable: true}, shutdown_grace: 1ms, resume_grace: 10m, ", 1), "game_count: 12", "game_count: 6", 1)
	play := func(t *testing.T, s *bubbled, teams []string) (wait func()) {
		var playing sync.WaitGroup
		for _, name := range teams {
			playing.Go(func() {
				for s.comeAs(t, name, "").through(10*time.Second) == nil {
					continue
				}
			})
		}
		return playing.Wait
	}
	var crash time.Time
	bubbleIn(t, dir, yaml, func(t *testing.T, s *bubbled) {
		s.standIn(t)
		s.order(t, matching.Order{Do: matching.Substitute, Team: "fay", Player: "plain"})
		wait := play(t, s, sixTeams[:4]) // with fay
		<-time.After(30 * time.Second)
		s.order(t, matching.Order{Do: matching.Substitute, Team: "fay", Player: "lycaon"})
		<-time.After(30 * time.Second)
		crash = time.Now()
		s.stop()
		s.net.CloseAll()
		wait()
	})
	bubbleIn(t, dir, yaml, func(t *testing.T, s *bubbled) {
		<-time.After(time.Until(crash))
		s.standIn(t)
		s.do(func(h *host) { h.restand(s.substitute) })
		play(t, s, sixTeams[:5])()
		if st := s.now(t); st.Done != 6 {
			t.Errorf("%+v", st)
		}
	})
	games := map[string]int{}
	server := &contesttest.Server{Dir: dir}
	for _, rec := range server.Records(t, len(server.Filed())) { // whether the game counts that is played on without fay hangs on its length
		i := slices.IndexFunc(rec.Header.Seats, func(seat werewolf.Seat) bool { return seat.Team == "fay" })
		if i < 0 {
			continue
		}
		player := rec.Header.Provenance.Players[i].Player
		games[player]++
		for _, e := range rec.Entries {
			late := rec.Header.Started+e.At > crash.UnixMilli()
			if in := e.Input; player == "plain" && late && in != nil && int(in.Action.Seat) == i+1 && in.Fault != gamelog.Lost {
				t.Errorf("after the crash %+v is an answer of another player than the record says", in)
			}
		}
	}
	if games["plain"] != 1 || games["lycaon"] == 0 || games[""] > 0 {
		t.Errorf("fay was played by %v", games)
	}
}

// comeAs connects a client that has a token: of its team, or of a player that plays for that.
func (s *bubbled) comeAs(t *testing.T, name, substitute string) *guest {
	team, until := teamname.Of(name), time.Now().Add(1000*time.Hour)
	token, err := access.NewToken([]byte(testKey), access.PlayerToken, team, until)
	if substitute != "" {
		token, err = access.NewSubstituteToken([]byte(testKey), team, substitute, until)
	}
	if err != nil {
		t.Fatal(err)
	}
	g := s.dial(t, http.Header{"Authorization": {"Bearer " + token}})
	g.name = name
	g.next()
	g.say(name)
	return g
}

// standIn has whoever the organiser wants play for a team, one game at a time.
func (s *bubbled) standIn(t *testing.T) {
	s.substitute = func(_ *config.Track, team, player string) (func(context.Context), error) {
		return func(ctx context.Context) {
			for ctx.Err() == nil {
				_ = s.comeAs(t, team+"9001", player).through(10 * time.Second)
			}
		}, nil
	}
}

// do has the only host do something.
func (s *bubbled) do(f func(h *host)) { _ = s.ask(s.hosts[0], func() { f(s.hosts[0]) }) }
