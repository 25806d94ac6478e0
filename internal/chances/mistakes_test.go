package chances_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"wolfden/internal/chances"
	"wolfden/internal/position"
	"wolfden/werewolf"
)

// coins are games whose chances are known, by way.
type coins struct {
	rng     *rand.Rand
	chances map[string]float64
	ended   map[string]chances.Outcomes
}

// play returns so many games of a way; the first of them are always the same.
func (c *coins) play(way string, games int) (chances.Outcomes, error) {
	for len(c.ended[way]) < games {
		winner := "w"
		if c.rng.Float64() < c.chances[way] {
			winner = "v"
		}
		c.ended[way] += chances.Outcomes(winner)
	}
	return c.ended[way][:games], nil
}

// vote is a vote for seat 2 whose voter has a chance of a half by it, and other chances by votes for others.
func vote(rng *rand.Rand, others ...float64) (chances.Move, *coins, werewolf.SeatSet) {
	c := &coins{rng, map[string]float64{"own": .5}, map[string]chances.Outcomes{}}
	var targets werewolf.SeatSet
	for i, chance := range others {
		id := werewolf.SeatID(i + 3)
		targets = targets.With(id)
		c.chances[fmt.Sprintf("own:%d", id)] = chance
	}
	return chances.Move{Kind: werewolf.Vote, Seat: 1, Target: 2}, c, targets
}

// TestBestVoteIsMeasuredAnew: of other votes the best is found, and where none is better, it does not seem so.
func TestBestVoteIsMeasuredAnew(t *testing.T) {
	if testing.Short() {
		t.Skip("the games of TestJudgingGoesOn run beside each other as these do")
	}
	const votes, games = 400, 60
	rng := rand.New(rand.NewPCG(1, 1))
	sum, found := 0.0, 0
	for range votes {
		m, c, others := vote(rng, .5, .5, .5, .5, .5, .5)
		if err := m.JudgedBy(c.play, games, werewolf.VillagerTeam, others); err != nil {
			t.Fatal(err)
		}
		sum += m.Own.Value
		m, c, others = vote(rng, .3, .4, .8, .3)
		if err := m.JudgedBy(c.play, games, werewolf.VillagerTeam, others); err != nil {
			t.Fatal(err)
		}
		if m.Better == 5 {
			found++
		}
	}
	// One vote scatters by sqrt(2/4/30) = 0.13.
	if mean := sum / votes; math.Abs(mean) > 3*0.13/math.Sqrt(votes) {
		t.Errorf("votes that are all alike differ by %.3f from the best", mean)
	}
	if found < votes*95/100 {
		t.Errorf("the best vote is found in %d of %d cases", found, votes)
	}
}

// TestWhatIsNotFoundAgain: of a move whose mover's eyes no game can be found for nothing is said, in whatever way it comes out, and it
// is no error; any other error is.
func TestWhatIsNotFoundAgain(t *testing.T) {
	broken := errors.New("broken")
	for _, way := range []string{"own", "own:3", "own:4"} {
		for why, want := range map[error]error{fmt.Errorf("game 7: %w", position.ErrImpossible): nil, broken: broken} {
			m, c, others := vote(rand.New(rand.NewPCG(1, 1)), .9, .9)
			m.Own, m.Better, m.Lost = &chances.Interval{Value: -.2, Low: -.3, High: -.1}, 4, &chances.Interval{}
			err := m.JudgedBy(func(w string, games int) (chances.Outcomes, error) {
				if w == way {
					return "", why
				}
				return c.play(w, games)
			}, 60, werewolf.VillagerTeam, others)
			if !errors.Is(err, want) {
				t.Errorf("%s, %v: error %v", way, why, err)
			}
			if err == nil && (m.Own != nil || m.Better != 0 || m.Lost != nil) {
				t.Errorf("%s: by the mover's eyes %+v, better %d, lost %+v", way, m.Own, m.Better, m.Lost)
			}
		}
	}
}

// TestChanceLostCoversTheTruth: the sum over a player's mistakes is, on the mean, what these moves lose in truth, though only moves are
// called mistakes that came out badly; and its interval holds the truth as often as it says.
func TestChanceLostCoversTheTruth(t *testing.T) {
	if testing.Short() {
		t.Skip("the games of TestJudgingGoesOn run beside each other as these do")
	}
	const players, games = 1500, 60
	rng := rand.New(rand.NewPCG(2, 2))
	some, inside, off, truthSum := 0, 0, 0.0, 0.0
	for range players {
		var moves []chances.Move
		truth := 0.0
		for i := range 8 {
			others := []float64{.5, .45, .4}
			if i < 3 {
				others[rng.IntN(3)] = .6 + .1*float64(i)
			}
			m, c, targets := vote(rng, others...)
			if err := m.JudgedBy(c.play, games, werewolf.VillagerTeam, targets); err != nil {
				t.Fatal(err)
			}
			if m.Mistake() {
				truth += c.chances[fmt.Sprintf("own:%d", m.Better)] - c.chances["own"]
			}
			moves = append(moves, m)
		}
		sums := (&chances.Judged{Moves: moves}).Sums(func(werewolf.SeatID) werewolf.Team { return werewolf.VillagerTeam }, 1)[0]
		if *sums.Mistakes == 0 {
			continue
		}
		some++
		off, truthSum = off+sums.Lost.Value-truth, truthSum+truth
		if sums.Lost.Low <= truth && truth <= sums.Lost.High {
			inside++
		}
	}
	t.Logf("%d players with mistakes: lost %.3f on the mean, told %+.4f more; the truth inside in %.1f%%",
		some, truthSum/float64(some), off/float64(some), 100*float64(inside)/float64(some))
	if some < players/3 || math.Abs(off/float64(some)) > 0.015 {
		t.Errorf("%d players with mistakes, told %+.4f more than they lost", some, off/float64(some))
	}
	if share := float64(inside) / float64(some); share < .93 || share > .98 {
		t.Errorf("the truth is inside the interval in %.1f%%", 100*share)
	}
}

// TestDigest: players that play otherwise have another digest, and so has a game of other rules; the same players have the same.
func TestDigest(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	other := rules
	other.Talk.MaxCount.PerAgent = 2
	known := map[string]string{}
	for _, c := range []struct {
		name, kind, lang string
		rules            *werewolf.Rules
	}{
		{"plain", "plain", "en", &rules}, {"plain again", "plain", "en", &rules}, {"plain in Japanese", "plain", "ja", &rules},
		{"plain with fewer words", "plain", "en", &other}, {"lycaon", "lycaon", "en", &rules},
	} {
		digest, err := chances.Digest(t.Context(), c.rules, by(c.kind, c.lang))
		if err != nil {
			t.Fatal(err)
		}
		if was, ok := known[digest]; ok != (c.name == "plain again") {
			t.Errorf("%s and %q have the digest %s", c.name, was, digest)
		}
		known[digest] = c.name
	}
}

// TestGainedByWordsCovers: the interval of what a player gained by words has the truth in it as often as it says, and not more often. Each
// of 24 utterances has chances of its own with it and without it, which are known.
func TestGainedByWordsCovers(t *testing.T) {
	if testing.Short() {
		t.Skip("the games of TestJudgingGoesOn run beside each other as these do")
	}
	const players, words, games = 1200, 24, 15
	rng := rand.New(rand.NewPCG(17, 17))
	inside, width := 0, 0.0
	for range players {
		moves, truth := make([]chances.Move, words), 0.0
		for i := range moves {
			chance, gain := .25+.5*rng.Float64(), .3*(rng.Float64()-.5)
			truth -= gain // the player is a werewolf
			with, without := make([]byte, games), make([]byte, games)
			for n := range games {
				luck := rng.Float64() // of the pair: it has the same chance both ways
				with[n], without[n] = "wv"[bit(luck < chance+gain)], "wv"[bit(luck < chance)]
			}
			moves[i] = chances.Move{Kind: werewolf.Talk, Seat: 1, Ways: map[string]chances.Outcomes{
				"roles": chances.Outcomes(with), "roles:none": chances.Outcomes(without),
			}}
		}
		got := (&chances.Judged{Moves: moves}).Sums(func(werewolf.SeatID) werewolf.Team { return werewolf.WerewolfTeam }, 1)[0].Words
		width += got.High - got.Low
		if got.Low <= truth && truth <= got.High {
			inside++
		}
	}
	share := float64(inside) / players
	t.Logf("the truth is inside the interval in %.1f%%, which is %.3f wide", 100*share, width/players)
	if share < .93 || share > .97 {
		t.Errorf("the truth is inside the interval in %.1f%%", 100*share)
	}
}

func bit(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
