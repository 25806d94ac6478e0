package position_test

import (
	"errors"
	"flag"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/position"
	"wolfden/werewolf"
)

var newcomers = flag.Int("newcomers", 2, "games in which each player takes a seat in the middle; 150 are the whole test")

// misheard are breaches that the table hears now and then where there are none.
var misheard = []breach{brokenVote, turnedVote, otherPrey, untold, madeUp}

// TestNewcomersKeepTheWord: whoever takes a seat in the middle of a game goes on from the word given there, and each built-in player
// takes seats of every other. What the table hears decides.
func TestNewcomersKeepTheWord(t *testing.T) {
	for _, kind := range names(5) {
		if kind == "random" {
			continue // it keeps no word at all
		}
		t.Run(kind, func(t *testing.T) {
			if testing.Short() {
				t.Skip("whole games, each in one goroutine")
			}
			t.Parallel()
			counts := map[breach]int{}
			games, seats, meant := some(*newcomers, 10**newcomers), 0, 0
			for n := range games {
				k := replace(t, kind, uint64(n), func(b breach, what string) {
					counts[b]++
					t.Logf("game %d: %s, %s", n, b, what)
				})
				if k != nil {
					seats++
					meant += k.backs + k.last
				}
			}
			t.Logf("%d seats; %d claims taken back or given up at the last vote, as its strategy has it", seats, meant)
			if seats*4 < games {
				t.Errorf("%d seats taken in %d games", seats, games)
			}
			for _, b := range slices.Sorted(maps.Keys(counts)) {
				if hard := !slices.Contains(misheard, b); hard || counts[b] > 1+seats/50 {
					t.Errorf("%s: %d of %d", b, counts[b], seats)
				}
			}
		})
	}
}

// replace plays a game of different players, in the middle of which a player of the kind takes a seat. It returns what the table has
// heard of the seat; nil where there is no such moment.
func replace(t *testing.T, kind string, seed uint64, found func(breach, string)) *wordKeeper {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 9))
	size := []int{5, 9, 13}[seed%3]
	if !slices.Contains(names(size), kind) {
		size = 5
	}
	all := names(size)
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	table := lay(t, size, []string{"en", "ja"}[seed/3%2], seed, nil, all[:min(len(all), size)]...)
	seat := werewolf.SeatID(1 + rng.IntN(size))
	rec := table.play(t)
	p, err := position.At(rec, pledged(rec, seat, rng))
	if errors.Is(err, position.ErrOver) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	if o := p.Observation(seat); !o.Living.Has(seat) || len(o.Talks) == 0 {
		return nil
	}
	who := table.same(t)
	who[seat-1] = position.Seat{Player: table.player(t, int(seat), kind)}
	next := goOn(t, p, who, nil)
	k := newWordKeeper(next, seat, found)
	k.follow(next, len(p.Past()))
	return k
}

// pledged draws a moment, mostly one at which the seat has claimed or told something, or has announced its vote of the day.
func pledged(rec *gamelog.Record, seat werewolf.SeatID, rng *rand.Rand) int {
	k := newWordKeeper(rec, seat, func(breach, string) {})
	var all []int
	for i := range rec.Entries {
		if e := rec.Entries[i].Event; e != nil {
			k.see(e)
			if (e.Kind == werewolf.Executed || e.Kind == werewolf.FoundDead) && e.Seat == seat || e.Kind == werewolf.GameOver {
				break
			}
		}
		if k.plan != 0 || len(k.told) > 0 || k.ledger().ClaimOf(seat) != werewolf.NoRole {
			all = append(all, i)
		}
	}
	if len(all) == 0 || rng.IntN(8) == 0 {
		return rng.IntN(len(rec.Entries))
	}
	return all[rng.IntN(len(all))]
}
