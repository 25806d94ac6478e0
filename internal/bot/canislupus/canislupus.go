// Package canislupus is the player of Sugawara (AIWolfDial 2025). It has a prompt for each character, a module that
// suggests topics when talk stagnates, and a play memo that it rewrites every turn.
//
// The law of the package: every action uses the memo, so that one line of thought decides talk, votes and the choices
// of the night. A target in the memo stays until something speaks against it. Rules raise a topic too, but only after
// what cannot wait: the player's own results, an answer it owes, its vote in its last utterance.
package canislupus

import (
	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/character"
	"wolfden/internal/bot/memo"
	"wolfden/internal/bot/topic"
	"wolfden/werewolf"
)

// state is what the player keeps of one game.
type state struct {
	*character.Keeper
	agent.Steady // the target that is kept
	topics       *topic.Chooser
	subject      topic.Subject // of this turn; the zero Subject is none
	ways         []way
	memo         *memo.Memo
}

func newState(k *agent.Kit) (*state, error) {
	return &state{
		Keeper: character.New(k.Desk, k.Rand("character")), topics: topic.New(k.Desk, k.Seed, k.Number("topics")), ways: ways(),
		memo: memo.New(k.Desk, k.Int("memo")), Steady: agent.Steady{Margin: float32(k.Number("margin"))},
	}, nil
}

// suggest may suggest a topic for what is to be said.
func (s *state) suggest(t *agent.Table) agent.Changes {
	s.subject = topic.Subject{}
	if t.O.Request.Kind != werewolf.Talk {
		return agent.Changes{}
	}
	s.subject, _ = s.topics.Suggest(t.Ctx, t.O, t.Scene, t.Heard)
	return agent.Changes{Note: s.topics.Note()}
}

// rewrite writes the memo anew.
func (s *state) rewrite(t *agent.Table) agent.Changes {
	s.memo.Rewrite(t.Ctx, &memo.View{
		Observation: t.O, Scene: t.Scene, Ledger: t.Heard, Opinion: t.Self.Opinion(), Target: t.Self.Target(), Tonight: t.Self.Tonight(),
	})
	return agent.Changes{Note: s.memo.Note()}
}

func (s *state) tellMemo(_ *agent.Table, b *agent.Brief) {
	page := s.memo.Page()
	b.Memo = page.String()
}
