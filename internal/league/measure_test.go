package league

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"wolfden/internal/match"
	"wolfden/internal/stats"
	"wolfden/werewolf"
)

var (
	long    = flag.Bool("long", false, "measure what deals save, and compare players with themselves")
	leagues = flag.Int("leagues", 2, "how many leagues of a player with itself, with -long")
)

var measure = flag.String("measure", "", "what to measure, such as 5,1000,plain,mille: players, rounds, two players")

// needed is how many games a comparison takes that is wrong in 5% of the cases
// when there is no difference and finds one that is there in 90%.
type needed struct {
	difference float64 // of weighted micro, at mixed tables
	apartness  float64 // with a side each
	// By design: duplicate deals with a side each; the same with deals of their
	// own; mixed duplicate deals; mixed rounds in which every game has a deal of its own; games in which chance gives
	// every seat to one of the two; two players that never meet, each measured by
	// one seat a game.
	sides, sidesAlone, duplicate, independent, lots, apart float64
}

// neededFor is how many games it takes when a game's share of the estimate has
// the variance.
func neededFor(variance, difference float64) float64 {
	const z = 1.959964 + 1.281552
	return z * z * variance / (difference * difference)
}

// gamesNeeded measures what rounds and deals save.
func gamesNeeded(t *testing.T, players, rounds int, bots [2]string) needed {
	t.Helper()
	duplicate := playedOut(t, pairSpec(t, players, rounds, bots, Duplicate))
	independent := playedOut(t, pairSpec(t, players, rounds, bots, Independent))
	lots := playedOut(t, pairSpec(t, players, rounds, bots, Independent), byLots)
	aside := pairSpec(t, players, rounds, bots, Duplicate)
	aside.Seating = Sides
	sides := playedOut(t, aside)
	alone := pairSpec(t, players, rounds, bots, Independent)
	alone.Seating = Sides
	sidesAlone := playedOut(t, alone)
	n := needed{difference: (stats.Mean(duplicate.values()).Value + stats.Mean(independent.values()).Value) / 2}
	first, second := duplicate.rates(0), duplicate.rates(1)
	n.apartness = (stats.Mean(sides.values()).Value + stats.Mean(sidesAlone.values()).Value) / 2
	n.sidesAlone = neededFor(2*variance(sidesAlone.values()), n.apartness)
	n.sides = neededFor(2*variance(sides.values()), n.apartness)
	n.duplicate = neededFor(2*variance(duplicate.values()), n.difference)
	n.independent = neededFor(2*variance(independent.values()), n.difference)
	n.lots = neededFor(variance(lots.influence()), n.difference)
	n.apart = 2 * stats.GamesNeeded(duplicate.weighted(first), duplicate.weighted(second), 0.05, 0.9).Exact
	return n
}

// played is a league of two that has been played to its end.
type played struct {
	*Spec
	games   []Game
	results []Result
}

func pairSpec(t *testing.T, players, rounds int, bots [2]string, deals Deals) *Spec {
	t.Helper()
	s := testSpec(t, 2, players, rounds, deals)
	s.Entries[0].Bot, s.Entries[1].Bot = bots[0], bots[1]
	return s
}

func playedOut(t *testing.T, s *Spec, change ...func(*Spec, []Game)) *played {
	t.Helper()
	games := Plan(s)
	for _, f := range change {
		f(s, games)
	}
	r := &Runner{Spec: s, Games: games, Results: make([]Result, len(games)), Make: botMaker, Parallel: 2}
	if err := r.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.Stop = DefaultStop(0, 1) // for what is compared, not for the run
	return &played{s, games, r.Results}
}

// byLots gives every seat to one of two by the toss of a coin.
func byLots(_ *Spec, games []Game) {
	rng := rand.New(rand.NewPCG(5, 5))
	for g := range games {
		for i := range games[g].Seats {
			games[g].Seats[i].Entry = rng.IntN(2)
		}
	}
}

// values are by how much more the first had of each round.
func (p *played) values() (all []float64) {
	for from := 0; from < len(p.games); from += 2 {
		all = append(all, p.compared(p.games[from:from+2], p.results[from:from+2]))
	}
	return all
}

// rates are the win rates of an entry by role.
func (p *played) rates(entry int) (rates [len(werewolf.RoleCounts{})]float64) {
	var wins, seats werewolf.RoleCounts
	for k := range p.games {
		for _, seat := range p.games[k].Seats {
			if seat.Entry == entry {
				seats[seat.Role]++
				if werewolf.StandardRoles().Team(seat.Role) == p.results[k].winner {
					wins[seat.Role]++
				}
			}
		}
	}
	for role := range rates {
		rates[role] = float64(wins[role]) / float64(max(1, seats[role]))
	}
	return rates
}

func (p *played) weighted(rates [len(werewolf.RoleCounts{})]float64) (sum float64) {
	for _, seat := range p.games[0].Seats {
		sum += p.share(0, seat.Role) * rates[seat.Role]
	}
	return sum
}

// influence is what each game adds to the error of the difference of weighted
// micro that is computed from all win rates by role.
func (p *played) influence() (all []float64) {
	rates := [2][len(werewolf.RoleCounts{})]float64{p.rates(0), p.rates(1)}
	for k := range p.games {
		sum := 0.0
		for _, seat := range p.games[k].Seats {
			off := -rates[seat.Entry][seat.Role]
			if werewolf.StandardRoles().Team(seat.Role) == p.results[k].winner {
				off++
			}
			// Each has half of the seats of a role.
			sum += float64(1-2*seat.Entry) * 2 * p.share(0, seat.Role) * off
		}
		all = append(all, sum)
	}
	return all
}

func variance(values []float64) (sum float64) {
	mean := stats.Mean(values).Value
	for _, v := range values {
		sum += (v - mean) * (v - mean) / float64(len(values)-1)
	}
	return sum
}

// seatNeeded measures two players who take turns in one seat, among others who
// stay: so many games with the same deal for both, so many with deals of their
// own.
func seatNeeded(t *testing.T, players, deals int, bots [2]string, others string) (difference, duplicate, independent float64) {
	t.Helper()
	p := playedOut(t, pairSpec(t, players, deals, bots, Duplicate), func(s *Spec, games []Game) {
		s.Against = opponents([]string{others})
		rng := rand.New(rand.NewPCG(6, 6))
		for from := 0; from < len(games); from += 2 {
			seats := games[from].Seats
			own := rng.IntN(len(seats))
			for rng.Float64() > s.share(0, seats[own].Role) { // as often as its role counts
				own = rng.IntN(len(seats))
			}
			for k := range 2 {
				for i := range seats {
					games[from+k].Seats[i].Entry = 2
				}
				games[from+k].Seats[own].Entry = k
			}
		}
	})
	var each [2][]float64
	var both []float64
	for k := range p.games {
		won := 0.0
		for _, seat := range p.games[k].Seats {
			if seat.Entry < 2 && werewolf.StandardRoles().Team(seat.Role) == p.results[k].winner {
				won = 1
			}
		}
		each[k%2] = append(each[k%2], won)
	}
	for i := range each[0] {
		both = append(both, each[0][i]-each[1][i])
	}
	difference = stats.Mean(both).Value
	return difference, neededFor(2*variance(both), difference), neededFor(2*(variance(each[0])+variance(each[1])), difference)
}

// TestDuplicateDealsSave: duplicate deals with a side each take at most half the
// games that independent games take for the same decision, and mixed ones at
// most half of what players take that do not meet. At mixed tables a deal adds
// nothing to what sharing the table saves: its games soon differ.
func TestDuplicateDealsSave(t *testing.T) {
	if !*long && *measure == "" {
		t.Skip("plays 400 games: -long")
	}
	players, rounds, bots := measured(t)
	n := gamesNeeded(t, players, rounds, bots)
	t.Logf("| %d players, %s - %s | %+.1f | %+.1f | %.0f | %.0f | %.0f | %.0f | %.0f | %.0f |",
		players, bots[0], bots[1], 100*n.difference, 100*n.apartness,
		math.Ceil(n.apart), math.Ceil(n.lots), math.Ceil(n.independent), math.Ceil(n.duplicate), math.Ceil(n.sidesAlone), math.Ceil(n.sides))
	if n.sides > n.lots/2 || n.duplicate > n.apart/2 || n.duplicate > 1.3*n.independent || n.difference*n.apartness < 0 {
		t.Errorf("duplicate deals save too little: %+v", n)
	}
}

// TestSeat: players who take turns in one seat of the same deal, among others
// who stay, are told apart with fewer games than with deals of their own.
func TestSeat(t *testing.T) {
	if testing.Short() {
		t.Skip("plays 240 games")
	}
	players, deals, bots := measured(t)
	among := []string{"random", "plain", "mille"}
	if !*long {
		among = among[:1]
	}
	for _, others := range among {
		d, duplicate, independent := seatNeeded(t, players, deals, bots, others)
		t.Logf("%d players, %s - %s among %s: %+.1f points; games needed: duplicate %.0f, independent %.0f: %.0f%%",
			players, bots[0], bots[1], others, 100*d, math.Ceil(duplicate), math.Ceil(independent), 100*duplicate/independent)
		if !(duplicate < 0.8*independent) {
			t.Errorf("among %s the same deal saves too little", others)
		}
	}
}

// measured is what to measure.
func measured(t *testing.T) (players, rounds int, bots [2]string) {
	t.Helper()
	players, rounds, bots = 5, 40, [2]string{"plain", "random"}
	if *measure != "" {
		if _, err := fmt.Sscan(strings.ReplaceAll(*measure, ",", " "), &players, &rounds, &bots[0], &bots[1]); err != nil {
			t.Fatal(err)
		}
	}
	return players, rounds, bots
}

// TestSelfComparison: a player compared with itself, its private chances another
// entry's own, is called better or worse in few of many leagues. TestErrorRates and TestIdenticalPlayers ask it of rounds without games.
func TestSelfComparison(t *testing.T) {
	if !*long {
		t.Skip("plays thousands of games: -long")
	}
	for _, seating := range []Seating{Mixed, Sides} {
		t.Run(seating.String(), func(t *testing.T) { compareWithItself(t, seating, *leagues) })
	}
}

func compareWithItself(t *testing.T, seating Seating, leagues int) {
	wrong, undecided, games := 0, 0, 0
	for seed := range uint64(leagues) {
		s := testSpec(t, 2, 5, 400, Duplicate)
		s.Seating = seating
		s.Seed, s.Stop = 1000+seed, DefaultStop(0, 1)
		s.Stop.Difference = 0.1
		s.Entries[1].Lang = "ja" // tells makers of the second from those of the first
		r := &Runner{Spec: s, Games: Plan(s), Parallel: 2}
		r.Results = make([]Result, len(r.Games))
		r.Make = func(e Entry, lang string, seed uint64) (match.Player, error) {
			if lang == "ja" {
				seed = werewolf.SubSeed(seed, 99)
			}
			return botMaker(e, "en", seed)
		}
		if err := r.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		v, rounds := r.Test().Verdict()
		games += 2 * rounds
		switch v {
		case FirstBetter, SecondBetter:
			wrong++
		case Undecided:
			undecided++
		default:
		}
	}
	t.Logf("%d leagues of %d games on average: %d called different, %d undecided", leagues, games/leagues, wrong, undecided)
	// Three standard errors above 5%.
	if most := 0.05*float64(leagues) + 3*math.Sqrt(0.05*0.95*float64(leagues)); float64(wrong) > most {
		t.Errorf("%d of %d leagues called a player better than itself, %d undecided", wrong, leagues, undecided)
	}
}
