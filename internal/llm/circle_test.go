package llm

import (
	"fmt"
	"strings"
	"testing"
)

// TestCircles: what comes over and over is one, in whatever length; what only looks alike is none.
func TestCircles(t *testing.T) {
	var rows strings.Builder
	for i := range 40 {
		fmt.Fprintf(&rows, "{\"day\":1,\"idx\":%d,\"speaker\":\"Bela\",\"quote\":\"I am the seer\"},\n", i)
	}
	sentence := "Tobias is the only one who claims to be the werewolf, and Tobias is the only one who claims to be the possessed. "
	for text, want := range map[string]bool{
		strings.Repeat(" ", 300):                                      true,
		"{\"a\": \"" + strings.Repeat("ab", 200):                      true,
		"It began well. " + strings.Repeat(sentence, 4):               true,
		"It began well. " + strings.Repeat(sentence, 3) + "Tobias is": true,
		strings.Repeat("占い師は私です。", 12):                                true,
		"It began well. " + strings.Repeat(sentence, 2):               false,
		strings.Repeat("No! ", 20):                                    false,
		rows.String():                                                 false,
		"":                                                            false,
	} {
		if Circles(text) != want {
			t.Errorf("%.60q (%d bytes): %v", text, len(text), !want)
		}
	}
}
