package lycaon_test

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"wolfden/internal/bot"
	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/lycaon"
	"wolfden/internal/reason/belief"
	"wolfden/internal/speech/understand"
	"wolfden/internal/stats"
	"wolfden/werewolf"
)

var (
	strength = flag.Int("strength", 40, "games against each other player")
	against  = flag.String("against", "plain,mille,gptaku", "players to be measured against")
	sizes    = flag.String("sizes", "5", "numbers of players")
	lang     = flag.String("lang", "en", "language")
	evidence = flag.String("evidence", "", "file of a table of evidence to be tried")
	anytime  = flag.Bool("anytime", false, "play on an open floor")
	stakes   = flag.String("stakes", "", "file of a table of stakes to be tried")
	ways     = flag.String("ways", "", "file of a table of ways to be tried")
	off      = flag.String("off", "", "modules to be left out, with commas")
)

var people = []string{"Alice", "Bob", "Carol", "Dave", "Erin", "Frank", "Grace", "Heidi", "Ivan", "Judy", "Mallory", "Niaj", "Olivia"}

// tally counts games and wins by role.
type tally struct{ games, wins [werewolf.MaxRoles]int }

// roleWeights are those of the contest (overview 2025, table 3).
var roleWeights = map[werewolf.Role]float64{
	werewolf.Villager: 6, werewolf.Seer: 1, werewolf.Medium: 1, werewolf.Bodyguard: 1, werewolf.Possessed: 1, werewolf.Werewolf: 3,
}

func (c *tally) weightedMicro() (mean float64) {
	sum := 0.0
	for role, w := range roleWeights {
		if c.games[role] > 0 {
			mean += w * float64(c.wins[role]) / float64(c.games[role])
			sum += w
		}
	}
	return mean / max(sum, 1)
}

// TestStrength plays mixed tables: each seat is of one or the other kind by a draw.
func TestStrength(t *testing.T) {
	if *lycaon.Long {
		*strength = max(*strength, 80)
	}
	for _, n := range strings.Split(*sizes, ",") {
		for _, other := range strings.Split(*against, ",") {
			if other == "gptaku" && n != "5" {
				continue
			}
			players, err := strconv.Atoi(n)
			if err != nil {
				t.Fatal(err)
			}
			ours, theirs := meet(t, players, other, *strength)
			t.Logf("%s players: lycaon %.1f%%, %s %.1f%% weighted micro\n%s", n, 100*ours.weightedMicro(), other, 100*theirs.weightedMicro(),
				table(&ours, &theirs))
			if n == "5" && ours.weightedMicro() <= theirs.weightedMicro() {
				t.Errorf("%s is as strong", other)
			}
		}
	}
}

func table(ours, theirs *tally) string {
	var b strings.Builder
	for _, r := range werewolf.StandardRoles().Roles() {
		if ours.games[r] == 0 {
			continue
		}
		a, z := stats.Wilson(ours.wins[r], ours.games[r]), stats.Wilson(theirs.wins[r], theirs.games[r])
		fmt.Fprintf(&b, "  %-10s %5.1f [%.1f, %.1f]   %5.1f [%.1f, %.1f]\n", r,
			100*float64(ours.wins[r])/float64(ours.games[r]), 100*a.Low, 100*a.High,
			100*float64(theirs.wins[r])/float64(max(1, theirs.games[r])), 100*z.Low, 100*z.High)
	}
	return b.String()
}

func meet(t *testing.T, n int, other string, games int) (ours, theirs tally) {
	rules, err := werewolf.Standard(n)
	if err != nil {
		t.Fatal(err)
	}
	if *anytime {
		rules.Talk.Mode, rules.Talk.Duration = werewolf.Anytime, 1000
	}
	var mu sync.Mutex
	var all sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		all.Go(func() {
			for seed := w; seed < games; seed += workers {
				a, b := one(t, rules, other, uint64(seed))
				mu.Lock()
				for r := range a.games {
					ours.games[r] += a.games[r]
					ours.wins[r] += a.wins[r]
					theirs.games[r] += b.games[r]
					theirs.wins[r] += b.wins[r]
				}
				mu.Unlock()
			}
		})
	}
	all.Wait()
	return ours, theirs
}

// without are the modules to be left out.
func without() []string {
	if *off == "" {
		return nil
	}
	return strings.Split(*off, ",")
}

// tried is what was learnt, or what the flags name instead.
var tried = sync.OnceValue(func() *lycaon.Learnt {
	home, err := lycaon.Home()
	if err != nil {
		panic(err)
	}
	l := *home
	read := func(path string, parse func(io.Reader) error) {
		if path == "" {
			return
		}
		f, err := os.Open(path)
		if err == nil {
			err = errors.Join(parse(f), f.Close())
		}
		if err != nil {
			panic(err)
		}
	}
	read(*ways, func(r io.Reader) (err error) { l.Ways, err = lycaon.ReadWays(r); return err })
	read(*stakes, func(r io.Reader) (err error) { l.Stakes, err = lycaon.ReadStakes(r); return err })
	read(*evidence, func(r io.Reader) (err error) { l.Evidence, err = belief.ReadTable(r); return err })
	return &l
})

func one(t *testing.T, rules werewolf.Rules, other string, seed uint64) (ours, theirs tally) {
	n := rules.Players()
	rng := rand.New(rand.NewPCG(seed, 99))
	mine := make([]bool, n)
	players, shared := make([]bottest.Player, n), understand.NewShared()
	for i := range players {
		var p bottest.Player
		var err error
		if mine[i] = rng.IntN(2) == 0; mine[i] {
			p, err = lycaon.NewWith(tried(), agent.Config{Seed: seed, Lang: *lang, Off: without(), Shared: shared})
		} else {
			p, err = bot.New(other, bot.Config{Seed: seed, Lang: *lang, Shared: shared})
		}
		if err != nil {
			t.Error(err)
			return ours, theirs
		}
		players[i] = p
	}
	game, err := bottest.Sit(rules, bottest.Seats(people[:n]...), seed, players)
	if err == nil {
		err = game.Play()
	}
	if err != nil || len(game.Illegal) > 0 {
		t.Errorf("seed %d: %v, illegal %v", seed, err, game.Illegal)
		return ours, theirs
	}
	for i := range players {
		c := &theirs
		if mine[i] {
			c = &ours
		}
		role := game.Game.Role(werewolf.SeatID(i + 1))
		c.games[role]++
		if werewolf.StandardRoles().Team(role) == game.Game.Result().Winner {
			c.wins[role]++
		}
	}
	return ours, theirs
}
