package wording

import (
	"math/rand/v2"
	"testing"

	"wolfden/werewolf"
)

// TestNothingIsSaidTwice lets tables of speakers talk through thousands of games: nobody ever repeats a sentence of its
// own, seldom one of another, and hardly anybody is at a loss for words.
func TestNothingIsSaidTwice(t *testing.T) {
	games := 60
	if *long {
		games = 1000
	}
	for lang, names := range tables {
		b := bookOf(t, lang)
		kinds := kindsOf(b)
		said, silent, echoes := 0, 0, 0
		for seed := range uint64(games) {
			rng := rand.New(rand.NewPCG(seed, 3))
			speakers := make([]*Speaker, len(names))
			own := make([]map[string]bool, len(names))
			for i := range speakers {
				speakers[i] = NewSpeaker(b, "", Seating{Names: names}, rand.New(rand.NewPCG(seed, uint64(i))))
				own[i] = map[string]bool{}
			}
			table := map[string]bool{}
			for range 20 * len(names) { // four days of five utterances each
				who := rng.IntN(len(names))
				k := kinds[rng.IntN(len(kinds))]
				if rng.IntN(2) == 0 {
					k = frequent[rng.IntN(len(frequent))]
				}
				text, ok := speakers[who].Say(k, slotsDrawn(len(names), rng), nil)
				if !ok {
					silent++
					continue
				}
				said++
				for rest := text; rest != ""; {
					var sentence string
					sentence, rest = cutSentence(rest)
					if own[who][sentence] {
						t.Fatalf("%s, seed %d: %q again", lang, seed, sentence)
					}
					own[who][sentence] = true
					if table[sentence] {
						echoes++
					}
				}
				for i, s := range speakers {
					s.Remember(text, i == who)
				}
				for rest := text; rest != ""; {
					var sentence string
					sentence, rest = cutSentence(rest)
					table[sentence] = true
				}
			}
		}
		t.Logf("%s: %d utterances in %d games, %d times silent, %d echoes", lang, said, games, silent, echoes)
		if silent*100 > said || echoes*100 > said*3 {
			t.Errorf("%s: of %d, %d times silent, %d echoes", lang, said, silent, echoes)
		}
	}
}

// frequent is what is said again and again.
var frequent = []SentenceKind{VoteFor, VoteKeep, SuspectLead, WhyQuiet, WhyOpen, AskSuspect, AskQuiet, Agree, DenySuspect, TrustLean, NotSure}

func slotsDrawn(players int, rng *rand.Rand) Slots {
	at := rng.Perm(players)
	seat := func(i int) werewolf.SeatID { return werewolf.SeatID(at[i] + 1) }
	roles := werewolf.StandardRoles().Roles()
	return Slots{T: seat(0), O: seat(1), X: seat(2), N: 1 + rng.IntN(5), Role: roles[rng.IntN(len(roles))]}
}
