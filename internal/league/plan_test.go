package league

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/secret"
	"wolfden/werewolf"
)

// testSpec is a league of so many entries in one standard setup.
func testSpec(t *testing.T, entries, players, rounds int, deals Deals) *Spec {
	t.Helper()
	rules, err := werewolf.Standard(players)
	if err != nil {
		t.Fatal(err)
	}
	s := &Spec{Deals: deals, Seed: 11, Lang: "en", Cast: testCast()}
	for i := range entries {
		s.Entries = append(s.Entries, Entry{Name: fmt.Sprintf("e%d", i), Bot: "random"})
	}
	s.Setups = []Setup{{Name: fmt.Sprintf("%d players", players), Rules: rules, Games: rounds * entries}}
	if err := s.Check(); err != nil {
		t.Fatal(err)
	}
	return s
}

func testCast() (all []Character) {
	for i := range 20 {
		all = append(all, Character{Name: fmt.Sprintf("Name%02d", i), Profile: fmt.Sprintf("profile %d", i)})
	}
	return all
}

// TestEveryRoundIsWhole: in each round every entry has every seat once, and by
// that every role as often as the table has it.
func TestEveryRoundIsWhole(t *testing.T) {
	for _, deals := range []Deals{Independent, Duplicate} {
		for _, players := range []int{5, 9, 13} {
			for _, entries := range []int{2, 3, 5, 8, 13, 17} {
				s := testSpec(t, entries, players, 3, deals)
				games := Plan(s)
				for from := 0; from < len(games); from += entries {
					at := map[[2]int]int{}
					for _, g := range games[from : from+entries] {
						for i, seat := range g.Seats {
							at[[2]int{i, seat.Entry}]++
							if seat.Role != games[from].Seats[i].Role {
								t.Fatalf("game %d: seat %d has another role than in the rest of the round", g.number, i+1)
							}
						}
					}
					if len(at) != entries*players {
						t.Fatalf("%d entries, %d players, round %d: %d pairs of seat and entry, want %d", entries, players, from/entries, len(at), entries*players)
					}
				}
			}
		}
	}
}

// TestSeatsTellNoRole: over as many rounds as there are seats every seat has had
// every role equally often, for every entry.
func TestSeatsTellNoRole(t *testing.T) {
	s := testSpec(t, 6, 9, 9, Independent)
	had := map[string]int{}
	for _, g := range Plan(s) {
		for i, seat := range g.Seats {
			had[fmt.Sprint(seat.Entry, i, seat.Role)]++
		}
	}
	for key, n := range had {
		var entry, seat int
		var name string
		if _, err := fmt.Sscan(key, &entry, &seat, &name); err != nil {
			t.Fatal(err)
		}
		role, _ := werewolf.StandardRoles().Parse(name)
		if want := s.Setups[0].Rules.Roles[role]; n != want {
			t.Fatalf("entry, seat, role %s: %d games, want %d", key, n, want)
		}
	}
}

// TestPairs: entries are with and against each other about equally often.
func TestPairs(t *testing.T) {
	for _, c := range []struct{ entries, players, rounds, apart int }{
		{5, 5, 40, 2}, {8, 5, 50, 6}, {8, 13, 50, 13}, {13, 13, 30, 6}, {20, 5, 40, 6},
	} {
		s := testSpec(t, c.entries, c.players, c.rounds, Independent)
		b := BalanceOf(s, Plan(s))[0]
		if got := b.Mates.Max - b.Mates.Min; got > c.apart {
			t.Errorf("%+v: team-mates %v", c, b.Mates)
		}
		if got := b.Opponents.Max - b.Opponents.Min; got > c.apart {
			t.Errorf("%+v: opponents %v", c, b.Opponents)
		}
	}
}

// TestTablesAreDrawn: whether an entry that has several seats has them on one
// side is left to chance; the search must not prefer any tables.
func TestTablesAreDrawn(t *testing.T) {
	for _, c := range []struct {
		entries int
		want    float64 // that two given seats of five have the same entry
	}{{2, 0.4}, {3, 0.2}, {5, 0}} {
		games := Plan(testSpec(t, c.entries, 5, 600, Independent))
		same := 0.0
		for _, g := range games {
			var bad []int
			for _, seat := range g.Seats {
				if werewolf.StandardRoles().Team(seat.Role) == werewolf.WerewolfTeam {
					bad = append(bad, seat.Entry)
				}
			}
			if bad[0] == bad[1] {
				same += 1 / float64(len(games))
			}
		}
		if same < c.want-0.06 || same > c.want+0.06 {
			t.Errorf("%d entries: werewolf and possessed are one entry in %.3f of the games, want %.1f", c.entries, same, c.want)
		}
	}
}

// TestSettle compares the running cost with one counted anew.
func TestSettle(t *testing.T) {
	s := testSpec(t, 7, 9, 1, Independent)
	p := newPlanner(s, 0)
	squares := func() (sum int) {
		for i := range p.mates {
			for j := range i {
				sum += p.mates[i][j]*p.mates[i][j] + p.foes[i][j]*p.foes[i][j]
			}
		}
		return sum
	}
	for n := range 20 {
		p.round(n)
		before := squares()
		c := p.drawCircle()
		cost := c.settle(p.rng, p.mates, p.foes)
		c.meet(p.mates, p.foes)
		if got := squares() - before; got != cost {
			t.Fatalf("round %d: the squares rise by %d, settle says %d", n, got, cost)
		}
	}
}

func TestDuplicateDeals(t *testing.T) {
	for _, deals := range []Deals{Independent, Duplicate} {
		games := Plan(testSpec(t, 4, 5, 6, deals))
		seeds := map[uint64]bool{}
		same := true
		for _, g := range games {
			seeds[g.Seed] = true
			first := games[g.number/4*4]
			for i := range g.Seats {
				same = same && g.Seats[i].character == first.Seats[i].character && g.Seats[i].Role == first.Seats[i].Role
			}
		}
		want := map[Deals]int{Independent: 24, Duplicate: 6}[deals]
		if len(seeds) != want || same != (deals == Duplicate) {
			t.Errorf("%s: %d seeds, want %d; same characters in a round: %v", deals, len(seeds), want, same)
		}
	}
}

// TestAgainst: two seats change hands, one on each side, the others stay.
func TestAgainst(t *testing.T) {
	s := testSpec(t, 3, 9, 36, Duplicate)
	s.Against = opponents([]string{"plain", "random"})
	games := Plan(s)
	others := map[int]int{}
	var own werewolf.RoleCounts
	for from := 0; from < len(games); from += 3 {
		held := map[string]bool{}
		for _, g := range games[from : from+3] {
			var sides []werewolf.Team
			for i, seat := range g.Seats {
				if seat.own {
					sides = append(sides, werewolf.StandardRoles().Team(seat.Role))
					held[fmt.Sprint(i, seat.Entry)] = true
					if seat.Entry == 0 {
						own[seat.Role]++
					}
				} else {
					others[seat.Entry]++
					if seat.Entry < 3 || seat.Entry != games[from].Seats[i].Entry {
						t.Fatalf("game %d: seat %d changed hands", g.number, i+1)
					}
				}
			}
			slices.Sort(sides)
			if !slices.Equal(sides, []werewolf.Team{werewolf.VillagerTeam, werewolf.WerewolfTeam}) {
				t.Fatalf("game %d: the entries sit on %v", g.number, sides)
			}
		}
		if len(held) != 6 {
			t.Fatalf("round %d: %v, want each of three entries in each of two seats", from/3, held)
		}
	}
	if d := others[3] - others[4]; d < -3 || d > 3 {
		t.Errorf("seats of those played against: %v", others)
	}
	thirteen, err := werewolf.Standard(13)
	if err != nil {
		t.Fatal(err)
	}
	want := werewolf.RoleCounts{}
	for role, w := range thirteen.Roles { // 36 rounds are 4 bags of 9 and 9 bags of 4
		want[role] = 36 / 9 * w
		if werewolf.StandardRoles().Team(werewolf.Role(role)) == werewolf.WerewolfTeam {
			want[role] = 36 / 4 * w
		}
	}
	want[0] = 0
	if own != want {
		t.Errorf("own roles %v, want %v", own, want)
	}
}

// TestPlanGrows: more games leave the first ones as they are, and two plans of a
// spec are equal.
func TestPlanGrows(t *testing.T) {
	short, long := Plan(testSpec(t, 8, 5, 5, Duplicate)), Plan(testSpec(t, 8, 5, 9, Duplicate))
	if !reflect.DeepEqual(short, long[:len(short)]) {
		t.Error("the longer plan does not begin with the shorter")
	}
	if !slices.IsSortedFunc(long, func(a, b Game) int { return strings.Compare(a.ID, b.ID) }) {
		t.Error("ids do not sort in the order of the plan")
	}
	other := testSpec(t, 8, 5, 5, Duplicate)
	other.Setups[0].Rules.MaxDay = 4
	if Plan(other)[0].ID == short[0].ID {
		t.Error("another league has the same ids")
	}
}

func TestTeams(t *testing.T) {
	s := testSpec(t, 2, 5, 1, Duplicate)
	for _, g := range Plan(s) {
		teams := map[string]bool{}
		for _, seat := range g.Seats {
			teams[seat.Team] = true
			if !strings.HasPrefix(seat.Team, s.Entries[seat.Entry].Name+"-") {
				t.Errorf("entry %d plays as %q", seat.Entry, seat.Team)
			}
		}
		if len(teams) != 5 {
			t.Errorf("teams %v", teams)
		}
	}
	if seat := Plan(testSpec(t, 5, 5, 1, Duplicate))[0].Seats[0]; strings.Contains(seat.Team, "-") {
		t.Errorf("a lone player is called %q", seat.Team)
	}
}

func TestCheck(t *testing.T) {
	for want, change := range map[string]func(*Spec){
		"at least two":           func(s *Spec) { s.Entries = s.Entries[:1] },
		"no setup":               func(s *Spec) { s.Setups = nil },
		"write 8":                func(s *Spec) { s.Setups[0].Games = 7 },
		"is there twice; give":   func(s *Spec) { s.Entries[1].Name = "e0" },
		"not printed":            func(s *Spec) { s.Entries[1].Name = "a\x1b[2J" },
		"needs deals: duplicate": func(s *Spec) { s.Deals = Independent; s.Against = opponents([]string{"plain"}) },
		"has 3 characters":       func(s *Spec) { s.Cast = s.Cast[:3] },
		"two different entries":  func(s *Spec) { s.Stop = DefaultStop(1, 1) },
		"above 0 and below 0.5":  func(s *Spec) { s.Stop = DefaultStop(0, 1); s.Stop.Alpha = 0.5 },
		"such as 0.05":           func(s *Spec) { s.Stop = DefaultStop(0, 1); s.Stop.Difference = 5 },
		"has one setup":          func(s *Spec) { s.Stop = DefaultStop(0, 1); s.Setups = append(s.Setups, s.Setups[0]) },
		"max_day":                func(s *Spec) { s.Setups[0].Rules.MaxDay = -2 },
		"hold its game for ever": func(s *Spec) { s.Entries[0].Remote, s.Setups[0].Rules.Timeout.Action = true, 0 },
	} {
		s := testSpec(t, 4, 5, 2, Duplicate)
		change(s)
		if err := s.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q in: %v", want, err)
		}
	}
}

func TestBalanceWrite(t *testing.T) {
	s := testSpec(t, 5, 5, 5, Duplicate)
	var out strings.Builder
	b := BalanceOf(s, Plan(s))[0]
	if err := b.Write(&out); err != nil {
		t.Fatal(err)
	}
	for _, share := range b.Shares {
		if share.Seats != 25 || share.At.String() != "5" || share.Roles[werewolf.Villager] != 10 {
			t.Errorf("%+v", share)
		}
	}
	if !strings.Contains(out.String(), "5 players: 25 games, 5 rounds\n") || !strings.Contains(out.String(), "e4          25") {
		t.Error(out.String())
	}
}

// TestSides: each game is two entries', a side each; in a round each has either
// side once, and all pairs meet about equally often.
func TestSides(t *testing.T) {
	for _, entries := range []int{2, 5, 8} {
		s := testSpec(t, entries, 9, 40, Duplicate)
		s.Seating = Sides
		games := Plan(s)
		for from := 0; from < len(games); from += entries {
			had := map[string]bool{}
			for _, g := range games[from : from+entries] {
				of := map[werewolf.Team]int{}
				for _, seat := range g.Seats {
					side := werewolf.StandardRoles().Team(seat.Role)
					if other, known := of[side]; known && other != seat.Entry {
						t.Fatalf("game %d: %s is %d's and %d's", g.number, side, other, seat.Entry)
					}
					of[side] = seat.Entry
					had[fmt.Sprint(side, seat.Entry)] = true
				}
				if of[werewolf.VillagerTeam] == of[werewolf.WerewolfTeam] {
					t.Fatalf("game %d: %d plays against itself", g.number, of[werewolf.VillagerTeam])
				}
			}
			if len(had) != 2*entries {
				t.Fatalf("%d entries, round %d: %v", entries, from/entries, had)
			}
		}
		b := BalanceOf(s, games)[0]
		if b.Mates.Max != 0 || float64(b.Opponents.Max-b.Opponents.Min) > 0.2*float64(b.Opponents.Max) {
			t.Errorf("%d entries: mates %v, foes %v", entries, b.Mates, b.Opponents)
		}
	}
	mixed, sides := testSpec(t, 2, 5, 1, Duplicate), testSpec(t, 2, 5, 1, Duplicate)
	sides.Seating = Sides
	if Plan(mixed)[0].ID == Plan(sides)[0].ID {
		t.Error("both seatings have the same ids")
	}
}

// Plans of strangers' programs follow from a key: the same key gives the same
// games, and a seat, a character or an id says nothing of the games before.
func TestDrawnPlans(t *testing.T) {
	s := &Spec{Drawn: true, Lang: "en", Cast: testCast(), key: secret.NewKey(), Entries: []Entry{{Name: "a", Remote: true}, {Name: "b", Bot: "b"}}}
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	s.Setups = []Setup{{Name: "five", Rules: rules, Games: 400}}
	if err := s.Check(); err != nil {
		t.Fatal(err)
	}
	games := Plan(s)
	if !reflect.DeepEqual(games, Plan(s)) {
		t.Error("one key, two plans")
	}
	seeds, ids, same := map[uint64]bool{}, map[string]bool{}, 0
	wolfAt := func(g *Game) int {
		return slices.IndexFunc(g.Seats, func(s Seat) bool { return s.Role == werewolf.Werewolf })
	}
	for i := range games {
		seeds[games[i].Seed], ids[games[i].ID] = true, true
		if i%2 == 1 && wolfAt(&games[i]) == wolfAt(&games[i-1]) {
			same++
		}
	}
	if len(seeds) != len(games) || len(ids) != len(games) {
		t.Errorf("%d seeds and %d ids for %d games", len(seeds), len(ids), len(games))
	}
	if same < 20 || same > 65 { // 40 by lots, 200 where the games of a round share their seats
		t.Errorf("in %d of 200 rounds the werewolf sits in one seat in both games", same)
	}
	other := *s
	other.key = secret.NewKey()
	for i, g := range Plan(&other) {
		if ids[g.ID] || seeds[g.Seed] {
			t.Errorf("game %d is the same with another key", i)
		}
	}
	s.Deals = Duplicate
	if err := s.Check(); err == nil || !strings.Contains(err.Error(), "knows its roles") {
		t.Errorf("strangers get the same deal twice: %v", err)
	}
}

// TestAlone: one entry has one seat of every table and every card of the deck once in as many games as there are seats; the others
// are there equally often, and the deals are the same whoever plays.
func TestAlone(t *testing.T) {
	for _, players := range []int{5, 13} {
		rules, err := werewolf.Standard(players)
		if err != nil {
			t.Fatal(err)
		}
		spec := func(name string) *Spec {
			return &Spec{
				Entries: []Entry{{Name: name, Bot: name}}, Against: opponents([]string{"plain", "mille", "random", "lycaon", "kanolab"}),
				Setups: []Setup{{Name: "alone", Rules: rules, Games: 5 * players}}, Deals: Duplicate, Seating: Alone, Seed: 3, Cast: testCast(),
			}
		}
		s := spec("mine")
		if err := s.Check(); err != nil {
			t.Fatal(err)
		}
		games, others := Plan(s), Plan(spec("yours"))
		var cards werewolf.RoleCounts
		met := make([]int, 6)
		for k, g := range games {
			own := 0
			for i, seat := range g.Seats {
				met[seat.Entry]++
				if seat.own != (seat.Entry == 0) {
					t.Fatalf("game %d: seat %d of entry %d is own: %v", k, i+1, seat.Entry, seat.own)
				}
				if seat.own {
					own++
					cards[seat.Role]++
				}
				if o := others[k].Seats[i]; o.Entry != seat.Entry || o.Role != seat.Role || o.character != seat.character || others[k].Seed != g.Seed {
					t.Fatalf("game %d: another entry has another deal", k)
				}
			}
			if own != 1 {
				t.Fatalf("game %d: %d seats of its own", k, own)
			}
			if (k+1)%players == 0 {
				if cards != rules.Roles {
					t.Fatalf("games to %d: cards %v, want %v", k, cards, rules.Roles)
				}
				cards = werewolf.RoleCounts{}
			}
		}
		if low, high := slices.Min(met[1:]), slices.Max(met[1:]); high-low > 1 {
			t.Errorf("%d players: others sit at the table %v times", players, met[1:])
		}
	}
	s := testSpec(t, 2, 5, 1, Duplicate)
	s.Seating = Alone
	if err := s.Check(); err == nil || !strings.Contains(err.Error(), "one that plays alone needs others against it") {
		t.Errorf("two that play alone: %v", err)
	}
}
