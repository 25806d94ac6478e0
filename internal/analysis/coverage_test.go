package analysis

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"wolfden/internal/chances"
	"wolfden/internal/sheet"
	"wolfden/internal/stats"
	"wolfden/werewolf"
)

var long = flag.Bool("long", false, "draw 2,000 samples of games of each size")

// voted is a game of five in which the village's votes hang together: on some days everybody sees the werewolf, on others nobody.
func voted(t *testing.T, chance *rand.Rand) *Game {
	t.Helper()
	var log strings.Builder
	roles := []string{"SEER", "WEREWOLF", "POSSESSED", "VILLAGER", "VILLAGER"}
	chance.Shuffle(len(roles), func(i, j int) { roles[i], roles[j] = roles[j], roles[i] })
	wolf := 0
	for i, role := range roles {
		fmt.Fprintf(&log, "0,status,%d,%s,ALIVE,%s,P%d\n", i+1, role, []string{"fox", "hare", "owl", "fox", "hare"}[i], i+1)
		if role == "WEREWOLF" {
			wolf = i
		}
	}
	for day := 1; day <= 1+chance.IntN(2); day++ {
		seen := 0.8 * chance.Float64()
		for voter := range roles {
			target := (voter + 1 + chance.IntN(len(roles)-1)) % len(roles)
			if voter != wolf && chance.Float64() < seen {
				target = wolf
			}
			fmt.Fprintf(&log, "%d,vote,%d,%d\n", day, voter+1, target+1)
		}
	}
	return Analyze(listen(t, log.String()))
}

// worth is what somebody has judged of the game: words of everybody, and a mistake of few.
func worth(g *Game, chance *rand.Rand) *chances.Judged {
	var moves []chances.Move
	for seat := range g.Players {
		gained := chances.Interval{Value: 0.2 * chance.NormFloat64(), Low: -1, High: 1}
		moves = append(moves, chances.Move{Moment: "d1:1", Kind: werewolf.Talk, Seat: werewolf.SeatID(seat + 1), Village: gained})
		if chance.IntN(3) == 0 {
			own, lost := chances.Interval{Value: -0.4, Low: -0.5, High: -0.3}, chances.Interval{Value: 0.6 * chance.Float64(), Low: -1, High: 1}
			moves = append(moves, chances.Move{Moment: "d1:vote", Kind: werewolf.Vote, Seat: werewolf.SeatID(seat + 1), Own: &own, Lost: &lost})
		}
	}
	return &chances.Judged{By: "lycaon", Games: 20, Moves: moves}
}

// tabled is what the tables of skill and moves tell of games, team by team, each by its name.
func tabled(sample []Judged) map[string][]stats.Estimate {
	games := make([]*Game, len(sample))
	for i := range sample {
		games[i] = sample[i].Game
	}
	all := map[string][]stats.Estimate{}
	for _, s := range []sheet.Sheet{SkillSheet(Skills(games, ByTeam), ByTeam), MoveSheet(sample, ByTeam)} {
		for _, l := range s.Lines {
			for i, column := range s.Columns {
				if e, ok := l.Cells[i].Estimate(); ok {
					all[column.Name] = append(all[column.Name], e)
				}
			}
		}
	}
	return all
}

// The intervals of the tables of skill and moves hold what is so in all games that there are, where some of them are drawn.
func TestIntervalsOfGamesHoldTheTruth(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	var all []Judged
	for range 300 {
		g := voted(t, chance)
		all = append(all, Judged{g, worth(g, chance)})
	}
	times, sizes := 150, []int{20}
	if *long {
		times, sizes = 2000, []int{10, 20, 40, 120}
	}
	truth := tabled(all)
	for _, n := range sizes {
		held, of := map[string]float64{}, map[string]float64{}
		for range times {
			var sample []Judged
			for range n {
				sample = append(sample, all[chance.IntN(len(all))])
			}
			for what, list := range tabled(sample) {
				for team, e := range list {
					if math.IsNaN(e.Low) {
						continue // of an entry that was hardly ever a werewolf there is none
					}
					if of[what]++; e.Low <= truth[what][team].Value && truth[what][team].Value <= e.High {
						held[what]++
					}
				}
			}
		}
		low, high := 0.93, 0.97
		if n < 20 {
			low = 0.91 // what mistakes lose is skewed
		}
		if !*long {
			slack := 3 * math.Sqrt(0.95*0.05/float64(times))
			low, high = low-slack, high+slack
		}
		for _, what := range []string{"detection", "deception", "chance lost", "gained by words"} {
			share := held[what] / of[what]
			t.Logf("%d games, %s: %.1f%% of %.0f intervals hold the truth", n, what, 100*share, of[what])
			if !(share >= low && share <= high) {
				t.Errorf("%d games, %s: %.1f%% of %.0f intervals hold the truth", n, what, 100*share, of[what])
			}
		}
	}
}
