package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"maps"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/parquet-go/parquet-go"

	"wolfden/internal/llm/llmtest"
	"wolfden/internal/llm/llmtest/actor"
)

// TestExportTotals adds up exported tables, and compares with score and analyze over the same games.
func TestExportTotals(t *testing.T) {
	if testing.Short() {
		t.Skip("one command after another, each in one goroutine")
	}
	dir := t.TempDir()
	games, tables := filepath.Join(dir, "games"), filepath.Join(dir, "tables")
	behave, err := actor.Find("forgetful")
	if err != nil {
		t.Fatal(err)
	}
	model, err := llmtest.Start(behave)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = model.Close() }()
	printed(t, "play", "--bots", "lycaon,plain,random", "--games", "6", "--seed", "3", "--out", games, "-q")
	printed(t, "play", "--bots", "kanolab,plain", "--games", "2", "--seed", "4", "--model", model.Name("openai"), "--out", games, "-q")
	printed(t, "export", games, "-o", tables, "--format", "parquet")

	got, want := tableTotals(t, tables), commandTotals(t, games)
	for _, of := range []map[totalOf]float64{got, want} {
		maps.DeleteFunc(of, func(_ totalOf, n float64) bool { return n == 0 })
	}
	if !maps.Equal(got, want) {
		t.Errorf("the tables come to\n%v\nthe commands tell\n%v", got, want)
	}
	if want[totalOf{"kanolab", "by rule"}] == 0 || want[totalOf{"kanolab", "by model"}] == 0 || len(want) < 30 {
		t.Errorf("there is nothing to compare: %v", want)
	}
}

// totalOf is what a figure counts.
type totalOf struct{ team, what string }

// tableTotals are what the tables come to.
func tableTotals(t *testing.T, tables string) map[totalOf]float64 {
	t.Helper()
	seats := map[[2]string]string{}
	got := map[totalOf]float64{}
	for _, p := range readTable[struct {
		Game string `parquet:"game"`
		Seat int32  `parquet:"seat"`
		Team string `parquet:"team"`
		Role string `parquet:"role"`
		Won  *bool  `parquet:"won,optional"`
		Said int32  `parquet:"utterances"`
	}](t, tables, "players") {
		seats[[2]string{p.Game, strconv.Itoa(int(p.Seat))}] = p.Team
		got[totalOf{p.Team, "games as " + p.Role}]++
		got[totalOf{p.Team, "utterances"}] += float64(p.Said)
		if p.Won != nil && *p.Won {
			got[totalOf{p.Team, "wins as " + p.Role}]++
		}
	}
	team := func(game string, seat int32) string { return seats[[2]string{game, strconv.Itoa(int(seat))}] }
	for _, v := range readTable[struct {
		Game  string `parquet:"game"`
		Kind  string `parquet:"kind"`
		Round int32  `parquet:"round"`
		Seat  int32  `parquet:"seat"`
	}](t, tables, "votes") {
		if v.Kind == "vote" && v.Round == 0 {
			got[totalOf{team(v.Game, v.Seat), "votes_cast"}]++
		}
	}
	for _, c := range readTable[struct {
		Game string `parquet:"game"`
		Seat int32  `parquet:"seat"`
		By   string `parquet:"by"`
		In   int64  `parquet:"tokens_in"`
		Out  int64  `parquet:"tokens_out"`
		Kept bool   `parquet:"from_cache"`
	}](t, tables, "calls") {
		got[totalOf{team(c.Game, c.Seat), "by " + c.By}]++
		if !c.Kept {
			got[totalOf{team(c.Game, c.Seat), "tokens in"}] += float64(c.In)
			got[totalOf{team(c.Game, c.Seat), "tokens out"}] += float64(c.Out)
		}
	}
	notes := 0
	for _, in := range readTable[struct {
		Game  string  `parquet:"game"`
		Seat  *int32  `parquet:"seat,optional"`
		Fault *string `parquet:"fault,optional"`
		Notes int32   `parquet:"notes"`
	}](t, tables, "inputs") {
		notes += int(in.Notes)
		if in.Seat != nil && in.Fault != nil {
			got[totalOf{team(in.Game, *in.Seat), "faults"}]++
		}
	}
	type empty struct{}
	if n := len(readTable[empty](t, tables, "notes")) + len(readTable[empty](t, tables, "calls")); n != notes || n == 0 {
		t.Errorf("%d notes and calls of %d notes", n, notes)
	}
	return got
}

// commandTotals are what score and analyze tell.
func commandTotals(t *testing.T, games string) map[totalOf]float64 {
	t.Helper()
	want := map[totalOf]float64{}
	var score struct {
		Setups []struct {
			Teams []struct {
				Team  string
				Roles map[string]struct{ Wins, Games float64 }
			}
			Models []struct {
				Team  string
				Calls struct {
					ByModel float64 `json:"by_model"`
					ByRule  float64 `json:"by_rule"`
					In      float64 `json:"tokens_in"`
					Out     float64 `json:"tokens_out"`
				}
			}
		}
	}
	if err := json.Unmarshal(printed(t, "score", games, "--format", "json"), &score); err != nil {
		t.Fatal(err)
	}
	for _, s := range score.Setups {
		for _, team := range s.Teams {
			for role, n := range team.Roles {
				want[totalOf{team.Team, "games as " + role}], want[totalOf{team.Team, "wins as " + role}] = n.Games, n.Wins
			}
		}
		for _, m := range s.Models {
			c := m.Calls
			want[totalOf{m.Team, "by model"}], want[totalOf{m.Team, "by rule"}], want[totalOf{m.Team, "tokens in"}], want[totalOf{m.Team, "tokens out"}] = c.ByModel, c.ByRule, c.In, c.Out
		}
	}
	lines, err := csv.NewReader(bytes.NewReader(printed(t, "analyze", games, "--format", "csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, name := range lines[0] {
			row[name] = line[i]
		}
		for _, count := range []string{"utterances", "votes_cast", "faults"} {
			n, err := strconv.Atoi(row[count])
			if err != nil {
				t.Fatal(err)
			}
			want[totalOf{row["team"], count}] += float64(n)
		}
	}
	return want
}

// printed is what a command prints that ends well.
func printed(t *testing.T, args ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	if got := run(t.Context(), args, &out, io.Discard); got != exitOK {
		t.Fatalf("wolfden %q: status %d", args, got)
	}
	return out.Bytes()
}

func readTable[Row any](t *testing.T, dir, table string) []Row {
	t.Helper()
	rows, err := parquet.ReadFile[Row](filepath.Join(dir, table+".parquet"))
	if err != nil {
		t.Fatal(err)
	}
	return rows
}
