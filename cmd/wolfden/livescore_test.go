package main

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"wolfden/internal/trial"
)

// Where there is no terminal the score is told after the first second, then every few; quiet tells nothing.
func TestScoreIsToldWhilePlaying(t *testing.T) {
	for _, quiet := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			var out strings.Builder
			l := liveScore{name: "mine"}
			l.show(&out, 100, quiet)
			var told []int
			for games := 1; games <= 30; games++ {
				time.Sleep(firstLine / 2)
				l.begin([]trial.Game{{Won: games%2 == 0}})
				before := out.Len()
				l.report(games)
				if out.Len() > before {
					told = append(told, games)
				}
			}
			switch {
			case quiet && len(told) > 0:
				t.Errorf("quiet tells\n%s", &out)
			case quiet:
			case len(told) != 3 || told[0] != 3 || told[1] != 14 || told[2] != 25:
				t.Errorf("the score is told after games %d:\n%s", told, &out)
			case !strings.Contains(out.String(), "\n14 of 100 games: mine won 50.0% [26.8, 73.2]\n"):
				t.Errorf("what is told:\n%s", &out)
			}
		})
	}
}
