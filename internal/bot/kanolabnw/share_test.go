package kanolabnw

import (
	"strings"
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/llm/llmtest"
	"wolfden/werewolf"
)

// A werewolf's model is told of each enemy with the whole utterance, by category, first among those not shared yet and then among those
// that are, and that it must speak of the guard until somebody has.
func TestTheModelSharesEnemies(t *testing.T) {
	for _, lang := range []string{"en", "ja"} {
		fresh, old, warned, silent := 0, 0, 0, 0
		last := ""
		c := agent.Config{Lang: lang, Model: llmtest.Model(func(p llmtest.Prompt) llmtest.Answer {
			if p.Task == "word-mention" {
				last = p.Text()
			}
			return llmtest.Answer{Text: "{}"}
		})}
		for seed := range uint64(2) {
			if !*long && fresh > 0 && old > 0 && warned > 0 {
				break // enough has been seen
			}
			play(t, 13, seed, c, func(r *round, o *werewolf.Observation) {
				if o.Request.Kind != werewolf.Whisper || last == "" {
					return
				}
				s, table := r.players[o.Seat-1].State(), r.players[o.Seat-1].Table()
				for _, line := range s.words.All("about-whisper") {
					if !strings.Contains(last, line) {
						t.Errorf("%s: there is no %q", lang, line)
					}
				}
				now, shared := s.enemies(table) // after the answer: what it has shared is among the old
				for list, heading := range map[bool]string{false: "share-new", true: "share-old"} {
					own := map[bool][]enemy{false: now, true: shared}[list]
					for i := range own {
						if !strings.Contains(last, own[i].name+": "+own[i].said) {
							t.Errorf("%s: the prompt has no words of %s", lang, own[i].name)
						}
						if !strings.Contains(last, s.words.Say("share-"+own[i].kind)) {
							t.Errorf("%s: the prompt has no category %s", lang, own[i].kind)
						}
					}
					if strings.Contains(last, s.words.Say(heading)) {
						if list {
							old++
						} else {
							fresh++
						}
					}
				}
				if asked := strings.Contains(last, s.words.Say("share")); asked && strings.Contains(last, s.words.Say("share-guard")) {
					warned++
				} else if asked {
					silent++
				}
				last = ""
			})
		}
		if t.Logf("%s: %d prompts with enemies to share, %d with some shared; the guard must be spoken of in %d and not in %d", lang, fresh, old, warned, silent); fresh == 0 || old == 0 || warned == 0 {
			t.Errorf("%s: too few prompts", lang)
		}
	}
}
