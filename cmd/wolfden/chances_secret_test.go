package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// TestChancesTellNothingOfWhispers: of two contest logs that differ in what was whispered, and in how much of it, one who cannot hear
// whispers is told the same, byte for byte.
func TestChancesTellNothingOfWhispers(t *testing.T) {
	if testing.Short() {
		t.Skip("the same goroutines meet in TestStoppedChancesGoOn")
	}
	dir := t.TempDir()
	if status := run(t.Context(), []string{"play", "--seed", "13", "--players", "9", "--bots", "plain", "--out", dir, "-q"}, io.Discard, io.Discard); status != exitOK {
		t.Fatal("no game")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*"+gamelog.Extension))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	one := filepath.Join(dir, "one.log")
	runUntil(t, "", "convert", files[0], "--to", "log", "-o", one)
	text, err := os.ReadFile(one)
	if err != nil {
		t.Fatal(err)
	}
	other, whispers := "", 0
	for line := range strings.Lines(string(text)) {
		cells := strings.SplitN(line, ",", 6)
		if cells[1] == "whisper" {
			whispers++
			if cells[0] == "0" && cells[3] != "0" {
				continue
			}
			cells[5] = strings.Repeat("こっそりとはなしている。", 800) + cells[5][strings.LastIndex(cells[5], ","):]
		}
		other += strings.Join(cells, ",")
	}
	two := filepath.Join(dir, "two.log")
	if err := os.WriteFile(two, []byte(other), 0o600); err != nil || whispers < 4 {
		t.Fatal(err, whispers)
	}
	g, err := readGame(one)
	if err != nil {
		t.Fatal(err)
	}
	for _, seat := range []string{"0", g.record.Header.Seats[holderOf(g.record, werewolf.Seer)-1].Name} {
		var told [2]string
		for i, file := range []string{one, two} {
			told[i], _ = runUntil(t, "", "chances", file, "--at", "d1:4", "--as", seat, "--by", "plain", "--games", "2", "--no-keep", "--json")
		}
		if told[0] != told[1] {
			t.Errorf("by the eyes of %s other whispers make of\n%s\nthis:\n%s", seat, told[0], told[1])
		}
	}
}

// holderOf is who has a role.
func holderOf(rec *gamelog.Record, role werewolf.Role) werewolf.SeatID {
	for i := range rec.Header.Seats {
		if rec.Header.Seats[i].Role == role {
			return werewolf.SeatID(i + 1)
		}
	}
	return 0
}

// TestMomentsOnce: a moment that is asked for twice is told once, though another one has the same place. One game has no intervals.
func TestMomentsOnce(t *testing.T) {
	dir := t.TempDir()
	if status := run(t.Context(), []string{"play", "--seed", "7", "--bots", "random", "--out", dir, "-q"}, io.Discard, io.Discard); status != exitOK {
		t.Fatal("no game")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*"+gamelog.Extension))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	told, _ := runUntil(t, "", "chances", files[0], "--at", "d1,d0,d1,d1:1,d1", "--sketch")
	if told, _ := runUntil(t, "", "lab", "chances", files[0], "--by", "random", "--games", "2"); strings.Contains(told, "NaN") || !strings.Contains(told, "too few games") {
		t.Errorf("of one game is told:\n%s", told)
	}
	var moments []string
	for line := range strings.Lines(told) {
		if word, _, _ := strings.Cut(line, " "); strings.HasPrefix(word, "d") {
			moments = append(moments, word)
		}
	}
	if got := strings.Join(moments, " "); got != "d0 d1 d1:1" {
		t.Errorf("the moments told are %s", got)
	}
}
