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
		"why pushed,why against,why shield,why retract,why crowd,why open,why surplus,why missed,why alike,why sides,why aloof,why said,why gut", ",")
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
