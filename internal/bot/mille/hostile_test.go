package mille

import (
	"testing"

	"wolfden/internal/injection"
	"wolfden/werewolf"
)

// Hostile words are taken for what their honest twins are taken for, or for nothing: likeness must not hear in an order what nobody said.
func TestHostileWordsAreHeardAsTheirTwins(t *testing.T) {
	for lang, names := range map[string][]string{"en": englishNames, "ja": japaneseNames} {
		lines, err := injection.Suite(lang)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range lines {
			h := newRecogniser(t, lang == "ja")
			hostile, honest := l.Said(true, names[0], names[2]), l.Said(false, names[0], names[2])
			a, b := protocol(h.recognise(1, werewolf.Clean(hostile))), protocol(h.recognise(1, honest))
			if a != "" && a != b {
				t.Errorf("%s %s: %q is %s, %q is %s", lang, l.Kind, hostile, a, honest, b)
			}
		}
	}
}
