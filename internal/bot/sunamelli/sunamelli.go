// Package sunamelli is the player of Natsuori, Kamada, Kamiyama and Nakanishi (AIWolfDial 2025): a strategy module that reads
// the talk, and a conversation module that never does.
//
// The law of the package: the conversation module is told the strategy and nothing that was said, so that it cannot repeat
// it. Words that filters of model providers dislike are replaced in every prompt and put back in every answer.
package sunamelli

import (
	"context"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/talker"
	"wolfden/internal/bot/task"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// Figures of our own: the overview, which describes the system, gives none.
const (
	fewWords  = 1 // utterances of weight a day below which somebody is quiet
	lateTurns = 2 // turns before the end of the day in which votes are settled
	trusted   = 2 // how far below zero the suspicion of somebody is whom the player stands up for
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
	m, err := newMind(c)
	if err != nil {
		return nil, err
	}
	return m.a, nil
}

func newMind(c agent.Config) (*mind, error) {
	m := &mind{}
	var err error
	if m.book, err = readBook(c.Lang); err != nil {
		return nil, err
	}
	if c.Model != nil && !c.IsOff("terminology") {
		m.terms = &softened{model: c.Model}
		c.Model = m.terms
	}
	if m.a, err = agent.New(c, m); err != nil {
		return nil, err
	}
	if m.terms != nil {
		m.terms.lang = m.a.Lang()
	}
	return m, nil
}

// Think is the strategy module: log and role make a strategy for this utterance or choice.
func (m *mind) Think(ctx context.Context, a *agent.Agent) {
	if m.terms != nil {
		m.terms.names = a.Observation().Names
	}
	m.phase, m.strategy = discussion, task.Strategy{}
	if a.On("phases") {
		m.phase = phaseOf(a)
		a.Note("phases", string(m.phase))
	}
	if a.On("strategy") {
		m.plan(ctx, a)
	}
	if m.terms != nil {
		a.Note("terminology", m.terms.note())
	}
}

// plan makes the strategy.
func (m *mind) plan(ctx context.Context, a *agent.Agent) {
	ways := m.book.of(m.phase, a.Observation().Team())
	m.strategy = task.Ask(ctx, a.Desk, a.ChooseStrategy, task.ChooseStrategyIn{
		Scene: a.Scene, Options: options(ways), Suggested: suggest(ways, func(s sign) bool { return seen(a.Talker(), s) }),
	})
	a.Note("strategy", m.strategy.Title+": "+m.strategy.Reason)
}

// Urgent follows the strategy where rules can: it stands up for the trusted, asks others about others where it is spoken
// against, draws the silent in, and settles the vote early.
func (m *mind) Urgent(p *talker.Player, t *talker.Turn) bool {
	w, _ := m.book.find(m.phase, m.strategy.Title)
	switch w.sign {
	case defended:
		who := wronged(p)
		return who != 0 && p.Say(t, wording.Defend, true, wording.Slots{T: who})
	case pressed:
		return distract(p, t)
	case quiet:
		return drawIn(p, t)
	case late:
		return p.Declare(t)
	default: // is said by whoever has the word
		return false
	}
}

// distract asks somebody who has not spoken against the player about its own suspect.
func distract(p *talker.Player, t *talker.Turn) bool {
	o := p.Observation()
	about := p.Sheet().Top(o.Others() &^ o.Allies())
	whom := p.Pick(o.Others() &^ accusers(p.Ledger(), o.Seat, o.Day) &^ o.Allies() &^ werewolf.SetOf(about))
	if about == 0 || whom == 0 {
		return false
	}
	return p.Say(t, wording.AskView, true, wording.Slots{T: whom, O: about})
}

// drawIn asks whoever is quiet whom it suspects.
func drawIn(p *talker.Player, t *talker.Turn) bool {
	who := quietest(p)
	if who == 0 {
		return false
	}
	kind := wording.AskSuspect
	if p.Ledger().Words(who, p.Observation().Day) == 0 {
		kind = wording.AskQuiet
	}
	return p.Say(t, kind, true, wording.Slots{T: who})
}

// Brief is the conversation module: the strategy, and no log.
func (m *mind) Brief(a *agent.Agent, in *task.WordIn) {
	if a.On("conversation") {
		in.Scene.Talks, in.Scene.Whispers = nil, nil
	}
	in.Strategy = m.book.advice(m.phase, &m.strategy)
	in.Command = m.book.commands[m.phase]
}

// Ballot is the strategy module's too: it sees the log.
func (m *mind) Ballot(_ *agent.Agent, in *task.ChooseTargetIn) {
	in.Strategy = m.book.advice(m.phase, &m.strategy)
}
