package belief

import (
	"math"
	"math/rand/v2"
	"testing"

	"wolfden/internal/reason/evidence"
	"wolfden/internal/reason/worlds"
	"wolfden/werewolf"
)

// A fitted table gives the truth a better chance in games that it has not seen, where counting is misled: here somebody who
// accuses says the same three times.
func TestFitLearnsWhatCountingCannot(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	roles := werewolf.StandardRoles()
	var tally Tally
	var views []View
	for range 3000 {
		truth := dealt(rng, five)
		var list []evidence.Item
		for id := werewolf.SeatID(1); id <= 5; id++ {
			target := werewolf.SeatsUpTo(5).Without(id).Nth(rng.IntN(4))
			if truth[id] != werewolf.Werewolf && rng.IntN(4) == 0 {
				for other := range werewolf.SeatsUpTo(5).Without(id).All() {
					if truth[other] == werewolf.Werewolf {
						target = other
					}
				}
			}
			for range 3 {
				list = append(list, evidence.Item{Kind: evidence.Accuse, Actor: id, Target: target, Day: 1, Choices: werewolf.SeatsUpTo(5).Without(id)})
			}
		}
		tally.Add(list, truth, &werewolf.Rules{Roles: five, Table: roles})
		views = append(views, View{Know: worlds.Setup(roles, five), Items: list, Roles: truth})
	}
	prior := Prior{Table: &Table{Settings: Settings{Temperature: 1, Clip: 100, Bond: 100}, cells: standardTable(t).cells}, Weight: 1, Sizes: 1}
	counted := tally.Estimate(prior)
	fitted := counted.Fit(views[:2000], Fitting{Rounds: 10, Batch: 200, Step: 0.05, Prior: 10, Roles: 0.2})
	before, _ := counted.Loss(views[2000:])
	after, _ := fitted.Loss(views[2000:])
	if after > before-0.02 {
		t.Errorf("counted, the truth costs %.4f, fitted %.4f", before, after)
	}
	again := counted.Fit(views[:2000], Fitting{Rounds: 10, Batch: 200, Step: 0.05, Prior: 10, Roles: 0.2})
	if *again != *fitted {
		t.Error("the same views give another table")
	}
}

// The slopes are those of the logarithm of the truth's probability.
func TestSlopes(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	table := &Table{Settings: Settings{Temperature: 0.8, Clip: 1e6, Bond: 1e6}, cells: standardTable(t).cells}
	for range 20 {
		truth := dealt(rng, five)
		v := View{Know: worlds.Setup(werewolf.StandardRoles(), five), Roles: truth, Items: simulate(rng, table, truth)}
		var g slopes
		g.add(New(table), &v, 0)
		for _, f := range v.Items {
			c := cellOf(v.Know.Roles, &f)
			for _, r := range columns {
				for side := range 2 {
					want := (table.truth(&v, c, r, side, 1e-4) - table.truth(&v, c, r, side, -1e-4)) / 2e-4
					got := g[Small][c][r][side]
					if !c.aimed() { // both sides are one
						got = g[Small][c][r][0] + g[Small][c][r][1]
					}
					if side == 0 || c.aimed() {
						near(t, got, want)
					}
				}
			}
		}
	}
}

// truth is the logarithm of the probability of the true werewolf with the logarithm of one rate moved.
func (t *Table) truth(v *View, c Cell, r werewolf.Role, side int, by float64) float64 {
	moved := *t
	row := &moved.cells[Small][c][r]
	row[side] *= math.Exp(by)
	if !c.aimed() {
		row[1-side] *= math.Exp(by)
	}
	b := New(&moved)
	b.Update(v.Know, v.Items, v.Me)
	for id := range v.Know.Seats().All() {
		if v.Roles[id] == werewolf.Werewolf {
			return math.Log(b.Now().Wolf(id))
		}
	}
	return 0
}

func near(t *testing.T, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-5 {
		t.Errorf("the slope is %.6f, want %.6f", got, want)
	}
}
