package league

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/bot"
	"wolfden/internal/chronicle"
	"wolfden/internal/filelock"
	"wolfden/internal/match"
	"wolfden/internal/score"
	"wolfden/internal/stats"
	"wolfden/werewolf"
)

func botMaker(e Entry, lang string, seed uint64) (match.Player, error) {
	return bot.New(e.Bot, bot.Config{Seed: seed, Lang: lang})
}

// kept is records in memory.
type kept struct {
	mu      sync.Mutex
	records map[string][]byte
	twice   int
}

func (k *kept) keep(g *Game, record []byte) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.records == nil {
		k.records = map[string][]byte{}
	}
	if k.records[g.ID] != nil {
		k.twice++
	}
	k.records[g.ID] = bytes.Clone(record)
	return nil
}

func runAll(t *testing.T, s *Spec, parallel int) (*Runner, *kept) {
	t.Helper()
	k := &kept{}
	games := Plan(s)
	r := &Runner{Spec: s, Games: games, Results: make([]Result, len(games)), Make: botMaker, Parallel: parallel, Keep: k.keep}
	if err := r.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	return r, k
}

// TestSameRecords: records are the same whatever the number of games at a time,
// and each is one that replays.
func TestSameRecords(t *testing.T) {
	s := testSpec(t, 4, 5, 5, Duplicate)
	one, a := runAll(t, s, 1)
	_, b := runAll(t, s, 4)
	if len(a.records) != 20 || len(b.records) != 20 || a.twice+b.twice > 0 || one.Left() != 0 {
		t.Fatalf("%d and %d records, %d twice, %d left", len(a.records), len(b.records), a.twice+b.twice, one.Left())
	}
	for _, g := range one.Games {
		if !bytes.Equal(a.records[g.ID], b.records[g.ID]) {
			t.Fatalf("game %s differs", g.ID)
		}
		rec, err := gamelog.Verify(a.records[g.ID])
		if err != nil {
			t.Fatal(err)
		}
		for i, seat := range rec.Header.Seats {
			if seat.Role != g.Seats[i].Role || seat.Team != g.Seats[i].Team || seat.Name != g.Seats[i].character.Name {
				t.Errorf("game %s, seat %d: %+v", g.ID, i+1, seat)
			}
		}
	}
}

// TestStandingIsScore: rates by role and weighted micro are those of wolfden
// score, which counts from the records.
func TestStandingIsScore(t *testing.T) {
	s := testSpec(t, 3, 5, 12, Independent)
	s.Entries[1].Bot, s.Entries[2].Bot = "plain", "mille"
	r, k := runAll(t, s, 2)
	table := Standing(s, r.Games, r.Results)[0]
	var games []*chronicle.Summary
	for _, g := range r.Games {
		rec, err := gamelog.Parse(k.records[g.ID])
		if err != nil {
			t.Fatal(err)
		}
		counted, err := chronicle.OfRecord(rec)
		if err != nil {
			t.Fatal(err)
		}
		counted.Sum[0], counted.Sum[1] = byte(g.number), byte(g.number>>8)
		for i := range counted.Players {
			counted.Players[i].Team = s.Entries[g.Seats[i].Entry].Name
		}
		games = append(games, &counted.Summary)
	}
	report := score.Count(games, false, 1)
	var won, want [2]stats.Part // of the first two entries together, and of the last
	for i, parts := range Wins(s, r.Games, r.Results, 2, func(entry int) int { return entry / 2 }) {
		for _, p := range parts {
			won[i].Of, won[i].All = won[i].Of+p.Of, won[i].All+p.All
		}
	}
	for _, row := range table.Rows {
		group := &want[slices.IndexFunc(s.Entries, func(e Entry) bool { return e.Name == row.Entry })/2]
		for _, n := range row.Roles {
			group.Of, group.All = group.Of+float64(n.Successes), group.All+float64(n.Trials)
		}
	}
	if won != want {
		t.Errorf("by game %v, in the table %v", won, want)
	}
	for _, row := range table.Rows {
		found := false
		for _, other := range report.Tables[0].Rows {
			if other.Team != row.Entry {
				continue
			}
			found = true
			if d := other.Weighted.Value - 100*row.Weighted.Value; d > 1e-9 || d < -1e-9 {
				t.Errorf("%s: weighted micro %v, score says %v", row.Entry, 100*row.Weighted.Value, other.Weighted.Value)
			}
			for _, role := range table.Roles {
				if c := other.Cells[role]; c.Games != row.Roles[role].Trials || c.Wins != row.Roles[role].Successes {
					t.Errorf("%s as %s: %v, score says %+v", row.Entry, role, row.Roles[role], c)
				}
			}
		}
		if !found {
			t.Errorf("score does not know %s", row.Entry)
		}
	}
	if table.Rounds != 12 || table.Played != 36 || table.Rows[0].Behind.Value != 0 {
		t.Errorf("%+v", table)
	}
	for _, row := range table.Rows[1:] {
		if want := table.Rows[0].Weighted.Value - row.Weighted.Value; row.Behind.Value-want > 1e-9 || want-row.Behind.Value > 1e-9 || want < 0 {
			t.Errorf("%s is %v behind, want %v", row.Entry, row.Behind.Value, want)
		}
	}
}

// TestCompared: the value of a round is the difference of weighted micro, within
// the reach, in full tables and against others.
func TestCompared(t *testing.T) {
	for _, against := range []string{"", "plain"} {
		s := testSpec(t, 3, 5, 10, Duplicate)
		if against != "" {
			s.Against = opponents([]string{against})
		}
		s.Stop = DefaultStop(2, 0)
		s.Stop.Difference = 0.3
		s.Stop.Alpha = 1e-9
		s.Stop.Beta = 1e-9
		r, _ := runAll(t, s, 2)
		reach := s.reach(r.Games)
		mean := 0.0
		for from := 0; from < len(r.Games); from += 3 {
			v := s.compared(r.Games[from:from+3], r.Results[from:from+3])
			if v > reach+1e-9 || v < -reach-1e-9 {
				t.Errorf("round %d: %v is out of reach %v", from/3, v, reach)
			}
			mean += v / 10
		}
		want := map[string]float64{}
		for _, row := range Standing(s, r.Games, r.Results)[0].Rows {
			want[row.Entry] = row.Weighted.Value
		}
		if d := mean - (want["e2"] - want["e0"]); d > 1e-9 || d < -1e-9 {
			t.Errorf("against %q: mean %v, standing says %v", against, mean, want["e2"]-want["e0"])
		}
		if d := Compare(s, r.Games, r.Results).Difference(); d.N != 10 || d.Value-mean > 1e-9 || mean-d.Value > 1e-9 {
			t.Errorf("against %q: %v, want %v", against, d, mean)
		}
	}
}

// TestStop: a league stops early at the same round whatever the number of games
// at a time, and a league that goes on from there plays nothing.
func TestStop(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	s := testSpec(t, 2, 5, 400, Duplicate)
	s.Entries[1].Bot = "plain"
	s.Stop = DefaultStop(0, 1)
	one, _ := runAll(t, s, 1)
	four, _ := runAll(t, s, 4)
	v, n := one.Test().Verdict()
	w, m := four.Test().Verdict()
	if v == Undecided || v != w || n != m || n >= 400 {
		t.Fatalf("%v after %d rounds, %v after %d", v, n, w, m)
	}
	if one.Left() != 0 || four.Left() != 0 {
		t.Errorf("left %d and %d", one.Left(), four.Left())
	}
	again := &Runner{Spec: s, Games: one.Games, Results: four.Results, Parallel: 1,
		Make: func(Entry, string, uint64) (match.Player, error) { return nil, errors.New("played on") }}
	if err := again.Run(context.Background()); err != nil {
		t.Error(err)
	}
	if x, y := again.Test().Difference(), one.Test().Difference(); x.Value != y.Value || x.Low != y.Low {
		t.Errorf("%v and %v", x, y)
	}
}

// TestInterrupted: contexts that end again and again leave games that are whole,
// and in the end the same as without.
func TestInterrupted(t *testing.T) {
	s := testSpec(t, 4, 5, 6, Duplicate)
	whole, want := runAll(t, s, 2)
	dir := t.TempDir()
	for range 100 {
		left := interrupt(t, dir, s, 3)
		if left == 0 {
			break
		}
	}
	results, found, err := ReadResults(dir, s, whole.Games, nil)
	if err != nil || found != len(whole.Games) {
		t.Fatalf("%d games, %v", found, err)
	}
	for i, g := range whole.Games {
		got, err := os.ReadFile(recordPath(dir, &g))
		if err != nil || !bytes.Equal(got, want.records[g.ID]) {
			t.Errorf("game %s differs: %v", g.ID, err)
		}
		if !reflect.DeepEqual(results[i], whole.Results[i]) {
			t.Errorf("game %s: %+v, want %+v", g.ID, results[i], whole.Results[i])
		}
	}
}

// interrupt plays until so many games are over, and returns how many are left.
func interrupt(t *testing.T, dir string, s *Spec, games int) int {
	t.Helper()
	folder, err := OpenFolder(dir, s)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := folder.Close(); err != nil {
			t.Error(err)
		}
	}()
	plan := Plan(s)
	results, found, err := ReadResults(dir, s, plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	r := &Runner{Spec: s, Games: plan, Results: results, Make: botMaker, Parallel: 2, Keep: folder.Keep}
	r.Report = func(played int) {
		if played >= found+games {
			stop()
		}
	}
	if err := r.Run(ctx); err != nil {
		t.Fatal(err)
	}
	return r.Left()
}

func TestFailures(t *testing.T) {
	s := testSpec(t, 2, 5, 50, Duplicate)
	games := Plan(s)
	full := errors.New("disk full")
	k, failed := &kept{}, make(chan struct{})
	r := &Runner{Spec: s, Games: games, Results: make([]Result, len(games)), Make: botMaker, Parallel: 3,
		Keep: func(g *Game, record []byte) error {
			if g.number == 10 {
				close(failed)
				return full
			}
			if g.number > 20 {
				<-failed // however slow that game is
			}
			return k.keep(g, record)
		}}
	if err := r.Run(context.Background()); !errors.Is(err, full) {
		t.Errorf("error %v", err)
	}
	if r.Results[10].over || len(k.records) > 40 { // 20, those being played, and what begins before the fault is known
		t.Errorf("played on: %d games", len(k.records))
	}
	s.Entries[1].Bot = "nobody"
	r = &Runner{Spec: s, Games: games, Results: make([]Result, len(games)), Make: botMaker, Parallel: 1}
	if err := r.Run(context.Background()); err == nil || !strings.Contains(err.Error(), "e1") {
		t.Errorf("error %v", err)
	}
}

func TestFolder(t *testing.T) {
	s := testSpec(t, 2, 5, 2, Duplicate)
	dir := filepath.Join(t.TempDir(), "deep", "league")
	plan := Plan(s)
	if _, found, err := ReadResults(dir, s, plan, nil); found != 0 || err != nil {
		t.Errorf("no folder: %d, %v", found, err)
	}
	if left := interrupt(t, dir, s, 100); left != 0 {
		t.Fatalf("%d left", left)
	}
	folder, err := OpenFolder(dir, s)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := OpenFolder(dir, s); !errors.Is(err, filelock.ErrBusy) {
		t.Errorf("two at once: %v", err)
	}
	part := strings.TrimSuffix(recordPath(dir, &plan[0]), gamelog.Extension) + gamelog.Unsettled
	damage(t, part, "half")
	data, err := os.ReadFile(recordPath(dir, &plan[1]))
	if err != nil {
		t.Fatal(err)
	}
	damage(t, recordPath(dir, &plan[1]), string(data[:len(data)-10]))
	damage(t, recordPath(dir, &plan[2]), "")
	if err := os.Rename(recordPath(dir, &plan[3]), recordPath(dir, &plan[0])); err != nil {
		t.Fatal(err)
	}
	if err := folder.Close(); err != nil {
		t.Fatal(err)
	}
	if _, found, _ := ReadResults(dir, s, plan, nil); found != 0 {
		t.Errorf("%d damaged records count", found)
	}
	if left := interrupt(t, dir, s, 100); left != 0 {
		t.Fatalf("%d left", left)
	}
	if _, err := os.Stat(part); !errors.Is(err, os.ErrNotExist) {
		t.Error("what a crash left is still there")
	}

	longer := testSpec(t, 2, 5, 3, Duplicate)
	if _, found, err := ReadResults(dir, longer, Plan(longer), nil); found != 4 || err != nil {
		t.Errorf("the longer plan finds %d games, %v", found, err)
	}
	other := testSpec(t, 2, 5, 2, Independent)
	if _, err := OpenFolder(dir, other); !errors.Is(err, errOther) {
		t.Errorf("another plan: %v", err)
	}
	if _, _, err := ReadResults(dir, other, Plan(other), nil); !errors.Is(err, errOther) {
		t.Errorf("another plan: %v", err)
	}
}

func damage(t *testing.T, path, data string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestNobody: a game without a winner is lost for all, and only whole rounds
// count.
func TestNobody(t *testing.T) {
	s := testSpec(t, 2, 5, 2, Duplicate)
	games := Plan(s)
	results := []Result{{over: true, winner: werewolf.VillagerTeam}, {over: true, faults: 3}, {over: true, winner: werewolf.VillagerTeam}, {}}
	table := Standing(s, games, results)[0]
	if table.Rounds != 1 || table.Played != 3 || table.Nobody != 1 || table.Faults != 3 {
		t.Errorf("%+v", table)
	}
	sum := 0.0
	for _, row := range table.Rows {
		sum += row.Weighted.Value
	}
	if want := fmt.Sprintf("%.6f", 7.0/11); fmt.Sprintf("%.6f", sum) != want { // seer and villagers won once
		t.Errorf("both together won %v, want %s", sum, want)
	}
}
