// Package canislupus is the player of Sugawara (AIWolfDial 2025): a prompt of its own for each character, a topic module
// against standstill, and a play memo that is written anew every turn.
//
// The law of the package: the memo is used for every action, so that what is said, voted and chosen at night follows from one
// line of thought. A target in the memo stays until something speaks against it. Rules raise a topic too, after what does
// not wait: results of the player's own, an answer it owes, its vote on the last word.
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

// mind is the system.
type mind struct {
	talker.Rules
	agent.Silent

	a         *agent.Agent
	character *character.Keeper
	who       task.Character
	topics    *topic.Chooser
	subject   topic.Subject // of this turn; the zero Subject is none
	ways      []way
	memo      *memo.Memo
	steady    agent.Steady
}

// New is the player.
func New(c agent.Config) (*agent.Agent, error) {
	m, err := newMind(c)
	if err != nil {
		return nil, err
	}
	return m.a, nil
}

func newMind(c agent.Config) (*mind, error) {
	m := &mind{ways: ways(), steady: agent.Steady{Margin: margin}}
	var err error
	if m.a, err = agent.New(c, m); err != nil {
		return nil, err
	}
	m.character = character.New(m.a.Desk, m.a.Rand("character"))
	m.topics = topic.New(m.a.Desk, c.Seed)
	m.memo = memo.New(m.a.Desk)
	return m, nil
}

// Think makes the character once, then a topic and a new memo for every request.
func (m *mind) Think(ctx context.Context, a *agent.Agent) {
	o, p := a.Observation(), a.Talker()
	if a.On("character") {
		m.who = m.character.Of(ctx, o)
		a.Note(character.Topic, m.character.Note())
	}
	m.subject = topic.Subject{}
	if a.On("topic") && o.Request.Kind == werewolf.Talk {
		m.subject, _ = m.topics.Suggest(ctx, o, &a.Scene, p.Ledger())
		a.Note(topic.Topic, m.topics.Note())
	}
	if a.On("memo") {
		m.memo.Rewrite(ctx, &memo.View{
			Observation: o, Scene: &a.Scene, Ledger: p.Ledger(), Opinion: p.Opinion(), Target: m.Target(p), Tonight: p.Tonight(),
		})
		a.Note(memo.Topic, m.memo.Note())
	}
}

// Target is that of the memo.
func (m *mind) Target(p *talker.Player) werewolf.SeatID {
	top := m.Rules.Target(p)
	if m.a == nil || !m.a.On("memo") {
		return top
	}
	return m.steady.Hold(p, top)
}

// Brief is made of character, topic and memo.
func (m *mind) Brief(_ *agent.Agent, in *task.WordIn) {
	in.Character = m.who.String()
	in.Topic = m.subject.Text
	page := m.memo.Page()
	in.Memo = page.String()
}

// Ballot follows the memo.
func (m *mind) Ballot(_ *agent.Agent, in *task.ChooseTargetIn) {
	page := m.memo.Page()
	in.Memo = page.String()
}
