package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A game of our own making: who is quiet is accused in it, which the rules do not hear.
func quietGame(rounds int) (log, notes string) {
	names := []string{"アオイ", "ソウタ", "メイ", "ダイキ", "ノゾミ"}
	roles := []string{"WEREWOLF", "POSSESSED", "SEER", "VILLAGER", "VILLAGER"}
	var l, n strings.Builder
	for i, name := range names {
		fmt.Fprintf(&l, "0,status,%d,%s,ALIVE,bot%d,%s\n", i+1, roles[i], i+1, name)
	}
	number := len(names)
	for i := range rounds {
		by, of := i%5, (i+1)%5
		text, accused := names[of]+"の話が続いている。", "[]"
		if i%2 == 0 {
			text, accused = names[of]+"の沈黙が続いている。", fmt.Sprintf("[%q]", names[of])
		}
		number++
		fmt.Fprintf(&l, "0,talk,%d,%d,%d,%s\n", i, i/5, by+1, text)
		fmt.Fprintf(&n, `{"line":%d,"day":0,"idx":%d,"accuse":%s,"support":[],"question_to":[]}`+"\n", number, i, accused)
	}
	return l.String(), n.String()
}

// annotatedGames writes games and their annotations, and returns how the program is told of them.
func annotatedGames(t *testing.T, games int) string {
	t.Helper()
	logs, notes := t.TempDir(), t.TempDir()
	for i := range games {
		log, note := quietGame(20 + 2*i)
		name := fmt.Sprintf("game%d", i)
		for path, text := range map[string]string{filepath.Join(logs, name+".log"): log, filepath.Join(notes, name+".jsonl"): note} {
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	return logs + "=" + notes
}

// TestWhatRulesMissIsLearned: of games that the weights have not seen, they hear what the rules do not.
func TestWhatRulesMissIsLearned(t *testing.T) {
	logs, notes, _ := strings.Cut(annotatedGames(t, 3), "=")
	games, err := loadGames(logs, notes)
	if err != nil || len(games) != 3 || games[0].lang != "ja" {
		t.Fatalf("%d games: %v", len(games), err)
	}
	m := &material{games: games}
	found := m.measure(0, limits[0])
	if last := len(games); !found.worth() || found.all().f1() < 0.95 || found.rules[last].right != 0 {
		t.Errorf("learned %+v, rules %+v", found.all(), found.rules[last])
	}
	if other := m.measure(1, limits[0]); other.worth() {
		t.Error("support was learned of games in which nobody is trusted")
	}
}

// TestTheHouseIsNotMisheard: the limit is above what the house's own wordings weigh, where they mean nothing.
func TestTheHouseIsNotMisheard(t *testing.T) {
	e := example{clues: []string{"near LESS"}}
	w := &weights{clues: e.clues, by: []float64{2.2}}
	m := &material{house: []example{e}}
	if got := m.lowest(w, 0); got != 2.5 {
		t.Errorf("the lowest limit is %v, want 2.5", got)
	}
	m.house[0].meant[0] = true
	if got := m.lowest(w, 0); got != limits[0] {
		t.Errorf("the lowest limit is %v, want %v where the wording is an accusation", got, limits[0])
	}
}

// TestTheSameGamesGiveTheSameWeights, byte for byte.
func TestTheSameGamesGiveTheSameWeights(t *testing.T) {
	games := annotatedGames(t, 2)
	var first string
	for range 2 {
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, "ja"), 0o700); err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		if err := run([]string{"-o", dir, "-sentences", "../testdata", games}, &out); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(filepath.Join(dir, "ja", "learned.tsv"))
		if err != nil {
			t.Fatal(err)
		}
		if all := out.String() + string(data); first == "" {
			first = all
		} else if all != first {
			t.Error("the second run differs")
		}
	}
	if !strings.Contains(first, "ja: 2 games") || strings.Contains(first, "ソウタ") {
		t.Errorf("%s", first)
	}
}

// TestFaultsAreTold: what is missing is named.
func TestFaultsAreTold(t *testing.T) {
	for _, args := range [][]string{{}, {"games"}, {"no/such=folder"}, {"-sentences", "no/such", annotatedGames(t, 1)}} {
		if err := run(args, &strings.Builder{}); err == nil {
			t.Errorf("%q is taken", args)
		}
	}
	logs, notes, _ := strings.Cut(annotatedGames(t, 1), "=")
	if err := os.WriteFile(filepath.Join(notes, "game0.jsonl"), []byte(`{"line":99}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := loadGames(logs, notes); err == nil || !strings.Contains(err.Error(), "1 of 1 annotated utterances") {
		t.Errorf("annotations of another game: %v", err)
	}
}
