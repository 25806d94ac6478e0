package analysis

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"

	"wolfden/internal/chances"
	"wolfden/internal/contestlog"
	"wolfden/werewolf"
)

// judged are two games: in both the seer and the werewolf bring the village 0.2 by words, in the second the seer makes a mistake.
func judged(t *testing.T) (games []Judged) {
	t.Helper()
	words, own, lost := chances.Interval{Value: 0.2, Low: 0.1, High: 0.3}, chances.Interval{Value: -0.6, Low: -0.9, High: -0.3}, chances.Interval{Value: 0.4, Low: 0.3, High: 0.5}
	for n := range 2 {
		moves := []chances.Move{
			{Moment: "d1:1", Kind: werewolf.Talk, Seat: 1, Village: words}, {Moment: "d1:2", Kind: werewolf.Talk, Seat: 2, Village: words},
		}
		if n == 1 {
			moves = append(moves, chances.Move{Moment: "d1:vote", Kind: werewolf.Vote, Seat: 1, Target: 3, Own: &own, Lost: &lost, Better: 2})
		}
		games = append(games, Judged{Analyze(listen(t, slipLog)), &chances.Judged{By: "lycaon", Games: 20, Seed: 1, Moves: moves}})
	}
	return games
}

// TestMoveTable: words count for the speaker's side, mistakes for who could know; the mean is over players and games.
func TestMoveTable(t *testing.T) {
	table := MoveTable(judged(t), ByRole)
	var text, lines, object bytes.Buffer
	if err := table.WriteText(&text, []string{"a warning"}); err != nil {
		t.Fatal(err)
	}
	for _, row := range []string{"SEER 2 2 3 1 20.00 [", "WEREWOLF 2 2 2 0 none found -20.00 [-]", "VILLAGER 2 4 0 0 none found none judged", "note: a warning"} {
		if !strings.Contains(strings.Join(strings.Fields(text.String()), " "), row) {
			t.Errorf("no row %q in\n%s", row, text.String())
		}
	}
	if err := table.WriteCSV(&lines); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&lines).ReadAll()
	if err != nil || len(rows) != 11 {
		t.Fatalf("%v, %d rows", err, len(rows))
	}
	if got := strings.Join(rows[6][8:], " "); got != "lycaon 20 2 1 0.4000 0.3000 0.5000 0.2000 0.1000 0.3000" {
		t.Errorf("the seer of the second game: %s", got)
	}
	if got := strings.Join(rows[1][10:], " "); got != "1 0    0.2000 0.1000 0.3000" {
		t.Errorf("the seer of the first game: %s", got)
	}
	if err := MoveTable(judged(t)[:1], ByAll).WriteJSON(&object, nil); err != nil {
		t.Fatal(err)
	}
	var read struct {
		Groups []MoveGroup         `json:"groups"`
		Moves  []map[string]string `json:"moves"`
	}
	if err := json.Unmarshal(object.Bytes(), &read); err != nil || len(read.Moves) != 5 || len(read.Groups) != 1 ||
		read.Groups[0].Players != 5 || read.Groups[0].Lost != nil || read.Groups[0].Words == nil || read.Groups[0].Words.Value != 0 || read.Groups[0].Words.Bounded() {
		t.Errorf("%v: %+v", err, read)
	}
}

// TestExamples names the moment of every kind that was found, and of the greatest moves; figures say what they rest on.
func TestExamples(t *testing.T) {
	games := judged(t)
	games[1].Moves.Moves[2].Lost.N = 20
	all := []*Game{games[0].Game, games[1].Game}
	examples := ExampleSheet(Slips(all, ByTeam), DeceitGroups(all, ByTeam), games)
	at := map[string]string{}
	for _, row := range examples.Grid() {
		at[row[0]+" "+row[2]] = row[4] + " " + row[5]
		utterance := 0
		for _, l := range games[0].Lines {
			if day, part, _ := strings.Cut(strings.TrimPrefix(row[2], "d"), ":"); l.Kind == contestlog.TalkLine && strconv.Itoa(l.Day) == day {
				if utterance++; strconv.Itoa(utterance) == part && games[0].Player(l.Seat).Name != row[4] {
					t.Errorf("%v: %s speaks there", row, games[0].Player(l.Seat).Name)
				}
			}
		}
	}
	for _, g := range Slips(all, ByAll) {
		if named := slices.Contains(examples.Values(0), g.Kind); named != (g.Found > 0) {
			t.Errorf("%s was found %d times, examples are %v", g.Kind, g.Found, at)
		}
	}
	mistake := games[0].Player(1).Name + " -40.00 [-50.00, -30.00]"
	if at["mistake d1:vote"] != mistake || at["turning point d1:1"] != games[0].Player(1).Name+" +20.00 [+10.00, +30.00]" {
		t.Errorf("%v", at)
	}
	for _, l := range examples.Lines {
		if e, ok := l.Cells[1].Estimate(); ok && l.Keys[0] == "mistake" && e.N != 20 {
			t.Errorf("the mistake rests on %d games", e.N)
		}
	}
}

// TestFiguresOfMovesRestOnGames: each says on how many.
func TestFiguresOfMovesRestOnGames(t *testing.T) {
	moves := MoveSheet(judged(t), ByRole)
	for _, l := range moves.Lines {
		if e, ok := l.Cells[5].Estimate(); ok && e.N != 2 {
			t.Errorf("%v rests on %d games, not 2", l.Keys, e.N)
		}
	}
}
