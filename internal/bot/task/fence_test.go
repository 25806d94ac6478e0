package task

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// A fence stands on lines of its own, whatever a template writes around it, and nothing else is changed.
func TestFencesStandByThemselves(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	parts := []string{fenced("talk", "Ada: no"), fenced("memo", ""), "memo", "\n", "\n", storyEnd, " ", "Über"}
	split := 0
	for seed := range uint64(20000) {
		r := rand.New(rand.NewPCG(seed, 1))
		var b strings.Builder
		for range 1 + r.IntN(9) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		text, got := b.String(), byThemselves(b.String())
		bare := strings.ReplaceAll(text, fenceEdge, "")
		if strings.ReplaceAll(got, "\n", "") != strings.ReplaceAll(bare, "\n", "") || len(got) < len(bare) {
			t.Fatalf("%q became %q", text, got)
		}
		if len(got) > len(bare) {
			split++
		}
		for line := range strings.SplitSeq(strings.ReplaceAll(got, storyEnd, ""), "\n") {
			if strings.Contains(line, "<") && !slices.Contains([]string{"<talk>", "</talk>", "<memo>", "</memo>"}, line) {
				t.Fatalf("%q: the line %q of %q", text, line, got)
			}
		}
		if strings.Contains(got, "\n\n") && !strings.Contains(strings.ReplaceAll(bare, storyEnd, ""), "\n\n") && !strings.Contains(bare, "<memo>\n\n</memo>") {
			t.Fatalf("%q: an empty line in %q", text, got)
		}
	}
	if split < 100 {
		t.Errorf("%d were put apart", split)
	}
}
