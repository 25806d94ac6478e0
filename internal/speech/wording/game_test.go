package wording

import (
	"math/rand/v2"
	"strings"
	"testing"

	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// TestNothingIsSaidTwice lets tables of speakers talk through thousands of games: nobody ever repeats a sentence of its
// own, seldom one of another, and hardly anybody is at a loss for words.
func TestNothingIsSaidTwice(t *testing.T) {
	games := 1000
	if testing.Short() {
		games = 100
	}
	for lang, names := range tables {
		b := bookOf(t, lang)
		intents := intentsOf(b)
		said, silent, echoes := 0, 0, 0
		for seed := range uint64(games) {
			rng := rand.New(rand.NewPCG(seed, 3))
			speakers := make([]*Speaker, len(names))
			own := make([]map[string]bool, len(names))
			for i := range speakers {
				speakers[i] = NewSpeaker(b, "", rand.New(rand.NewPCG(seed, uint64(i))))
				own[i] = map[string]bool{}
			}
			table := map[string]bool{}
			for range 20 * len(names) { // four days of five utterances each
				who := rng.IntN(len(names))
				in := intents[rng.IntN(len(intents))]
				if rng.IntN(2) == 0 {
					in = frequent[rng.IntN(len(frequent))]
				}
				text, ok := speakers[who].Say(in, slotsDrawn(speakers[who], names, rng), nil)
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
var frequent = []Intent{VoteFor, VoteKeep, SuspectLead, WhyQuiet, WhyOpen, AskSuspect, AskQuiet, Agree, DenySuspect, TrustLean, NotSure}

func slotsDrawn(s *Speaker, names []string, rng *rand.Rand) Slots {
	at := rng.Perm(len(names))
	name := func(i int) string { return names[at[i]] }
	roles := werewolf.StandardRoles().Roles()
	return Slots{
		T: name(0), O: name(1), X: name(2), List: []string{name(3), name(4)}, N: 1 + rng.IntN(5),
		Role: s.RoleWord(roles[rng.IntN(len(roles))]),
	}
}

// TestEveryActHasWords words every act that Act promises, in both languages.
func TestEveryActHasWords(t *testing.T) {
	wolf := result(speech.Divined, 1, werewolf.Wolf)
	opinion := speech.Suspect(2)
	acts := []speech.Rows{
		speech.Of(speech.Act{Verb: speech.ComingOut, Subject: 2, Target: 2, Role: werewolf.Seer}),
		speech.Of(speech.Act{Verb: speech.ComingOut, Target: seatMe, Role: werewolf.Werewolf}),
		speech.Of(speech.Act{Verb: speech.Divined, Subject: 2, Target: 1, Species: werewolf.Human}),
		speech.Of(speech.Act{Verb: speech.Voted, Subject: 2, Target: 1}), player(speech.Voted, 1), player(speech.Guard, 1), player(speech.Divination, 1),
		speech.Of(speech.Act{Verb: speech.Estimate, Target: 1, Role: werewolf.Possessed}), speech.Of(speech.Act{Verb: speech.Agree}), speech.Of(speech.Act{Verb: speech.Disagree}),
		wrap(speech.Request, 1, player(speech.Divination, 2)), wrap(speech.Request, 0, player(speech.Guard, 2)),
		wrap(speech.Request, 0, player(speech.Attack, 2)), wrap(speech.Request, 0, speech.Of(speech.Act{Verb: speech.ComingOut, Role: werewolf.Seer})),
		wrap(speech.Inquire, 0, speech.Of(speech.Act{Verb: speech.ComingOut})), wrap(speech.Inquire, 0, opinion),
		wrap(speech.Not, 0, player(speech.Vote, 1)), wrap(speech.Not, 0, opinion),
		speech.Within(speech.Act{Verb: speech.Day, Day: 1}, wolf), speech.Within(speech.Act{Verb: speech.Day, Day: 2}, player(speech.Guarded, 3)),
		wrap(speech.And, 0, wolf, opinion), wrap(speech.Xor, 0, opinion, opinion),
		wrap(speech.Because, 0, speech.Of(speech.Act{Verb: speech.Attacked, Target: 3}), player(speech.Guard, 1)),
		wrap(speech.Because, 0, speech.Of(speech.Act{Verb: speech.ComingOut, Subject: 2, Role: werewolf.Seer}), wrap(speech.Request, 3, player(speech.Vote, 2))),
		wrap(speech.Because, 0, player(speech.Vote, 2), wolf), wrap(speech.Because, 0, speech.Of(speech.Act{Verb: speech.Agree}), opinion),
	}
	for lang, names := range tables {
		table := Table{Me: seatMe, Names: names, Author: func(speech.Talk) werewolf.SeatID { return 2 }}
		for style := range bookOf(t, lang).styles {
			s := speakerIn(bookOf(t, lang), style, 3)
			for _, a := range acts {
				text, ok := s.Act(a, &table, nil)
				if !ok || unclean(text, names) != "" {
					t.Errorf("%s: %+v: %q %s", lang, a, text, unclean(text, names))
				}
			}
		}
	}
}

// TestActsWithoutWords: what Act does not promise is not said, and nothing breaks.
func TestActsWithoutWords(t *testing.T) {
	s := speakerIn(bookOf(t, "en"), 0, 1)
	table := Table{Me: 1, Names: tables["en"]}
	for verb := speech.NoVerb; verb <= speech.Xor; verb++ {
		nothing := speech.Of(speech.Act{})
		deep := speech.Within(speech.Act{Verb: verb}, nothing)
		for _, inner := range [][]speech.Rows{nil, {nothing}, {nothing, nothing}, {speech.Of(speech.Act{Verb: verb}), deep}} {
			if text, ok := s.Act(speech.Within(speech.Act{Verb: verb, Target: 99}, inner...), &table, nil); ok && strings.Contains(text, "  ") {
				t.Errorf("verb %d: %q", verb, text)
			}
		}
	}
}

// TestFitsHoldsForTheWhole: a sentence with its reason fits as a whole or is not said.
func TestFitsHoldsForTheWhole(t *testing.T) {
	table := Table{Me: seatMe, Names: tables["en"]}
	act := wrap(speech.Because, 0, result(speech.Divined, 1, werewolf.Wolf), player(speech.Vote, 1))
	for most := range 120 {
		s := speakerIn(bookOf(t, "en"), 0, uint64(most))
		text, ok := s.Act(act, &table, func(text string) bool { return len(text) <= most })
		if ok && len(text) > most {
			t.Errorf("%q is longer than %d", text, most)
		}
		if !ok && most > 100 {
			t.Errorf("nothing to say in %d letters", most)
		}
	}
}
