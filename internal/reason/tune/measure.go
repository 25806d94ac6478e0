package main

import (
	"bytes"
	"fmt"
	"io"
	"math"

	"wolfden/internal/reason/belief"
	"wolfden/internal/reason/deal"
	"wolfden/internal/reason/evidence"
	"wolfden/internal/stats"
	"wolfden/werewolf"
)

// temperatures are those that are tried: none sharpens evidence, since facts that hang together can only have been counted
// too often.
func temperatures() []float64 {
	return []float64{1, 1.15, 1.3, 1.5, 1.75, 2, 2.5, 3, 4}
}

// guess is a probability of being a werewolf for every living player at one dusk.
type guess struct {
	day    int
	chance []float64
	wolf   []bool
}

// loss is the mean negative log of what was given to the truth.
func (g *guess) loss() (sum float64) {
	for i, p := range g.chance {
		if !g.wolf[i] {
			p = 1 - p
		}
		sum -= math.Log(max(p, 1e-9))
	}
	return sum / float64(len(g.chance))
}

// given is the mean probability given to a living werewolf.
func (g *guess) given() float64 {
	sum, n := 0.0, 0
	for i, p := range g.chance {
		if g.wolf[i] {
			sum += p
			n++
		}
	}
	return sum / float64(max(n, 1))
}

// hit reports whether the player most suspected is a werewolf.
func (g *guess) hit() bool {
	best := 0
	for i, p := range g.chance {
		if p > g.chance[best] {
			best = i
		}
	}
	return g.wolf[best]
}

// method turns a dusk into probabilities of being a werewolf.
type method func(g *knownGame, d *eveningView) func(werewolf.SeatID) float64

func (m method) guess(g *knownGame, d *eveningView) guess {
	out := guess{day: d.day}
	p := m(g, d)
	for id := range d.others.All() {
		out.chance = append(out.chance, p(id))
		out.wolf = append(out.wolf, g.rules.Table.Species(g.roles[id]) == werewolf.Wolf)
	}
	return out
}

// certain counts worlds and holds no opinion: the uniform prior and what follows from the deaths.
func certain(_ *knownGame, d *eveningView) func(werewolf.SeatID) float64 {
	c := d.know.Count()
	wolves := d.know.Wolves().Slice()
	return func(id werewolf.SeatID) (sum float64) {
		for _, r := range wolves {
			sum += c.Share(id, r)
		}
		return sum
	}
}

// counted is the baseline: what follows from counting votes and claims. A player is the more suspect the more votes were
// announced against it today or cast before, and the more say it is a werewolf; a rival claim counts as a vote; one
// found human is half as suspect.
func counted(game *knownGame, evening *eveningView) func(werewolf.SeatID) float64 {
	var score [werewolf.MaxSeats + 1]float64
	claimed := map[werewolf.Role]werewolf.SeatSet{}
	for i := range evening.facts {
		f := &evening.facts[i]
		switch f.Kind {
		case evidence.Declare, evidence.Cast:
			score[f.Target]++
		case evidence.Claim:
			claimed[f.Role] = claimed[f.Role].With(f.Actor)
		case evidence.Told:
			if f.Species == werewolf.Wolf {
				score[f.Target] += 2
			} else {
				score[f.Target]--
			}
		default: // not counted
		}
	}
	table := game.rules.Table
	for _, role := range (table.WithPower(werewolf.Divines) | table.WithPower(werewolf.Identifies)).Slice() {
		if c := claimed[role]; c.Len() > game.rules.Roles[role] {
			for id := range c.All() {
				score[id]++
			}
		}
	}
	count := evening.know.Count()
	weights, order, never := make([]deal.Weights, 0, 16), evening.know.Order(nil), count.Never(evening.know.Wolves())
	for _, id := range order {
		w := deal.Weights{werewolf.Villager: 1}
		if !never.Has(id) {
			w[werewolf.Werewolf] = math.Exp(votes * score[id])
		}
		weights = append(weights, w)
	}
	only := werewolf.RoleCounts{werewolf.Werewolf: game.rules.Wolves()} // as if there were no other roles
	out := make([]deal.Weights, len(weights))
	total := deal.NewDeck(only, werewolf.RolesOf(werewolf.Werewolf)).Marginals(weights, evening.know.Gates(nil), out)
	var p [werewolf.MaxSeats + 1]float64
	for i, id := range order {
		p[id] = out[i][werewolf.Werewolf] / total
	}
	return func(id werewolf.SeatID) float64 { return p[id] }
}

// votes is what one vote adds to the logarithm of the baseline's odds, the best of several tried on the games measured,
// which favours the baseline.
const votes = 0.25

// believed weighs by a table.
func believed(t *belief.Table) method {
	return func(_ *knownGame, d *eveningView) func(werewolf.SeatID) float64 {
		b := belief.New(t)
		b.Update(d.know, d.facts, d.seat)
		return b.Now().Wolf
	}
}

// losses are the losses of the games of the first folder at each temperature, each by a table that has not seen it.
func (o *options) losses() [][]float64 {
	all := make([][]float64, len(o.from[0].games))
	for i, g := range o.from[0].games {
		t := *o.table(g)
		for _, degree := range temperatures() {
			t.Temperature = degree
			sum := 0.0
			for d := range g.watcherViews {
				guess := believed(&t).guess(g, &g.watcherViews[d])
				sum += guess.loss()
			}
			all[i] = append(all[i], sum/float64(max(1, len(g.watcherViews))))
		}
	}
	return all
}

// fit is the temperature that loses least on the games of the first folder but one.
func (o *options) fit(without *knownGame) float64 { return o.coolest(o.losses(), without) }

func (o *options) coolest(losses [][]float64, without *knownGame) float64 {
	best, least := 1.0, math.Inf(1)
	for i, degree := range temperatures() {
		sum := 0.0
		for g := range losses {
			if o.from[0].games[g] != without {
				sum += losses[g][i]
			}
		}
		if sum < least {
			best, least = degree, sum
		}
	}
	return best
}

// measure prints how good the beliefs are about the games of the first folder.
func (o *options) measure(w io.Writer) error {
	out := &bytes.Buffer{}
	losses := o.losses()
	report := map[string][]guess{}
	for _, guessed := range o.from[0].games {
		t := *o.table(guessed)
		if t.Temperature = o.temperature; t.Temperature == 0 {
			t.Temperature = o.coolest(losses, guessed)
		}
		methods := []struct {
			name string
			by   method
		}{{"certain", certain}, {"counted", counted}, {"believed", believed(&t)}}
		for i := range guessed.watcherViews {
			line := fmt.Sprintf("%-44.44s day %d T=%.2f", guessed.name, guessed.watcherViews[i].day, t.Temperature)
			for _, m := range methods {
				guess := m.by.guess(guessed, &guessed.watcherViews[i])
				report[m.name] = append(report[m.name], guess)
				line += fmt.Sprintf("  %s %.3f", m.name, guess.given())
			}
			if o.verbose {
				fmt.Fprintln(out, line)
			}
		}
		for i := range guessed.playerViews {
			for _, m := range methods {
				report["own "+m.name] = append(report["own "+m.name], m.by.guess(guessed, &guessed.playerViews[i]))
			}
		}
	}
	fmt.Fprintf(out, "%-12s %-4s %5s %12s %9s %9s %9s\n", "method", "day", "n", "P(werewolf)", "hit", "log loss", "Brier")
	for day := 0; day <= lastEvening; day++ {
		for _, name := range []string{"certain", "counted", "believed"} {
			summarize(out, name, day, report[name])
			summarize(out, "own "+name, day, report["own "+name])
		}
	}
	calibration(out, report["believed"])
	for i, degree := range temperatures() {
		sum := 0.0
		for guessed := range losses {
			sum += losses[guessed][i]
		}
		fmt.Fprintf(out, "temperature %.2f: log loss %.4f\n", degree, sum/float64(len(losses)))
	}
	_, err := w.Write(out.Bytes())
	return err
}

// summarize prints a line for one method and day, 0 for all days.
func summarize(out *bytes.Buffer, name string, day int, all []guess) {
	n, given, hits, loss := 0, 0.0, 0, 0.0
	var chance []float64
	var wolf []bool
	for i := range all {
		g := &all[i]
		if day != 0 && g.day != day {
			continue
		}
		n++
		given += g.given()
		loss += g.loss()
		if g.hit() {
			hits++
		}
		chance = append(chance, g.chance...)
		wolf = append(wolf, g.wolf...)
	}
	if n == 0 {
		return
	}
	label := "all"
	if day > 0 {
		label = fmt.Sprint(day)
	}
	c := stats.Calibrate(chance, wolf, 1)
	fmt.Fprintf(out, "%-12s %-4s %5d %12.3f %9s %9.3f %9.4f\n", name, label, n, given/float64(n),
		fmt.Sprintf("%d/%d", hits, n), loss/float64(n), c.Brier.Value)
}

// calibration prints the reliability table.
func calibration(out *bytes.Buffer, all []guess) {
	var chance []float64
	var wolf []bool
	for i := range all {
		chance = append(chance, all[i].chance...)
		wolf = append(wolf, all[i].wolf...)
	}
	c := stats.Calibrate(chance, wolf, 10)
	fmt.Fprintf(out, "\ncalibration error %.3f over %d predictions\n%-12s %9s %9s %6s\n", c.Error, len(chance), "predicted", "mean", "happened", "n")
	for _, b := range c.Bins {
		if n := b.Happened.Trials; n > 0 {
			fmt.Fprintf(out, "%.1f to %.1f   %9.3f %9.3f %6d\n", b.From, b.To, b.Predicted, b.Happened.Share(), n)
		}
	}
	fmt.Fprintln(out)
}
