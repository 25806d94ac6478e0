package matching

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"testing"
	"time"

	"wolfden/internal/secret"
	"wolfden/werewolf"
)

// drawn is the spec of a contest whose journal draws its key.
func drawn(teams, players, games int) Spec {
	s := specOf(teams, players, games, 0)
	s.Seed = nil
	return s
}

// playAll plays a journal's contest; fails says which games fail.
func playAll(t *testing.T, j *Journal, teams int, fails func(m *Match) bool) (played []Match) {
	t.Helper()
	var waiting []Waiting
	for i := range teams {
		name := fmt.Sprintf("team-%c", 'a'+i)
		must(t, j.Admit(name, time.Time{}))
		waiting = append(waiting, waits(name, 1))
	}
	for n := 0; ; n++ {
		m, ok := j.Next(waiting)
		if !ok {
			return played
		}
		o := Outcome{Game: fmt.Sprint("game", n)}
		must(t, j.Start(m, o.Game, time.Time{}))
		if fails(&m) {
			o.Failure = "as the test has it"
		}
		must(t, j.End(m.ID, o))
		played = append(played, m)
	}
}

// Two contests with the same settings share nothing, and one that is opened
// again goes on as it began.
func TestEveryContestHasAKeyOfItsOwn(t *testing.T) {
	s := drawn(6, 5, 30)
	one, path := journalPath(t), journalPath(t)
	first := openTest(t, one, s, false)
	second := openTest(t, path, s, false)
	a, b := first.plan(1), second.plan(1)
	for i := range a.Matches {
		if a.Matches[i].ID == b.Matches[i].ID {
			t.Errorf("match %d of both contests is %s", i, a.Matches[i].ID)
		}
	}
	if reflect.DeepEqual(a.Matches, b.Matches) {
		t.Error("both contests have one plan")
	}
	seeds := map[uint64]bool{}
	for _, j := range []*Journal{first, second} {
		for _, m := range playAll(t, j, 6, func(*Match) bool { return false }) {
			seeds[m.Seed] = true
		}
	}
	if len(seeds) != 60 {
		t.Errorf("%d seeds for 60 games", len(seeds))
	}
	must(t, second.Close())
	again := openTest(t, path, s, false)
	if !reflect.DeepEqual(b.Matches, again.plan(1).Matches) {
		t.Error("the plan is another after the journal was opened again")
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others may read the journal: %v, %v", info.Mode(), err)
	}
}

// The seed of one game, and the ids, must not follow from what is public.
func TestNothingFollowsFromWhatIsPublic(t *testing.T) {
	s := drawn(6, 5, 30)
	j := openTest(t, journalPath(t), s, false)
	p, err := NewPlan(s, secret.Key{}, 1)
	must(t, err)
	known := map[ID]bool{}
	for _, m := range p.Matches {
		known[m.ID] = true
	}
	for _, m := range j.plan(1).Matches {
		if known[m.ID] {
			t.Errorf("match %s can be computed from the settings", m.ID)
		}
	}
}

// A match that failed was seen by its players; what they saw must not come again
// more often than lots would have it, and the roles stay nearly as even as planned.
func TestFailedMatchesAreDealtAgain(t *testing.T) {
	for _, loose := range []bool{false, true} {
		s := drawn(8, 5, 120)
		s.Loose = loose
		path := journalPath(t)
		j := openTest(t, path, s, false)
		lots, failed := rand.New(rand.NewPCG(1, 2)), map[ID][]Place{}
		same, again := 0, 0
		played := playAll(t, j, 8, func(m *Match) bool {
			if before := failed[m.ID]; before != nil {
				again++
				if sameRoles(before, m.Places) {
					same++
				}
			}
			failed[m.ID] = m.Places
			return lots.IntN(3) == 0
		})
		if len(played) < 150 || again < 30 {
			t.Fatalf("%d games, %d of them again", len(played), again)
		}
		// One of 60 deals of five roles to five players comes again by chance.
		if same > again/6 {
			t.Errorf("loose %v: of %d matches played again %d had the roles they had", loose, again, same)
		}
		b := j.played()
		for r, span := range b.Roles {
			// Lots are drawn for the last ones that fail; for all of them they would make it 10 or so.
			if !loose && width(span) > 5 {
				t.Errorf("%v %v", werewolf.Role(r), span)
			}
		}
		if width(b.Seats) > 0 {
			t.Errorf("games %v", b.Seats)
		}
		must(t, j.Close())
		if got := openTest(t, path, s, false).played(); !reflect.DeepEqual(got, b) {
			t.Error("the journal says something else when it is opened again")
		}
	}
}

// When the last match of a contest fails there is no other that could make up
// for it. Everybody has seen its roles: by the balance alone they would come again.
func TestTheLastMatchIsDealtAgainByLot(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	tries := 20
	if *long {
		tries = 60
	}
	for _, left := range []int{1, 2} {
		same := 0
		for range tries {
			j := openTest(t, journalPath(t), drawn(8, 5, 8), false)
			admitAll(t, j)
			for i := range 8 {
				m := next(t, j)
				game := fmt.Sprint(i)
				must(t, j.Start(m, game, at(i)))
				if i < 8-left {
					must(t, j.End(m.ID, Outcome{Game: game}))
					continue
				}
				must(t, j.End(m.ID, Outcome{Game: game, Failure: "no"}))
				if sameRoles(m.Places, j.ledger.match(j.ledger.byID[m.ID]).Places) {
					same++
				}
				break
			}
			must(t, j.Close())
		}
		// Of 60 deals one is the same.
		if same > tries/6 {
			t.Errorf("%d left: %d of %d matches had the roles they had", left, same, tries)
		}
	}
}

func sameRoles(a, b []Place) bool {
	roles := map[string]werewolf.Role{}
	for _, p := range a {
		roles[p.Team] = p.Role
	}
	return !slices.ContainsFunc(b, func(p Place) bool { return roles[p.Team] != p.Role })
}

// A crash between a failure and the new deal must not let the match be played
// as it was.
func TestCrashBeforeTheNewDeal(t *testing.T) {
	s := drawn(5, 5, 10)
	path := journalPath(t)
	j := openTest(t, path, s, false)
	var failed Match
	playAll(t, j, 5, func(m *Match) bool {
		if failed.ID == "" {
			failed = *m
			return true
		}
		return false
	})
	must(t, j.Close())
	data, err := os.ReadFile(path)
	must(t, err)
	lines := bytes.SplitAfter(data, []byte("\n"))
	at := slices.IndexFunc(lines, func(l []byte) bool { return bytes.HasPrefix(l, []byte(`{"do":"deal"`)) })
	must(t, os.WriteFile(path, bytes.Join(lines[:at], nil), 0o600))
	j = openTest(t, path, s, false)
	deals := 0
	for _, m := range j.plan(1).Matches {
		if m.ID == failed.ID && !reflect.DeepEqual(m.Chairs, j.ledger.byID[failed.ID].Chairs) {
			t.Error("the plan does not tell what will be played")
		}
	}
	data, err = os.ReadFile(path)
	must(t, err)
	deals = bytes.Count(data, []byte(`{"do":"deal"`))
	if deals != 1 || j.ledger.byID[failed.ID].stale {
		t.Errorf("%d new deals after the crash", deals)
	}
}

// A journal of the first version has a plan that everybody can compute: what is
// not played yet is dealt again.
func TestJournalWithoutAKeyIsDealtAgain(t *testing.T) {
	s := specOf(6, 5, 30, 0)
	path := journalPath(t)
	j := openTest(t, path, s, false)
	before := j.plan(1).Matches
	must(t, j.Close())
	data, err := os.ReadFile(path)
	must(t, err)
	old := bytes.Replace(data, []byte(`{"matching":3`), []byte(`{"matching":1`), 1)
	must(t, os.WriteFile(path, old, 0o600))
	j = openTest(t, path, drawn(6, 5, 30), false)
	same := 0
	for i, m := range j.plan(1).Matches {
		if m.ID != before[i].ID {
			t.Fatalf("match %d is another", i)
		}
		if reflect.DeepEqual(m.Chairs, before[i].Chairs) {
			same++
		}
	}
	if same > 5 {
		t.Errorf("%d of 30 matches are as everybody can compute them", same)
	}
	if b := balanceOf(s, j.plan(1).Matches); width(b.Roles[werewolf.Werewolf]) > 1 {
		t.Errorf("werewolves %v", b.Roles[werewolf.Werewolf])
	}
}
