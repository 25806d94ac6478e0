package gptaku

import (
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot/phrase"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// Both languages have the same sentences. A reason tells what others did: whoever hears it hears no claim, no result and no vote of
// the speaker, and the contest's limits leave it whole.
func TestWords(t *testing.T) {
	books := map[string]phrase.Book{}
	for _, lang := range []string{"en", "ja"} {
		b, err := phrase.Read(files, "words", lang)
		if err != nil {
			t.Fatal(err)
		}
		books[lang] = b
	}
	en, ja := books["en"], books["ja"]
	if !slices.Equal(en.Kinds(), ja.Kinds()) {
		t.Errorf("kinds in English %q, in Japanese %q", en.Kinds(), ja.Kinds())
	}
	rules, err := werewolf.Standard(Players)
	if err != nil {
		t.Fatal(err)
	}
	o := &werewolf.Observation{Rules: &rules, Seat: 1, Day: 2, Names: names, Living: werewolf.SeatsUpTo(Players), Roles: make([]werewolf.Role, Players+1)}
	for _, kind := range en.Kinds() {
		if len(en.All(kind)) != len(ja.All(kind)) {
			t.Errorf("%s: %d sentences in English, %d in Japanese", kind, len(en.All(kind)), len(ja.All(kind)))
		}
		for lang, b := range books {
			for _, text := range b.All(kind, "t", names[1], "o", names[2], "a", names[3], "b", names[4], "x", names[3], "n", "5", "m", "3") {
				reason := strings.Split(kind, "-")[0]
				if slices.Contains([]string{"as", "box", "order", "figure", "result"}, reason) {
					continue
				}
				rows := understand.Alone(o, text)
				if rows.Claimed(1) != werewolf.NoRole || len(slices.Collect(rows.Results(1))) > 0 || rows.Announced(speech.Vote) != 0 || rows.Requested(speech.Vote) != 0 {
					t.Errorf("%s, %s: %q is heard as %v", lang, kind, text, rows)
				}
				if kept, _ := rules.Talk.MaxLength.Fit(text, names[1:], werewolf.NoLimit); kept != text || strings.Contains(text, ",") {
					t.Errorf("%s, %s: %q does not fit", lang, kind, text)
				}
			}
		}
	}
}
