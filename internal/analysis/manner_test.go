package analysis

import (
	"math"
	"slices"
	"strings"
	"testing"

	"wolfden/werewolf"
)

// told is a log of the table with these lines.
func told(lines ...string) string { return table + strings.Join(lines, "\n") + "\n" }

// figuresAre compares some counts of players; what is not listed may be anything.
func figuresAre(t *testing.T, g *Game, want map[Count][5]float64) {
	t.Helper()
	for c, all := range want {
		for i, n := range all {
			if got := g.figures[i][c]; math.Abs(got-n) > 1e-9 {
				t.Errorf("%s of %s is %v, want %v", c, g.Players[i].Name, got, n)
			}
		}
	}
}

func TestSkips(t *testing.T) {
	g := Analyze(listen(t, told(
		"1,talk,0,0,1,Skip", "1,talk,1,0,2,...", "1,talk,2,0,3,", "1,talk,3,0,4,Over", "1,talk,4,0,5,... I see.",
	)))
	figuresAre(t, g, map[Count][5]float64{skips: {1, 1, 0, 0, 0}, overs: {0, 0, 1, 1, 0}, utterances: {0, 0, 0, 0, 1}})
}

func TestSilence(t *testing.T) {
	g := Analyze(listen(t, told(
		"1,talk,0,0,1,It is quiet here today.",                    // nobody has had a turn
		"1,talk,1,0,2,Anna is not silent at all.",                 // she has
		"1,talk,2,0,3,Dora has said nothing. That is suspicious.", // she could not
		"1,talk,3,0,4,Skip",
		"1,talk,4,0,5,Why is Dora so quiet?", // she has skipped
		"1,talk,5,1,1,I suspect Ben.",
		"1,talk,6,1,2,皆さん静かですね。",          // all have had a turn
		"2,talk,0,0,2,静かですね。",             // a new day
		"2,talk,1,0,3,Quietude suits me.", // holds "quiet", names nobody, Anna has had no turn
	)))
	figuresAre(t, g, map[Count][5]float64{silenceWords: {1, 3, 2, 0, 1}, silenceEarly: {1, 1, 2, 0, 0}})
}

func TestPresses(t *testing.T) {
	g := Analyze(listen(t, told(
		"1,talk,0,0,1,Ben what is your role?",
		"1,talk,1,0,2,I would rather not say.",
		"1,talk,2,0,3,Ben what is your role?", // another asks for the first time
		"1,talk,3,0,1,Ben what is your role?", // pressed, not answered today
		"2,talk,0,0,1,Ben what is your role?", // and again; he answers
		"2,talk,1,0,2,I am a villager.",
		"2,talk,2,0,1,Ben what is your role?", // after an answer it is a new question
		"2,talk,3,0,3,Dora what is your role?",
		"2,talk,4,0,3,What is everybody's role?", // asks nobody in particular
	)))
	figuresAre(t, g, map[Count][5]float64{
		roleQuestions: {4, 0, 2, 0, 0}, rolePresses: {2, 0, 0, 0, 0}, rolePressesMet: {1, 0, 0, 0, 0},
	})
}

func TestVoices(t *testing.T) {
	g := Analyze(listen(t, told(
		"0,talk,0,0,1,Verily I say unto thee that wolves shall perish.",
		"0,talk,1,0,2,Yo dudes let's go hunting this is awesome man.",
		"1,talk,0,0,1,Verily Ben I say unto thee thou shalt perish.",    // as before
		"1,talk,1,0,2,Verily I say unto thee that wolves shall perish.", // as Anna before
		"1,talk,2,0,3,Nothing to compare this long sentence with yet.",
		"1,talk,3,0,1,Yo dudes.", // too short to tell
		"2,talk,0,0,3,Nothing to compare that other sentence with yet.",
	)))
	figuresAre(t, g, map[Count][5]float64{
		voiceHeard: {1, 1, 1, 0, 0}, voiceKept: {1, 0, 1, 0, 0}, voiceChance: {0.5, 0.5, 1. / 3, 0, 0},
	})
}

// Whom somebody speaks of is no voice: an utterance full of a name is not taken for that of whoever has spoken of the same player.
func TestVoicesAreWithoutNames(t *testing.T) {
	g := Analyze(listen(t, told(
		"0,talk,0,0,1,Hello Ben Ben Ben Ben Ben Ben Ben Ben Ben.",
		"0,talk,1,0,2,Verily I say unto thee that wolves shall perish.",
		"1,talk,0,0,2,Verily Ben Ben Ben Ben Ben Ben Ben I say unto thee that wolves perish.",
	)))
	figuresAre(t, g, map[Count][5]float64{voiceHeard: {0, 1, 0, 0, 0}, voiceKept: {0, 1, 0, 0, 0}})
}

// slowLike is the cosine by lists and without sums kept on the way.
func slowLike(a, b string) float64 {
	runs := func(s string) (list []string) {
		r := []rune(s)
		for i := 2; i < len(r); i++ {
			list = append(list, string(r[i-2])+string(r[i-1])+string(r[i]))
		}
		return list
	}
	count := func(list []string, one string) (n float64) {
		for _, x := range list {
			if x == one {
				n++
			}
		}
		return n
	}
	ra, rb := runs(a), runs(b)
	all := slices.Compact(slices.Sorted(slices.Values(slices.Concat(ra, rb))))
	var dot, la, lb float64
	for _, r := range all {
		dot += count(ra, r) * count(rb, r)
		la += count(ra, r) * count(ra, r)
		lb += count(rb, r) * count(rb, r)
	}
	if la == 0 || lb == 0 {
		return 0
	}
	return dot / math.Sqrt(la) / math.Sqrt(lb)
}

func TestLikeAgainstTheSlowWay(t *testing.T) {
	texts := []string{"", "ab", "abc", "abcabcabc", "thequickbrownfox", "thequickredfox", "人狼は誰ですか", "人狼はあなたですか"}
	for _, a := range texts {
		for _, b := range texts {
			if got, want := voiceOf(a).like(voiceOf(b)), slowLike(a, b); math.Abs(got-want) > 1e-9 {
				t.Errorf("%q and %q: %v, want %v", a, b, got, want)
			}
		}
	}
	if who := nearest(map[werewolf.SeatID]voice{1: voiceOf("abcd"), 2: voiceOf("abcd")}, voiceOf("abc")); who != 0 {
		t.Errorf("of two that are as like it is %d", who)
	}
}
