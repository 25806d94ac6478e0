package critic

import (
	"math/rand/v2"
	"strings"
	"testing"

	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// Whatever our own players give as a reason against who asks for it is one, in all their wordings.
func TestOwnReasonsAreReasons(t *testing.T) {
	reasons := strings.Split("seen myself,why rival,why lied,why black,why split,why refuted,why cleared,why clash,why changed,why broke,why quiet,"+
		"why pushed,why against,why shield,why retract,why crowd,why open,why surplus,why missed,why alike,why sides,why aloof,why said,why gut,why least", ",")
	asked := map[string]string{
		"en": "1 Anna: @Clara why do you suspect me?\n1 Clara: ",
		"ja": "1 アンナ: @クララ 私を疑う理由を聞かせてください。\n1 クララ: ",
	}
	for lang, script := range asked {
		book, err := wording.In(lang)
		if err != nil {
			t.Fatal(err)
		}
		said := map[string]bool{}
		for seed := range uint64(12) {
			profile := [...]string{"polite", "rough", "shy", "cheerful"}[seed%4]
			speaker := wording.NewSpeaker(book, profile, wording.Seating{Me: 3, Names: tables[lang]}, rand.New(rand.NewPCG(seed, 1)))
			speaker.Begin(1)
			for _, k := range reasons {
				text, ok := speaker.Say(wording.SentenceKind(k), wording.Slots{T: 1, O: 2, X: 4, Role: werewolf.Seer, N: 3}, nil)
				names := tables[lang]
				if !ok || said[text] || strings.Contains(text, names[1]) && !strings.Contains(text, names[0]) {
					continue // of another alone: no player answers so
				}
				said[text] = true
				if got := strings.Join(kindsOf(t, lang, script+text), " "); strings.Contains(got, "unanswered") {
					t.Errorf("%s: %s: %s", lang, k, text)
				}
			}
		}
	}
}

// Who has come out on the werewolves' side answers for a view with its vote; anybody else does not.
func TestVoteOfAnOpenEnemyAnswers(t *testing.T) {
	for lang, say := range map[string][3]string{
		"en": {"1 Clara: I am the possessed.\n", "1 Clara: I am a villager.\n", "1 Anna: @Clara what do you think of Ben?\n1 Clara: I will vote for Anna.\n1 Clara: Over"},
		"ja": {"1 クララ: 私は狂人です。\n", "1 クララ: 私は村人です。\n", "1 アンナ: @クララ ベンさんをどう思いますか？\n1 クララ: アンナさんに投票します。\n1 クララ: Over"},
	} {
		for i, want := range []bool{false, true} {
			if got := strings.Join(kindsOf(t, lang, say[i]+say[2]), " "); strings.Contains(got, "unanswered") != want {
				t.Errorf("%s: %s%s: %q, unanswered: want %v", lang, say[i], say[2], got, want)
			}
		}
	}
}
