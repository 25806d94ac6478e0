package uecil

import (
	"strings"
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// A model that has nothing more to say before its last turn declares its vote first.
func TestTheSilentDeclareToo(t *testing.T) {
	declared, asked := 0, 0
	for seed := range uint64(4) {
		behave := func(p llmtest.Prompt) llmtest.Answer {
			if p.Task == "word" {
				return llmtest.Answer{Text: "Over"}
			}
			return silent(p)
		}
		said := map[werewolf.SeatID]int{}
		play(t, 5, seed, agent.Config{}, behave, func(m *moment) {
			if !m.spoke() && m.o.Request.Kind != werewolf.Talk || m.o.Day == 0 {
				return
			}
			if contains(m.of("word"), "This is your last word today") {
				asked++
			}
			if m.heard().Announced(speech.Vote) != 0 {
				declared++
				said[m.o.Seat] = m.o.Day
			}
			if m.answer == werewolf.OverText && said[m.o.Seat] != m.o.Day {
				t.Errorf("seed %d, day %d: the %s ends its day without its vote", seed, m.o.Day, m.o.Role())
			}
		})
	}
	if declared < 10 || asked < 10 {
		t.Errorf("%d votes declared, %d asked for", declared, asked)
	}
}

// A possessed whose model tells another result has an order in its later turns of day 1: against whom it has called a werewolf, else
// against whom it takes for the seer.
func TestAnotherResultLeavesAnOrder(t *testing.T) {
	for _, species := range []string{"a werewolf", "human"} {
		later, n := 0, 0
		for seed := range bottest.Few(*Long, uint64(8)) {
			other := ""
			idle := idle()
			behave := func(p llmtest.Prompt) llmtest.Answer {
				if _, rest, is := strings.Cut(p.Text(), "you have divined "); is && p.Task == "word" {
					mark := strings.Trim(strings.Fields(rest)[0], ".")
					for _, name := range rosters["en"][:5] {
						if name != mark && !strings.Contains(p.Text(), "You are "+name) {
							other = name
						}
					}
					return llmtest.Answer{Text: "I am the seer. I divined " + other + ` and ` + other + ` is ` + species + "."}
				}
				return idle(p)
			}
			play(t, 5, seed, agent.Config{}, behave, func(m *moment) {
				if m.o.Role() != werewolf.Possessed || m.o.Day != 1 || !m.spoke() || m.turn() == 0 || !m.p.Table().Heard.HasTold(m.o.Seat) {
					return
				}
				n++
				if prompt := strings.Join(m.of("word"), "\n"); strings.Contains(prompt, "verybody must vote for "+other) || strings.Contains(prompt, "get everybody to vote for ") {
					later++
				}
			})
		}
		if n < 5 || later < n*3/4 {
			t.Errorf("%s: %d of %d later turns have an order", species, later, n)
		}
	}
}
