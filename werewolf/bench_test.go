package werewolf

import (
	"math/rand/v2"
	"testing"
)

// benchTexts are of the lengths that players of the contest write; one in
// sixteen ends a player's day, so that games run to their usual length.
var benchTexts = [...]string{
	"Good morning, everyone. Did anybody learn something in the night?", "I am a villager and have nothing to tell yet.",
	"@P2 you were quiet yesterday. Whom do you suspect, and why?", "I will vote for the loudest of us.",
	"P3 and P4 defend each other a little too readily for my taste.", "Let us hear the seer first.",
	"I am the seer. I divined P5 last night and the result was HUMAN.", "That claim comes late, does it not?",
	"皆さん、おはようございます。占い師の方は結果を教えてください。", "@P1 どうして昨日はP4に投票したのですか。",
	"My guess is that the werewolf voted with the majority to hide.", "No, I trust P1 for now.",
	"If P5 is human then either P2 or P3 must be lying to us here.", "I agree with P4.",
	"We have too few votes left to waste one, so let us agree on a name now.", "Over",
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
				a.Text = benchTexts[rng.IntN(len(benchTexts))]
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
	seats := table(n)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		playRandom(b, r, seats, uint64(i))
	}
}

// BenchmarkFivePlayers is a whole five-player game with random legal answers.
func BenchmarkFivePlayers(b *testing.B) { benchmarkPlayers(b, 5) }

// BenchmarkThirteenPlayers is a whole thirteen-player game.
func BenchmarkThirteenPlayers(b *testing.B) { benchmarkPlayers(b, 13) }
