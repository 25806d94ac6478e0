package lycaon_test

import (
	"flag"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/lycaon"
	"wolfden/internal/speech/understand"
	"wolfden/internal/stats"
	"wolfden/werewolf"
)

var own = flag.Int("own", 40, "games of the player among its own kind")

// TestShare plays the player among its own kind. Neither side is helpless: werewolves that can be told by what they say, or
// never, would show.
func TestShare(t *testing.T) {
	if *lycaon.Long {
		*own = max(*own, 100)
	}
	for _, size := range strings.Split(*sizes, ",") {
		n, err := strconv.Atoi(size)
		if err != nil {
			t.Fatal(err)
		}
		rules, err := werewolf.Standard(n)
		if err != nil {
			t.Fatal(err)
		}
		var won atomic.Int64
		var all sync.WaitGroup
		workers := runtime.GOMAXPROCS(0)
		for w := range workers {
			all.Go(func() {
				for seed := w; seed < *own; seed += workers {
					if village(t, rules, uint64(seed)) {
						won.Add(1)
					}
				}
			})
		}
		all.Wait()
		share := stats.Wilson(int(won.Load()), *own)
		t.Logf("%d players: the village wins %.1f%% [%.1f, %.1f] of %d games", n, 100*float64(won.Load())/float64(*own), 100*share.Low, 100*share.High, *own)
		if n == 5 && (share.High < 0.4 || share.Low > 0.65) {
			t.Errorf("%d players: the village wins %d of %d games", n, won.Load(), *own)
		}
	}
}

// village plays a game of the player among its own kind, and reports whether the village won.
func village(t *testing.T, rules werewolf.Rules, seed uint64) bool {
	players, shared := make([]bottest.Player, rules.Players()), understand.NewShared()
	for i := range players {
		p, err := lycaon.NewWith(tried(), agent.Config{Seed: werewolf.SubSeed(seed, i), Lang: *lang, Off: without(), Shared: shared})
		if err != nil {
			t.Error(err)
			return false
		}
		players[i] = p
	}
	table, err := bottest.Sit(rules, bottest.Seats(people[:len(players)]...), seed, players)
	if err == nil {
		err = table.Play()
	}
	if err != nil || len(table.Illegal) > 0 {
		t.Errorf("seed %d: %v, illegal %v", seed, err, table.Illegal)
		return false
	}
	return table.Game.Result().Winner == werewolf.VillagerTeam
}
