package matching

import (
	"cmp"
	"slices"

	"wolfden/werewolf"
)

// roles is the second puzzle: who plays what, the teams of every game being
// settled. Moves exchange the roles of two players of a game. The cost counts,
// first, the square of how often a team has a role; second, for every pair, the
// square of how much more often they were team-mates than opponents, which
// together with equal meetings makes both equal.
type roles struct {
	tables [][]chair
	had    [][]int // of each team, how often it has each role
	kin    [][]int // of each pair, games as team-mates less games as opponents
	weight int     // of the roles against the pairs
	move   trade
}

// trade exchanges the roles, or the seats, of chairs i and j of a game.
type trade struct{ game, i, j int }

// dealRoles gives the teams of every game their roles. Of the settled games it
// only counts who had what.
func dealRoles(s *Spec, d *dice, teams [][]slot, settled [][]chair) [][]chair {
	r := &roles{
		had: grid(s.Teams, werewolf.MaxRoles), kin: grid(s.Teams, s.Teams),
		// Light enough that the search gets past a team with one seer too many;
		// what it leaves uneven is settled below.
		weight: max(2, s.Players()/2),
	}
	for _, chairs := range settled {
		for _, c := range chairs {
			r.had[c.slot][c.Role]++
		}
	}
	order := rarestFirst(s.Roles)
	for _, slots := range teams {
		r.tables = append(r.tables, r.deal(d, order, slots))
	}
	r.count(settled)
	r.count(r.tables)
	improve(r, d, len(teams)*s.Players(), 4)
	r.settle(s)
	return r.tables
}

// rarestFirst is the roles of a game, one entry a player.
func rarestFirst(counts werewolf.RoleCounts) []werewolf.Role {
	order := counts.InPlay().Slice()
	slices.SortStableFunc(order, func(a, b werewolf.Role) int { return cmp.Compare(counts[a], counts[b]) })
	var all []werewolf.Role
	for _, r := range order {
		all = append(all, slices.Repeat([]werewolf.Role{r}, counts[r])...)
	}
	return all
}

// deal gives each role to a team that had it least.
func (r *roles) deal(d *dice, order []werewolf.Role, slots []slot) []chair {
	shuffle(d, slots)
	chairs := make([]chair, 0, len(slots))
	for i, role := range order {
		least := i
		for k := i + 1; k < len(slots); k++ {
			if r.had[slots[k]][role] < r.had[slots[least]][role] {
				least = k
			}
		}
		slots[i], slots[least] = slots[least], slots[i]
		r.had[slots[i]][role]++
		chairs = append(chairs, chair{slots[i], role})
	}
	return chairs
}

// mates reports whether two roles win together. A contest plays roles of the standard table.
func mates(a, b werewolf.Role) bool {
	table := werewolf.StandardRoles()
	return table.Team(a) == table.Team(b)
}

// count takes stock of the pairs.
func (r *roles) count(tables [][]chair) {
	for _, chairs := range tables {
		for i, c := range chairs {
			for _, x := range chairs[:i] {
				if mates(c.Role, x.Role) {
					r.bring(c.slot, x.slot, 1)
				} else {
					r.bring(c.slot, x.slot, -1)
				}
			}
		}
	}
}

// bring makes two teams closer, or less close.
func (r *roles) bring(a, b slot, by int) {
	r.kin[a][b] += by
	r.kin[b][a] += by
}

// excess is never nothing: how even the pairs can be nobody knows.
func (r *roles) excess() int { return 1 }

func (r *roles) propose(d *dice) (change int, ok bool) {
	g := d.below(len(r.tables))
	chairs := r.tables[g]
	i, j := d.below(len(chairs)), d.below(len(chairs))
	a, b := chairs[i], chairs[j]
	if a.Role == b.Role { // as when i is j
		return 0, false
	}
	r.move = trade{g, i, j}
	hadA, hadB := r.had[a.slot], r.had[b.slot]
	change = 2 * r.weight * (hadA[b.Role] - hadA[a.Role] + hadB[a.Role] - hadB[b.Role] + 2)
	if mates(a.Role, b.Role) {
		return change, true
	}
	kinA, kinB := r.kin[a.slot], r.kin[b.slot]
	for k, x := range chairs {
		switch {
		case k == i || k == j: // opponents they were and stay
		case mates(x.Role, a.Role):
			change += 2*(kinB[x.slot]-kinA[x.slot]) + 4
		default:
			change += 2*(kinA[x.slot]-kinB[x.slot]) + 4
		}
	}
	return change, true
}

func (r *roles) commit() {
	i, j, chairs := r.move.i, r.move.j, r.tables[r.move.game]
	a, b := &chairs[i], &chairs[j]
	r.had[a.slot][a.Role]--
	r.had[a.slot][b.Role]++
	r.had[b.slot][b.Role]--
	r.had[b.slot][a.Role]++
	if !mates(a.Role, b.Role) {
		for k, x := range chairs {
			switch {
			case k == i || k == j:
			case mates(x.Role, a.Role):
				r.bring(a.slot, x.slot, -2)
				r.bring(b.slot, x.slot, 2)
			default:
				r.bring(a.slot, x.slot, 2)
				r.bring(b.slot, x.slot, -2)
			}
		}
	}
	a.Role, b.Role = b.Role, a.Role
}

// settle evens out the roles that a team has more often than another, both
// measured above the share that every team has of them.
func (r *roles) settle(s *Spec) {
	share := func(sign int) {
		for _, row := range r.had {
			for role, k := range s.Roles {
				row[role] += sign * (s.Games * k / s.Teams)
			}
		}
	}
	share(-1)
	even(&evener{
		tables: r.tables, count: r.had,
		label: func(c chair, _ int) int { return int(c.Role) },
		swap:  func(t trade) { r.move = t; r.commit() },
	})
	share(1)
}
