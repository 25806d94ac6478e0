package matching

import (
	"fmt"
	"testing"

	"wolfden/internal/balance"
	"wolfden/internal/secret"
	"wolfden/werewolf"
)

// squares is the sum of squares of all entries.
func squares(rows [][]int) (sum int) {
	for _, row := range rows {
		for _, n := range row {
			sum += n * n
		}
	}
	return sum
}

// recount is the cost of a puzzle by its definition, from its tables alone, and
// undefined up to a constant.
func recount(t *testing.T, s *Spec, p puzzle) int {
	switch p := p.(type) {
	case *meetings:
		fresh := &meetings{seats: p.seats, order: p.order, met: grid(s.Teams, s.Teams)}
		fresh.count()
		return squares(fresh.met) / 2
	case *roles:
		had, kin := grid(s.Teams, werewolf.MaxRoles), &roles{tables: p.tables, kin: grid(s.Teams, s.Teams)}
		for _, chairs := range p.tables {
			for _, c := range chairs {
				had[c.slot][c.Role]++
			}
		}
		kin.count(kin.tables)
		return p.weight*squares(had) + squares(kin.kin)/4
	case *seats:
		b := &seats{sat: grid(s.Teams, s.Players()), held: grid(werewolf.MaxRoles, s.Players()), both: grid(s.Teams*werewolf.MaxRoles, s.Players())}
		for _, chairs := range p.tables {
			for i, c := range chairs {
				for _, row := range b.rows(c) {
					row[i]++
				}
			}
		}
		return weightSat*squares(b.sat) + weightHeld*squares(b.held) + weightBoth*squares(b.both)
	}
	t.Fatal("unknown puzzle")
	return 0
}

// puzzles are the three, dealt but not improved.
func puzzles(s *Spec, d *dice) []puzzle {
	m := &meetings{seats: s.Players(), met: grid(s.Teams, s.Teams)}
	m.deal(d, s.Teams, s.Games)
	m.count()
	r := &roles{had: grid(s.Teams, werewolf.MaxRoles), kin: grid(s.Teams, s.Teams), weight: 3}
	p := &seats{sat: grid(s.Teams, s.Players()), held: grid(werewolf.MaxRoles, s.Players()), both: grid(s.Teams*werewolf.MaxRoles, s.Players())}
	for _, order := range m.order {
		slots := append([]slot(nil), order[:m.seats]...)
		r.tables = append(r.tables, r.deal(d, rarestFirst(s.Roles), slots))
		p.tables = append(p.tables, p.seat(d, append([]chair(nil), r.tables[len(r.tables)-1]...)))
	}
	r.count(r.tables)
	p.count()
	return []puzzle{m, r, p}
}

func diceOf(s *Spec) *dice { return &dice{secret.KeyOf(*s.Seed).Stream("test")} }

// TestCostIsIncremental: what a move says it changes is what it changes.
func TestCostIsIncremental(t *testing.T) {
	for _, s := range []Spec{specOf(8, 5, 12, 1), specOf(18, 13, 9, 2), specOf(3, 2, 5, 3), specOf(6, 4, 7, 4)} {
		d := diceOf(&s)
		for _, p := range puzzles(&s, d) {
			cost := recount(t, &s, p)
			for range 300 {
				before := p.excess()
				change, ok := p.propose(d)
				if !ok {
					continue
				}
				p.commit()
				now := recount(t, &s, p)
				if now-cost != change {
					t.Fatalf("%T of %+v: said %d, was %d", p, s, change, now-cost)
				}
				if _, open := p.(*roles); !open && p.excess()-before != change {
					t.Fatalf("%T: the excess went from %d to %d by %d", p, before, p.excess(), change)
				}
				cost = now
			}
		}
	}
}

// TestMeetingsAreBest compares with the best of all plans of small contests.
func TestMeetingsAreBest(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	for _, c := range [][3]int{{3, 2, 2}, {4, 2, 5}, {4, 2, 6}, {5, 2, 5}, {4, 3, 5}, {5, 3, 3}, {5, 3, 6}, {5, 4, 6}, {6, 3, 4}, {6, 3, 5}, {6, 4, 5}, {6, 5, 7}} {
		s := specOf(c[0], c[1], c[2], 1)
		best := bestMeetings(&s)
		for seed := range uint64(10) {
			s.Seed = &seed
			p := mustPlan(t, s)
			met := grid(s.Teams, s.Teams)
			for _, m := range p.Matches {
				meet(met, slotsIn(m))
			}
			if got := squares(met) / 2; got != best {
				t.Errorf("%v, seed %d: cost %d, the best is %d", c, seed, got, best)
			}
		}
	}
}

func slotsIn(m plannedMatch) (all []slot) {
	for _, c := range m.Chairs {
		all = append(all, c.slot)
	}
	return all
}

func meet(met [][]int, teams []slot) {
	for _, a := range teams {
		for _, b := range teams {
			if a != b {
				met[a][b]++
			}
		}
	}
}

// bestMeetings tries all sets of games in which teams play equally often.
func bestMeetings(s *Spec) int {
	var tables [][]slot
	for set := range 1 << s.Teams {
		var teams []slot
		for t := range s.Teams {
			if set>>t&1 == 1 {
				teams = append(teams, slot(t))
			}
		}
		if len(teams) == s.Players() {
			tables = append(tables, teams)
		}
	}
	best := -1
	played := make([]int, s.Teams)
	chosen := [][]slot{}
	var choose func(from int)
	choose = func(from int) {
		if len(chosen) < s.Games {
			for i := from; i < len(tables); i++ {
				chosen = append(chosen, tables[i])
				choose(i)
				chosen = chosen[:len(chosen)-1]
			}
			return
		}
		clear(played)
		met := grid(s.Teams, s.Teams)
		for _, teams := range chosen {
			meet(met, teams)
			for _, t := range teams {
				played[t]++
			}
		}
		if cost := squares(met) / 2; width(balance.SpanOf(played)) <= 1 && (best < 0 || cost < best) {
			best = cost
		}
	}
	choose(0)
	return best
}

// TestFano: seven games of three out of seven teams in which each two meet
// once exist, and are found.
func TestFano(t *testing.T) {
	for seed := range uint64(10) {
		b := balanceOfPlan(mustPlan(t, specOf(7, 3, 7, seed)))
		if b.Met != (balance.Span{Min: 1, Max: 1}) || b.Seats != (balance.Span{Min: 3, Max: 3}) || b.At != (balance.Span{Min: 1, Max: 1}) {
			t.Errorf("seed %d: met %v, games %v, a seat %v", seed, b.Met, b.Seats, b.At)
		}
	}
}

// TestRolesAndSeatsAreBest tries all ways to deal roles, and seats, to the
// teams of small plans: no way has less uneven roles or seats.
func TestRolesAndSeatsAreBest(t *testing.T) {
	for _, c := range [][3]int{{3, 3, 4}, {4, 3, 4}, {5, 3, 5}, {6, 3, 4}, {4, 2, 7}, {4, 4, 3}} {
		for seed := range uint64(5) {
			s := specOf(c[0], c[1], c[2], seed)
			p := mustPlan(t, s)
			had, sat := grid(s.Teams, werewolf.MaxRoles), grid(s.Teams, s.Players())
			for _, m := range p.Matches {
				for i, c := range m.Chairs {
					had[c.slot][c.Role]++
					sat[c.slot][i]++
				}
			}
			roles := rarestFirst(s.Roles)
			best := bestDeal(p, werewolf.MaxRoles, func(i int) int { return int(roles[i]) })
			if got := squares(had); got != best {
				t.Errorf("%v, seed %d: roles cost %d, the best is %d", c, seed, got, best)
			}
			best = bestDeal(p, s.Players(), func(i int) int { return i })
			if got := squares(sat); got != best {
				t.Errorf("%v, seed %d: seats cost %d, the best is %d", c, seed, got, best)
			}
		}
	}
}

// bestDeal is the least sum of squares over all orders of all tables, where
// the place i of a table stands for a label.
func bestDeal(p *Plan, labels int, label func(i int) int) int {
	count := grid(p.spec.Teams, labels)
	best := -1
	var deal func(game int, rest []slot)
	deal = func(game int, rest []slot) {
		if len(rest) == 0 {
			if game++; game == len(p.Matches) {
				if cost := squares(count); best < 0 || cost < best {
					best = cost
				}
				return
			}
			rest = slotsIn(p.Matches[game])
		}
		l := label(len(rest) - 1)
		for i := range rest {
			rest[0], rest[i] = rest[i], rest[0]
			count[rest[0]][l]++
			deal(game, append([]slot(nil), rest[1:]...))
			count[rest[0]][l]--
			rest[0], rest[i] = rest[i], rest[0]
		}
	}
	deal(-1, nil)
	return best
}

// TestEven spoils seats and roles by lot and has them settled.
func TestEven(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	for seed := range uint64(20) {
		s := specOf(6+int(seed%9), 5, 11+int(seed), seed)
		d := diceOf(&s)
		var tables [][]chair
		for _, m := range mustPlan(t, s).Matches {
			slots := slotsIn(m)
			shuffle(d, slots)
			var chairs []chair
			for i, r := range rarestFirst(s.Roles) {
				chairs = append(chairs, chair{slots[i], r})
			}
			tables = append(tables, chairs)
		}
		r := &roles{tables: tables, had: grid(s.Teams, werewolf.MaxRoles), kin: grid(s.Teams, s.Teams)}
		for _, chairs := range tables {
			for _, c := range chairs {
				r.had[c.slot][c.Role]++
			}
		}
		r.settle(&s)
		var matches []plannedMatch
		for i, chairs := range tables {
			matches = append(matches, plannedMatch{ID: ID(fmt.Sprint(i)), Chairs: chairs})
		}
		for role, span := range balanceOf(s, matches).Roles {
			if width(span) > 1 {
				t.Errorf("seed %d: role %v: %v", seed, werewolf.Role(role), span)
			}
		}
	}
}
