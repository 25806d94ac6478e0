package score

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"wolfden/internal/chronicle"
	"wolfden/internal/stats"
	"wolfden/werewolf"
)

// Effect tells whether something that should not matter goes with winning.
type Effect struct {
	Of string // "seat", "name" or "speaking order"
	// P is the probability of differences as large as these, or larger, when it
	// does not matter; NaN where there is nothing to test.
	P float64
	// Corrected is P after Holm's correction for all effects that are told together.
	Corrected float64
	Groups    []Group
	Warnings  []string
}

// CorrectEffects corrects the P values of all effects of these reports together, as they are read together: of twenty tests of what does
// not matter one is below 0.05.
func CorrectEffects(reports ...*Report) {
	var effects []*Effect
	var ps []float64
	for _, r := range reports {
		for i := range r.Tables {
			for k := range r.Tables[i].Effects {
				e := &r.Tables[i].Effects[k]
				effects, ps = append(effects, e), append(ps, e.P)
			}
		}
	}
	for i, p := range stats.Holm(ps) {
		effects[i].Corrected = p
	}
}

// Group is one seat, name or place in the order.
type Group struct {
	Label string
	Rate  stats.Rate
}

// effects tests seat, name and speaking order. What is compared is winning
// less how often the own side wins, so that it does not count who was dealt
// the stronger side more often.
func (c *counter) effects(games []*chronicle.Summary, seed uint64) []Effect {
	if len(games) == 0 {
		return nil
	}
	place := func(n int) string {
		if n == 0 {
			return ""
		}
		return strconv.Itoa(n)
	}
	return []Effect{
		c.effect("seat", games, seed, func(p *chronicle.Player) string { return place(int(p.Seat)) }),
		c.effect("name", games, seed, func(p *chronicle.Player) string { return p.Name }),
		c.effect("speaking order", games, seed, func(p *chronicle.Player) string { return place(p.Order) }),
	}
}

// effect tests one of them. Players without a label are left out.
func (c *counter) effect(of string, games []*chronicle.Summary, seed uint64, label func(*chronicle.Player) string) Effect {
	counts := map[string]*[2]int{}
	for _, g := range games {
		for i := range g.Players {
			if l := label(&g.Players[i]); l != "" && counts[l] == nil {
				counts[l] = &[2]int{}
			}
		}
	}
	labels := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		x, _ := strconv.Atoi(a)
		y, _ := strconv.Atoi(b)
		return cmp.Or(cmp.Compare(x, y), cmp.Compare(a, b))
	})
	index := map[string]int{}
	for i, l := range labels {
		index[l] = i
	}
	village := c.Sides.Share()
	blocks := make([][]stats.Labelled, len(games))
	for b, g := range games {
		for i := range g.Players {
			p := &g.Players[i]
			l := label(p)
			if l == "" {
				continue
			}
			expected, won := village, 0
			if g.Side(p) == werewolf.WerewolfTeam {
				expected = 1 - village
			}
			if g.Side(p) == g.Winner {
				won = 1
			}
			counts[l][0] += won
			counts[l][1]++
			blocks[b] = append(blocks[b], stats.Labelled{Label: index[l], Value: float64(won) - expected})
		}
	}
	tested := stats.LabelEffect(blocks, len(labels), seed)
	e := Effect{Of: of, P: tested.P, Warnings: tested.Warnings}
	for _, l := range labels {
		e.Groups = append(e.Groups, Group{Label: l, Rate: stats.Wilson(counts[l][0], counts[l][1])})
	}
	return e
}
