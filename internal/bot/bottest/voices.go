package bottest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"wolfden/internal/characters"
	"wolfden/internal/speech/wording"
)

// Voiced are texts of a player's own as every character says them at the table, with commas and without, each once.
func Voiced(t *testing.T, lang string, texts []string, at wording.Seating, slots wording.Slots) (all []string) {
	t.Helper()
	people, err := characters.In(lang)
	if err != nil {
		t.Fatal(err)
	}
	book, err := wording.In(lang)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range []*wording.Book{book, book.WithCommas()} {
		for i, who := range people {
			speaker := wording.NewSpeaker(b, who.Profile(), at, rand.New(rand.NewPCG(uint64(i), 1)))
			for _, text := range texts {
				said := speaker.Text(text, slots)
				if said == "" {
					t.Errorf("%s: %q cannot be worded: %v", lang, text, book.Reads(text))
				}
				if !slices.Contains(all, said) {
					all = append(all, said)
				}
			}
		}
	}
	return all
}
