package worlds

import (
	"context"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"wolfden/internal/bot/bottest"
	"wolfden/werewolf"
)

// chooser answers at random, sometimes not at all.
type chooser struct{ rng *rand.Rand }

func (c chooser) Answer(_ context.Context, o werewolf.Observation) (string, error) {
	if !o.Request.Kind.Chooses() || c.rng.IntN(20) == 0 {
		return werewolf.OverText, nil
	}
	return o.Name(o.Request.Targets.Nth(c.rng.IntN(o.Request.Targets.Len()))), nil
}

// glimpse is one observation of a random game with the truth beside it.
type glimpse struct {
	werewolf.Observation
	truth []werewolf.Role
}

// play plays a random game and keeps some observations of each seat and of the gallery.
func play(t testing.TB, counts werewolf.RoleCounts, seed uint64, keep int) (seen []glimpse) {
	rng := rand.New(rand.NewPCG(seed, 7))
	rules := werewolf.With(counts)
	rules.VoteVisibility = rng.IntN(3) > 0
	rules.AttackVote.AllowNoTarget = rng.IntN(4) == 0
	names := make([]string, counts.Total())
	players := make([]bottest.Player, len(names))
	for i := range names {
		names[i], players[i] = string(rune('A'+i)), chooser{rng}
	}
	table, err := bottest.Sit(rules, bottest.Seats(names...), seed, players)
	if err != nil {
		t.Fatal(err)
	}
	truth := make([]werewolf.Role, len(names)+1)
	for i := range names {
		truth[i+1] = table.Game.Role(werewolf.SeatID(i + 1))
	}
	gallery, fed := werewolf.NewWatcher(table.Game.Rules(), 0), 0
	table.Observe = func(o *werewolf.Observation, _ string) {
		seen = append(seen, glimpse{*o, truth})
		for log := table.Game.Log(); fed < len(log); fed++ {
			gallery.See(&log[fed], 0)
		}
		if rng.IntN(8) == 0 {
			seen = append(seen, glimpse{gallery.Observation(werewolf.Request{}), truth})
		}
	}
	if err := table.Play(); err != nil {
		t.Fatal(err)
	}
	rng.Shuffle(len(seen), func(i, j int) { seen[i], seen[j] = seen[j], seen[i] })
	return seen[:min(keep, len(seen))]
}

// could is the oracle: whether the observation could be of a game with these roles. It replays the deaths.
func could(o *werewolf.Observation, roles []werewolf.Role) bool {
	for id, r := range o.Roles {
		if r != werewolf.NoRole && roles[id] != r {
			return false
		}
	}
	for _, f := range append(slices.Clone(o.Divined), o.Medium...) {
		if werewolf.StandardRoles().Species(roles[f.Target]) != f.Species {
			return false
		}
	}
	var dead werewolf.SeatSet
	for _, d := range o.Deaths {
		if d.Cause == werewolf.ByAttack && roles[d.Seat] == werewolf.Werewolf {
			return false
		}
		dead = dead.With(d.Seat)
		wolves, humans := 0, 0
		for id := 1; id < len(roles); id++ {
			switch {
			case dead.Has(werewolf.SeatID(id)):
			case roles[id] == werewolf.Werewolf:
				wolves++
			default:
				humans++
			}
		}
		if o.Result.End == werewolf.NotOver && (wolves == 0 || wolves >= humans) {
			return false
		}
	}
	return couldGuard(o, roles)
}

// couldGuard: after an agreed attack that killed nobody some living bodyguard was not the victim.
func couldGuard(o *werewolf.Observation, roles []werewolf.Role) bool {
	for day := 1; day < o.Day; day++ {
		var dead werewolf.SeatSet
		for _, d := range o.Deaths {
			if d.Day < day {
				dead = dead.With(d.Seat)
			}
		}
		victim := agreed(o.AttackVotes, day)
		died := slices.ContainsFunc(o.Deaths, func(d werewolf.Death) bool { return d.Day == day && d.Seat == victim })
		if victim == 0 || died || o.Rules.Roles[werewolf.Bodyguard] != 1 {
			continue
		}
		guard := werewolf.SeatID(slices.Index(roles, werewolf.Bodyguard))
		if guard == victim || dead.Has(guard) {
			return false
		}
	}
	return true
}

// check compares a count with all assignments, one by one.
func check(t *testing.T, o *werewolf.Observation, k Knowledge, allowed func([]werewolf.Role) bool) {
	t.Helper()
	got := k.Count()
	var want Count
	counts := o.Rules.Roles
	roles := make([]werewolf.Role, counts.Total()+1)
	var put func(i int)
	put = func(i int) {
		if i == len(roles) {
			if could(o, roles) && allowed(roles) {
				want.Worlds++
				for id := 1; id < len(roles); id++ {
					want.of[id][roles[id]]++
				}
			}
			return
		}
		for _, r := range werewolf.StandardRoles().Roles() {
			if counts[r] > 0 {
				counts[r]--
				roles[i] = r
				put(i + 1)
				counts[r]++
			}
		}
	}
	put(1)
	if got.Worlds != want.Worlds || got.of != want.of {
		t.Fatalf("seat %d day %d deaths %v: %d worlds, want %d\n%v\n%v", o.Seat, o.Day, o.Deaths, got.Worlds, want.Worlds, got.of, want.of)
	}
}

func anyRoles([]werewolf.Role) bool { return true }

func standard(t testing.TB, n int) werewolf.RoleCounts {
	r, err := werewolf.Standard(n)
	if err != nil {
		t.Fatal(err)
	}
	return r.Roles
}

var long = flag.Bool("long", false, "count in more games")

func TestCountsAreThoseOfAllAssignments(t *testing.T) {
	sizes := []struct{ players, games, keep int }{{5, 300, 6}, {9, 40, 2}, {13, 1, 1}}
	if *long {
		sizes = []struct{ players, games, keep int }{{5, 4000, 6}, {9, 400, 2}, {13, 6, 1}}
	}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, s := range sizes {
		for seed := range s.games {
			for _, g := range play(t, standard(t, s.players), uint64(seed), s.keep) {
				check(t, &g.Observation, Known(&g.Observation), anyRoles)
			}
		}
	}
}

func TestOddSetupsAreCounted(t *testing.T) {
	for _, counts := range []werewolf.RoleCounts{
		{werewolf.Villager: 2, werewolf.Werewolf: 1},
		{werewolf.Seer: 2, werewolf.Villager: 3, werewolf.Werewolf: 2},
		{werewolf.Possessed: 2, werewolf.Bodyguard: 2, werewolf.Medium: 1, werewolf.Werewolf: 2},
		{werewolf.Seer: 1, werewolf.Bodyguard: 1, werewolf.Villager: 4, werewolf.Werewolf: 2},
	} {
		for seed := range 60 {
			for _, g := range play(t, counts, uint64(seed), 4) {
				check(t, &g.Observation, Known(&g.Observation), anyRoles)
			}
		}
	}
}

func TestAssumptionsAreCounted(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for seed := range 300 {
		for _, g := range play(t, standard(t, 5), uint64(seed), 3) {
			o := &g.Observation
			who, target := werewolf.SeatID(1+rng.IntN(5)), werewolf.SeatID(1+rng.IntN(5))
			species := []werewolf.Species{werewolf.Human, werewolf.Wolf}[rng.IntN(2)]
			told := []werewolf.Finding{{Target: target, Species: species}}
			check(t, o, Known(o).AssumeReal(who, werewolf.Seer, told), func(roles []werewolf.Role) bool {
				return roles[who] == werewolf.Seer && werewolf.StandardRoles().Species(roles[target]) == species
			})
			check(t, o, Known(o).Deny(who, werewolf.Possessed).AssumeSpecies(target, species), func(roles []werewolf.Role) bool {
				return roles[who] != werewolf.Possessed && werewolf.StandardRoles().Species(roles[target]) == species
			})
		}
	}
}

// What is certain is true: the real roles are always among the possible ones, whatever the seat and the rules.
func TestTheTruthIsAlwaysPossible(t *testing.T) {
	games := 90
	if *long {
		games = 800
	}
	for seed := range games {
		counts := standard(t, []int{5, 9, 13}[seed%3])
		for _, g := range play(t, counts, uint64(seed), 1000) {
			k := Known(&g.Observation)
			for id := 1; id < len(g.truth); id++ {
				k = k.Assume(werewolf.SeatID(id), g.truth[id])
			}
			if c := k.Count(); c.Worlds != 1 {
				t.Fatalf("seed %d seat %d day %d: the truth counts as %d worlds", seed, g.Seat, g.Day, c.Worlds)
			}
		}
	}
}

func TestWhatFollowsIsFound(t *testing.T) {
	rules := werewolf.With(standard(t, 5))
	o := werewolf.Observation{
		Rules: &rules, Day: 2, Roles: make([]werewolf.Role, 6),
		Deaths: []werewolf.Death{{Day: 1, Seat: 4, Cause: werewolf.ByExecution}, {Day: 1, Seat: 2, Cause: werewolf.ByAttack}},
	}
	public := Public(&o)
	c := public.Count()
	if want := werewolf.SetOf(2, 4); c.Never(public.Wolves()) != want {
		t.Errorf("cannot be werewolves: %v, want %v", c.Never(public.Wolves()), want)
	}
	k := public.AssumeReal(2, werewolf.Seer, []werewolf.Finding{{Target: 1, Species: werewolf.Human}, {Target: 5, Species: werewolf.Human}})
	c = k.Count()
	if c.Certain(3) != werewolf.Werewolf || c.Always(public.Wolves()) != werewolf.SetOf(3) || c.Worlds != 3 {
		t.Errorf("3 must be the werewolf: %v in %d worlds", c.Possible(3).Slice(), c.Worlds)
	}
	if got := c.Share(1, werewolf.Possessed); got != 1.0/3 {
		t.Errorf("1 is possessed in a third of the worlds, not %v", got)
	}
	impossible := public.AssumeReal(3, werewolf.Seer, []werewolf.Finding{{Target: 4, Species: werewolf.Wolf}})
	if c := impossible.Count(); c.Worlds != 0 || c.Always(werewolf.RolesOf(werewolf.Seer)) != 0 {
		t.Error("4 was no werewolf, or the game would be over")
	}
}

func BenchmarkCount13(b *testing.B) {
	for _, g := range play(b, standard(b, 13), 5, 1) {
		k := Known(&g.Observation)
		for b.Loop() {
			k.Count()
		}
	}
}
