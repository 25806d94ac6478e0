package judge_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/chronicle"
	"wolfden/internal/judge"
	"wolfden/internal/judge/judgetest"
)

func newGame(t testing.TB, players int, seed uint64, say func(seat, n int) string) *judge.Game {
	t.Helper()
	g, err := judgetest.Game(players, seed, say)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestRatersLearnNeitherTeamNorOutcome(t *testing.T) {
	g := newGame(t, 5, 3, nil)
	log, err := g.Log(g.Order(1, "A", 0))
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{"crew", "result", "DEAD", "team_name"} {
		if strings.Contains(log, secret) {
			t.Errorf("the log holds %q", secret)
		}
	}
	if !strings.Contains(log, `"executed_player"`) || !strings.Contains(log, `"speaker":"Alder"`) {
		t.Error("the log misses what happened:\n" + log)
	}
	if g.Players[0].Team != "crew-d" {
		t.Errorf("team of seat 1: %q", g.Players[0].Team)
	}
}

func TestLinesKeepTheirNumbers(t *testing.T) {
	text := judgetest.Log(5, 1, nil)
	g := newGame(t, 5, 1, nil)
	order := g.Order(1, "B", 0)
	log, err := g.Log(order)
	if err != nil {
		t.Fatal(err)
	}
	file := strings.Split(text, "\n")
	var listed []string
	n := 0
	for in := bufio.NewScanner(strings.NewReader(log)); in.Scan(); n++ {
		var l struct {
			Action, Speaker, Text string
			Line                  int    `json:"line_number"`
			Player                string `json:"player_name"`
			Day                   int
		}
		if err := json.Unmarshal(in.Bytes(), &l); err != nil {
			t.Fatal(err)
		}
		want := file[l.Line-1]
		if !strings.Contains(want, ","+l.Action+",") || l.Action == "talk" && !strings.HasSuffix(want, ","+l.Text) {
			t.Errorf("line %d is %q, shown as %q", l.Line, want, in.Text())
		}
		if l.Action == "status" && l.Day == 0 {
			listed = append(listed, l.Player)
		}
	}
	if want := len(file) - 1 - 6; n != want {
		t.Errorf("%d lines, want %d", n, want)
	}
	for i, p := range order {
		if listed[i] != g.Players[p].Name {
			t.Fatalf("listed %q, want the order %v", listed, order)
		}
	}
}

func TestNamesThatTellTheTeamAreReplaced(t *testing.T) {
	log := `0,status,1,SEER,ALIVE,owls1,Owls the Great
0,status,2,WEREWOLF,ALIVE,cats1,Mina
0,status,3,VILLAGER,ALIVE,dogs1,<b>Rex ` + "\u202e" + `
0,talk,0,0,2,I trust Owls the Great.
`
	told, err := chronicle.Read([]byte(log))
	if err != nil {
		t.Fatal(err)
	}
	g, err := judge.NewGame(told)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"Agent[01]", "Mina", "(b)Rex"}; !slices.Equal(g.Names(), want) {
		t.Errorf("names %q, want %q", g.Names(), want)
	}
	if got := g.Lines[3].Text; got != "I trust Agent[01]." {
		t.Errorf("an utterance tells: %q", got)
	}
	alone := &chronicle.Game{Summary: chronicle.Summary{Players: told.Players[:1]}}
	if _, err := judge.NewGame(alone); !errors.Is(err, judge.ErrGame) {
		t.Errorf("a single player: %v", err)
	}
}

func TestOrdersGiveNobodyAPlace(t *testing.T) {
	g := newGame(t, 5, 1, nil)
	first := map[int]int{}
	for sample := range 500 {
		first[g.Order(1, "A", sample)[0]]++
	}
	for player, n := range first {
		if n < 60 || n > 140 {
			t.Errorf("player %d is listed first %d times of 500", player, n)
		}
	}
	if !slices.Equal(g.Order(1, "A", 3), g.Order(1, "A", 3)) {
		t.Error("the same question has two orders")
	}
}

func TestCheck(t *testing.T) {
	names := []string{"a", "b", "c"}
	for ranking, want := range map[string]string{
		"c a b": "", "a b": `"c" is missing`, "a b b": `"b" is named twice`, "a b d": `"d" is no player`, "a b c a": `"a" is named twice`, "": `"a" is missing`,
	} {
		err := judge.Check(strings.Fields(ranking), names)
		if got := errText(err); got != want {
			t.Errorf("%q: %q, want %q", ranking, got, want)
		}
	}
}

func errText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// FuzzCheck compares with the obvious: sorted, a ranking is the names.
func FuzzCheck(f *testing.F) {
	f.Add("b a c")
	f.Add("a a c")
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		names := []string{"a", "b", "c", "d"}
		ranking := strings.Split(text, " ")
		same := slices.Equal(slices.Sorted(slices.Values(ranking)), names)
		if (judge.Check(ranking, names) == nil) != same {
			t.Errorf("%q: %v, but sorted alike is %t", ranking, judge.Check(ranking, names), same)
		}
	})
}

func TestPickIsBalanced(t *testing.T) {
	var games []*judge.Game
	for seed := range uint64(40) {
		if seed < 32 { // most games begin with the same teams
			games = append(games, newGame(t, 5, seed-seed%8, func(_, n int) string { return strings.Repeat("x", int(seed)+n) }))
			continue
		}
		games = append(games, newGame(t, 5, seed, nil))
	}
	picked := judge.Pick(games, 8, 1)
	counts := map[string]int{}
	for _, g := range picked {
		for i := range g.Players {
			counts[g.Players[i].Team]++
		}
	}
	if len(picked) != 8 || len(counts) != 8 {
		t.Fatalf("%d games with teams %v", len(picked), counts)
	}
	for team, n := range counts {
		if n < 4 || n > 6 {
			t.Errorf("%s comes up %d times, want about 5: %v", team, n, counts)
		}
	}
	if again := judge.Pick(games, 8, 1); !slices.Equal(again, picked) {
		t.Error("the same seed picks others")
	}
	if len(judge.Pick(games, 0, 1)) != 40 {
		t.Error("0 does not pick all")
	}
	kept := []string{games[3].ID, games[30].ID}
	for most, want := range map[int]int{1: 2, 8: 8} {
		got := judge.Pick(games, most, 1, kept...)
		if len(got) != want || !slices.Contains(got, games[3]) || !slices.Contains(got, games[30]) {
			t.Errorf("of %d games that are picked, 2 of them kept before, there are %d", most, len(got))
		}
	}
}
