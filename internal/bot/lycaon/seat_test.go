package lycaon_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"wolfden/internal/bot"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/lycaon"
	"wolfden/werewolf"
)

var (
	lone  = flag.Int("lone", 600, "games of one lycaon among others, and of plain in the same seat")
	pools = flag.String("pools", "plain,mille", "the others, drawn for each seat; several sets are parted by a slash")
)

// pairs are the games of a role: played twice, won by the one, by the other, by only one of them.
type pairs struct{ games, ours, theirs, apart int }

// TestSeat plays one seat among others who stay, with the same deal once for lycaon and once for plain: among its own
// kind a player may be strong by what only its own kind understands.
func TestSeat(t *testing.T) {
	for _, size := range strings.Split(*sizes, ",") {
		players, err := strconv.Atoi(size)
		if err != nil {
			t.Fatal(err)
		}
		for _, pool := range strings.Split(*pools, "/") {
			by := inOneSeat(t, players, strings.Split(pool, ","), *lone)
			text, ours, gain, margin := compared(&by)
			t.Logf("%s players, among %s: %.1f, %+.1f ± %.1f on plain in the same seat\n%s", size, pool, ours, gain, margin, text)
			if *pools == "plain,mille" && size == "5" && gain <= 0 {
				t.Errorf("lycaon gains %+.1f on plain in its seat", gain)
			}
		}
	}
}

// compared are the weighted micro of the one, and its difference to the other with what it may be off by, in percent.
func compared(by *[werewolf.MaxRoles]pairs) (text string, ours, gain, margin float64) {
	sum, variance := 0.0, 0.0
	for _, role := range werewolf.StandardRoles().Roles() {
		p := by[role]
		if p.games == 0 {
			continue
		}
		n, weight := float64(p.games), roleWeights[role]
		a, z := 100*float64(p.ours)/n, 100*float64(p.theirs)/n
		v := (float64(p.apart)/n*1e4 - (a-z)*(a-z)) / n
		sum += weight
		ours += weight * a
		gain += weight * (a - z)
		variance += weight * weight * v
		text += fmt.Sprintf("  %-10s %5.1f  %5.1f  %+5.1f ± %.1f\n", role, a, z, a-z, 1.96*math.Sqrt(v))
	}
	sum = max(sum, 1)
	return text, ours / sum, gain / sum, 1.96 * math.Sqrt(variance) / sum
}

func inOneSeat(t *testing.T, n int, pool []string, games int) (by [werewolf.MaxRoles]pairs) {
	rules, err := werewolf.Standard(n)
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var all sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		all.Go(func() {
			for seed := w; seed < games; seed += workers {
				role, ours := seated(t, rules, pool, "lycaon", uint64(seed))
				_, theirs := seated(t, rules, pool, "plain", uint64(seed))
				mu.Lock()
				p := &by[role]
				p.games++
				p.ours += ours
				p.theirs += theirs
				p.apart += (ours - theirs) * (ours - theirs)
				mu.Unlock()
			}
		})
	}
	all.Wait()
	return by
}

// seated plays the game of the seed with the player in the seat; it reports the seat's role and 1 if it won.
func seated(t *testing.T, rules werewolf.Rules, pool []string, who string, seed uint64) (role werewolf.Role, won int) {
	n := rules.Players()
	rng := rand.New(rand.NewPCG(seed, 77))
	seat := rng.IntN(n)
	players := make([]bottest.Player, n)
	for i := range players {
		kind := pool[rng.IntN(len(pool))]
		if i == seat {
			kind = who
		}
		p, err := bot.New(kind, bot.Config{Seed: seed, Lang: *lang})
		if i == seat && who == "lycaon" {
			p, err = lycaon.NewWith(seed, *lang, tried())
		}
		if err != nil {
			t.Error(err)
			return role, 0
		}
		players[i] = p
	}
	game, err := bottest.Sit(rules, bottest.Seats(people[:n]...), seed, players)
	if err == nil {
		err = game.Play()
	}
	if err != nil || len(game.Illegal) > 0 {
		t.Errorf("seed %d: %v, illegal %v", seed, err, game.Illegal)
		return role, 0
	}
	role = game.Game.Role(werewolf.SeatID(seat + 1))
	if werewolf.StandardRoles().Team(role) == game.Game.Result().Winner {
		won = 1
	}
	return role, won
}
