package lycaon_test

import (
	"fmt"
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/lycaon"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// BenchmarkGame plays whole games of lycaons alone, on one core, who share what they have understood as the players of a league do.
func BenchmarkGame(b *testing.B) {
	learnt, err := lycaon.Home()
	if err != nil {
		b.Fatal(err)
	}
	for _, n := range []int{5, 9, 13} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			rules, err := werewolf.Standard(n)
			if err != nil {
				b.Fatal(err)
			}
			shared := understand.NewShared()
			for seed := uint64(0); b.Loop(); seed++ {
				players := make([]bottest.Player, n)
				for i := range players {
					if players[i], err = lycaon.NewWith(learnt, agent.Config{Seed: seed, Lang: "en", Shared: shared}); err != nil {
						b.Fatal(err)
					}
				}
				game, err := bottest.Sit(rules, bottest.Seats(people[:n]...), seed, players)
				if err == nil {
					err = game.Play()
				}
				if err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
		})
	}
}
