package main

import (
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/chances"
	"wolfden/internal/critic"
	"wolfden/internal/trial"
)

// Every habit that a trial may find has its words.
func TestHabitsHaveWords(t *testing.T) {
	kinds := []string{trial.Silent, trial.Hides, "claims-SEER"}
	for _, c := range trial.Choices() {
		kinds = append(kinds, c.Kind)
	}
	for f := gamelog.Late; f <= gamelog.Crashed; f++ {
		kinds = append(kinds, "fault-"+f.String())
	}
	for _, k := range critic.Kinds() {
		kinds = append(kinds, k.String())
	}
	for _, w := range chances.Words {
		if w != chances.ComesOut { // which is told as a claim
			kinds = append(kinds, "said-"+string(w))
		}
	}
	for _, kind := range kinds {
		if habitText(kind) == "" {
			t.Errorf("no words for %s", kind)
		}
	}
	if len(kinds) != len(habitWords)+1 {
		t.Errorf("%d kinds, and words for %d", len(kinds)-1, len(habitWords))
	}
}
