package agent

import (
	"strings"
	"testing"

	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// TestCommitmentsInWords: everything that words may commit somebody to, and what it may stand in, is said in the language of the prompt.
func TestCommitmentsInWords(t *testing.T) {
	for _, lang := range []string{"en", "ja"} {
		book := commitmentWords(lang)
		for v := speech.NoVerb + 1; v <= speech.Xor; v++ {
			word := book.Say(strings.ToLower(v.String()))
			japanese := strings.ContainsFunc(word, func(r rune) bool { return r > 0x7f })
			if frameless := v == speech.Estimate || v == speech.Inquire; (word == "") != frameless || word != "" && japanese != (lang == "ja") {
				t.Errorf("%s: %s is said %q", lang, v, word)
			}
		}
	}
	o := table(t, werewolf.Talk)
	err := sameMeaning(&o, "I divined Emil and he is a werewolf.", "Emil is a fine fellow.")
	if err == nil || !strings.Contains(err.Error(), `the draft to "claim Ada seer; divined Emil werewolf", the utterance to "nothing"`) {
		t.Errorf("%v", err)
	}
	if told := phrased(&o, commitments(speech.Rows{{Verb: speech.Divined, Target: o.SeatOf("Emil"), Species: werewolf.Wolf}}))("ja"); told != "Emil の占い結果 人狼" {
		t.Errorf("in Japanese: %s", told)
	}
}
