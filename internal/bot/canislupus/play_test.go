package canislupus

import (
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
)

// seat is a player with its system within reach.
type seat struct {
	*agent.Agent
	m *system
}

type moment = bottest.Moment[seat]

// game is one that the player plays with itself.
type game struct {
	players int // 0 is five
	seed    uint64
	lang    string
	profile string
	off     []string
	behave  llmtest.Behaviour
}

// play plays a game of which nothing may be wrong, and shows every answer.
func (g game) play(t testing.TB, watch func(*moment)) *bottest.Table {
	t.Helper()
	if g.players == 0 {
		g.players = 5
	}
	table, err := bottest.Solo[seat]{
		Players: g.players, Seed: g.seed, Lang: g.lang, Profile: g.profile, Behave: g.behave, Watch: watch,
		New: func(seed uint64, lang string, model llm.Model) (seat, error) {
			m, err := newSystem(agent.Config{Seed: seed, Lang: lang, Model: model, Off: g.off})
			if err != nil {
				return seat{}, err
			}
			return seat{m.a, m}, nil
		},
	}.Play()
	if err != nil {
		t.Fatal(err)
	}
	return table
}
