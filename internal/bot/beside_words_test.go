package bot_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"wolfden/internal/bot"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/llm/llmtest"
	"wolfden/werewolf"
)

// TestNothingMoreToSayLosesNoSentence: small models add to what they say that they have nothing more to say. Whatever system asks, and in
// whatever way they add it, what they say is on the table.
func TestNothingMoreToSayLosesNoSentence(t *testing.T) {
	if testing.Short() {
		t.Skip("the same systems ask in TestTheModelDecides")
	}
	adds := []string{`{"utterance": %[1]q, "over": true}`, "%[1]s Over.", "%[1]s\nOver\n\nI have nothing more to say."}
	for k, kind := range deciding() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				lang := []string{"en", "ja"}[k%2]
				var mu sync.Mutex
				var wanted []string
				play := playing()
				behave := func(p llmtest.Prompt) llmtest.Answer {
					a := play(p)
					mu.Lock()
					defer mu.Unlock()
					var form struct{ Utterance string }
					switch {
					case p.Task == "word-mention" && json.Unmarshal([]byte(a.Text), &form) == nil && form.Utterance != werewolf.OverText:
						wanted = append(wanted, form.Utterance)
						return bottest.Saying(p, form.Utterance+" Over.", false)
					case (p.Task == "word" || p.Task == "baseline-talk") && a.Text != werewolf.OverText:
						wanted = append(wanted, a.Text)
						a.Text = fmt.Sprintf(adds[len(wanted)%len(adds)], a.Text)
					}
					return a
				}
				rules, err := werewolf.Standard(5)
				if err != nil {
					t.Fatal(err)
				}
				var list []bottest.Player
				for i := range rules.Players() {
					p, err := bot.New(kind, bot.Config{Seed: uint64(i), Lang: lang, Model: llmtest.Model(behave), Shared: understood})
					if err != nil {
						t.Fatal(err)
					}
					list = append(list, p)
				}
				table, err := bottest.Sit(rules, bottest.Seats(rosters[lang][:rules.Players()]...), 3, list)
				if err != nil {
					t.Fatal(err)
				}
				if err := table.Play(); err != nil {
					t.Fatal(err)
				}
				var said strings.Builder
				for _, e := range table.Game.Log() {
					if e.Kind == werewolf.Talked || e.Kind == werewolf.Whispered {
						said.WriteString(e.Text + "\n")
					}
				}
				lost := 0
				for _, text := range wanted {
					if !strings.Contains(said.String(), strings.ReplaceAll(text, ",", "")) && !strings.Contains(said.String(), text) {
						lost++
						t.Logf("not said: %q", text)
					}
				}
				t.Logf("%d of %d sentences are lost", lost, len(wanted))
				if lost > 0 || len(wanted) == 0 {
					t.Errorf("%d of %d sentences are lost", lost, len(wanted))
				}
			})
		})
	}
}
