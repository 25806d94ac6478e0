package lycaon_test

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"wolfden/internal/bot"
	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/lycaon"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

var (
	ballots = flag.Int("ballots", 0, "games in which the ballots of one seat are counted")
	whos    = flag.String("who", "plain,lycaon,omniscient", "who sits in the seat where ballots are counted")
	lone    = flag.Int("lone", 0, "games of one lycaon among others, and of plain in the same seat; 0 is 60, and 600 with -long")
	pools   = flag.String("pools", "plain,mille", "the others, drawn for each seat; several sets are parted by a slash")
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
			games, least := *lone, 5. // without its belief it gains 2.5 ± 1.9
			if games == 0 {
				games, least = 60, 0 // a gain at all, within what chance explains
			}
			if *lone == 0 && *lycaon.Long {
				games, least = 600, 5
			}
			by := inOneSeat(t, players, strings.Split(pool, ","), games)
			text, ours, gain, margin := compared(&by)
			t.Logf("%s players, among %s: %.1f, %+.1f ± %.1f on plain in the same seat\n%s", size, pool, ours, gain, margin, text)
			if *pools == "plain,mille" && size == "5" && (gain-margin < least && least > 0 || gain <= 0) {
				t.Errorf("lycaon gains %+.1f ± %.1f on plain in its seat", gain, margin)
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
	game, seat := seatAt(t, rules, pool, who, seed)
	if game == nil {
		return role, 0
	}
	role = game.Game.Role(seat)
	if werewolf.StandardRoles().Team(role) == game.Game.Result().Winner {
		won = 1
	}
	return role, won
}

// seatAt plays the game of the seed with the player in the seat, which it returns.
func seatAt(t *testing.T, rules werewolf.Rules, pool []string, who string, seed uint64) (*bottest.Table, werewolf.SeatID) {
	n := rules.Players()
	rng := rand.New(rand.NewPCG(seed, 77))
	seat := rng.IntN(n)
	players, shared := make([]bottest.Player, n), understand.NewShared()
	all := &omniscient{}
	for i := range players {
		kind := pool[rng.IntN(len(pool))]
		var p bottest.Player
		var err error
		switch {
		case i == seat && who != "plain":
			p, err = lycaon.NewWith(tried(), agent.Config{Seed: seed, Lang: *lang, Off: without(), Shared: shared})
		case i == seat:
			p, err = bot.New(who, bot.Config{Seed: seed, Lang: *lang, Shared: shared})
		default:
			p, err = bot.New(kind, bot.Config{Seed: seed, Lang: *lang, Shared: shared})
		}
		if err != nil {
			t.Error(err)
			return nil, 0
		}
		if players[i] = p; i == seat && who == "omniscient" {
			all.Player = p
			players[i] = all
		}
	}
	game, err := bottest.Sit(rules, bottest.Seats(people[:n]...), seed, players)
	if err == nil {
		all.game = game.Game
		err = game.Play()
	}
	if err != nil || len(game.Illegal) > 0 {
		t.Errorf("seed %d: %v, illegal %v", seed, err, game.Illegal)
		return nil, 0
	}
	return game, werewolf.SeatID(seat + 1)
}

// omniscient is a player that is told all roles.
type omniscient struct {
	bottest.Player
	game *werewolf.Game
}

// Answer answers knowing all roles.
func (p *omniscient) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	o.Roles = slices.Clone(o.Roles)
	for id := range werewolf.SeatsUpTo(len(o.Names)).All() {
		if int(id) < len(o.Roles) {
			o.Roles[id] = p.game.Role(id)
		}
	}
	return p.Player.Answer(ctx, o)
}

// ballot is what the votes of a seat were worth.
type ballot struct {
	games, wins     int
	days            int // on which it voted
	executed        int // whom it voted for
	decisive        int // another vote of its own could have executed somebody else
	wolf, executedW int // it voted for a werewolf; a werewolf was executed
}

// TestBallot says how often the votes of one seat among others decide, and what a player would win there that knew all roles.
func TestBallot(t *testing.T) {
	if *ballots == 0 {
		t.Skip("a measurement: -ballots")
	}
	players, err := strconv.Atoi(*sizes)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := werewolf.Standard(players)
	if err != nil {
		t.Fatal(err)
	}
	for _, pool := range strings.Split(*pools, "/") {
		for _, who := range strings.Split(*whos, ",") {
			var by [werewolf.MaxRoles]ballot
			var mu sync.Mutex
			var all sync.WaitGroup
			workers := runtime.GOMAXPROCS(0)
			for w := range workers {
				all.Go(func() {
					for seed := w; seed < *ballots; seed += workers {
						if game, seat := seatAt(t, rules, strings.Split(pool, ","), who, uint64(seed)); game != nil {
							mu.Lock()
							by[game.Game.Role(seat)].count(game.Game, seat)
							mu.Unlock()
						}
					}
				})
			}
			all.Wait()
			t.Logf("%s among %s\n%s", who, pool, ballotTable(&by))
		}
	}
}

func ballotTable(by *[werewolf.MaxRoles]ballot) string {
	var b strings.Builder
	mean, sum := 0.0, 0.0
	for _, role := range werewolf.StandardRoles().Roles() {
		c := by[role]
		if c.games == 0 {
			continue
		}
		mean += roleWeights[role] * float64(c.wins) / float64(c.games)
		sum += roleWeights[role]
		days := float64(max(1, c.days)) / 100
		fmt.Fprintf(&b, "  %-10s wins %5.1f, executed %5.1f, decisive %5.1f, votes werewolf %5.1f, werewolf executed %5.1f\n", role, 100*float64(c.wins)/float64(c.games),
			float64(c.executed)/days, float64(c.decisive)/days, float64(c.wolf)/days, float64(c.executedW)/days)
	}
	return fmt.Sprintf("%s  weighted micro %.1f\n", b.String(), 100*mean/sum)
}

// count adds a game.
func (b *ballot) count(g *werewolf.Game, seat werewolf.SeatID) {
	b.games++
	if werewolf.StandardRoles().Team(g.Role(seat)) == g.Result().Winner {
		b.wins++
	}
	var votes [werewolf.MaxSeats + 1]int
	var own werewolf.SeatID
	for _, e := range g.Log() {
		switch e.Kind {
		case werewolf.VoteCast:
			if e.Seat == seat {
				own = e.Target
			}
			votes[e.Target]++
		case werewolf.Executed:
			if own != 0 {
				b.executes(g, own, e.Seat, &votes)
			}
			own, votes = 0, [werewolf.MaxSeats + 1]int{}
		default: // no vote
		}
	}
}

// executes adds an execution.
func (b *ballot) executes(g *werewolf.Game, own, who werewolf.SeatID, votes *[werewolf.MaxSeats + 1]int) {
	b.days++
	if own == who {
		b.executed++
	}
	if g.Role(own) == werewolf.Werewolf {
		b.wolf++
	}
	if g.Role(who) == werewolf.Werewolf {
		b.executedW++
	}
	votes[own]--
	first, second := 0, 0
	for _, n := range votes {
		if n > first {
			first, second = n, first
		} else {
			second = max(second, n)
		}
	}
	if first-second <= 1 {
		b.decisive++
	}
}
