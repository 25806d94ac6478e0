package mille

import (
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot/bottest"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// unheard are what others hear otherwise: an executed player's species is a result only of a known medium, "come out as" may also be
// what a result says, and a choice may be of anything.
var unheard = []string{
	"come out as a werewolf", "The executed Bob", "All of you choose", "人狼として名乗り出", "処刑されたタクミ",
}

// Whatever mille says of claims, results and votes means to others what it means to mille, in every voice.
func TestOthersHearWhatItMeans(t *testing.T) {
	names := map[string][]string{"en": {"Frank", "Bob", "Carol"}, "ja": {"リュウジ", "タクミ", "ユリコ"}}
	claims := map[string]string{"en": "I am the seer.", "ja": "私は占い師です。"}
	for lang, book := range map[string]func() (*phrases, error){"en": english, "ja": japanese} {
		p, err := book()
		if err != nil {
			t.Fatal(err)
		}
		heard := 0
		for _, one := range p.patterns {
			want := one.rows.String()
			if slices.Contains([]speech.Verb{speech.Estimate, speech.Inquire, speech.Skip}, one.rows[0].Verb) {
				continue
			}
			at := wording.Seating{Me: 1, Names: names[lang]}
			for _, text := range bottest.Voiced(t, lang, slices.Concat(one.say, one.again), at, wording.Slots{T: 2, O: 3}) {
				if slices.ContainsFunc(unheard, func(s string) bool { return strings.Contains(text, s) }) {
					continue
				}
				l := understand.New(understand.Table{Names: names[lang]})
				if one.rows[0].Verb == speech.Not {
					l.Hear(werewolf.Utterance{Day: 1, Seat: 1, Text: claims[lang]}, false)
				}
				rows := l.Hear(werewolf.Utterance{Day: 2, Seat: 1, Text: text}, one.rows[0].Verb == speech.Attack)
				found := false
				for n := range rows.Sentences() {
					found = found || rows.Sentence(n, nil) == strings.Replace(want, "SEER)", "ANY)", 1)
				}
				if heard++; !found {
					t.Errorf("%s: %q is not heard as %s: %v", lang, text, want, rows)
				}
			}
		}
		if heard < 50 {
			t.Errorf("%s: %d wordings", lang, heard)
		}
	}
}
