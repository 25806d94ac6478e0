package kanolabnw

import (
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/rulebook"
	"wolfden/internal/llm/llmtest"
	"wolfden/werewolf"
)

// Every prompt for an utterance has the base rule: who plays what for whom, what each role of the game is for, the common strategies,
// how the talk goes and what is prohibited.
func TestBaseRule(t *testing.T) {
	for lang, fixed := range map[string][]string{
		"en": {"expert at Werewolf", "You are not the moderator", "Utterances from other games", "Prohibited:", "Day 0 is over", "@everyone", "two players or more", "in the passive", "a little small talk"},
		"ja": {"人狼ゲームの達人", "あなたは司会ではない", "話し方の見本", "禁止されていること", "0日目が終わりました", "@everyone", "二人以上に呼びかける", "占った人を言わずに", "雑談"},
	} {
		seen := 0
		for _, off := range [][]string{nil, {"base-rule"}} {
			last := ""
			c := agent.Config{Lang: lang, Off: off, Model: llmtest.Model(func(p llmtest.Prompt) llmtest.Answer {
				if !bottest.Words(p) {
					return llmtest.Answer{Text: "{}"}
				}
				last = p.Text()
				return llmtest.Answer{Text: "{}"}
			})}
			play(t, map[bool]int{true: 9, false: 5}[*long || lang == "en"], 1, c, func(_ *round, o *werewolf.Observation) {
				if !o.Request.Kind.Speaks() || last == "" {
					return
				}
				seen++
				roles, own := rulebook.Lines(lang, o)
				for _, line := range slices.Concat(roles, own) {
					if strings.Contains(last, line) != (off == nil) {
						t.Errorf("%s, without %v: %q stands in the prompt or does not", lang, off, line)
					}
				}
				for _, part := range fixed {
					if o.Request.Kind == werewolf.Talk && !strings.Contains(last, part) {
						t.Errorf("%s: there is no %q", lang, part)
					}
				}
				last = ""
			})
		}
		if seen < 20 {
			t.Errorf("%s: %d prompts", lang, seen)
		}
	}
}

// Words to one player stand behind those to all.
func TestWordsApart(t *testing.T) {
	said := map[string]bool{}
	model := llmtest.Model(func(p llmtest.Prompt) llmtest.Answer {
		if p.Task != "word-mention" {
			return llmtest.Answer{Text: "{}"}
		}
		return llmtest.Answer{Text: `{"utterance": "The wind is loud.", "mention_target": "Cleo", "mention_content": "do you hear it?"}`}
	})
	r := play(t, 5, 1, agent.Config{Model: model}, nil)
	for _, e := range r.Game.Log() {
		if e.Kind == werewolf.Talked && strings.HasPrefix(e.Text, "The wind") {
			said[e.Text] = true
			if e.Seat == werewolf.SeatID(slices.Index(r.names, "Cleo")+1) {
				t.Errorf("Cleo addresses herself: %q", e.Text)
			}
		}
	}
	if len(said) != 1 || !said["The wind is loud. @Cleo do you hear it?"] {
		t.Errorf("said: %v", said)
	}
}
