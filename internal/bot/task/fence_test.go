package task

import (
	"math/rand/v2"
	"strings"
	"testing"

	"wolfden/internal/llm"
)

// A prompt whose fences stand by themselves is left as it is without a search: where alone says so, nothing would be put between.
func TestFencesAlone(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	parts := []string{"<<<talk ab12", "talk ab12>>>", "memo", "\n", "\n", "\n", storyEnd, "ab12", " ", "<<<", ">>>", "Über"}
	split, left := 0, 0
	for seed := range uint64(20000) {
		r := rand.New(rand.NewPCG(seed, 1))
		var b strings.Builder
		for range 1 + r.IntN(9) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		text := b.String()
		searched := byThemselves(text+"\nab12 ab12", llm.Fence("ab12")) // its last line is no fence's, so that it is searched
		searched = strings.TrimSuffix(searched, "\nab12 ab12")
		switch got := byThemselves(text, llm.Fence("ab12")); {
		case alone(text, "ab12") && (got != text || searched != text):
			t.Fatalf("%q: %q, searched %q", text, got, searched)
		case got != text:
			split++
		default:
			left++
		}
	}
	if split < 100 || left < 100 {
		t.Errorf("%d were put apart, %d left", split, left)
	}
}
