// Package camelliadragons is the player of Ohashi, the Katos, Sato, Suzuki, Tsuboi and Tsubokura (AIWolfDial 2025):
// summarization, strategy building and character, each a module of its own.
//
// The law of the package: every utterance is made from the three modules' results, and whatever is asked of a model shows
// the summary in the place of the talk that it stands for. A plan is built from the one before when the situation
// changes, by a day, a death or a claim, and followed until then.
package camelliadragons

import (
	"context"
	"strings"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/character"
	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/summary"
	"wolfden/internal/bot/talker"
	"wolfden/internal/bot/task"
	"wolfden/werewolf"
)

// Figures of our own: the overview, which describes the system, gives none.
const (
	historyBudget = 800 // characters of history that are kept word for word
	planMargin    = 1.5 // how much worse another must look for the plan's target to change
)

// mind is the system.
type mind struct {
	talker.Rules
	agent.Silent

	a         *agent.Agent
	book      *book
	character *character.Keeper
	who       task.Character
	summary   *summary.Rolling
	plan      task.Plan
	situation situation // that the plan was made for
	steady    agent.Steady
}

// situation is what a plan depends on.
type situation struct {
	day            int
	seers, mediums werewolf.SeatSet // who claim to be one
	living         werewolf.SeatSet
	made           bool
}

// fewLeft is how many players an endgame has at most.
const fewLeft = 4

// name is that of the situation in the plans, "" for one that needs no step of its own.
func (s *situation) name() string {
	switch {
	case s.living.Len() <= fewLeft:
		return "endgame"
	case s.seers.Len() > 1:
		return "rivals"
	case s.seers != 0:
		return "claim"
	}
	return ""
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
	m := &mind{steady: agent.Steady{Margin: planMargin}}
	var err error
	if m.book, err = readBook(c.Lang); err != nil {
		return nil, err
	}
	if m.a, err = agent.New(c, m); err != nil {
		return nil, err
	}
	m.summary = summary.NewRolling(m.a.Desk, historyBudget)
	m.character = character.New(m.a.Desk, m.a.Rand("character"))
	return m, nil
}

// Think is the three modules.
func (m *mind) Think(ctx context.Context, a *agent.Agent) {
	if a.On("character") {
		m.who = m.character.Of(ctx, a.Observation())
		a.Note(character.Topic, m.character.Note())
	}
	if a.On("summary") {
		m.summary.See(ctx, a.Observation(), &a.Scene, a.Talker().Ledger())
		a.Note(summary.Topic, m.summary.Note())
	}
	if a.On("strategy") {
		m.build(ctx, a)
	}
}

// build makes a plan where the situation has changed.
func (m *mind) build(ctx context.Context, a *agent.Agent) {
	o, b := a.Observation(), a.Talker().Ledger()
	now := situation{
		day: o.Day, living: o.Living, made: true, seers: b.ClaimantsOf(werewolf.Divines), mediums: b.ClaimantsOf(werewolf.Identifies),
	}
	if now == m.situation {
		return
	}
	m.situation = now
	in := task.MacroPlanIn{Scene: a.Scene, Strategy: m.strategy(), Suggested: m.book.plan(o, now.name())}
	m.abridge(a, &in.Scene, &in.Summary)
	m.plan = task.Ask(ctx, a.Desk, a.MacroPlan, in)
	a.Note("strategy", m.strategy())
}

// abridge puts the summary in the place of the talk that it stands for.
func (m *mind) abridge(a *agent.Agent, s *scene.Scene, text *string) {
	if a.On("summary") {
		*text, s.Talks = m.summary.Summary(), m.summary.Lines()
	}
}

// Target follows the plan: the target of the day stays until another looks much worse.
func (m *mind) Target(p *talker.Player) werewolf.SeatID {
	top := m.Rules.Target(p)
	if m.a == nil || !m.a.On("strategy") {
		return top
	}
	return m.steady.Hold(p, top)
}

// Brief is made of the three modules' results.
func (m *mind) Brief(a *agent.Agent, in *task.WordIn) {
	in.Character, in.Strategy = m.who.String(), m.strategy()
	m.abridge(a, &in.Scene, &in.Summary)
}

// Ballot follows the plan.
func (m *mind) Ballot(a *agent.Agent, in *task.ChooseTargetIn) {
	in.Strategy = m.strategy()
	m.abridge(a, &in.Scene, &in.Summary)
}

func (m *mind) strategy() string { return strings.TrimSpace(m.plan.String()) }
