package matching

import (
	"fmt"
	"slices"
	"testing"
)

// reputation is a standing made up for a test.
type reputation struct {
	weights map[string]float64
	resting []string
}

func (r *reputation) Weight(team string) float64 {
	if w, known := r.weights[team]; known {
		return w
	}
	return 1
}

func (r *reputation) Rests(team string) bool { return slices.Contains(r.resting, team) }

// has reports whether a team plays in a match.
func has(m Match, team string) bool {
	return slices.ContainsFunc(m.Places, func(p Place) bool { return p.Team == team })
}

// contest is a journal of seven teams, of which every match leaves two out.
func contest(t *testing.T) *Journal {
	s := foreignSpec()
	s.Teams, s.Games = 7, 21
	j := openTest(t, journalPath(t), s, false)
	admitAll(t, j)
	return j
}

func TestFrailTeamsComeLater(t *testing.T) {
	j, r := contest(t), &reputation{weights: map[string]float64{"team3": 0.4}}
	j.Heed(r, 0)
	var order []bool // whether team3 plays
	for i := range 21 {
		m := next(t, j)
		order = append(order, has(m, "team3"))
		game := fmt.Sprint("g", i)
		must(t, j.Start(m, game, at(i)))
		must(t, j.End(m.ID, Outcome{Game: game, At: at(i)}))
	}
	first := slices.Index(order, true)
	if first < 1 || slices.Contains(order[first:], false) {
		t.Errorf("team3 plays in %v", order)
	}
}

func TestQuarantinedTeamsRestWhileOthersPlay(t *testing.T) {
	j, r := contest(t), &reputation{resting: []string{"team3"}}
	j.Heed(r, 0)
	played := 0
	for i := 0; ; i++ {
		m, ok := j.Next(everybody(j))
		if !ok {
			t.Fatal("nobody plays, though matches are left")
		}
		if has(m, "team3") {
			break // nobody else is left
		}
		played++
		must(t, j.Start(m, fmt.Sprint("g", i), at(i)))
	}
	without := 0
	for _, e := range j.ledger.matches {
		if !slices.ContainsFunc(e.Chairs, func(c chair) bool { return c.slot == 3 }) {
			without++
		}
	}
	if played != without || played == 0 {
		t.Errorf("%d matches without team3 were played of %d", played, without)
	}
	// While another match could be played if only its teams came, nobody plays against who rests.
	j, r = contest(t), &reputation{resting: []string{"team3"}}
	j.Heed(r, 0)
	if m, ok := j.Next([]Waiting{waits("team1", 1), waits("team2", 1), waits("team3", 1), waits("team4", 1), waits("team5", 1)}); ok {
		t.Errorf("%v begins", m)
	}
	r.resting = nil
}

func TestFailedMatchesWeighLess(t *testing.T) {
	for factor, want := range map[float64]bool{0: false, 0.5: false, 1: true} {
		j := contest(t)
		j.Heed(&reputation{}, factor)
		m := next(t, j)
		must(t, j.Start(m, "g", at(1)))
		must(t, j.End(m.ID, Outcome{Game: "g", Failure: "lost", At: at(2)}))
		// With a factor of 1 nothing speaks against it, but it stands behind the others all the same.
		again := next(t, j)
		if again.ID == m.ID {
			t.Errorf("factor %v: a failed match comes first", factor)
		}
		frail := &reputation{weights: map[string]float64{}}
		for _, e := range j.ledger.queue {
			if e.ID == m.ID {
				continue
			}
			for _, c := range e.Chairs {
				if name := j.ledger.names[c.slot]; !has(m, name) {
					frail.weights[name] = 0.9
				}
			}
		}
		j.Heed(frail, factor)
		same := func(e *matchEntry) bool { w, _ := j.standings().of(e); return e.ID != m.ID && w == 1 }
		if slices.ContainsFunc(j.ledger.queue, same) {
			t.Fatal("another match has the same teams")
		}
		if got := next(t, j).ID == m.ID; got != want {
			t.Errorf("factor %v: the failed match before frail teams: %v", factor, got)
		}
	}
}
