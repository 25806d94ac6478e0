package matching

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/balance"
	"wolfden/internal/secret"
)

func journalPath(t testing.TB) string { return filepath.Join(t.TempDir(), "journal.jsonl") }

// fakeDisk is a file that does not wait for the platter, and fails when told.
type fakeDisk struct {
	*os.File
	write, truncate, sync error
}

func (d *fakeDisk) WriteAt(b []byte, off int64) (int, error) {
	if d.write != nil { // half of it got through
		n, _ := d.File.WriteAt(b[:len(b)/2], off)
		return n, d.write
	}
	return d.File.WriteAt(b, off)
}

func (d *fakeDisk) Truncate(size int64) error { return cmp.Or(d.truncate, d.File.Truncate(size)) }
func (d *fakeDisk) Sync() error               { return d.sync }

func tryOpen(path string, s Spec, endless bool) (*Journal, *fakeDisk, error) {
	d := &fakeDisk{}
	j, err := open(path, s, endless, func(f *os.File) disk { d.File = f; return d })
	return j, d, err
}

func openTest(t testing.TB, path string, s Spec, endless bool) *Journal {
	t.Helper()
	j, _, err := tryOpen(path, s, endless)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.release() }) // closed twice in most tests
	return j
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// everybody waits.
func everybody(j *Journal) (all []Waiting) {
	for _, name := range j.ledger.names {
		all = append(all, waits(name, 1))
	}
	return all
}

func admitAll(t testing.TB, j *Journal) {
	t.Helper()
	for i := range j.ledger.names {
		must(t, j.Admit(fmt.Sprint("team", i), at(i)))
	}
}

// next is the match that starts when everybody waits.
func next(t testing.TB, j *Journal) Match {
	t.Helper()
	m, ok := j.Next(everybody(j))
	if !ok {
		t.Fatal("no match is left")
	}
	return m
}

// How far a contest is can be read while it is played.
func TestReadProgress(t *testing.T) {
	path := journalPath(t)
	j := openTest(t, path, specOf(6, 3, 10, 1), false)
	admitAll(t, j)
	for i := range 3 {
		m := next(t, j)
		must(t, j.Start(m, fmt.Sprint("game", i), at(i)))
		if i < 2 {
			must(t, j.End(m.ID, Outcome{Game: fmt.Sprint("game", i), At: at(i)}))
		}
	}
	if got, _, err := ReadProgress(path); err != nil || got != j.Progress() || got.Matches-got.Finished != 8 || got.Running != 1 {
		t.Errorf("%+v, %v; want %+v", got, err, j.Progress())
	}
	must(t, os.WriteFile(path, []byte("torn"), 0o600))
	if _, _, err := ReadProgress(path); err == nil {
		t.Error("a file that is no journal tells of a contest")
	}
	if _, _, err := ReadProgress(path + "x"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

// TestContestIsPlayedOnce plays all of a plan in its order.
func TestContestIsPlayedOnce(t *testing.T) {
	s := specOf(6, 3, 10, 1)
	j, err := Open(journalPath(t), s, false)
	must(t, err)
	defer func() { must(t, j.Close()) }()
	admitAll(t, j)
	plan := mustPlan(t, s)
	for i, want := range plan.Matches {
		m := next(t, j)
		if m.ID != want.ID || m.attempt != 1 || rolesOf(m) != s.Roles {
			t.Fatalf("match %d: %v, not %v", i, m, want)
		}
		for k, p := range m.Places {
			if p.Team != fmt.Sprint("team", int(want.Chairs[k].slot)) || p.Nth != 0 {
				t.Fatalf("match %d: %v at %d, not slot %d", i, p, k, want.Chairs[k].slot)
			}
		}
		game := fmt.Sprint("game", i)
		must(t, j.Start(m, game, at(i)))
		must(t, j.End(m.ID, Outcome{Game: game, At: at(i)}))
	}
	if _, ok := j.Next(everybody(j)); ok {
		t.Error("there is one match more")
	}
	if got, want := j.Progress(), (Progress{1, 10, 10, 0, 0, 0, 0}); got != want {
		t.Errorf("%+v, not %+v", got, want)
	}
	if got := j.plan(1); !reflect.DeepEqual(got.Matches, plan.Matches) || got.spec.Names[5] != "team5" {
		t.Errorf("the journal's plan is %+v", got)
	}
	if j.plan(0) != nil || j.plan(2) != nil {
		t.Error("a plan of no round")
	}
	played, planned := j.played(), balanceOf(plan.spec, plan.Matches)
	if !reflect.DeepEqual(played, planned) {
		t.Errorf("played %+v, planned %+v", played, planned)
	}
}

// TestFailedMatchesComeLast, and later still when they fail again.
func TestFailedMatchesComeLast(t *testing.T) {
	path := journalPath(t)
	j := openTest(t, path, specOf(3, 3, 4, 1), false)
	admitAll(t, j)
	var order []string
	seeds := map[uint64]bool{}
	for i, fails := range []bool{true, false, true, false, true, false, true, false} {
		m := next(t, j)
		order = append(order, fmt.Sprintf("%s/%d", m.ID[2:6], m.attempt))
		seeds[m.Seed] = true
		game := fmt.Sprint(i)
		must(t, j.Start(m, game, at(i)))
		o := Outcome{Game: game, At: at(i)}
		if fails {
			o.Failure = "two players gone \xff"
		}
		must(t, j.End(m.ID, o))
		must(t, j.End(m.ID, o)) // said twice
	}
	want := "0001/1 0002/1 0003/1 0004/1 0001/2 0003/2 0001/3 0001/4"
	if got := strings.Join(order, " "); got != want {
		t.Errorf("played %s, not %s", got, want)
	}
	if len(seeds) != 8 {
		t.Errorf("%d seeds for 8 games", len(seeds))
	}
	if p := j.Progress(); p.Finished != 4 || p.Failures != 4 {
		t.Errorf("%+v", p)
	}
}

// TestWhatCannotBeBooked leaves the journal as it was.
func TestWhatCannotBeBooked(t *testing.T) {
	path := journalPath(t)
	j := openTest(t, path, specOf(6, 3, 4, 1), false)
	early := mustPlan(t, j.ledger.spec).Matches[0].ID
	if err := j.Start(Match{ID: early}, "g", at(0)); err == nil || !strings.Contains(err.Error(), "has not come yet") {
		t.Errorf("a match of unknown teams: %v", err)
	}
	admitAll(t, j)
	one := next(t, j)
	must(t, j.Start(one, "g1", at(1)))
	two := next(t, j)
	must(t, j.Start(two, "g2", at(1)))
	must(t, j.End(two.ID, Outcome{Game: "g2"}))
	three := next(t, j)
	text, err := os.ReadFile(path)
	must(t, err)
	for name, do := range map[string]func() error{
		"start of a running one":    func() error { return j.Start(one, "g3", at(2)) },
		"start of a finished one":   func() error { return j.Start(two, "g3", at(2)) },
		"start of an unknown one":   func() error { return j.Start(Match{ID: "x"}, "g3", at(2)) },
		"two matches as one game":   func() error { return j.Start(three, "g1", at(2)) },
		"a game without id":         func() error { return j.Start(three, "", at(2)) },
		"a game id of no letters":   func() error { return j.Start(three, "\xff", at(2)) },
		"end of an unknown one":     func() error { return j.End("x", Outcome{Game: "g1"}) },
		"end of one never started":  func() error { return j.End(three.ID, Outcome{Game: "g3"}) },
		"end of one never played":   func() error { return j.End(three.ID, Outcome{Failure: "no"}) },
		"end as another game":       func() error { return j.End(one.ID, Outcome{Game: "g2"}) },
		"failure of a finished one": func() error { return j.End(two.ID, Outcome{Game: "g2", Failure: "no"}) },
		"a team without a name":     func() error { return j.Admit("", at(2)) },
	} {
		if err := do(); err == nil {
			t.Errorf("%s: error %v", name, err)
		}
	}
	after, err := os.ReadFile(path)
	must(t, err)
	if !bytes.Equal(text, after) {
		t.Errorf("the file changed:\n%s\n%s", text, after)
	}
	if got := next(t, j); !reflect.DeepEqual(got, three) {
		t.Errorf("the next match was %v, is %v", three, got)
	}
}

// TestLateJoiners: slots go to teams in the order of their first coming, and
// who has one plays even while other slots are free.
func TestLateJoiners(t *testing.T) {
	path := journalPath(t)
	s := specOf(4, 2, 12, 1)
	j := openTest(t, path, s, false)
	if _, ok := j.Next([]Waiting{waits("x", 1), waits("y", 1)}); ok {
		t.Error("teams play that were not admitted")
	}
	for _, team := range []string{"zoo", "ant", "zoo", "zoo"} { // one team twice is one team
		must(t, j.Admit(team, at(1)))
	}
	m, ok := j.Next([]Waiting{waits("ant", 1), waits("zoo", 1)})
	if !ok || !slices.Equal(teamsOf(m), []string{"ant", "zoo"}) {
		t.Fatalf("two of four teams are there, and play %v %v", m, ok)
	}
	must(t, j.Admit("bee", at(2)))
	must(t, j.Close())
	j = openTest(t, path, s, false)
	must(t, j.Admit("bee", at(3)))
	must(t, j.Admit("cat", at(3)))
	for team, want := range map[string]string{"dog": "all 4 slots are taken", "Zoo": "slots", " zoo": "slots"} {
		if err := j.Admit(team, at(3)); !errors.As(err, new(*NoSlotError)) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", team, err)
		}
	}
	if !slices.Equal(j.ledger.names, []string{"zoo", "ant", "bee", "cat"}) {
		t.Errorf("slots %q", j.ledger.names)
	}
	if _, ok := j.Next([]Waiting{waits("dog", 1), waits("zoo", 1)}); ok {
		t.Error("a team without a slot plays")
	}
}

func TestNamedTeams(t *testing.T) {
	path := journalPath(t)
	s := specOf(3, 2, 3, 1)
	s.Names = []string{"a", "b", "c"}
	j := openTest(t, path, s, false)
	must(t, j.Admit("b", at(1)))
	if err := j.Admit("d", at(1)); !errors.As(err, new(*NoSlotError)) {
		t.Errorf("a stranger: %v", err)
	}
	if _, ok := j.Next([]Waiting{waits("b", 1), waits("c", 1)}); !ok {
		t.Error("named teams that wait do not play")
	}
	must(t, j.Close())
	s.Names = []string{"c", "a", "b"} // the order is the journal's
	j = openTest(t, path, s, false)
	if !slices.Equal(j.ledger.names, []string{"a", "b", "c"}) {
		t.Errorf("slots %q", j.ledger.names)
	}
}

// TestEndless: a round of its own seed follows when all are finished, not
// before.
func TestEndless(t *testing.T) {
	path := journalPath(t)
	s := specOf(5, 2, 4, 1)
	j := openTest(t, path, s, true)
	admitAll(t, j)
	ids := map[ID]bool{}
	for i := range 12 {
		if p := j.Progress(); p.round != 1+i/4 || p.Matches != 4*p.round {
			t.Fatalf("after %d games: %+v", i, p)
		}
		m := next(t, j)
		ids[m.ID] = true
		game := fmt.Sprint(i)
		must(t, j.Start(m, game, at(i)))
		if i%4 == 3 {
			if _, ok := j.Next(everybody(j)); ok {
				t.Fatal("a round is over while its last game is played")
			}
			must(t, j.End(m.ID, Outcome{Game: game, Failure: "no"}))
			game += "b"
			must(t, j.Start(m, game, at(i)))
		}
		must(t, j.End(m.ID, Outcome{Game: game}))
	}
	if len(ids) != 12 {
		t.Errorf("%d matches in three rounds", len(ids))
	}
	// The last match of a round failed, and was dealt again.
	if two, err := NewPlan(s, secret.Key{}, 2); err != nil || !reflect.DeepEqual(two.Matches[:3], j.plan(2).Matches[:3]) {
		t.Errorf("round 2 is not that of the spec: %v", err)
	}
	must(t, j.Close())
	if j = openTest(t, path, s, true); j.Progress().round != 4 {
		t.Errorf("reopened: %+v", j.Progress())
	}
}

// TestOthersJournals: what does not belong here is refused, with the reason,
// and stays as it was.
func TestOthersJournals(t *testing.T) {
	s := specOf(3, 2, 4, 1)
	s.Names, s.Settings = []string{"a", "b", "c"}, "rules-1"
	path := journalPath(t)
	must(t, openTest(t, path, s, false).Close())
	good, err := os.ReadFile(path)
	must(t, err)
	touched := journalPath(t)
	must(t, os.WriteFile(touched, good, 0o600))
	j := openTest(t, touched, s, false)
	must(t, j.Order(Order{Do: Pause}, at(0)))
	must(t, j.Close())
	for want, change := range map[string]func(*Spec){
		"seed: 1 in the journal, 2 now":                       func(s *Spec) { s.Seed = new(uint64(2)) },
		"number of teams: 3 in the journal, 4 now":            func(s *Spec) { s.Teams, s.Names = 4, []string{"a", "b", "c", "d"} },
		`team "d": not in the journal`:                        func(s *Spec) { s.Teams, s.Names = 4, []string{"a", "b", "c", "d"} },
		`team "c": in the journal, missing now`:               func(s *Spec) { s.Names = []string{"a", "b", "x"} },
		`named ["a" "b" "c"] in the journal, [] now`:          func(s *Spec) { s.Names = nil },
		"games a round: 4 in the journal, 5 now":              func(s *Spec) { s.Games = 5 },
		"players with role VILLAGER: 1 in the journal, 2 now": func(s *Spec) { s.Roles[1] = 2 },
		`settings: "rules-1" in the journal, "rules-2" now`:   func(s *Spec) { s.Settings = "rules-2" },
		"0 games; plan 1 to 20000":                            func(s *Spec) { s.Games = 0 },
	} {
		other := s
		change(&other)
		if _, _, err := tryOpen(touched, other, false); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, not %q", err, want)
		}
	}
	head, rest, _ := strings.Cut(string(good), "\n")
	swap := func(old, now string) string { return strings.Replace(string(good), old, now, 1) }
	first, second := string(mustPlan(t, s).Matches[0].ID), string(mustPlan(t, s).Matches[1].ID)
	for _, c := range []struct{ text, want string }{
		{"hello\nworld\n", "line 1: this is no matching journal"},
		{"hello", "no matching journal, or its first line is torn"},
		{`{"wolfden":1}` + "\n", "line 1: this is no matching journal"},
		{swap(`{"matching":3`, `{"matching":4`), "line 1: a newer program wrote this journal"},
		{strings.Replace(head, "rules-1", "rules-2", 1), "its first line is torn"},
		{swap(`"games":4`, `"games":0`), "line 1: 0 games"},
		{swap(`"games":4`, `"games":4,"x":1`), `line 1: json: unknown field "x"`},
		{string(good) + rest, "line 3: round 1 with 4 matches; round 2 with 4 comes next"},
		{string(good) + `{"do":"dance"}` + "\n", `line 3: unknown entry "dance"`},
		{string(good) + `{"do":"bind","x":1}` + "\n", `line 3: json: unknown field "x"`},
		{string(good) + `{"do":"start"} {}` + "\n", "line 3: more than one JSON value"},
		{string(good) + "\n", "line 3: EOF"},
		{string(good) + "{\n" + `{"do":"bind"}` + "\n", "line 3: unexpected EOF"},
		{string(good) + `{"do":"bind","slot":3,"team":"x"}` + "\n", "line 3: no such slot"},
		{string(good) + `{"do":"bind","team":"x"}` + "\n", "line 3: no such slot"},
		{string(good) + `{"do":"bind","slot":1,"team":"x"}` + "\n", `slot 1 is bound to "b" already`},
		{swap(`"round":1`, `"round":2`), "line 2: round 2 with 4 matches; round 1 with 4 comes next"},
		{swap(`"slots":[`, `"slots":[9,`), "3 teams for 2 roles"},
		{string(regexp.MustCompile(`"slots":\[\d`).ReplaceAll(good, []byte(`"slots":[7`))), "slot 7 is none of 3"},
		{string(regexp.MustCompile(`"slots":\[\d,\d`).ReplaceAll(good, []byte(`"slots":[1,1`))), "sits there twice"},
		{string(regexp.MustCompile(`"roles":\["\w+`).ReplaceAll(good, []byte(`"roles":["MEDIUM`))), "its roles are"},
		{string(regexp.MustCompile(`"roles":\["\w+`).ReplaceAll(good, []byte(`"roles":["WOLF`))), `line 2: unknown role "WOLF"`},
		{swap(second, first), "match 2 of the round has no id of its own"},
		{swap(second, ""), "match 2 of the round has no id of its own"},
	} {
		must(t, os.WriteFile(path, []byte(c.text), 0o644))
		_, _, err := tryOpen(path, s, false)
		if err == nil || !strings.HasPrefix(err.Error(), "journal "+path+": ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, not %q", err, c.want)
		}
		if left, _ := os.ReadFile(path); string(left) != c.text {
			t.Errorf("%s: the file was changed", c.want)
		}
	}
	s.Names = nil // a slot of two, a team with two slots
	for text, want := range map[string]string{
		`{"do":"bind","slot":0,"team":"x"}` + "\n" + `{"do":"bind","slot":1,"team":"x"}`: `line 4: team "x" has a slot already`,
		`{"do":"bind","slot":0}`: "line 3: a team cannot be bound: its name is empty",
	} {
		must(t, os.Remove(path))
		must(t, openTest(t, path, s, false).Close())
		good, err := os.ReadFile(path)
		must(t, err)
		must(t, os.WriteFile(path, []byte(string(good)+text+"\n"), 0o644))
		if _, _, err := tryOpen(path, s, false); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, not %q", err, want)
		}
	}
	if _, err := Open(filepath.Join(path, "x"), s, false); err == nil {
		t.Error("a file cannot be in a file")
	}
}

// plan is the plan of a round, from 1 to that of Progress, with the names that
// are known so far; nil for a round that was not planned.
func (j *Journal) plan(round int) *Plan {
	l := j.ledger
	if round < 1 || round > l.round {
		return nil
	}
	p := &Plan{spec: l.named(), round: round}
	for _, e := range l.matches[(round-1)*l.spec.Games:][:l.spec.Games] {
		p.Matches = append(p.Matches, e.plannedMatch)
	}
	return p
}

// played is the balance of what was finished so far.
func (j *Journal) played() *balance.Table {
	var played []plannedMatch
	for _, e := range j.ledger.matches {
		if e.state == finished {
			played = append(played, e.plannedMatch)
		}
	}
	return balanceOf(j.ledger.named(), played)
}

// named is the spec with the names that are known so far.
func (l *journalState) named() Spec {
	s := l.spec
	s.Names = slices.Clone(l.names)
	return s
}
