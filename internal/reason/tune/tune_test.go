package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/plain"
	"wolfden/internal/reason/belief"
	"wolfden/werewolf"
)

// record plays a game of plain players and writes its record.
func record(t *testing.T, path string, n int, seed uint64) {
	t.Helper()
	rules, err := werewolf.Standard(n)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"Ada", "Bela", "Cleo", "Dora", "Emil", "Fritz", "Gina", "Hugo", "Iris"}[:n]
	var players []bottest.Player
	for i := range n {
		p, err := plain.System.Player(agent.Config{Seed: seed + uint64(i)})
		if err != nil {
			t.Fatal(err)
		}
		players = append(players, p)
	}
	g, err := bottest.Sit(rules, bottest.Seats(names...), seed, players)
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Play(); err != nil {
		t.Fatal(err)
	}
	rec := &gamelog.Record{Header: gamelog.Header{Version: gamelog.Version, ID: "01ARZ3NDEKTSV4RRFFQ69G5FAV", Rules: rules, Seats: bottest.Seats(names...)}}
	log := g.Game.Log()
	for i := range log {
		rec.Entries = append(rec.Entries, gamelog.Entry{Event: &log[i]})
	}
	var text bytes.Buffer
	if err := gamelog.Write(&text, rec); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

func games(t *testing.T) string {
	dir := t.TempDir()
	for i := range 12 {
		record(t, filepath.Join(dir, fmt.Sprintf("small%d.jsonl", i)), 5, uint64(i))
	}
	for i := range 3 {
		record(t, filepath.Join(dir, fmt.Sprintf("large%d.jsonl", i)), 9, uint64(i))
	}
	return dir
}

func tune(t *testing.T, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	if err := run(args, &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestEstimatesAreTables(t *testing.T) {
	dir := games(t)
	first := tune(t, "estimate", dir)
	if second := tune(t, "estimate", dir); second != first {
		t.Error("the same games give another table")
	}
	if _, err := belief.ReadTable(strings.NewReader(first)); err != nil {
		t.Error(err)
	}
	if nothing := tune(t, "estimate", "-temperature", "1", dir+"=0"); nothing == first {
		t.Error("the games make no difference")
	}
	file := filepath.Join(t.TempDir(), "table.tsv")
	tune(t, "estimate", "-o", file, dir)
	if text, err := os.ReadFile(file); err != nil || string(text) != first {
		t.Errorf("written otherwise than printed (%v)", err)
	}
}

// Games of players who keep to their ways are understood better by a table of such games than by counting.
func TestMeasure(t *testing.T) {
	out := tune(t, "measure", "-v", games(t))
	given := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^([a-z ]+?) +all +\d+ +([\d.]+)`).FindAllStringSubmatch(out, -1) {
		given[m[1]] = m[2]
	}
	if len(given) != 6 || given["believed"] <= given["certain"] || given["own believed"] <= given["own certain"] {
		t.Errorf("what each method gives to the werewolves: %v\n%s", given, out)
	}
	if !strings.Contains(out, "calibration error") || strings.Contains(out, "NaN") {
		t.Errorf("measured:\n%s", out)
	}
}

func TestAnnotationsAreUsedInstead(t *testing.T) {
	dir, acts := t.TempDir(), t.TempDir()
	record(t, filepath.Join(dir, "a.jsonl"), 5, 1)
	var notes bytes.Buffer
	for idx := range 20 {
		line, err := json.Marshal(map[string]any{
			"day": 1, "idx": idx, "co": "SEER", "retract": false, "vote": "Ada", "request_vote": nil, "accuse": []string{"Bela"},
			"support": []string{}, "phase": "talk", "results": []map[string]any{{"kind": "DIVINED", "target": "Cleo", "result": "WEREWOLF"}},
		})
		if err != nil {
			t.Fatal(err)
		}
		notes.Write(append(line, '\n'))
	}
	if err := os.WriteFile(filepath.Join(acts, "a.jsonl"), notes.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	with, without := tune(t, "estimate", "-acts", acts, dir), tune(t, "estimate", dir)
	if with == without {
		t.Error("annotations make no difference")
	}
	if err := os.WriteFile(filepath.Join(acts, "a.jsonl"), []byte("{\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := run([]string{"estimate", "-acts", acts, dir}, &notes); err == nil || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("a broken annotation: %v", err)
	}
}

func TestWrongUseIsExplained(t *testing.T) {
	empty := t.TempDir()
	for _, args := range [][]string{{}, {"estimate"}, {"guess", empty}, {"estimate", empty}, {"measure", empty + "=x"}, {"measure", empty + "/none"}} {
		if err := run(args, &bytes.Buffer{}); err == nil {
			t.Errorf("%q: no error", args)
		}
	}
}

// Rows say which days they are about: all, then each day by its number, and the rows of days add up to that of all.
func TestRowsOfDays(t *testing.T) {
	out := tune(t, "measure", "-v", games(t))
	rows, sums := map[string][]string{}, map[string]int{}
	all := map[string]int{}
	for _, m := range regexp.MustCompile(`(?m)^([a-z ]+?) +(all|\d+) +(\d+) +[\d.]+`).FindAllStringSubmatch(out, -1) {
		rows[m[1]] = append(rows[m[1]], m[2])
		n, err := strconv.Atoi(m[3])
		if err != nil {
			t.Fatal(err)
		}
		if m[2] == "all" {
			all[m[1]] += n
		} else {
			sums[m[1]] += n
		}
	}
	for name, days := range rows {
		sorted := slices.Clone(days)
		slices.Sort(sorted)
		if len(slices.Compact(sorted)) != len(days) || !slices.Contains(days, "all") || !slices.Contains(days, "1") {
			t.Errorf("%s has rows %v", name, days)
		}
		if sums[name] > all[name] || sums[name] == 0 {
			t.Errorf("%s: the days have %d, all together %d", name, sums[name], all[name])
		}
	}
	if len(rows) == 0 {
		t.Errorf("no rows in\n%s", out)
	}
}
