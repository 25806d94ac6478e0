// Package canislupus is the player of Sugawara (AIWolfDial 2025). It has a prompt for each character, a module that
// suggests topics when talk stagnates, and a play memo that it rewrites every turn.
//
// The law of the package: every action uses the memo, so that one line of thought decides talk, votes and the choices
// of the night. A target in the memo stays until something speaks against it. Rules raise a topic too, but only after
// what cannot wait: the player's own results, an answer it owes, its vote in its last utterance.
package canislupus

import (
	"context"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/character"
	"wolfden/internal/bot/memo"
	"wolfden/internal/bot/talker"
	"wolfden/internal/bot/task"
	"wolfden/internal/bot/topic"
	"wolfden/werewolf"
)

// margin is how much worse another must look for the memo's target to change; ours.
const margin = 1.0

// system is the system.
type system struct {
	talker.Rules
	agent.NoModules

	a         *agent.Agent
	character *character.Keeper
	who       task.Character
	topics    *topic.Chooser
	subject   topic.Subject // of this turn; the zero Subject is none
	ways      []way
	memo      *memo.Memo
	steady    agent.Steady
}

// New returns the player.
func New(c agent.Config) (*agent.Agent, error) {
	m, err := newSystem(c)
	if err != nil {
		return nil, err
	}
	return m.a, nil
}

func newSystem(c agent.Config) (*system, error) {
	m := &system{ways: ways(), steady: agent.Steady{Margin: margin}}
	var err error
	if m.a, err = agent.New(c, m); err != nil {
		return nil, err
	}
	m.character = character.New(m.a.Desk, m.a.Rand("character"))
	m.topics = topic.New(m.a.Desk, c.Seed)
	m.memo = memo.New(m.a.Desk)
	return m, nil
}

// Think makes the character once, and a topic and a new memo for every request.
func (s *system) Think(ctx context.Context, a *agent.Agent) {
	o, p := a.Observation(), a.Talker()
	if a.On("character") {
		s.who = s.character.Of(ctx, o)
		a.Scene.Character = s.who.String()
		a.Note(character.Topic, s.character.Note())
	}
	s.subject = topic.Subject{}
	if a.On("topic") && o.Request.Kind == werewolf.Talk {
		s.subject, _ = s.topics.Suggest(ctx, o, &a.Scene, p.Ledger())
		a.Note(topic.Topic, s.topics.Note())
	}
	if a.On("memo") {
		s.memo.Rewrite(ctx, &memo.View{
			Observation: o, Scene: &a.Scene, Ledger: p.Ledger(), Opinion: p.Opinion(), Target: s.Target(p), Tonight: p.Tonight(),
		})
		a.Note(memo.Topic, s.memo.Note())
	}
}

// Target returns the memo's target.
func (s *system) Target(p *talker.Player) werewolf.SeatID {
	top := s.Rules.Target(p)
	if s.a == nil || !s.a.On("memo") {
		return top
	}
	return s.steady.Hold(p, top)
}

// Brief puts together character, topic and memo.
func (s *system) Brief(_ *agent.Agent, in *task.WordIn) {
	in.Topic = s.subject.Text
	page := s.memo.Page()
	in.Memo = page.String()
}

// Ballot follows the memo.
func (s *system) Ballot(_ *agent.Agent, in *task.ChooseTargetIn) {
	page := s.memo.Page()
	in.Memo = page.String()
}
