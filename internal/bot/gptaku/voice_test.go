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
	for seed := range bottest.Few(*long, uint64(20)) {
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

// What the player has claimed it does not claim once more beside its next result, and a turn that begins with a reason names its player.
func TestNothingIsClaimedTwice(t *testing.T) {
	results := 0
	for seed := range bottest.Few(*long, uint64(40)) {
		table, all := sit(t, agent.Config{Seed: seed, Lang: "ja"}, bottest.Seats(names...))
		table.Observe = func(o *werewolf.Observation, answer string) {
			p := all[o.Seat-1].State()
			if o.Request.Kind != werewolf.Talk || o.Day == 0 || len(p.drafted) == 0 {
				return
			}
			first := &p.drafted[0]
			if first.name == "claim" && p.shows() {
				if results++; strings.Contains(answer, "占い師") {
					t.Errorf("seed %d, day %d: claims again: %q", seed, o.Day, answer)
				}
			}
			if first.why == &record && !strings.Contains(answer, o.Name(first.about)) && o.Day == 1 && len(p.drafted) == 1 && !strings.ContainsAny(answer, "一二三四五") {
				t.Errorf("seed %d: of whom is %q?", seed, answer)
			}
		}
		play(t, table)
	}
	if results < 5 {
		t.Errorf("%d results after a claim", results)
	}
}
