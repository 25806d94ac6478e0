package matching

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"wolfden/internal/secret"
	"wolfden/werewolf"
)

// The three policies are one to a lobby.
var (
	_ Policy = (*Journal)(nil)
	_ Policy = (*Mixed)(nil)
	_ Policy = (*Self)(nil)
)

// at is a moment some seconds into the test's day.
func at(seconds int) time.Time { return time.Unix(1_700_000_000+int64(seconds), 0) }

func waits(team string, since ...int) Waiting {
	w := Waiting{Team: team}
	for _, s := range since {
		w.Since = append(w.Since, at(s))
	}
	return w
}

func teamsOf(m Match) (all []string) {
	for _, p := range m.Places {
		all = append(all, p.Team)
	}
	slices.Sort(all)
	return all
}

func rolesOf(m Match) (counts werewolf.RoleCounts) {
	for _, p := range m.Places {
		counts[p.Role]++
	}
	return counts
}

func mixed(t testing.TB, players int, seed uint64) *Mixed {
	t.Helper()
	m, err := NewMixed(rolesFor(players), secret.KeyOf(seed))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func self(t testing.TB, players int, seed uint64) *Self {
	t.Helper()
	s, err := NewSelf(rolesFor(players), secret.KeyOf(seed))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestMixedTakesThoseWhoWaitLongest(t *testing.T) {
	p := mixed(t, 3, 1)
	for _, c := range []struct {
		waiting []Waiting
		want    []string
	}{
		{nil, nil},
		{[]Waiting{waits("a", 1), waits("b", 2)}, nil},
		{[]Waiting{waits("a", 1, 2, 3), waits("b", 2)}, nil},          // one player each
		{[]Waiting{waits("a", 1), waits("b", 2), waits("a", 3)}, nil}, // the same team twice
		{[]Waiting{waits("a", 1), waits("b", 2), waits("c")}, nil},    // nobody there
		{[]Waiting{waits("d", 4), waits("c", 3), waits("b", 9, 2), waits("a", 1)}, []string{"a", "b", "c"}},
		{[]Waiting{waits("d", 1), waits("c", 1), waits("b", 1), waits("a", 1)}, []string{"a", "b", "c"}},
		{[]Waiting{waits("a", 9), waits("b", 2), waits("c", 3), waits("d", 4), waits("a", 1)}, []string{"a", "b", "c"}},
	} {
		m, ok := p.Next(c.waiting)
		if ok != (c.want != nil) || !slices.Equal(teamsOf(m), c.want) {
			t.Errorf("%v: %v %v, not %v", c.waiting, teamsOf(m), ok, c.want)
		}
	}
}

func TestSelfTakesTheTeamThatIsCompleteLongest(t *testing.T) {
	p := self(t, 3, 1)
	for _, c := range []struct {
		waiting []Waiting
		want    string
	}{
		{nil, ""},
		{[]Waiting{waits("a", 1, 2), waits("b", 2)}, ""},
		{[]Waiting{waits("a", 1, 2), waits("a", 3)}, "a"},
		{[]Waiting{waits("a", 1, 2, 9), waits("b", 3, 4, 5, 6)}, "b"},
		{[]Waiting{waits("b", 1, 2, 3), waits("a", 3, 2, 1)}, "a"},
	} {
		m, ok := p.Next(c.waiting)
		if ok != (c.want != "") || ok && (m.Places[0].Team != c.want || len(slices.Compact(teamsOf(m))) != 1) {
			t.Errorf("%v: %v %v, not %q", c.waiting, m, ok, c.want)
		}
	}
}

// TestDraws: what is drawn is a game, is the same for the same seed, is another
// one after Start, and in the long run gives everybody every seat and role.
func TestDraws(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	const players = 5
	games := 1500
	if *long {
		games = 4000
	}
	drawn := func(n int, share float64) bool { // within five standard deviations
		all := float64(games)
		return math.Abs(float64(n)-share*all) <= 5*math.Sqrt(all*share*(1-share))
	}
	waiting := []Waiting{waits("a", 1, 11, 12, 13, 14), waits("b", 2), waits("c", 3), waits("d", 4), waits("e", 5)}
	for name, make := range map[string]func(seed uint64) Policy{
		"mixed": func(seed uint64) Policy { return mixed(t, players, seed) },
		"self":  func(seed uint64) Policy { return self(t, players, seed) },
	} {
		p, twin, other := make(1), make(1), make(2)
		seats, roles := map[string]int{}, map[string]int{}
		ids, seeds, same := map[ID]bool{}, map[uint64]bool{}, 0
		for i := range games {
			m, ok := p.Next(waiting)
			again, _ := p.Next(waiting)
			copied, _ := twin.Next(waiting)
			another, _ := other.Next(waiting)
			if !ok || !reflect.DeepEqual(m, again) || !reflect.DeepEqual(m, copied) {
				t.Fatalf("%s: game %d: %v, %v, %v", name, i, m, again, copied)
			}
			if rolesOf(m) != rolesFor(players) {
				t.Fatalf("%s: roles of %v", name, m)
			}
			if reflect.DeepEqual(m.Places, another.Places) {
				same++
			}
			for seat, c := range m.Places {
				who := fmt.Sprint(c.Team, c.Nth)
				seats[fmt.Sprint(who, " in ", seat)]++
				roles[fmt.Sprint(who, " is ", c.Role)]++
				roles[fmt.Sprint(seat, " has ", c.Role)]++
			}
			ids[m.ID], seeds[m.Seed] = true, true
			for _, policy := range []Policy{p, twin, other} {
				next, _ := policy.Next(waiting)
				if err := policy.Start(next, fmt.Sprint(i), at(i)); err != nil {
					t.Fatal(err)
				}
				if err := policy.Start(next, fmt.Sprint(i), at(i)); err == nil {
					t.Fatal("one match was started twice")
				}
				if err := policy.End(next.ID, Outcome{Game: fmt.Sprint(i), At: at(i)}); err != nil {
					t.Fatal(err)
				}
			}
		}
		if len(ids) != games || len(seeds) != games || same > games/10 {
			t.Errorf("%s: %d ids, %d seeds, %d games the same for another seed", name, len(ids), len(seeds), same)
		}
		if len(seats) != players*players || len(roles) != 2*players*4 {
			t.Errorf("%s: %d seats, %d roles", name, len(seats), len(roles))
		}
		for what, n := range seats {
			if !drawn(n, 1./players) {
				t.Errorf("%s: %s %d times", name, what, n)
			}
		}
		for what, n := range roles { // villagers are two
			if !drawn(n, 1./players) && !drawn(n, 2./players) {
				t.Errorf("%s: %s %d times", name, what, n)
			}
		}
	}
}

func TestNoGameHasSuchRoles(t *testing.T) {
	if _, err := NewMixed(werewolf.RoleCounts{}, secret.Key{}); err == nil {
		t.Error("mixed games without players")
	}
	if _, err := NewSelf(werewolf.RoleCounts{werewolf.Villager: -1}, secret.Key{}); err == nil {
		t.Error("self-match without players")
	}
}

// TestOrderOfWaitingMeansNothing, for none of the policies.
func TestOrderOfWaitingMeansNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	j := openTest(t, journalPath(t), specOf(6, 3, 10, 1), false)
	for i := range 6 {
		if err := j.Admit(fmt.Sprint("t", i), at(i)); err != nil {
			t.Fatal(err)
		}
	}
	for range 300 {
		var waiting []Waiting
		for i := range 8 {
			if r.IntN(3) > 0 {
				waiting = append(waiting, waits(fmt.Sprint("t", i), r.IntN(5), r.IntN(5), r.IntN(5)))
			}
		}
		mixedUp := slices.Clone(waiting)
		for i := range mixedUp {
			mixedUp[i].Since = slices.Clone(mixedUp[i].Since)
			slices.Reverse(mixedUp[i].Since)
		}
		r.Shuffle(len(mixedUp), func(a, b int) { mixedUp[a], mixedUp[b] = mixedUp[b], mixedUp[a] })
		before := fmt.Sprint(mixedUp)
		for _, p := range []Policy{j, mixed(t, 3, 1), self(t, 3, 1)} {
			one, ok := p.Next(waiting)
			two, _ := p.Next(mixedUp)
			if !reflect.DeepEqual(one, two) {
				t.Fatalf("%T: %v\n%v for %v\n%v for %v", p, ok, one, waiting, two, mixedUp)
			}
		}
		if fmt.Sprint(mixedUp) != before {
			t.Fatal("a policy changed what it was given")
		}
	}
}
