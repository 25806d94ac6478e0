package gptaku

import (
	"slices"
	"testing"

	"wolfden/internal/bot/phrase"
)

// Both languages have the same notes and instructions.
func TestWords(t *testing.T) {
	en, err := phrase.Read(files, "words", "en")
	if err != nil {
		t.Fatal(err)
	}
	ja, err := phrase.Read(files, "words", "ja")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(en.Kinds(), ja.Kinds()) {
		t.Errorf("kinds in English %q, in Japanese %q", en.Kinds(), ja.Kinds())
	}
	for _, kind := range en.Kinds() {
		if len(en.All(kind)) != len(ja.All(kind)) {
			t.Errorf("%s: %d sentences in English, %d in Japanese", kind, len(en.All(kind)), len(ja.All(kind)))
		}
	}
}
