package superil

import (
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/persuasion"
	"wolfden/internal/llm/llmtest"
	"wolfden/werewolf"
)

// A werewolf whose model has nothing more to say from the first turn on makes its three appeals all the same, in their order.
func TestTheSilentAppealToo(t *testing.T) {
	days, made := map[[2]int]bool{}, 0
	for seed := range uint64(4) {
		behave := func(p llmtest.Prompt) llmtest.Answer {
			if p.Task == "word" {
				return llmtest.Answer{Text: "Over"}
			}
			return silent(p)
		}
		play(t, 5, seed, agent.Config{}, behave, func(m *moment) {
			if m.o.Role() != werewolf.Werewolf || m.o.Request.Kind != werewolf.Talk || m.o.Day == 0 {
				return
			}
			days[[2]int{int(seed), m.o.Day}] = true
			if m.m.appeal != persuasion.NoAppeal && m.answer != werewolf.OverText {
				made++
			}
		})
	}
	if t.Logf("%d appeals on %d days", made, len(days)); made < 3*len(days) || len(days) < 4 {
		t.Errorf("%d appeals on %d days", made, len(days))
	}
}
