package mille

import (
	"slices"
	"strings"
	"testing"

	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// unheard are the wordings that others hear otherwise: an executed player's species is a result only of a known medium, "come
// out as" may also be what a result says, and a choice may be of anything.
var unheard = []string{
	"I come out as a werewolf.", "The executed {a} was a werewolf.", "The executed {a} was human.", "All of you choose {a} please.",
	"人狼として名乗り出ます。", "処刑された{a}さんは人狼でした。", "処刑された{a}さんは人間でした。",
}

// Whatever mille says of claims, results and votes means to others what it means to mille.
func TestOthersHearWhatItMeans(t *testing.T) {
	names := map[string][]string{"en": {"Frank", "Bob", "Carol"}, "ja": {"リュウジ", "タクミ", "ユリコ"}}
	roles := map[string]string{"en": "seer", "ja": "占い師"}
	claims := map[string]string{"en": "I am the seer.", "ja": "私は占い師です。"}
	for lang, data := range map[string]string{"en": englishText, "ja": japaneseText} {
		fill := strings.NewReplacer("{a}", names[lang][1], "{b}", names[lang][2], "{r}", roles[lang])
		heard := 0
		for line := range strings.Lines(data) {
			means, rest, ok := strings.Cut(strings.TrimSpace(line), " = ")
			if !ok || line[0] == '#' || slices.ContainsFunc([]string{"ESTIMATE", "INQUIRE", "Skip"}, func(s string) bool { return strings.HasPrefix(means, s) }) {
				continue
			}
			said, _, _ := strings.Cut(rest, "||")
			for wording := range strings.SplitSeq(said, "|") {
				wording = strings.TrimSpace(wording)
				if wording == "" || slices.Contains(unheard, wording) {
					continue
				}
				l := understand.New(understand.Table{Names: names[lang]})
				if strings.HasPrefix(means, "NOT") {
					l.Hear(werewolf.Utterance{Day: 1, Seat: 1, Text: claims[lang]}, false)
				}
				rows := l.Hear(werewolf.Utterance{Day: 2, Seat: 1, Text: fill.Replace(wording)}, strings.HasPrefix(means, "ATTACK"))
				want := strings.NewReplacer("ROLE", "SEER", "SEER)", "ANY)").Replace(means)
				found := false
				for n := range rows.Sentences() {
					found = found || rows.Sentence(n, nil) == want
				}
				if heard++; !found {
					t.Errorf("%s: %q is not heard as %s: %v", lang, wording, want, rows)
				}
			}
		}
		if heard < 20 {
			t.Errorf("%s: %d wordings", lang, heard)
		}
	}
}
