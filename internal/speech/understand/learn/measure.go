package main

import (
	"fmt"
	"io"
)

// limits are those that are tried for the sum above which clues make an act.
var limits = []float64{0.5, 1, 1.5, 2, 2.5, 3, 4}

// fewer is by how many mistakes what is learned must be better than the rules.
const fewer = 3

// tolerated is one in how many examples of the house's wordings may be misheard.
const tolerated = 1000

// tally counts what was heard.
type tally struct{ right, wrong, missed int }

func (t *tally) add(heard, meant bool) {
	switch {
	case heard && meant:
		t.right++
	case heard:
		t.wrong++
	case meant:
		t.missed++
	}
}

func ratio(a, b int) float64 {
	if b == 0 {
		return 1
	}
	return float64(a) / float64(b)
}

func (t tally) mistakes() int      { return t.wrong + t.missed }
func (t tally) precision() float64 { return ratio(t.right, t.right+t.wrong) }
func (t tally) recall() float64    { return ratio(t.right, t.right+t.missed) }
func (t tally) f1() float64        { return ratio(2*t.right, 2*t.right+t.wrong+t.missed) }

// measured is how an act is heard in games that the weights have not seen, by game and in all, by the rules and with what is
// learned at the best limit.
type measured struct {
	limit          float64
	rules, learned []tally // the last is the sum
}

// all is what is heard in all games with what is learned.
func (m *measured) all() tally { return m.learned[len(m.learned)-1] }

// worth reports whether what is learned is better than the rules.
func (m *measured) worth() bool {
	return m.rules[len(m.rules)-1].mistakes()-m.all().mistakes() >= fewer
}

// measure reads each game by weights that were learned without it, at limits from the lowest.
func (m *material) measure(act int, lowest float64) *measured {
	unseen := make([]*weights, len(m.games)) // by the game that they have not seen
	for i, g := range m.games {
		unseen[i] = m.learnWithout(g, act)
	}
	var best *measured
	for _, limit := range limits {
		if limit < lowest {
			continue
		}
		found := m.measureAt(unseen, act, limit)
		if best == nil || found.all().f1() > best.all().f1() {
			best = found
		}
	}
	return best
}

func (m *material) measureAt(unseen []*weights, act int, limit float64) *measured {
	found := &measured{limit: limit, rules: make([]tally, len(m.games)+1), learned: make([]tally, len(m.games)+1)}
	for i, g := range m.games {
		for k := range g.examples {
			e := &g.examples[k]
			more := e.heard[act] || unseen[i].more(e, act, limit)
			for _, at := range []int{i, len(m.games)} {
				found.rules[at].add(e.heard[act], e.meant[act])
				found.learned[at].add(more, e.meant[act])
			}
		}
	}
	return found
}

// print writes the measure as a table.
func (m *measured) print(out io.Writer, games []*game, act int) {
	verdict := "left to the rules"
	if m.worth() {
		verdict = "learned"
	}
	fmt.Fprintf(out, "\n%s, limit %.1f: %s\n%-40s %20s   %20s\n", acts[act].name, m.limit, verdict, "precision/recall F1", "rules", "learned")
	for i := range m.rules {
		name := "all"
		if i < len(games) {
			name = games[i].name
		}
		r, l := m.rules[i], m.learned[i]
		fmt.Fprintf(out, "%-40.40s   %.3f/%.3f %.3f     %.3f/%.3f %.3f\n", name, r.precision(), r.recall(), r.f1(), l.precision(), l.recall(), l.f1())
	}
}
