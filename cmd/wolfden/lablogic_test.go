package main

import (
	"fmt"
	"strings"
	"testing"
)

// A player that is asked again without the module that it did not have says what is recorded, turn by turn and whatever its role: the
// limits of each turn and its own state, lies and all, are those of the game.
func TestAskedAgainAsRecorded(t *testing.T) {
	seats := 5
	if testing.Short() { // whose seat it is makes no difference to goroutines
		seats = 1
	}
	for seat := 1; seat <= seats; seat++ {
		out := wolfden(t, exitOK, "lab", "logic", "--games", "4", "--seed", "7", "--lang", "en", "--seat", fmt.Sprint(seat))
		var turns, pairs, same, silent, empty, recorded int
		var first, rest string
		for line := range strings.Lines(out) {
			switch {
			case strings.Contains(line, " turns: "):
				first = strings.ReplaceAll(line, "1 pair,", "1 pairs,")
			case strings.HasPrefix(line, "without logic "):
				rest = line
			}
		}
		if _, err := fmt.Sscanf(first, "%d turns: %d pairs, %d of them the same on both sides; left out: %d silent, %d with", &turns, &pairs, &same, &silent, &empty); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		if _, err := fmt.Sscanf(rest, "without logic the player says what is recorded at %d turns", &recorded); err != nil {
			t.Fatalf("%v: %s", err, rest)
		}
		if turns < 15 || recorded != turns || pairs+silent+empty != turns {
			t.Errorf("seat %d: %d of %d turns as recorded; %d pairs, %d silent, %d left out", seat, recorded, turns, pairs, silent, empty)
		}
	}
}
