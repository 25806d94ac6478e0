package belief

import (
	"math"
	"sync"

	"wolfden/internal/reason/evidence"
	"wolfden/internal/reason/worlds"
	"wolfden/werewolf"
)

// View is what somebody knew at a moment of a game, and the truth.
type View struct {
	Me    werewolf.SeatID // whose view; 0 is somebody who watches from outside
	Know  worlds.Knowledge
	Items []evidence.Item
	Roles []werewolf.Role // by seat; the first is not used
}

// Fitting says how a table is fitted.
type Fitting struct {
	Rounds int     // through all views
	Batch  int     // views between two steps
	Step   float64 // how far the logarithm of a rate moves in a step, at most
	Prior  float64 // how many views the table itself counts for
	Roles  float64 // how much all roles count beside who is a werewolf, from 0 to 1
}

// parts is into how many parts a batch is cut, however many cores there are: so sums come out the same.
const parts = 8

// slopes are how the logarithm of the truth's probability grows with the logarithm of each rate.
type slopes [numSizes][numCells][werewolf.MaxRoles][2]float64

// Fit returns the table by which the truth is likelier in these views: counted rates take facts for independent that are not. The
// roles of the village share a row for choices, as in an estimate.
func (t *Table) Fit(views []View, f Fitting) *Table {
	out := *t
	var mean, square slopes
	steps := 0
	for range f.Rounds {
		for from := range f.batches(len(views)) {
			batch := every(views, from, f.batches(len(views)))
			g := out.slopes(batch, f.Roles)
			steps++
			out.step(t, g, &mean, &square, f, float64(len(batch)), float64(len(views)), steps)
		}
	}
	return &out
}

func (f *Fitting) batches(views int) int { return max(1, views/max(1, f.Batch)) }

// every returns each so manieth view.
func every(views []View, from, stride int) (list []*View) {
	for i := from; i < len(views); i += stride {
		list = append(list, &views[i])
	}
	return list
}

// slopes sums up over the views.
func (t *Table) slopes(batch []*View, roles float64) *slopes {
	var part [parts]slopes
	var all sync.WaitGroup
	for p := range parts {
		all.Go(func() {
			b := New(t)
			for i := p; i < len(batch); i += parts {
				part[p].add(b, batch[i], roles)
			}
		})
	}
	all.Wait()
	for p := 1; p < parts; p++ {
		part[0].each(func(s Size, c Cell, r werewolf.Role, side int, x *float64) { *x += part[p][s][c][r][side] })
	}
	part[0].tie()
	return &part[0]
}

// add adds a view: what happened under the truth, less what is believed.
func (g *slopes) add(b *Belief, v *View, roles float64) {
	b.Update(v.Know, v.Items, v.Me)
	truth := v.Know
	for id := range truth.Seats().All() {
		truth = truth.AssumeSpecies(id, truth.Roles.Species(v.Roles[id]))
	}
	team, possible := b.Given(truth)
	if !possible {
		return
	}
	now, rows := b.Now(), &g[sizeOf(v.Know.Roles, v.Know.Counts)]
	for i := range v.Items {
		f := &v.Items[i]
		c := cellOf(v.Know.Roles, f)
		if c == noCell || f.Actor == b.me || f.Actor < 1 || int(f.Actor) > b.n {
			continue
		}
		actor, wolf := v.Roles[f.Actor], 0
		if c.aimed() {
			wolf = speciesSide(v.Know.Roles.Like(v.Roles[f.Target]))
		}
		rows[c][v.Know.Roles.Like(actor)][wolf] += roles / b.table.Temperature
		for _, r := range b.roles {
			believed, known := now.Role(f.Actor, r), team.Role(f.Actor, r)
			aimed, knownAimed := 0.0, 0.0
			if c.aimed() {
				aimed, knownAimed = now.With(f.Actor, r, f.Target), team.With(f.Actor, r, f.Target)
			}
			row := &rows[c][v.Know.Roles.Like(r)]
			row[1] += ((1-roles)*knownAimed - aimed) / b.table.Temperature
			row[0] += ((1-roles)*(known-knownAimed) - (believed - aimed)) / b.table.Temperature
		}
	}
}

// tie gives the roles of the village one slope for choices, and what has no target one for both sides.
func (g *slopes) tie() {
	village := werewolf.StandardRoles().OfTeam(werewolf.VillagerTeam)
	for s := range g {
		for c := noCell + 1; c < numCells; c++ {
			rows := &g[s][c]
			if !c.aimed() {
				for r := range rows {
					rows[r][0] += rows[r][1]
					rows[r][1] = rows[r][0]
				}
			}
			if !c.choice() {
				continue
			}
			var sum [2]float64
			for _, r := range columns {
				if village.Has(r) {
					sum[0], sum[1] = sum[0]+rows[r][0], sum[1]+rows[r][1]
				}
			}
			for _, r := range columns {
				if village.Has(r) {
					rows[r] = sum
				}
			}
		}
	}
}

func (g *slopes) each(do func(Size, Cell, werewolf.Role, int, *float64)) {
	for s := range g {
		for c := noCell + 1; c < numCells; c++ {
			for _, r := range columns {
				for side := range g[s][c][r] {
					do(Size(s), c, r, side, &g[s][c][r][side])
				}
			}
		}
	}
}

// How much of the slopes before counts in a step, and of their squares.
const (
	memory       = 0.9
	squareMemory = 0.99
)

// step moves the rates along the slopes, back towards where they began where the views say little.
func (t *Table) step(from *Table, g, mean, square *slopes, f Fitting, batch, views float64, steps int) {
	early, earlySquare := 1-math.Pow(memory, float64(steps)), 1-math.Pow(squareMemory, float64(steps))
	g.each(func(s Size, c Cell, r werewolf.Role, side int, slope *float64) {
		before, now := from.cells[s][c][r][side], &t.cells[s][c][r][side]
		x := *slope/batch - f.Prior/views*math.Log(*now/before)
		m, q := &mean[s][c][r][side], &square[s][c][r][side]
		*m = memory**m + (1-memory)*x
		*q = squareMemory**q + (1-squareMemory)*x*x
		if *q == 0 {
			return
		}
		move := f.Step * *m / early / (math.Sqrt(*q/earlySquare) + 1e-6)
		*now = max(leastRate, min(mostRate, *now*math.Exp(move)))
	})
}

// Loss is the mean logarithm of how unlikely the true werewolves are to the views, and in which share of them the likeliest
// werewolf of the living others is one.
func (t *Table) Loss(views []View) (loss, hit float64) {
	b := New(t)
	n := 0.0
	for i := range views {
		v := &views[i]
		b.Update(v.Know, v.Items, v.Me)
		others := v.Know.Seats().Without(v.Me)
		for _, id := range v.Know.Dead {
			others = others.Without(id)
		}
		if others == 0 {
			continue
		}
		n++
		now := b.Now()
		if speciesSide(v.Know.Roles.Like(v.Roles[now.TopWolf(others)])) == 1 {
			hit++
		}
		for id := range others.All() {
			p := now.Wolf(id)
			if speciesSide(v.Know.Roles.Like(v.Roles[id])) == 0 {
				p = 1 - p
			}
			loss -= math.Log(max(1e-9, p)) / float64(others.Len())
		}
	}
	return loss / max(n, 1), hit / max(n, 1)
}
