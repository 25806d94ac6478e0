package kanolab

import (
	"strings"
	"testing"

	"wolfden/internal/bot/bottest"
	"wolfden/werewolf"
)

// The possessed is told what it has made up as the seer, and nobody else; without the module it is not.
func TestFakeDivination(t *testing.T) {
	for _, off := range [][]string{nil, {"fake-divination"}} {
		told := 0
		for seed := range bottest.Few(*long, uint64(8)) {
			play(t, 5, seed, off, bottest.Mute, func(m *moment) {
				table := m.Player.Table()
				results := table.Self.Results()
				for _, p := range m.Of("word") {
					memo := bottest.Fenced(p, "memo")
					if m.O.Role() != werewolf.Possessed || len(results) == 0 || off != nil {
						if memo != "" {
							t.Errorf("off %v, seed %d: the %s with %v is told %q", off, seed, m.O.Role(), results, memo)
						}
						continue
					}
					told++
					for _, f := range results {
						if !strings.Contains(memo, m.O.Name(f.Target)) || !strings.Contains(memo, f.Species.String()) {
							t.Errorf("seed %d: of %v it is told %q", seed, results, memo)
						}
					}
				}
			})
		}
		if off == nil && told < 5 {
			t.Errorf("%d prompts with an invented result", told)
		}
	}
}
