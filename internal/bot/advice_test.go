package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/llm/llmtest"
	"wolfden/werewolf"
)

// TestAdviceIsNotSaid: what rules would say is not said while the model says something else. A player whose model does not heed
// the advice, and fails later, goes on as one whose model was told nothing.
func TestAdviceIsNotSaid(t *testing.T) {
	if testing.Short() {
		t.Skip("the same goroutines meet in TestTheModelDecides")
	}
	const words = 3 // that a model has before it fails
	game := func(t *testing.T, kind string, advice float64) (answers []string) {
		t.Helper()
		rules, err := werewolf.Standard(5)
		if err != nil {
			t.Fatal(err)
		}
		names, list := rosters["en"][:5], []bottest.Player{}
		for i := range names {
			said := 0
			m := llmtest.Model(func(p llmtest.Prompt) llmtest.Answer {
				if !bottest.Words(p) || said == words {
					return bottest.Mute(p)
				}
				said++
				return bottest.Saying(p, "The tea is cold "+strings.Repeat("again ", said)+".", false)
			})
			p, err := bot.New(kind, bot.Config{Seed: uint64(i), Lang: "en", Model: m, Params: map[string]float64{"advice": advice}, Shared: understood})
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, p)
		}
		table, err := bottest.Sit(rules, bottest.Seats(names...), 3, list)
		if err != nil {
			t.Fatal(err)
		}
		table.Observe = func(o *werewolf.Observation, answer string) {
			answers = append(answers, fmt.Sprintf("day %d, %s of %s: %s", o.Day, o.Request.Kind, o.Name(o.Seat), answer))
		}
		if err := table.Play(); err != nil {
			t.Fatal(err)
		}
		return answers
	}
	for k, kind := range slices.DeleteFunc(deciding(), func(name string) bool { return name == "baseline" }) { // it has no rules
		if !*long && k%2 > 0 {
			continue
		}
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			untold, told := game(t, kind, 0), game(t, kind, 1)
			for i, want := range untold {
				if i >= len(told) || told[i] != want {
					t.Fatalf("answer %d is %q, and without advice %q", i, told[min(i, len(told)-1)], want)
				}
			}
		})
	}
}
