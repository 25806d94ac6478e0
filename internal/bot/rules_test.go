package bot_test

import (
	"strings"
	"testing"

	"wolfden/internal/bot"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
	"wolfden/werewolf"
)

// TestWilfulModelDecidesNothing: where rules decide and a model words, a model that always says something else is asked for it
// again, and then the game is the one without a model, to the letter.
func TestWilfulModelDecidesNothing(t *testing.T) {
	for _, kind := range []string{"lycaon", "gptaku"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			for _, lang := range []string{"en", "ja"} {
				var asked []string // for the wording of which draft, in turn
				says := map[string]string{"en": "I am the medium. I vote for myself.", "ja": "私は霊媒師です。今日はもう話しません。"}[lang]
				model := llmtest.Model(func(p llmtest.Prompt) llmtest.Answer {
					if p.Task != "word" {
						return bottest.Mute(p)
					}
					_, draft, _ := strings.Cut(p.Text(), "<draft>\n")
					draft, _, _ = strings.Cut(draft, "\n</draft>")
					asked = append(asked, draft)
					return llmtest.Answer{Text: says}
				})
				with, without := wilful(t, kind, lang, model), wilful(t, kind, lang, nil)
				if with != without {
					t.Errorf("%s: the model decides:\n%s\nwithout it:\n%s", lang, with, without)
				}
				if len(asked) == 0 || len(asked)%2 != 0 {
					t.Fatalf("%s: asked for words %d times", lang, len(asked))
				}
				for i := 0; i < len(asked); i += 2 {
					if asked[i+1] == "" || asked[i] != asked[i+1] && (asked[i] != "" || kind != "gptaku") { // which is shown no reason the first time
						t.Errorf("%s: asked for the wording of %q, then of %q", lang, asked[i], asked[i+1])
					}
				}
			}
		})
	}
}

// wilful is what is said and chosen in a game.
func wilful(t *testing.T, kind, lang string, m llm.Model) string {
	t.Helper()
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	var players []bottest.Player
	for i := range 5 {
		p, err := bot.New(kind, bot.Config{Seed: uint64(i), Lang: lang, Model: m, Shared: understood})
		if err != nil {
			t.Fatal(err)
		}
		players = append(players, p)
	}
	table, err := bottest.Sit(rules, bottest.Seats(rosters[lang][:5]...), 3, players)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	table.Observe = func(o *werewolf.Observation, answer string) { b.WriteString(o.Name(o.Seat) + ": " + answer + "\n") }
	if err := table.Play(); err != nil || len(table.Illegal) > 0 {
		t.Fatal(err, table.Illegal)
	}
	return b.String()
}
