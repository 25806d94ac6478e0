package belief

import (
	"wolfden/internal/reason/evidence"
	"wolfden/werewolf"
)

// Tally counts, by cell and role, what happened in games whose roles are known. Tables are estimated from it. The zero
// Tally has seen no game.
type Tally struct {
	cells [numSizes][numCells][werewolf.MaxRoles]sides
}

// count says how often something happened and how often it could have; for a choice, how often it would have by chance.
type count struct{ hits, chances float64 }

// Include adds the counts of another tally, multiplied by the weight.
func (t *Tally) Include(other *Tally, weight float64) {
	for size := range t.cells {
		for c := range t.cells[size] {
			for r := range t.cells[size][c] {
				for side := range t.cells[size][c][r] {
					to, from := &t.cells[size][c][r][side], other.cells[size][c][r][side]
					to.hits += weight * from.hits
					to.chances += weight * from.chances
				}
			}
		}
	}
}

// Prior is what an estimate starts from: a table of human judgement, and how many occasions in each cell it counts for.
// Sizes is for how many occasions the estimate common to both sizes counts in each of them. Whatever was counted, one player in a
// hundred is taken to do as the table says: so what was never seen of any role still tells roles apart as the table does.
type Prior struct {
	Table  *Table
	Weight float64
	Sizes  float64
}

// Estimate returns the table that follows from the counts and the prior. It first estimates both sizes together, then
// each one from its own counts with the common estimate as its prior. The roles of the village share a row for choices,
// since they seldom know more than each other.
func (t *Tally) Estimate(prior Prior) *Table {
	out := &Table{Settings: prior.Table.Settings}
	for cell := noCell + 1; cell < numCells; cell++ {
		var all [werewolf.MaxRoles]sides
		for size := range t.cells {
			own := t.pooled(Size(size), cell)
			for r := range all {
				for side := range all[r] {
					all[r][side].hits += own[r][side].hits
					all[r][side].chances += own[r][side].chances
				}
			}
		}
		for size := range t.cells {
			own := t.pooled(Size(size), cell)
			for _, r := range columns {
				for side := range own[r] {
					judged := prior.rate(Size(size), cell, r, side)
					common := all[r][side].blend(judged, prior.Weight)
					counted := own[r][side].blend(common, prior.Sizes)
					out.cells[size][cell][r][side] = min(mostRate, max(leastRate, (1-others)*counted+others*judged))
				}
				if !cell.aimed() {
					out.cells[size][cell][r][1] = out.cells[size][cell][r][0]
				}
			}
		}
	}
	return out
}

// others is the share of players who do as the prior says, whatever was counted.
const others = 0.01

// rate returns what the prior says, as a share of its question where the question has several cells.
func (p *Prior) rate(size Size, c Cell, r werewolf.Role, side int) float64 {
	first, last := c.question()
	rate := p.Table.cells[size][c][r][side]
	if first == last {
		return rate
	}
	sum := 0.0
	for other := first; other <= last; other++ {
		sum += p.Table.cells[size][other][r][side]
	}
	return rate / sum
}

// pooled returns the counts of a cell by role.
func (t *Tally) pooled(size Size, c Cell) [werewolf.MaxRoles]sides {
	rows := t.cells[size][c]
	if !c.choice() {
		return rows
	}
	village := werewolf.StandardRoles().OfTeam(werewolf.VillagerTeam)
	var sum sides
	for _, r := range columns {
		if !village.Has(r) {
			continue
		}
		for side := range sum {
			sum[side].hits += rows[r][side].hits
			sum[side].chances += rows[r][side].chances
		}
	}
	for _, r := range columns {
		if village.Has(r) {
			rows[r] = sum
		}
	}
	return rows
}

// blend returns the rate of the counts, drawn towards an earlier rate as if that had been seen on so many occasions.
func (c count) blend(before, weight float64) float64 {
	return (c.hits + weight*before) / (c.chances + weight)
}

// Add counts the facts of one game. roles is by seat; its first entry is not used.
func (t *Tally) Add(list []evidence.Item, roles []werewolf.Role, rules *werewolf.Rules) {
	cells := &t.cells[sizeOf(rules.Table, rules.Roles)]
	role := func(id werewolf.SeatID) werewolf.Role {
		if id < 1 || int(id) >= len(roles) {
			return werewolf.NoRole
		}
		return rules.Table.Like(roles[id])
	}
	for i := range list {
		item := &list[i]
		c, actor := cellOf(rules.Table, item), role(item.Actor)
		switch {
		case c == noCell:
		case c.choice():
			addChoice(&cells[c][actor], item, role)
		case c == retract || c == slip:
			cells[c][actor][0].hits++
		default:
			side := speciesSide(role(item.Target))
			first, last := c.question()
			cells[c][actor][side].hits++
			for other := first; other <= last; other++ {
				cells[other][actor][side].chances++
			}
		}
		if item.Kind == evidence.Claim && !rules.Table.Spec(item.Role).Ordinary() {
			cells[retract][actor][0].chances++
		}
		if item.Kind == evidence.Told || item.Kind == evidence.Slip {
			cells[slip][actor][0].chances++
		}
	}
}

// sides has a count for human and one for werewolf targets; without a target the first is used.
type sides [2]count

// addChoice counts a choice among its possible targets. When they are all of one species it shows nothing.
func addChoice(c *sides, f *evidence.Item, role func(werewolf.SeatID) werewolf.Role) {
	wolves := 0
	for id := range f.Choices.All() {
		wolves += speciesSide(role(id))
	}
	all := f.Choices.Len()
	if wolves == 0 || wolves == all {
		return
	}
	c[speciesSide(role(f.Target))].hits++
	c[0].chances += float64(all-wolves) / float64(all)
	c[1].chances += float64(wolves) / float64(all)
}

func speciesSide(r werewolf.Role) int {
	if werewolf.StandardRoles().Species(r) == werewolf.Wolf {
		return 1
	}
	return 0
}
