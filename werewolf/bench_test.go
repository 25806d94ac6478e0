package werewolf

import (
	"math/rand/v2"
	"testing"
)

var shortTexts = [...]string{
	"Good morning everyone", "I am a villager", "Who is quiet today?", "Over", "Skip",
	"I will vote for the loudest", "@P2 what do you think?", "No idea yet",
}

func benchSeats(n int) []Seat {
	seats := make([]Seat, n)
	for i := range seats {
		seats[i] = Seat{Name: "P" + string(rune('1'+i))}
	}
	return seats
}

// playRandom plays a game with random legal answers.
func playRandom(tb testing.TB, r Rules, seats []Seat, seed uint64) *Game {
	g, err := New(r, seats, seed)
	if err != nil {
		tb.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	for {
		pending := g.Pending()
		if len(pending) == 0 {
			return g
		}
		for _, q := range pending {
			a := Action{Seat: q.Seat, Request: q.Kind}
			if q.Kind.Speaks() {
				a.Text = shortTexts[rng.IntN(len(shortTexts))]
			} else {
				a.Target = q.Targets.Nth(rng.IntN(q.Targets.Len()))
			}
			if err := g.Apply(a); err != nil {
				tb.Fatal(err)
			}
		}
	}
}

func benchmarkPlayers(b *testing.B, n int) {
	r, err := Standard(n)
	if err != nil {
		b.Fatal(err)
	}
	seats := benchSeats(n)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		playRandom(b, r, seats, uint64(i))
	}
}

// BenchmarkFivePlayers is a whole five-player game with random legal answers.
func BenchmarkFivePlayers(b *testing.B) { benchmarkPlayers(b, 5) }

// BenchmarkThirteenPlayers is a whole thirteen-player game.
func BenchmarkThirteenPlayers(b *testing.B) { benchmarkPlayers(b, 13) }
