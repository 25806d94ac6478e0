// Package sunamelli is the player of Natsuori, Kamada, Kamiyama and Nakanishi (AIWolfDial 2025): a strategy module that reads
// the talk, and a conversation module that never does.
//
// The law of the package: the conversation module is told the strategy and nothing that was said, so that it cannot repeat
// it. Words that filters of model providers dislike are replaced in every prompt and put back in every answer.
package sunamelli

import (
	"context"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/hearing"
	"wolfden/internal/bot/talker"
	"wolfden/internal/bot/task"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// Figures of our own: the overview, which describes the system, gives none.
const (
	fewWords  = 1 // utterances of a day that make somebody quiet
	lateTurns = 2 // turns before the end of the day in which votes are settled
)

// mind is the system.
type mind struct {
	talker.Rules
	agent.Silent

	a        *agent.Agent
	book     *book
	terms    *softened
	phase    phase
	strategy task.Strategy
}

// New is the player.
func New(c agent.Config) (*agent.Agent, error) {
	m := &mind{}
	var err error
	if m.book, err = readBook(c.Lang); err != nil {
		return nil, err
	}
	if c.Model != nil && !c.IsOff("terminology") {
		m.terms = &softened{model: c.Model, lang: c.Lang}
		c.Model = m.terms
	}
	m.a, err = agent.New(c, m)
	return m.a, err
}

// Think is the strategy module: log and role make a strategy for this utterance or choice.
func (m *mind) Think(ctx context.Context, a *agent.Agent) {
	if m.terms != nil {
		m.terms.names = a.Observation().Names
	}
	m.phase, m.strategy = introduction, task.Strategy{}
	if a.On("phases") {
		m.phase = phaseOf(a)
	}
	if !a.On("strategy") {
		return
	}
	options := m.book.options[m.phase]
	m.strategy = task.Ask(ctx, a.Desk, a.ChooseStrategy, task.ChooseStrategyIn{
		Scene: a.Scene, Options: options, Suggested: m.book.suggest(m.phase, a.Observation().Role().Team()),
	})
	a.Note("strategy", m.strategy.Title+": "+m.strategy.Reason)
	a.Note("phases", string(m.phase))
	if m.terms != nil {
		a.Note("terminology", m.terms.note())
	}
}

// Urgent follows the strategy where rules can: it draws the silent in, and settles the vote early.
func (m *mind) Urgent(p *talker.Player, t *talker.Turn) bool {
	if m.strategy.Title == "" {
		return false
	}
	switch m.phase {
	case encouraging:
		quiet := quietest(p)
		ask := hearing.Act{Kind: hearing.Ask, Target: quiet}
		return quiet != 0 && p.Say(t, wording.AskQuiet, true, [3]werewolf.SeatID{quiet}, werewolf.NoRole, ask)
	case voting:
		return p.Declare(t)
	default:
		return false
	}
}

// Brief is the conversation module: the strategy, and no log.
func (m *mind) Brief(a *agent.Agent, in *task.WordIn) {
	if a.On("conversation") {
		in.Scene.Talks, in.Scene.Whispers = nil, nil
	}
	in.Strategy = m.book.advice(m.phase, &m.strategy)
	in.Command = m.book.commands[m.phase]
}

// Ballot follows the strategy.
func (m *mind) Ballot(_ *agent.Agent, in *task.ChooseTargetIn) { in.Strategy = m.strategy.Reason }

// phaseOf is where the talk stands.
func phaseOf(a *agent.Agent) phase {
	o, p := a.Observation(), a.Talker()
	left := o.Request.Left.Count
	switch {
	case o.Day == 0:
		return introduction
	case o.Request.Kind.Chooses() || left != werewolf.NoLimit && left < lateTurns:
		return voting
	case p.Board().WordsToday(o.Seat) > 0 && quietest(p) != 0:
		return encouraging
	}
	return discussion
}

// quietest is a living other who has said next to nothing today although its turn came; 0 if there is none.
func quietest(p *talker.Player) werewolf.SeatID {
	o, b := p.Observation(), p.Board()
	if b.WordsToday(o.Seat) <= fewWords {
		return 0
	}
	for id := range o.Others().All() {
		if b.WordsToday(id) < fewWords {
			return id
		}
	}
	return 0
}
