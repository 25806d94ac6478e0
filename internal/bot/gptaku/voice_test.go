package gptaku

import (
	"strings"
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/werewolf"
)

// Whatever the player says it says in the voice of its character, its reasons too: the rough are never courteous.
func TestReasonsFollowTheVoice(t *testing.T) {
	reasons := 0
	for seed := range uint64(20) {
		seats := bottest.Seats(names...)
		for i := range seats {
			seats[i].Profile = "乱暴でぶっきらぼうな、短気な男。"
		}
		table, all := sit(t, agent.Config{Seed: seed, Lang: "ja"}, seats)
		table.Observe = func(o *werewolf.Observation, answer string) {
			if o.Request.Kind != werewolf.Talk || o.Day == 0 {
				return
			}
			for i := range all[o.Seat-1].State().drafted {
				if all[o.Seat-1].State().drafted[i].why != nil {
					reasons++
				}
			}
			for _, courteous := range []string{"です", "ます", "ません", "でした", "ました", "さん"} {
				if strings.Contains(answer, courteous) {
					t.Errorf("seed %d, day %d: a rough %s says %q", seed, o.Day, o.Role(), answer)
				}
			}
		}
		play(t, table)
	}
	if reasons < 50 {
		t.Errorf("only %d reasons were heard", reasons)
	}
}
