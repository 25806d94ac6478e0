package analysis

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
)

const deceitLog = `0,status,1,SEER,ALIVE,fox1,Anna
0,status,2,WEREWOLF,ALIVE,hare1,Ben
0,status,3,POSSESSED,ALIVE,owl1,Cleo
0,status,4,VILLAGER,ALIVE,fox2,Dora
0,status,5,VILLAGER,ALIVE,hare2,Egon
0,divine,1,2,WEREWOLF
1,talk,0,0,1,I am the seer.
1,talk,1,0,2,I am the seer. I divined Egon and Egon is a werewolf.
1,talk,2,1,2,I suspect Dora.
1,talk,3,1,4,I am a villager.
1,talk,4,1,1,TOLD
1,vote,1,2
1,vote,2,5
1,vote,3,4
1,vote,4,2
1,vote,5,2
1,execute,2,WEREWOLF
1,result,4,0,VILLAGER
`

// deceits counts by kind what a seat said falsely.
func deceits(g *Game, seat int) string {
	var kinds []string
	for _, s := range g.statements() {
		if int(s.seat) == seat && s.deceit != "" {
			kinds = append(kinds, s.deceit)
		}
	}
	slices.Sort(kinds)
	return strings.Join(kinds, " ")
}

// A result is told as it was obtained, as another, of somebody else, or not at all.
func TestKindsOfDeceit(t *testing.T) {
	for told, want := range map[string]string{
		"I divined Ben and Ben is a werewolf.": "",
		"I divined Ben and Ben is human.":      "distortion",
		"I divined Dora and Dora is human.":    "fabrication omission",
		"What a lovely evening.":               "omission",
		"I suspect Ben.":                       "omission",
		"I trust Ben.":                         "misdirection omission",
	} {
		g := Analyze(listen(t, strings.Replace(deceitLog, "TOLD", told, 1)))
		if got := deceits(g, 1); got != want {
			t.Errorf("the seer says %q: %q, not %q", told, got, want)
		}
		if got := deceits(g, 2); got != "fabrication fabrication misdirection" {
			t.Errorf("the werewolf's falsehoods are %q", got)
		}
		if got := deceits(g, 4); got != "" {
			t.Errorf("the villager's falsehoods are %q", got)
		}
	}
}

// Where all or none was false there may be others in other games: the interval has a width.
func TestSharesAtTheEndsHaveAWidth(t *testing.T) {
	var games []*Game
	for range 6 {
		games = append(games, Analyze(listen(t, strings.Replace(deceitLog, "TOLD", "What a lovely evening.", 1))))
	}
	none, all := 0, 0
	for _, d := range DeceitGroups(games, ByRole) {
		s := d.Share
		switch d.False {
		case 0:
			none++
			if s.Low != 0 || !(s.High > 0.3) || s.N != d.Of {
				t.Errorf("%s %s: %v of none", d.Name, d.Kind, s)
			}
		case d.Of:
			all++
			if s.High != 1 || !(s.Low < 0.7) {
				t.Errorf("%s %s: %v of all", d.Name, d.Kind, s)
			}
		}
	}
	if none == 0 || all == 0 {
		t.Errorf("%d groups without falsehood, %d with nothing else", none, all)
	}
}

// Three of the village's side hit the werewolf, where chance is one in four.
func TestSkills(t *testing.T) {
	g := Analyze(listen(t, deceitLog))
	for _, s := range Skills([]*Game{g}, ByRole) {
		switch s.Name {
		case "SEER", "VILLAGER":
			if s.Detection.Value != 0.75 || !math.IsNaN(s.Deception.Value) {
				t.Errorf("%s: %v and %v", s.Name, s.Detection.Value, s.Deception.Value)
			}
		case "WEREWOLF":
			if s.Deception.Value != -0.75 || !math.IsNaN(s.Detection.Value) {
				t.Errorf("%s: %v and %v", s.Name, s.Detection.Value, s.Deception.Value)
			}
		default:
			t.Errorf("%s votes with the werewolves", s.Name)
		}
	}
}

// The last note of a day counts; not a werewolf's own, a mask, or one of day 0.
func TestBeliefs(t *testing.T) {
	g := Analyze(listen(t, deceitLog))
	note := func(seat, day, line int, topic, text string) {
		g.Notes = append(g.Notes, chronicle.Note{Note: gamelog.Note{Topic: topic, Text: text}, Seat: g.Players[seat-1].Seat, Day: day, Line: line})
	}
	first := 0
	for g.Lines[first].Text == "" || g.Lines[first].Day != 1 {
		first++
	}
	note(1, 0, 0, "belief", "Ben: werewolf 0%\nDora: werewolf 100%\n")
	note(1, 1, first, "belief", "Ben: werewolf 10%\nDora: werewolf 90%\n")
	note(1, 1, first+4, "belief", "Ben: werewolf 80%\nDora: werewolf 20%\n")
	note(1, 1, first+4, "mask", "Ben: werewolf 0%\nDora: werewolf 100%\n")
	note(2, 1, first+1, "belief", "Dora: werewolf 0%\nAnna: werewolf 0%\n")
	groups := BeliefGroups([]*Game{g}, ByAll)
	if len(groups) != 2 || groups[0].Day != 0 || groups[1].Day != 1 || groups[0].Forecasts != 2 {
		t.Fatalf("groups are %+v", groups)
	}
	near := func(what string, got, want float64) {
		if math.Abs(got-want) > 1e-9 {
			t.Errorf("%s is %v, not %v", what, got, want)
		}
	}
	near("Brier", groups[0].Brier.Value, 0.04)
	near("base", groups[0].Base.Value, 0.25)
	near("log loss", groups[0].LogLoss.Value, -math.Log(0.8))
	if bins := groups[0].Bins; len(bins) != 2 || bins[0].Happened.Value != 0 || bins[1].Happened.Value != 1 {
		t.Errorf("bins are %+v", groups[0].Bins)
	} else if low := bins[0].Happened; low.Low != 0 || !(low.High > 0.5) || low.N != 1 {
		t.Errorf("of two beliefs in one game %+v is known", low)
	}
	moved := suspicions([]*Game{g}, ByAll)
	if len(moved) != 2 {
		t.Fatalf("%d times, not two", len(moved))
	}
	if !math.IsNaN(moved[0].Liars.Value) || moved[0].Honest.Value != 0.5 {
		t.Errorf("nobody has lied yet, but %v and %v are suspected", moved[0].Liars, moved[0].Honest)
	}
	near("suspicion of the liar", moved[1].Liars.Value, 0.8)
	near("suspicion of the honest", moved[1].Honest.Value, 0.2)
	var text bytes.Buffer
	if err := BeliefTable([]*Game{g}, ByAll).WriteText(&text, nil); err != nil || !strings.Contains(text.String(), "0.040 [-]") ||
		!strings.Contains(text.String(), "[-]: no interval") {
		t.Errorf("%v in\n%s", err, text.String())
	}
}

// The tables of slips, beliefs and deceit are the same of a game of which nothing was counted.
func TestTablesWithoutCounts(t *testing.T) {
	g := listen(t, deceitLog)
	g.Notes = append(g.Notes, chronicle.Note{Note: gamelog.Note{Topic: "belief", Text: "Ben: werewolf 10%"}, Seat: g.Players[0].Seat, Day: 1})
	for i, table := range []func([]*Game, By) *Table{SlipTable, BeliefTable, DeceitTable} {
		var with, without bytes.Buffer
		if err := table([]*Game{Analyze(g)}, ByTeam).WriteJSON(&with, nil); err != nil {
			t.Fatal(err)
		}
		if err := table([]*Game{{Game: g}}, ByTeam).WriteJSON(&without, nil); err != nil || with.String() != without.String() || with.Len() < 100 {
			t.Errorf("table %d: %v\n%s\n%s", i, err, with.String(), without.String())
		}
	}
}

// Scores that are shares have intervals that are.
func TestBeliefScoresAreShares(t *testing.T) {
	b := Beliefs{sums: []beliefSums{{n: 1, logs: 3}, {n: 1, squares: 1, base: 1}}}
	b.finish()
	if b.Brier.High != 1 || b.Base.High != 1 || b.Brier.Low != 0 || b.LogLoss.High <= 1 {
		t.Errorf("%v, %v, %v", b.Brier, b.Base, b.LogLoss)
	}
}
