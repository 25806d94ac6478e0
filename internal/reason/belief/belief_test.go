package belief

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/reason/deal"
	"wolfden/internal/reason/evidence"
	"wolfden/internal/reason/worlds"
	"wolfden/werewolf"
)

var (
	five     = werewolf.RoleCounts{werewolf.Villager: 2, werewolf.Seer: 1, werewolf.Possessed: 1, werewolf.Werewolf: 1}
	nine     = werewolf.RoleCounts{werewolf.Villager: 3, werewolf.Seer: 1, werewolf.Medium: 1, werewolf.Bodyguard: 1, werewolf.Possessed: 1, werewolf.Werewolf: 2}
	thirteen = werewolf.RoleCounts{werewolf.Villager: 6, werewolf.Seer: 1, werewolf.Medium: 1, werewolf.Bodyguard: 1, werewolf.Possessed: 1, werewolf.Werewolf: 3}
	seven    = werewolf.RoleCounts{werewolf.Villager: 2, werewolf.Seer: 1, werewolf.Medium: 1, werewolf.Possessed: 1, werewolf.Werewolf: 2}
)

// made has, beyond the standard roles, one that guards and a second sort of werewolf.
var made = func() *werewolf.RoleTable {
	t, err := werewolf.NewRoleTable(
		werewolf.RoleSpec{Name: "SHERIFF", Letter: "X", Team: werewolf.VillagerTeam, Species: werewolf.Human, Power: werewolf.Guards},
		werewolf.RoleSpec{
			Name: "ALPHA", Letter: "Y", Team: werewolf.WerewolfTeam, Species: werewolf.Wolf, Power: werewolf.Attacks, Knows: true, Whispers: true,
		})
	if err != nil {
		panic(err)
	}
	return t
}()

const sheriff, alpha = werewolf.FirstAdded, werewolf.FirstAdded + 1

func standardTable(t testing.TB) *Table {
	table, err := Standard()
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// randomItems are facts of every kind about a table of n.
func randomItems(rng *rand.Rand, n, count int) (list []evidence.Item) {
	for range count {
		f := evidence.Item{
			Kind: evidence.Kind(1 + rng.IntN(int(evidence.Executed))), Role: werewolf.Role(1 + rng.IntN(9)), Day: rng.IntN(4),
			Species: werewolf.Species(1 + rng.IntN(2)), Standing: evidence.Standing(rng.IntN(4)), Counter: rng.IntN(2) == 0,
			Actor: werewolf.SeatID(1 + rng.IntN(n)), Target: werewolf.SeatID(1 + rng.IntN(n)),
			Choices: werewolf.SeatSet(rng.Uint64()) & werewolf.SeatsUpTo(n),
		}
		if f.Kind == evidence.Told && f.Role != werewolf.Medium {
			f.Role = werewolf.Seer
		}
		list = append(list, f)
	}
	return list
}

// randomKnowledge has a death or two and a role that is known.
func randomKnowledge(rng *rand.Rand, table *werewolf.RoleTable, counts werewolf.RoleCounts) worlds.Knowledge {
	k := worlds.Setup(table, counts)
	n := counts.Total()
	switch rng.IntN(3) {
	case 1:
		k.Dead = []werewolf.SeatID{werewolf.SeatID(1 + rng.IntN(n))}
	case 2:
		k.Dead = []werewolf.SeatID{1, 2}
		k = k.AssumeSpecies(2, werewolf.Human)
	}
	if rng.IntN(2) == 0 {
		k = k.Assume(werewolf.SeatID(n), table.Roles()[rng.IntN(len(table.Roles()))])
	}
	return k
}

// oracle weighs every world by itself: the product over the facts, opinions of each pair clipped together.
type oracle struct {
	total  float64
	role   [][werewolf.MaxRoles]float64
	joint  map[[2]int][werewolf.MaxRoles]float64
	most   float64
	counts int
}

func weighAll(t *Table, k *worlds.Knowledge, list []evidence.Item, me werewolf.SeatID) *oracle {
	n := k.Seats().Len()
	o := &oracle{role: make([][werewolf.MaxRoles]float64, n+1), joint: map[[2]int][werewolf.MaxRoles]float64{}}
	e := t.compile(k.Roles, sizeOf(k.Roles, k.Counts))
	bounds := opinionBounds(t, k.Roles, e, list, n, me)
	counts := k.Counts
	roles := make([]werewolf.Role, n+1)
	var put func(i int)
	put = func(i int) {
		if i > n {
			o.world(k, e, bounds, list, roles, me)
			return
		}
		for _, r := range k.Roles.Roles() {
			if counts[r] > 0 && k.May[i].Has(r) {
				counts[r]--
				roles[i] = r
				put(i + 1)
				counts[r]++
			}
		}
	}
	put(1)
	return o
}

// opinionBounds is, for each pair, the sum of its opinions by role and species, bounded.
func opinionBounds(t *Table, roles *werewolf.RoleTable, e *rates, list []evidence.Item, n int, me werewolf.SeatID) map[[2]int][2]deal.Weights {
	sums := map[[2]int][2]deal.Weights{}
	for i := range list {
		f := &list[i]
		c := cellOf(roles, f)
		if f.Actor == me || !c.choice() {
			continue
		}
		pair := [2]int{int(f.Actor), int(f.Target)}
		s := sums[pair]
		for r := range e[c] {
			s[0][r] += e[c][r][0]
			s[1][r] += e[c][r][1]
		}
		sums[pair] = s
	}
	for pair, s := range sums {
		top := math.Inf(-1)
		for _, r := range roles.Roles() {
			top = max(top, s[0][r], s[1][r])
		}
		for side := range s {
			for r := range s[side] {
				s[side][r] = max(-math.Log(t.Bond)/t.Temperature, s[side][r]-top)
			}
		}
		sums[pair] = s
	}
	return sums
}

func (o *oracle) world(k *worlds.Knowledge, e *rates, bounds map[[2]int][2]deal.Weights, list []evidence.Item, roles []werewolf.Role, me werewolf.SeatID) {
	var wolves werewolf.SeatSet
	for id, r := range roles {
		if k.Roles.Species(r) == werewolf.Wolf {
			wolves = wolves.With(werewolf.SeatID(id))
		}
	}
	if !k.GoesOn(wolves) {
		return
	}
	side := func(id werewolf.SeatID) int {
		if wolves.Has(id) {
			return 1
		}
		return 0
	}
	log := 0.0
	for i := range list {
		f := &list[i]
		if c := cellOf(k.Roles, f); c != noCell && f.Actor != me && !c.choice() {
			s := 0
			if c.aimed() {
				s = side(f.Target)
			}
			log += e[c][roles[f.Actor]][s]
		}
	}
	for pair, s := range bounds {
		log += s[side(werewolf.SeatID(pair[1]))][roles[pair[0]]]
	}
	w := math.Exp(log)
	o.total += w
	o.most = max(o.most, w)
	o.counts++
	for i := 1; i < len(roles); i++ {
		o.role[i][roles[i]] += w
		for j := range wolves.All() {
			row := o.joint[[2]int{i, int(j)}]
			row[roles[i]] += w
			o.joint[[2]int{i, int(j)}] = row
		}
	}
}

func TestProbabilitiesAreThoseOfAllWorlds(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	tables := []*Table{standardTable(t), randomTable(rng)}
	for round := range 500 {
		var roles *werewolf.RoleTable
		counts := []werewolf.RoleCounts{
			five, seven, five, {werewolf.Seer: 2, werewolf.Villager: 2, werewolf.Werewolf: 1},
			{werewolf.Seer: 1, werewolf.Freemason: 2, werewolf.Possessed: 1, sheriff: 1, werewolf.Werewolf: 1, alpha: 1},
		}[round%5]
		if counts[alpha] > 0 {
			roles = made
		}
		table, k := tables[rng.IntN(2)], randomKnowledge(rng, roles, counts)
		n := counts.Total()
		list := randomItems(rng, n, rng.IntN(25))
		me := werewolf.SeatID(rng.IntN(n + 1))
		want := weighAll(table, &k, list, me)
		b := New(table)
		b.Update(k, list, me)
		if want.total == 0 {
			if _, possible := b.Given(k); possible {
				t.Fatal("no world is left, but the belief has some")
			}
			continue
		}
		compare(t, b.Now(), want, n)
		checkLikeliest(t, b, want, n)
	}
}

func compare(t *testing.T, got *Posterior, want *oracle, n int) {
	t.Helper()
	for i := 1; i <= n; i++ {
		for r := werewolf.Role(1); r < werewolf.MaxRoles; r++ {
			id := werewolf.SeatID(i)
			if p, w := got.Role(id, r), want.role[i][r]/want.total; math.Abs(p-w) > 1e-9 {
				t.Fatalf("seat %d %s: %v, want %v", i, r, p, w)
			}
			for j := 1; j <= n; j++ {
				if p, w := got.With(id, r, werewolf.SeatID(j)), want.joint[[2]int{i, j}][r]/want.total; math.Abs(p-w) > 1e-9 {
					t.Fatalf("seat %d %s with %d: %v, want %v", i, r, j, p, w)
				}
			}
		}
	}
}

// checkLikeliest: assuming the likeliest world leaves just the weight of the heaviest.
func checkLikeliest(t *testing.T, b *Belief, want *oracle, n int) {
	t.Helper()
	best := b.Likeliest()
	k := b.Knowledge()
	for i := 1; i <= n; i++ {
		k = k.Assume(werewolf.SeatID(i), best[i])
	}
	one := weighAll(b.table, &k, b.list, b.me)
	if one.counts != 1 || math.Abs(one.total-want.most) > 1e-9*want.most {
		t.Fatalf("the likeliest world %v is worth %v, the heaviest %v", best[1:], one.total, want.most)
	}
}

// randomTable has rates of all sizes.
func randomTable(rng *rand.Rand) *Table {
	t := &Table{Settings: Settings{Temperature: 1.5, Clip: 15, Bond: 3}}
	for size := range t.cells {
		for c := range t.cells[size] {
			for r := range t.cells[size][c] {
				human := math.Exp(4 * (rng.Float64() - 0.5))
				t.cells[size][c][r] = Rate{human, human}
				if Cell(c).aimed() {
					t.cells[size][c][r][1] = math.Exp(4 * (rng.Float64() - 0.5))
				}
			}
		}
	}
	return t
}

func TestAssumptionsConditionTheBelief(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	b := New(randomTable(rng))
	b.Update(worlds.Setup(nil, seven), randomItems(rng, 7, 20), 0)
	given, possible := b.Given(b.know.Assume(3, werewolf.Seer))
	if !possible {
		t.Fatal("3 may be the seer")
	}
	now := b.Now()
	if got, want := given.Wolf(5)*now.Role(3, werewolf.Seer), now.With(3, werewolf.Seer, 5); math.Abs(got-want) > 1e-12 {
		t.Errorf("P(5 is a werewolf and 3 the seer) = %v by condition, %v jointly", got, want)
	}
	if got := now.Wolves(werewolf.SeatsUpTo(7)); math.Abs(got-2) > 1e-9 {
		t.Errorf("%v werewolves are expected, want 2", got)
	}
}

// Weights are derivatives: counting a fact a little more moves the odds by just as much.
func TestWhyIsHowTheOddsMove(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	table := randomTable(rng)
	table.Bond = 1e6
	logOdds := func(b *Belief, id werewolf.SeatID) float64 {
		p := b.Now().Wolf(id)
		return math.Log(p / (1 - p))
	}
	for range 50 {
		list := randomItems(rng, 5, 8)
		b := New(table)
		b.Update(worlds.Setup(nil, five), list, 2)
		for _, reason := range b.Why(3, 3) {
			others := 0
			for i := range list {
				if list[i].Actor != 2 && cellOf(nil, &list[i]) == reason.Cell {
					others++
				}
			}
			if others != 1 {
				continue
			}
			const small = 1e-5
			before, kept := logOdds(b, 3), b.rates[reason.Cell]
			for r := range b.rates[reason.Cell] {
				b.rates[reason.Cell][r][0] *= 1 + small
				b.rates[reason.Cell][r][1] *= 1 + small
			}
			b.Update(b.know, list, 2)
			if got := (logOdds(b, 3) - before) / small; math.Abs(got-reason.Weight) > 1e-3 {
				t.Fatalf("%s weighs %v, but moves the odds by %v", reason.Cell, reason.Weight, got)
			}
			b.rates[reason.Cell] = kept
			b.Update(b.know, list, 2)
		}
	}
}

func TestWhyNamesTheWeightiestFirst(t *testing.T) {
	b := New(standardTable(t))
	list := []evidence.Item{
		{Kind: evidence.Quiet, Actor: 4, Day: 1},
		{Kind: evidence.Claim, Role: werewolf.Seer, Actor: 1, Day: 1},
		{Kind: evidence.Told, Role: werewolf.Seer, Actor: 1, Target: 3, Species: werewolf.Wolf, Day: 1},
	}
	b.Update(worlds.Setup(nil, five), list, 0)
	why := b.Why(3, 2)
	if len(why) != 2 || why[0].Weight <= 0 || why[0].Item.Kind == evidence.Quiet {
		t.Errorf("why 3 is suspect: %+v", why)
	}
	if !slices.IsSortedFunc(why, func(a, b Reason) int { return int(math.Abs(b.Weight) - math.Abs(a.Weight)) }) {
		t.Errorf("not sorted: %+v", why)
	}
	b.Update(worlds.Setup(nil, five).Assume(3, werewolf.Werewolf), list, 0)
	if why := b.Why(3, 9); len(why) != 0 {
		t.Errorf("nothing moves what is certain: %+v", why)
	}
}

// What the standard table must get right whatever it was estimated from.
func TestStandardTableIsSane(t *testing.T) {
	table := standardTable(t)
	for _, counts := range []werewolf.RoleCounts{five, thirteen} {
		prior := float64(counts[werewolf.Werewolf]) / float64(counts.Total())
		claim := evidence.Item{Kind: evidence.Claim, Role: werewolf.Seer, Actor: 1, Day: 1}
		black := evidence.Item{Kind: evidence.Told, Role: werewolf.Seer, Actor: 1, Target: 3, Species: werewolf.Wolf, Day: 1}
		white := evidence.Item{Kind: evidence.Told, Role: werewolf.Seer, Actor: 1, Target: 3, Species: werewolf.Human, Day: 1}
		counter := evidence.Item{Kind: evidence.Claim, Role: werewolf.Seer, Actor: 2, Day: 1, Counter: true}
		of := func(list ...evidence.Item) *Posterior {
			b := New(table)
			b.Update(worlds.Setup(nil, counts), list, 0)
			return b.Now()
		}
		lone := of(claim)
		if lone.Role(1, werewolf.Seer) < 0.35 || lone.Wolf(1) > prior {
			t.Errorf("%v: a lone claim makes a seer of %.2f, a werewolf of %.2f", counts, lone.Role(1, werewolf.Seer), lone.Wolf(1))
		}
		if two := of(claim, counter); two.Role(1, werewolf.Seer) >= lone.Role(1, werewolf.Seer) {
			t.Errorf("%v: a rival takes nothing away", counts)
		}
		if p := of(claim, black).Wolf(3); p < 1.3*prior || p > 0.97 {
			t.Errorf("%v: a black result makes a werewolf of %.2f", counts, p)
		}
		if p := of(claim, white).Wolf(3); p > 0.8*prior || p < 0.001 {
			t.Errorf("%v: a white result leaves a werewolf of %.3f", counts, p)
		}
		vote := evidence.Item{Kind: evidence.Cast, Actor: 2, Target: 3, Day: 1, Choices: werewolf.SetOf(1, 3, 4, 5)}
		if p := of(vote).Wolf(3); p > 2.2*prior || p < prior/2.2 {
			t.Errorf("%v: one vote makes %.2f of %.2f", counts, p, prior)
		}
	}
}

func TestOwnDeedsAreNoEvidence(t *testing.T) {
	table := standardTable(t)
	list := []evidence.Item{{Kind: evidence.Cast, Actor: 1, Target: 3, Day: 1, Choices: werewolf.SetOf(2, 3, 4, 5)}}
	b := New(table)
	b.Update(worlds.Setup(nil, five).Assume(1, werewolf.Villager), list, 1)
	if p := b.Now().Wolf(3); math.Abs(p-0.25) > 1e-9 {
		t.Errorf("my own vote makes a werewolf of %v", p)
	}
}

func TestContradictionsStillGiveABelief(t *testing.T) {
	k := worlds.Setup(nil, five)
	k.Dead = []werewolf.SeatID{1, 2, 3, 4}
	b := New(standardTable(t))
	b.Update(k, nil, 0)
	if _, possible := b.Given(k); possible {
		t.Error("the game could not have gone on")
	}
	if got := b.Now().Wolves(werewolf.SeatsUpTo(5)); math.Abs(got-1) > 1e-9 {
		t.Errorf("%v werewolves, want 1", got)
	}
}

func TestLargeTablesAreApproximated(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	table := standardTable(t)
	worst := 0.0
	for range 30 {
		b, p := New(table), &Posterior{}
		b.Update(worlds.Setup(nil, nine), randomItems(rng, 9, 12), 0)
		exact := b.Now()
		p.begin(b.n, nil)
		b.approximate(&b.know, p)
		for id := range werewolf.SeatsUpTo(9).All() {
			worst = max(worst, math.Abs(p.Wolf(id)-exact.Wolf(id)))
		}
	}
	if worst > 0.3 {
		t.Errorf("the approximation is off by %.2f", worst)
	}
	big := werewolf.RoleCounts{werewolf.Villager: 20, werewolf.Seer: 1, werewolf.Possessed: 1, werewolf.Werewolf: 10}
	b := New(table)
	b.Update(worlds.Setup(nil, big), randomItems(rng, 32, 300), 0)
	if got := b.Now().Wolves(werewolf.SeatsUpTo(32)); math.Abs(got-10) > 1e-6 {
		t.Errorf("%v werewolves, want 10", got)
	}
	if best := b.Likeliest(); len(best) != 33 {
		t.Errorf("the likeliest world has %d seats", len(best))
	}
}

func TestTablesSurviveWriting(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	var text, again strings.Builder
	if err := randomTable(rng).Write(&text); err != nil {
		t.Fatal(err)
	}
	table, err := ReadTable(strings.NewReader(text.String()))
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Write(&again); err != nil || again.String() != text.String() {
		t.Errorf("another table after reading (%v)", err)
	}
}

func FuzzReadTable(f *testing.F) {
	f.Add(standard)
	f.Add("set clip 3\nsmall claim.none 1 1 1 1 1 1\n")
	f.Add("set temperature NaN\nset bond 1e9\nlarge seer.black 1/2 1/2 1/2 1/2 1/2 0/1")
	f.Fuzz(func(t *testing.T, text string) {
		table, err := ReadTable(strings.NewReader(text))
		if err != nil {
			return
		}
		b := New(table)
		b.Update(worlds.Setup(nil, five), []evidence.Item{{Kind: evidence.Claim, Role: werewolf.Seer, Actor: 1, Day: 1}}, 0)
		if got := b.Now().Wolves(werewolf.SeatsUpTo(5)); math.Abs(got-1) > 1e-9 {
			t.Errorf("%v werewolves", got)
		}
	})
}

func TestFaultyTablesAreNamed(t *testing.T) {
	for text, want := range map[string]string{
		"set clip":                 "line 1",
		"set clip -1":              "between",
		"set speed 3":              "unknown setting",
		"\nsmall x 1":              "line 2",
		"":                         "0 rows",
		"small talk.x 1 1 1 1 1 1": "unknown size",
		"small talk.quiet 1 1 1 1 1 1\nsmall talk.quiet 1 1 1 1 1 1": "twice",
	} {
		if _, err := ReadTable(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
