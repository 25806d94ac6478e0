package contest

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"wolfden/internal/contest/archive"
	"wolfden/internal/contest/config"
	"wolfden/internal/contest/contesttest"
	"wolfden/internal/contest/matching"
	"wolfden/internal/waittest"
	"wolfden/werewolf"
)

// adopting is a contest of two games of which the other server has played one.
const adopting = `
server: {data_dir: DIR}
game: {max_day: 0, talk: {max_count: {per_agent: 1}}}
matching: {self_match: false, is_optimize: true, team_count: 5, game_count: 2, output_path: DIR/match_optimizer.json}
`

const halfPlayed = `{"infinite_loop":false,"team_count":5,"game_count":2,"idx_team_map":{"0":"ann","1":"bob","2":"cid","3":"dan","4":"eve"},` +
	`"role_num_map":{"WEREWOLF":1,"POSSESSED":1,"SEER":1,"VILLAGER":2,"MEDIUM":0,"BODYGUARD":0},` +
	`"ended_matches":[{"WEREWOLF":[0],"POSSESSED":[1],"SEER":[2],"VILLAGER":[3,4]}],` +
	`"scheduled_matches":[{"role_idxs":{"WEREWOLF":[4],"POSSESSED":[0],"SEER":[1],"VILLAGER":[2,3]},"weight":1}]}`

// played is how many matches of the plan are over.
func (s *testServer) played(t *testing.T) int {
	c, ok := s.Busy(t.Context(), &s.config.Tracks[0])
	if !ok {
		t.Error("the track does not answer")
	}
	return c.Done
}

func TestARunningContestIsTakenOver(t *testing.T) {
	dir := t.TempDir()
	schedule := filepath.Join(dir, "match_optimizer.json")
	if err := os.WriteFile(schedule, []byte(halfPlayed), 0o600); err != nil {
		t.Fatal(err)
	}
	for round, want := range []int{1, 2, 2} {
		s := start(t, dir, adopting)
		if p, _ := s.Busy(t.Context(), &s.config.Tracks[0]); p.Done != want || p.Total != 2 {
			t.Errorf("server %d begins at %+v", round+1, p)
		}
		if round == 0 {
			var playing sync.WaitGroup
			for _, name := range []string{"ann", "bob", "cid", "dan", "eve"} {
				c := s.join(t, name)
				playing.Go(func() { c.play(nil) })
			}
			playing.Wait()
			waittest.Until(t, "the match is booked", func() bool { return s.played(t) == 2 })
			rec := s.Records(t, 1)[0]
			for _, p := range archive.Summarize(&rec.Header, rec.Entries).Seats {
				if (p.Role == werewolf.Werewolf) != (p.Team == "eve") {
					t.Errorf("%s is %v", p.Team, p.Role)
				}
			}
		}
		s.shutdown()
		s.stop()
	}
	if left, err := os.ReadFile(schedule); err != nil || string(left) != halfPlayed {
		t.Errorf("the schedule was changed: %v", err)
	}
}

// A contest that was begun elsewhere may have teams whose names look alike: both have a place, and a third has none.
func TestLookAlikesOfATakenOverContestPlay(t *testing.T) {
	dir := t.TempDir()
	text := strings.Replace(halfPlayed, `"1":"bob"`, `"1":"Ann"`, 1)
	if err := os.WriteFile(filepath.Join(dir, "match_optimizer.json"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s := start(t, dir, adopting)
	if got := s.join(t, "ANN").closed(); !strings.Contains(got, "looks like that of team") {
		t.Errorf("a third is told %q", got)
	}
	var playing sync.WaitGroup
	for _, name := range []string{"ann", "Ann", "cid", "dan", "eve"} {
		c := s.join(t, name)
		playing.Go(func() { c.play(nil) })
	}
	waittest.Until(t, "all five have played", func() bool { return s.played(t) == 2 })
	playing.Wait()
}

func TestAScheduleThatCannotGoOnStopsTheServer(t *testing.T) {
	dir := t.TempDir()
	schedule := filepath.Join(dir, "match_optimizer.json")
	for text, want := range map[string]string{
		strings.Replace(halfPlayed, `"game_count":2`, `"game_count":1`, 1): "games a round: 1 in the schedule, 2 now",
		halfPlayed[:len(halfPlayed)-9]:                                     "it is torn or changed by hand",
	} {
		if err := os.WriteFile(schedule, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		cfg, err := config.Parse("test.yml", []byte(strings.ReplaceAll(adopting, "DIR", dir)))
		if err != nil {
			t.Fatal(err)
		}
		_, err = New(Options{Config: cfg, Characters: contesttest.Cast(20), Log: slog.New(slog.DiscardHandler)})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "test.yml:4: matching.output_path") {
			t.Errorf("%v, want %s", err, want)
		}
		if now, err := os.ReadFile(schedule); err != nil || !bytes.Equal(now, []byte(text)) {
			t.Errorf("the schedule was changed: %v", err)
		}
		if _, err := os.Stat(schedule + matching.JournalExtension); err == nil {
			t.Error("a journal was begun all the same")
		}
	}
}
