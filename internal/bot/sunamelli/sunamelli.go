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

// system is the system.
type system struct {
	talker.Rules
	agent.NoModules

	a        *agent.Agent
	book     *strategyBook
	terms    *softened
	phase    phase
	strategy task.Strategy
}

// New is the player.
func New(c agent.Config) (*agent.Agent, error) {
	m, err := newSystem(c)
	if err != nil {
		return nil, err
	}
	return m.a, nil
}

func newSystem(c agent.Config) (*system, error) {
	m := &system{}
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
func (s *system) Think(ctx context.Context, a *agent.Agent) {
	if s.terms != nil {
		s.terms.names = a.Observation().Names
	}
	s.phase, s.strategy = discussion, task.Strategy{}
	if a.On("phases") {
		s.phase = phaseOf(a)
		a.Note("phases", string(s.phase))
	}
	if a.On("strategy") {
		s.plan(ctx, a)
	}
	if s.terms != nil {
		a.Note("terminology", s.terms.summary())
	}
}

// plan makes the strategy.
func (s *system) plan(ctx context.Context, a *agent.Agent) {
	ways := s.book.strategiesOf(s.phase, a.Observation().Team())
	s.strategy = task.Ask(ctx, a.Desk, a.ChooseStrategy, task.ChooseStrategyIn{
		Scene: a.Scene, Options: options(ways), Suggested: suggest(ways, func(s sign) bool { return signShows(a.Talker(), s) }),
	})
	a.Note("strategy", s.strategy.Title+": "+s.strategy.Reason)
}

// Urgent follows the strategy where rules can: it stands up for the trusted, asks others about others where it is spoken
// against, draws the silent in, and settles the vote early.
func (s *system) Urgent(p *talker.Player, t *talker.Turn) bool {
	w, _ := s.book.find(s.phase, s.strategy.Title)
	switch w.sign {
	case defended:
		who := wronged(p)
		return who != 0 && p.AddOnce(t, wording.Defend, true, wording.Slots{T: who})
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
	about := p.Opinion().Top(o.Others() &^ o.Allies())
	whom := p.Pick(o.Others() &^ accusers(p.Ledger(), o.Seat, o.Day) &^ o.Allies() &^ werewolf.SetOf(about))
	if about == 0 || whom == 0 {
		return false
	}
	return p.AddOnce(t, wording.AskView, true, wording.Slots{T: whom, O: about})
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
	return p.AddOnce(t, kind, true, wording.Slots{T: who})
}

// Brief is the conversation module: the strategy, and no log.
func (s *system) Brief(a *agent.Agent, in *task.WordIn) {
	if a.On("conversation") {
		in.Scene.Talks, in.Scene.Whispers = nil, nil
	}
	in.Strategy = s.book.advice(s.phase, &s.strategy)
	in.Command = s.book.commands[s.phase]
}

// Ballot is the strategy module's too: it sees the log.
func (s *system) Ballot(_ *agent.Agent, in *task.ChooseTargetIn) {
	in.Strategy = s.book.advice(s.phase, &s.strategy)
}
