package belief

import (
	"math"
	"math/rand/v2"
	"testing"

	"wolfden/internal/reason/evidence"
	"wolfden/internal/reason/worlds"
	"wolfden/werewolf"
)

// benchmarkFact measures what one more fact costs: an update and all marginals.
func benchmarkFact(b *testing.B, counts werewolf.RoleCounts, count int) {
	rng := rand.New(rand.NewPCG(1, 1))
	list := randomItems(rng, counts.Total(), count)
	k := worlds.Setup(nil, counts)
	belief := New(standardTable(b))
	for b.Loop() {
		belief.Update(k, list, 0)
		if belief.Now().Wolf(1) < 0 {
			b.Fatal("never")
		}
	}
}

func BenchmarkFact5(b *testing.B)  { benchmarkFact(b, five, 60) }
func BenchmarkFact9(b *testing.B)  { benchmarkFact(b, nine, 150) }
func BenchmarkFact13(b *testing.B) { benchmarkFact(b, thirteen, 300) }

func BenchmarkWhy13(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	belief := New(standardTable(b))
	belief.Update(worlds.Setup(nil, thirteen), randomItems(rng, 13, 300), 0)
	for b.Loop() {
		belief.Why(3, 5)
	}
}

// In a world that keeps to the table, what is believed with a probability happens that often.
func TestBeliefsAreCalibratedWhereTheTableIsTrue(t *testing.T) {
	table := *standardTable(t)
	table.Settings = Settings{Temperature: 1, Clip: 1e6, Bond: 1e6}
	rng := rand.New(rand.NewPCG(2, 2))
	var predicted, happened [10]float64
	var n [10]int
	for range 4000 {
		roles := dealt(rng, five)
		b := New(&table)
		b.Update(worlds.Setup(nil, five), simulate(rng, &table, roles), 0)
		for id := range werewolf.SeatsUpTo(5).All() {
			p := b.Now().Wolf(id)
			bin := min(int(p*10), 9)
			predicted[bin] += p
			n[bin]++
			if roles[id] == werewolf.Werewolf {
				happened[bin]++
			}
		}
	}
	for bin, count := range n {
		if count < 200 {
			continue
		}
		mean, rate := predicted[bin]/float64(count), happened[bin]/float64(count)
		if math.Abs(mean-rate) > 4*math.Sqrt(mean*(1-mean)/float64(count)) {
			t.Errorf("of %d believed with %.3f, %.3f happened", count, mean, rate)
		}
	}
}

func dealt(rng *rand.Rand, counts werewolf.RoleCounts) []werewolf.Role {
	roles := []werewolf.Role{}
	for r, n := range counts {
		for range n {
			roles = append(roles, werewolf.Role(r))
		}
	}
	rng.Shuffle(len(roles), func(i, j int) { roles[i], roles[j] = roles[j], roles[i] })
	return append([]werewolf.Role{werewolf.NoRole}, roles...)
}

// simulate draws a claim for everybody, and a result for those who claim to be the seer, from the table.
func simulate(rng *rand.Rand, t *Table, roles []werewolf.Role) (list []evidence.Item) {
	draw := func(first, last Cell, r werewolf.Role, side int) Cell {
		sum := 0.0
		for c := first; c <= last; c++ {
			sum += t.cells[Small][c][r][side]
		}
		x := rng.Float64() * sum
		for c := first; c < last; c++ {
			if x -= t.cells[Small][c][r][side]; x < 0 {
				return c
			}
		}
		return last
	}
	for id := 1; id < len(roles); id++ {
		f := evidence.Item{Kind: evidence.Claim, Actor: werewolf.SeatID(id), Day: 1}
		switch draw(claimNone, claimWolfSide, roles[id], 0) {
		case claimNone:
			f.Kind = evidence.Unclaimed
		case claimSeer:
			f.Role = werewolf.Seer
		case claimSeerCounter:
			f.Role, f.Counter = werewolf.Seer, true
		case claimMedium:
			f.Role = werewolf.Medium
		case claimMediumCounter:
			f.Role, f.Counter = werewolf.Medium, true
		case claimGuard:
			f.Role = werewolf.Bodyguard
		case claimVillager:
			f.Role = werewolf.Villager
		default:
			f.Role = werewolf.Werewolf
		}
		list = append(list, f)
		if f.Role != werewolf.Seer {
			continue
		}
		target := 1 + rng.IntN(len(roles)-1)
		found := evidence.Item{Kind: evidence.Told, Role: werewolf.Seer, Actor: f.Actor, Target: werewolf.SeatID(target), Day: 1, Species: werewolf.Human}
		if draw(seerBlack, seerWhite, roles[id], speciesSide(roles[target])) == seerBlack {
			found.Species = werewolf.Wolf
		}
		list = append(list, found)
	}
	return list
}

// A table is found again in games that were made with it.
func TestEstimateFindsTheTable(t *testing.T) {
	truth := *standardTable(t)
	rng := rand.New(rand.NewPCG(3, 3))
	var tally Tally
	for range 20000 {
		roles := dealt(rng, five)
		tally.Add(simulate(rng, &truth, roles), roles, &werewolf.Rules{Roles: five})
	}
	got := tally.Estimate(Prior{Table: &truth, Weight: 1, Sizes: 1})
	for _, c := range []Cell{claimNone, claimSeer, claimSeerCounter, seerBlack, seerWhite} {
		first, last := c.question()
		for _, r := range []werewolf.Role{werewolf.Villager, werewolf.Seer, werewolf.Possessed, werewolf.Werewolf} {
			sum := 0.0
			for other := first; other <= last; other++ {
				sum += truth.cells[Small][other][r][0]
			}
			if want := truth.cells[Small][c][r][0] / sum; math.Abs(got.cells[Small][c][r][0]-want) > 0.05 {
				t.Errorf("%s of a %s: %.3f, want %.3f", c, r, got.cells[Small][c][r][0], want)
			}
		}
	}
}

// Of choices the estimate is how much likelier than by chance: werewolves here never choose each other.
func TestChoicesAreComparedWithChance(t *testing.T) {
	roles := []werewolf.Role{werewolf.NoRole, werewolf.Werewolf, werewolf.Werewolf, werewolf.Villager, werewolf.Villager, werewolf.Seer, werewolf.Villager, werewolf.Villager}
	counts := werewolf.RoleCounts{werewolf.Villager: 4, werewolf.Seer: 1, werewolf.Werewolf: 2}
	rng := rand.New(rand.NewPCG(4, 4))
	var tally, half Tally
	for range 3000 {
		wolf := evidence.Item{Kind: evidence.Accuse, Actor: 1, Target: werewolf.SeatID(3 + rng.IntN(5)), Choices: werewolf.SeatsUpTo(7).Without(1)}
		man := evidence.Item{Kind: evidence.Accuse, Actor: 3, Target: werewolf.SetOf(1, 2, 4, 5, 6, 7).Nth(rng.IntN(6)), Choices: werewolf.SeatsUpTo(7).Without(3)}
		alike := evidence.Item{Kind: evidence.Accuse, Actor: 4, Target: 3, Choices: werewolf.SetOf(3, 5)}
		tally.Add([]evidence.Item{wolf, man, alike}, roles, &werewolf.Rules{Roles: counts})
	}
	half.Include(&tally, 0.5)
	prior := Prior{Table: standardTable(t), Weight: 1, Sizes: 1}
	got := half.Estimate(prior).cells[Large][accusePlain]
	if r := got[werewolf.Werewolf]; r[1] > 0.05 || math.Abs(r[0]-1.2) > 0.03 {
		t.Errorf("werewolves choose %v, want 1.2 and nearly 0", r)
	}
	if r := got[werewolf.Seer]; math.Abs(r[0]-1) > 0.08 || math.Abs(r[1]-1) > 0.12 {
		t.Errorf("the village chooses %v, want 1 and 1", r)
	}
}
