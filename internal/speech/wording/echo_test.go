package wording

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestEndOfASentence: the end of a sentence is the same whether all of it is read or only its last words.
func TestEndOfASentence(t *testing.T) {
	words := []string{"Annabel", "Bob,", "Annaさん", "Anna", "I", "I'm", "can't", "cannot", "won't", "Let's", "@Bob", "it's", "a", ",", "werewolf.", "Bob's", "vote", "", "語"}
	random := rand.New(rand.NewPCG(1, 1))
	short := newEcho([]string{"Annabel", "Anna", "Bob"}, true)
	blank := newEcho([]string{"Anna I", "Annabel", "Bob"}, true)
	long, slow := short, blank
	long.whole = true
	if short.whole || !blank.whole {
		t.Fatal("a blank in a name is not seen")
	}
	shorter := 0
	for range 5000 {
		var some []string
		from := words
		if random.IntN(2) == 0 {
			from = words[:3] // of many letters few are left
		}
		for range random.IntN(40) {
			some = append(some, from[random.IntN(len(from))])
		}
		text := strings.Join(some, " ")
		if got, want := short.end(text), long.end(text); got != want {
			t.Fatalf("%q ends like %q, not like %q", text, got, want)
		}
		if letters := []rune(withoutCommas(written.Replace(slow.names.Replace(text)))); blank.end(text) != string(letters[max(0, len(letters)-ending):]) {
			t.Fatalf("%q ends like %q where a name has a blank", text, blank.end(text))
		}
		if len(text) > 6*ending {
			shorter++
		}
	}
	if shorter < 1000 {
		t.Errorf("only %d of the sentences are long", shorter)
	}
}
