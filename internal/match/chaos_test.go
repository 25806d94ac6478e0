package match

import (
	"bytes"
	"flag"
	"testing"
	"testing/synctest"

	"wolfden/gamelog"
	"wolfden/internal/bot/chaos"
	"wolfden/internal/bot/random"
	"wolfden/werewolf"
)

var (
	more       = flag.Bool("long", false, "ten times as many games of chaos")
	chaosGames = flag.Int("chaos", 120, "how many games TestChaos plays")
)

// TestChaos plays games with one to five players that misbehave in every way
// there is. All must end, none may hang, and every record must replay.
func TestChaos(t *testing.T) {
	games := *chaosGames
	if *more {
		games *= 10
	}
	ends := map[werewolf.End]int{}
	faulty := map[gamelog.Fault]int{}
	for seed := range uint64(games) {
		synctest.Test(t, func(t *testing.T) {
			h := testHeader(t, []int{5, 5, 9, 13}[seed%4], seed)
			h.Rules.Talk.Mode = werewolf.TalkMode(seed / 4 % 3)
			h.Rules.Talk.Duration = 60_000
			table := newTable(t, h, chaosPlayers(t, h, seed))
			table.Live = seed%2 == 1
			result, err := table.Run(t.Context())
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			ends[result.End]++
			rec, err := gamelog.Verify(table.record.Bytes())
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			for _, e := range rec.Entries {
				if e.Input != nil && e.Input.Fault != gamelog.NoFault {
					faulty[e.Input.Fault]++
				}
			}
			if bytes.ContainsAny(table.record.Bytes(), "\x00\x1b\x7f") {
				t.Fatalf("seed %d: control characters in the record", seed)
			}
		})
	}
	t.Logf("%d games: ends %v, faults %v", games, ends, faulty)
	for f := gamelog.Late; f <= gamelog.Crashed; f++ {
		if faulty[f] == 0 && f != gamelog.Lost {
			t.Errorf("no player was ever %s", f)
		}
	}
}

func chaosPlayers(t *testing.T, h *gamelog.Header, seed uint64) map[int]Player {
	players := map[int]Player{}
	modes := append([]string{""}, modeNames()...)
	wild := 1 + int(seed/8)%5
	for i := range h.Seats {
		if i < wild {
			p, err := chaos.New(seed+uint64(i), modes[(int(seed)+i)%len(modes)])
			if err != nil {
				t.Fatal(err)
			}
			players[i+1] = p
			continue
		}
		players[i+1] = random.New(seed+uint64(i), "en")
	}
	return players
}

func modeNames() (names []string) {
	for _, m := range chaos.Modes() {
		names = append(names, m.Name)
	}
	return names
}
