package matching

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
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
		if m.ID != want.ID || m.Attempt != 1 || rolesOf(m) != s.Roles {
			t.Fatalf("match %d: %v, not %v", i, m, want)
		}
		for k, p := range m.Places {
			if p.Team != fmt.Sprint("team", int(want.Chairs[k].Slot)) || p.Nth != 0 {
				t.Fatalf("match %d: %v at %d, not slot %d", i, p, k, want.Chairs[k].Slot)
			}
		}
		game := fmt.Sprint("game", i)
		must(t, j.Start(m, game, at(i)))
		must(t, j.End(m.ID, Outcome{Game: game, At: at(i)}))
	}
	if _, ok := j.Next(everybody(j)); ok {
		t.Error("there is one match more")
	}
	if got, want := j.Progress(), (Progress{1, 10, 10, 0, 0}); got != want {
		t.Errorf("%+v, not %+v", got, want)
	}
	if got := j.Plan(1); !reflect.DeepEqual(got.Matches, plan.Matches) || got.Spec.Names[5] != "team5" {
		t.Errorf("the journal's plan is %+v", got)
	}
	if j.Plan(0) != nil || j.Plan(2) != nil {
		t.Error("a plan of no round")
	}
	played, planned := j.Played(), plan.Table()
	played.Spec = planned.Spec
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
		order = append(order, fmt.Sprintf("%s/%d", m.ID[2:6], m.Attempt))
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
		if err := do(); err == nil || !strings.HasPrefix(err.Error(), "matching: ") {
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
		if err := j.Admit(team, at(3)); !errors.Is(err, ErrNoSlot) || !strings.Contains(err.Error(), want) {
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
	if err := j.Admit("d", at(1)); !errors.Is(err, ErrNoSlot) {
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
		if p := j.Progress(); p.Round != 1+i/4 || p.Matches != 4*p.Round {
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
	if two, err := NewPlan(s, 2); err != nil || !reflect.DeepEqual(two.Matches, j.Plan(2).Matches) {
		t.Errorf("round 2 is not that of the spec: %v", err)
	}
	must(t, j.Close())
	if j = openTest(t, path, s, true); j.Progress().Round != 4 {
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
	for want, change := range map[string]func(*Spec){
		"seed: 1 in the journal, 2 now":                       func(s *Spec) { s.Seed = 2 },
		"number of teams: 3 in the journal, 4 now":            func(s *Spec) { s.Teams, s.Names = 4, []string{"a", "b", "c", "d"} },
		`team "d": not in the journal`:                        func(s *Spec) { s.Teams, s.Names = 4, []string{"a", "b", "c", "d"} },
		`team "c": in the journal, missing now`:               func(s *Spec) { s.Names = []string{"a", "b", "x"} },
		`named ["a" "b" "c"] in the journal, [] now`:          func(s *Spec) { s.Names = nil },
		"games a round: 4 in the journal, 5 now":              func(s *Spec) { s.Games = 5 },
		"players with role VILLAGER: 1 in the journal, 2 now": func(s *Spec) { s.Roles[1] = 2 },
		`settings: "rules-1" in the journal, "rules-2" now`:   func(s *Spec) { s.Settings = "rules-2" },
		"matching: 0 games; plan 1 to 20000":                  func(s *Spec) { s.Games = 0 },
	} {
		other := s
		change(&other)
		if _, _, err := tryOpen(path, other, false); err == nil || !strings.Contains(err.Error(), want) {
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
		{swap(`{"matching":1`, `{"matching":2`), "line 1: a newer program wrote this journal"},
		{strings.Replace(head, "rules-1", "rules-2", 1), "its first line is torn"},
		{swap(`"games":4`, `"games":0`), "line 1: matching: 0 games"},
		{swap(`"games":4`, `"games":4,"x":1`), `line 1: json: unknown field "x"`},
		{string(good) + rest, "line 3: round 1 with 4 matches; round 2 with 4 comes next"},
		{string(good) + `{"do":"dance"}` + "\n", `line 3: unknown entry "dance"`},
		{string(good) + `{"do":"bind","x":1}` + "\n", `line 3: json: unknown field "x"`},
		{string(good) + `{"do":"start"} {}` + "\n", "line 3: more than one value"},
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
		{string(regexp.MustCompile(`"roles":\["\w+`).ReplaceAll(good, []byte(`"roles":["WOLF`))), `line 2: werewolf: unknown role "WOLF"`},
		{swap(second, first), "match 2 of the round has no id of its own"},
		{swap(second, ""), "match 2 of the round has no id of its own"},
	} {
		must(t, os.WriteFile(path, []byte(c.text), 0o644))
		_, _, err := tryOpen(path, s, false)
		if err == nil || !strings.HasPrefix(err.Error(), "matching: journal "+path+": ") || !strings.Contains(err.Error(), c.want) {
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

// TestCutAtEveryByte is a crash at every moment of a contest: afterwards every
// match is played to its end exactly once.
func TestCutAtEveryByte(t *testing.T) {
	s := specOf(3, 2, 3, 1)
	s.Settings = "x"
	whole := writeContest(t, s)
	dir := t.TempDir()
	step := 1
	if testing.Short() {
		step = 23
	}
	for cut := 0; cut <= len(whole); cut += step {
		path := filepath.Join(dir, fmt.Sprint(cut))
		must(t, os.WriteFile(path, whole[:cut], 0o644))
		j := openTest(t, path, s, cut%2 == 0)
		if lines := whole[:bytes.LastIndexByte(whole[:cut], '\n')+1]; bytes.Count(lines, []byte{'\n'}) > 1 {
			want, _, err := read(lines)
			must(t, err)
			if !reflect.DeepEqual(j.ledger.names, want.names) || len(j.Running()) != len(want.running) || j.ledger.finished != want.finished && cut%2 == 1 {
				t.Fatalf("cut at %d: not as it stood:\n%s", cut, lines)
			}
		}
		finishContest(t, j, uint64(cut))
		must(t, j.Close())
		checkContest(t, path, cut)
		must(t, os.Remove(path))
	}
}

// writeContest is the journal of a contest with everything in it.
func writeContest(t *testing.T, s Spec) []byte {
	path := journalPath(t)
	j := openTest(t, path, s, false)
	admitAll(t, j)
	for i, failure := range []string{"", "gone", "", "gone again", ""} {
		m, game := next(t, j), fmt.Sprint("g", i)
		must(t, j.Start(m, game, at(i)))
		if i == 1 { // two at once
			other := next(t, j)
			must(t, j.Start(other, "h", at(i)))
			must(t, j.End(other.ID, Outcome{Game: "h", Failure: "late", At: at(i)}))
		}
		must(t, j.End(m.ID, Outcome{Game: game, Failure: failure, At: at(i)}))
	}
	whole, err := os.ReadFile(path)
	must(t, err)
	return whole
}

// finishContest does what a server does after a crash: games that were being
// played go on and end, or are given up; then all others of the first round are
// played.
func finishContest(t *testing.T, j *Journal, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 5))
	for _, left := range j.Running() {
		o := Outcome{Game: left.Game}
		if r.IntN(2) == 0 {
			o.Failure = "crashed"
		}
		must(t, j.End(left.Match.ID, o))
	}
	for i := range j.ledger.names {
		must(t, j.Admit(fmt.Sprint("team", i), at(i)))
	}
	for i := 0; ; i++ {
		m, ok := j.Next(everybody(j))
		if !ok || strings.HasPrefix(string(m.ID), "2-") {
			return
		}
		game := fmt.Sprint("after", i)
		must(t, j.Start(m, game, at(i)))
		must(t, j.End(m.ID, Outcome{Game: game}))
	}
}

// checkContest reads the file with other eyes.
func checkContest(t *testing.T, path string, cut int) {
	text, err := os.ReadFile(path)
	must(t, err)
	for i := range 3 {
		id := fmt.Sprintf(`"match":"1-%04d-`, i+1)
		counts := map[string]int{}
		for l := range strings.Lines(string(text)) {
			for _, do := range []string{"start", "finish", "fail"} {
				if strings.HasPrefix(l, `{"do":"`+do+`"`) && strings.Contains(l, id) {
					counts[do]++
				}
			}
		}
		if counts["finish"] != 1 || counts["start"] != 1+counts["fail"] {
			t.Fatalf("cut at %d: match %d: %v\n%s", cut, i, counts, text)
		}
	}
}

// TestJournalAgainstModel does random things to a journal, with restarts in
// between, and to a list of matches that is searched from front to back.
func TestJournalAgainstModel(t *testing.T) {
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 9))
		s := specOf(3+r.IntN(5), 2+r.IntN(2), 1+r.IntN(12), seed)
		path := journalPath(t)
		j := openTest(t, path, s, false)
		m := &model{plan: mustPlan(t, s), games: map[string]int{}}
		for i := range 200 {
			m.step(t, j, r, i)
			if r.IntN(20) == 0 {
				must(t, j.Close())
				j = openTest(t, path, s, false)
			}
		}
		must(t, j.Close())
	}
}

type model struct {
	plan     *Plan
	names    []string
	done     map[ID]bool
	failures map[ID]int
	games    map[string]int // running, by game: the match's place
}

// step does one thing to both and compares.
func (m *model) step(t *testing.T, j *Journal, r *rand.Rand, i int) {
	if m.done == nil {
		m.done, m.failures = map[ID]bool{}, map[ID]int{}
	}
	switch team := fmt.Sprint("t", r.IntN(9)); {
	case r.IntN(8) == 0:
		err := j.Admit(team, at(i))
		switch {
		case slices.Contains(m.names, team), len(m.names) < m.plan.Spec.Teams && err == nil:
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Contains(m.names, team) {
				m.names = append(m.names, team)
			}
		case !errors.Is(err, ErrNoSlot):
			t.Fatalf("%s in %v: %v", team, m.names, err)
		}
	case r.IntN(3) == 0 && len(m.games) > 0:
		left := j.Running()
		if len(left) != len(m.games) {
			t.Fatalf("%d running, not %d", len(left), len(m.games))
		}
		over := left[r.IntN(len(left))]
		o := Outcome{Game: over.Game, At: at(i)}
		if r.IntN(2) == 0 {
			o.Failure = "no"
			m.failures[over.Match.ID]++
		} else {
			m.done[over.Match.ID] = true
		}
		delete(m.games, over.Game)
		must(t, j.End(over.Match.ID, o))
	default:
		m.start(t, j, r, i)
	}
}

func (m *model) start(t *testing.T, j *Journal, r *rand.Rand, i int) {
	var waiting []Waiting
	here := map[string]bool{}
	for k := range 9 {
		if r.IntN(4) > 0 {
			team := fmt.Sprint("t", k)
			here[team] = true
			waiting = append(waiting, waits(team, k))
		}
	}
	best := -1
	for n, planned := range m.plan.Matches {
		ready := !m.done[planned.ID]
		for _, running := range m.games {
			ready = ready && running != n
		}
		for _, c := range planned.Chairs {
			ready = ready && int(c.Slot) < len(m.names) && here[m.names[c.Slot]]
		}
		if ready && (best < 0 || m.failures[planned.ID] < m.failures[m.plan.Matches[best].ID]) {
			best = n
		}
	}
	got, ok := j.Next(waiting)
	if ok != (best >= 0) || ok && got.ID != m.plan.Matches[best].ID {
		t.Fatalf("step %d: %v %v, not match %d", i, got, ok, best)
	}
	if ok {
		if got.Attempt != m.failures[got.ID]+1 {
			t.Fatalf("step %d: attempt %d", i, got.Attempt)
		}
		game := fmt.Sprint("g", i)
		m.games[game] = best
		must(t, j.Start(got, game, at(i)))
	}
}

// TestFullDisk: what could not be written was not booked, and can be tried
// again; where the file is in doubt, nothing more is written to it.
func TestFullDisk(t *testing.T) {
	s := specOf(3, 2, 2, 1)
	path := journalPath(t)
	j, d, err := tryOpen(path, s, true)
	must(t, err)
	admitAll(t, j)
	m := next(t, j)
	d.write = errors.New("no space left on device")
	if err := j.Start(m, "g1", at(1)); !errors.Is(err, d.write) {
		t.Errorf("error %v", err)
	}
	if got := next(t, j); !reflect.DeepEqual(got, m) {
		t.Errorf("not booked, and yet %v is next", got)
	}
	d.write = nil
	must(t, j.Start(m, "g1", at(1)))
	must(t, j.End(m.ID, Outcome{Game: "g1"}))
	m = next(t, j)
	must(t, j.Start(m, "g2", at(1)))

	d.sync = errors.New("input/output error")
	if err := j.End(m.ID, Outcome{Game: "g2"}); !errors.Is(err, d.sync) {
		t.Errorf("error %v", err)
	}
	lost := d.sync
	d.sync = nil
	if err := j.End(m.ID, Outcome{Game: "g2"}); !errors.Is(err, lost) {
		t.Errorf("a journal in doubt was written to: %v", err)
	}
	must(t, j.Close())
	if err := j.Admit("x", at(1)); err == nil {
		t.Error("a closed journal admits")
	}

	j, d, err = tryOpen(path, s, true) // the line had been written after all
	must(t, err)
	defer func() { must(t, j.Close()) }()
	if p := j.Progress(); p.Round != 2 || p.Finished != 2 {
		t.Fatalf("%+v", p)
	}
	m = next(t, j)
	must(t, j.Start(m, "g3", at(1)))
	d.write, d.truncate = errors.New("no space"), errors.New("no way back")
	if err := j.End(m.ID, Outcome{Game: "g3"}); !errors.Is(err, d.write) || !errors.Is(err, d.truncate) {
		t.Errorf("error %v", err)
	}
	d.write = nil
	if err := j.End(m.ID, Outcome{Game: "g3"}); !errors.Is(err, d.truncate) {
		t.Errorf("a torn journal was written to: %v", err)
	}
}

// TestNoRoomForTheNextRound: the match is ended, and saying it again plans on.
func TestNoRoomForTheNextRound(t *testing.T) {
	j, d, err := tryOpen(journalPath(t), specOf(2, 2, 1, 1), true)
	must(t, err)
	defer func() { must(t, j.Close()) }()
	admitAll(t, j)
	m := next(t, j)
	must(t, j.Start(m, "g", at(1)))
	must(t, j.End(m.ID, Outcome{Game: "g"}))
	m = next(t, j)
	must(t, j.Start(m, "h", at(1)))
	must(t, j.book(&line{Do: doFinish, Match: m.ID, Game: "h"}))
	d.write = errors.New("no space")
	if err := j.End(m.ID, Outcome{Game: "h"}); !errors.Is(err, d.write) {
		t.Errorf("error %v", err)
	}
	d.write = nil
	must(t, j.End(m.ID, Outcome{Game: "h"}))
	if p := j.Progress(); p.Round != 3 || p.Finished != 2 {
		t.Errorf("%+v", p)
	}
}

// TestFaultsWhileOpening leave no lock behind.
func TestFaultsWhileOpening(t *testing.T) {
	s := specOf(2, 2, 1, 1)
	path := journalPath(t)
	fault := errors.New("fault")
	for _, d := range []*fakeDisk{{write: fault}, {sync: fault}, {truncate: fault}} {
		must(t, os.WriteFile(path, []byte(`{"matching":1,`), 0o644))
		if _, err := open(path, s, false, func(f *os.File) disk { d.File = f; return d }); !errors.Is(err, fault) {
			t.Errorf("%+v: error %v", d, err)
		}
	}
	openTest(t, path, s, false)
}

// TestTwoProcesses: only one has the journal, and it is free when that is gone,
// however it went.
func TestTwoProcesses(t *testing.T) {
	s := specOf(2, 2, 1, 1)
	if path := os.Getenv("MATCHING_JOURNAL"); path != "" { // we are the other one
		_, err := Open(path, s, false)
		fmt.Println("opened:", err)
		_, err = io.Copy(io.Discard, os.Stdin) // until killed
		must(t, err)
	}
	path := journalPath(t)
	j := openTest(t, path, s, false)
	if _, err := Open(path, s, false); err == nil || !strings.Contains(err.Error(), "has it open") {
		t.Errorf("opened twice by one process: %v", err)
	}
	if said := other(t, path, func() {}); !strings.Contains(said, "has it open") {
		t.Errorf("while it is open, another process said %q", said)
	}
	must(t, j.Close())
	said := other(t, path, func() {
		if _, err := Open(path, s, false); err == nil {
			t.Error("opened while another process has it")
		}
	})
	if said != "opened: <nil>\n" {
		t.Errorf("after it was closed, another process said %q", said)
	}
	if runtime.GOOS != "windows" { // where a lock file is left behind
		openTest(t, path, s, false) // that one was killed
	}
}

// other starts a second process that opens the journal, does something while
// that runs, kills it, and returns what it said.
func other(t *testing.T, path string, meanwhile func()) string {
	cmd := exec.Command(os.Args[0], "-test.run=^TestTwoProcesses$")
	cmd.Env = append(os.Environ(), "MATCHING_JOURNAL="+path)
	out, err := cmd.StdoutPipe()
	must(t, err)
	_, err = cmd.StdinPipe() // open until Wait
	must(t, err)
	must(t, cmd.Start())
	said := make([]byte, 1000)
	n, err := out.Read(said)
	must(t, err)
	meanwhile()
	must(t, cmd.Process.Kill())
	if err := cmd.Wait(); err == nil {
		t.Error("it ended by itself")
	}
	return string(said[:n])
}
