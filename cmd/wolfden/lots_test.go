package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/judge"
)

// Who ranks by lot is called so in words, and who agrees is not.
func TestLotsAreCalledThat(t *testing.T) {
	names := []string{"Akira", "Birgit", "Chidi", "Dunja", "Emeka"}
	random := rand.New(rand.NewPCG(1, 2))
	ballots := &judge.Ballots{Players: len(names)}
	for game := range 12 {
		order := slices.Clone(names)
		random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, rater := range []struct {
			name string
			kind judge.Kind
			lots bool
		}{{"Human-ann", judge.ByHuman, false}, {"Human-ben", judge.ByHuman, false}, {"Human-lot", judge.ByHuman, true}, {"rules", judge.ByRules, true}} {
			ranking := slices.Clone(order)
			if i := random.IntN(4); !rater.lots { // nearly the same
				ranking[i], ranking[i+1] = ranking[i+1], ranking[i]
			} else {
				random.Shuffle(len(ranking), func(i, j int) { ranking[i], ranking[j] = ranking[j], ranking[i] })
			}
			b := judge.Ballot{Called: rater.name, Same: true}
			b.Game, b.Criterion, b.Kind, b.Ranking = fmt.Sprint(game), "A", rater.kind, ranking
			for _, name := range names {
				b.Seats = append(b.Seats, judge.Player{Name: name})
			}
			ballots.List = append(ballots.List, b)
		}
	}
	text := func(without string) string {
		some := *ballots
		some.List = slices.DeleteFunc(slices.Clone(ballots.List), func(b judge.Ballot) bool { return strings.Contains(without, b.Called) })
		among, beside, err := comparedWithin(&some)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		writeWithin(&out, among, beside)
		return out.String()
	}
	if got := text(""); !strings.Contains(got, "note: as if by lot: Human-lot (A), rules (A): tau's interval holds 0") {
		t.Error(got)
	}
	if got := text("Human-ann Human-ben"); !strings.Contains(got, "note: as if by lot: everybody, same games (A), everybody, all games (A): alpha's interval holds 0") {
		t.Error(got)
	}
	if got := text("Human-lot rules"); strings.Contains(got, "if by lot") || strings.Contains(got, " yes\n") {
		t.Error(got)
	}
}
