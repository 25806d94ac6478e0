package matching

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"wolfden/internal/balance"
	"wolfden/internal/secret"
	"wolfden/werewolf"
)

// rolesFor is the contest's roles for 5, 9 and 13 players, and something
// with two sides for other numbers.
func rolesFor(players int) werewolf.RoleCounts {
	switch players {
	case 5:
		return werewolf.RoleCounts{werewolf.Villager: 2, werewolf.Seer: 1, werewolf.Possessed: 1, werewolf.Werewolf: 1}
	case 9:
		return werewolf.RoleCounts{werewolf.Villager: 3, werewolf.Seer: 1, werewolf.Medium: 1, werewolf.Bodyguard: 1,
			werewolf.Possessed: 1, werewolf.Werewolf: 2}
	case 13:
		return werewolf.RoleCounts{werewolf.Villager: 6, werewolf.Seer: 1, werewolf.Medium: 1, werewolf.Bodyguard: 1,
			werewolf.Possessed: 1, werewolf.Werewolf: 3}
	case 1:
		return werewolf.RoleCounts{werewolf.Villager: 1}
	case 2:
		return werewolf.RoleCounts{werewolf.Villager: 1, werewolf.Werewolf: 1}
	default:
		return werewolf.RoleCounts{werewolf.Villager: players - 2, werewolf.Seer: 1, werewolf.Werewolf: 1}
	}
}

func specOf(teams, players, games int, seed uint64) Spec {
	return Spec{Teams: teams, Roles: rolesFor(players), Games: games, Seed: &seed}
}

func mustPlan(t testing.TB, s Spec) *Plan {
	t.Helper()
	p, err := NewPlan(s, secret.Key{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// checkPlan reports matches that are none: wrong numbers of players or roles,
// a team twice, an id twice.
func checkPlan(p *Plan) error {
	if len(p.Matches) != p.spec.Games {
		return fmt.Errorf("%d matches for %d games", len(p.Matches), p.spec.Games)
	}
	ids := map[ID]bool{}
	for _, m := range p.Matches {
		var counts werewolf.RoleCounts
		teams := map[slot]bool{}
		for _, c := range m.Chairs {
			counts[c.Role]++
			if c.slot < 0 || int(c.slot) >= p.spec.Teams {
				return fmt.Errorf("match %s: slot %d", m.ID, c.slot)
			}
			teams[c.slot] = true
		}
		if counts != p.spec.Roles || len(teams) != p.spec.Players() {
			return fmt.Errorf("match %s: roles %v of %d teams", m.ID, counts, len(teams))
		}
		ids[m.ID] = true
	}
	if len(ids) != p.spec.Games {
		return fmt.Errorf("%d ids for %d games", len(ids), p.spec.Games)
	}
	return nil
}

var long = flag.Bool("long", false, "make more plans, and cut a journal at every byte")

// TestBalance is the promise of a plan, over a grid of contests: games, roles
// and seats as even as whole numbers can be, meetings close to it.
func TestBalance(t *testing.T) {
	sizes := []int{1, 2, 3, 5, 9, 13}
	games := []int{1, 2, 3, 8, 21}
	step := 3
	if *long {
		games = append(games, 120)
	}
	if testing.Short() {
		sizes, games, step = []int{3, 5, 13}, []int{1, 5, 21}, 2
	}
	for _, players := range sizes {
		for teams := players; teams <= 24; teams += 1 + teams/step {
			for i, n := range games {
				s := specOf(teams, players, n, uint64(i))
				t.Run(fmt.Sprintf("%dof%dx%d", players, teams, n), func(t *testing.T) { checkBalance(t, s) })
			}
		}
	}
}

func checkBalance(t *testing.T, s Spec) {
	p := mustPlan(t, s)
	if err := checkPlan(p); err != nil {
		t.Fatal(err)
	}
	b := balanceOf(p.spec, p.Matches)
	if width(b.Seats) > 1 {
		t.Errorf("games %v", b.Seats)
	}
	for r, span := range b.Roles {
		if width(span) > 1 {
			t.Errorf("role %v: %v", werewolf.Role(r), span)
		}
	}
	for i, share := range b.Shares {
		if width(share.At) > 1 {
			t.Errorf("team %d: seats %v", i, share.At)
		}
	}
	if width(b.Met) > 5 || width(b.Mates) > 7 || width(b.Opponents) > 7 {
		t.Errorf("met %v, as mates %v, as opponents %v", b.Met, b.Mates, b.Opponents)
	}
}

// TestContests holds the plans of real contests to what their search reaches.
func TestContests(t *testing.T) {
	if testing.Short() {
		t.Skip("five large plans")
	}
	contests, seeds := []struct{ teams, players, games, met, mates int }{
		{18, 5, 360, 1, 4},
		{8, 5, 120, 1, 3},
		{18, 9, 360, 1, 5},
		{18, 13, 360, 1, 5},
		{7, 5, 1000, 3, 2}, // of 24 seeds 17 reach 2
	}, uint64(3)
	if !*long {
		contests, seeds = contests[:2], 1
	}
	for _, c := range contests {
		for seed := range seeds {
			b := balanceOfPlan(mustPlan(t, specOf(c.teams, c.players, c.games, seed)))
			t.Logf("%d games of %d out of %d: games %v, roles %v, a seat %v, met %v, mates %v, opponents %v, roles in a seat %v",
				c.games, c.players, c.teams, b.Seats, b.Roles, b.At, b.Met, b.Mates, b.Opponents, b.Told)
			if width(b.Met) > c.met || width(b.Mates) > c.mates || width(b.Opponents) > c.mates {
				t.Errorf("seed %d: met %v, mates %v, opponents %v", seed, b.Met, b.Mates, b.Opponents)
			}
			if slices.ContainsFunc(b.Told[:], func(s balance.Span) bool { return width(s) > 2 }) {
				t.Errorf("seed %d: a seat tells its role: %v", seed, b.Told)
			}
		}
	}
}

// TestBetterThanRandom compares with players, roles and seats drawn by lot.
func TestBetterThanRandom(t *testing.T) {
	s := specOf(18, 5, 360, 1)
	d := diceOf(&s)
	var lots []plannedMatch
	for range s.Games {
		teams := make([]slot, s.Teams)
		for i := range teams {
			teams[i] = slot(i)
		}
		shuffle(d, teams)
		m := plannedMatch{}
		for i, r := range rarestFirst(s.Roles) {
			m.Chairs = append(m.Chairs, chair{teams[i], r})
		}
		shuffle(d, m.Chairs)
		lots = append(lots, m)
	}
	lot, plan := balanceOf(s, lots), balanceOfPlan(mustPlan(t, s))
	t.Logf("by lot: games %v, met %v, mates %v, a seat %v", lot.Seats, lot.Met, lot.Mates, lot.At)
	if width(plan.Met)*5 > width(lot.Met) || width(plan.Mates)*3 > width(lot.Mates) || width(plan.At)*5 > width(lot.At) {
		t.Errorf("planned: met %v, mates %v, a seat %v", plan.Met, plan.Mates, plan.At)
	}
}

// TestStoppedEarly: after any number of games nobody is far behind.
func TestStoppedEarly(t *testing.T) {
	p := mustPlan(t, specOf(18, 5, 360, 1))
	for n := range p.Matches {
		b := balanceOf(p.spec, p.Matches[:n])
		if width(b.Seats) > 2 {
			t.Fatalf("after %d games: %v", n, b.Seats)
		}
	}
}

func TestPlanIsDeterministic(t *testing.T) {
	s := specOf(9, 5, 40, 7)
	one, two := mustPlan(t, s), mustPlan(t, s)
	if !reflect.DeepEqual(one, two) {
		t.Error("two plans of one spec differ")
	}
	// A change here orphans no journal, which holds its plan, but is one.
	if id, want := one.Matches[0].ID, ID("1-0001-9e65e8cb"); id != want {
		t.Errorf("the first id is %s, was %s", id, want)
	}
	others := map[string]func(*Spec, *int){
		"seed":     func(s *Spec, _ *int) { s.Seed = new(*s.Seed + 1) },
		"round":    func(_ *Spec, round *int) { *round++ },
		"settings": func(s *Spec, _ *int) { s.Settings = "x" },
	}
	for name, change := range others {
		s, round := s, 1
		change(&s, &round)
		other, err := NewPlan(s, secret.Key{}, round)
		if err != nil {
			t.Fatal(err)
		}
		for i, m := range other.Matches {
			if slices.ContainsFunc(one.Matches, func(o plannedMatch) bool { return o.ID == m.ID }) {
				t.Errorf("another %s, the same id %s at %d", name, m.ID, i)
			}
		}
	}
}

// TestPlansOfAnySpec draws specs by lot and checks that their plans are legal.
func TestPlansOfAnySpec(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	specs := 20
	if *long {
		specs = 200
	}
	for range specs {
		s := Spec{Teams: 1 + r.IntN(30), Games: 1 + r.IntN(30), Seed: new(r.Uint64())}
		for _, role := range werewolf.StandardRoles().Roles() {
			s.Roles[role] = r.IntN(4)
		}
		if s.check() != nil {
			continue
		}
		p := mustPlan(t, s)
		if err := checkPlan(p); err != nil {
			t.Fatalf("%+v: %v", s, err)
		}
		b := balanceOf(p.spec, p.Matches)
		if width(b.Seats) > 1 || slices.ContainsFunc(b.Roles[:], func(s balance.Span) bool { return width(s) > 1 }) {
			t.Errorf("%+v: games %v, roles %v", s, b.Seats, b.Roles)
		}
	}
}

func BenchmarkPlan360x18(b *testing.B) {
	for _, players := range []int{5, 9, 13} {
		b.Run(fmt.Sprintf("%dplayers", players), func(b *testing.B) {
			for b.Loop() {
				mustPlan(b, specOf(18, players, 360, 1))
			}
		})
	}
}

func BenchmarkPlan20000x256(b *testing.B) {
	for b.Loop() {
		mustPlan(b, specOf(maxTeams, 13, maxGames, 1))
	}
}
