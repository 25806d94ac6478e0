package canislupus

import (
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/speech/understand"
)

// understood is what was understood in any game of these tests: many begin alike.
var understood = understand.NewShared()

type moment = bottest.Moment[*agent.Agent[state]]

// playedGame is one that the player plays with itself.
type playedGame struct {
	players int // 0 is five
	seed    uint64
	lang    string
	profile string
	off     []string
	window  int
	behave  llmtest.Behaviour
}

// play plays a game of which nothing may be wrong, and shows every answer.
func (g playedGame) play(t testing.TB, watch func(*moment)) *bottest.Table {
	t.Helper()
	if g.players == 0 {
		g.players = 5
	}
	table, err := bottest.Solo[*agent.Agent[state]]{
		Players: g.players, Seed: g.seed, Lang: g.lang, Profile: g.profile, Behave: g.behave, Watch: watch, Shared: understood,
		New: func(seed uint64, lang string, model llm.Model) (*agent.Agent[state], error) {
			return System.Player(agent.Config{Seed: seed, Lang: lang, Model: model, Shared: understood, Off: g.off, Window: g.window})
		},
	}.Play()
	if err != nil {
		t.Fatal(err)
	}
	return table
}
