// Package camelliadragons is the player of Ohashi, the Katos, Sato, Suzuki, Tsuboi and Tsubokura (AIWolfDial 2025):
// summarization, strategy building and character, each a module of its own.
//
// The law of the package: every utterance is made from the three modules' results. A plan is built when the situation
// changes, by day or by a claim, and followed until then.
package camelliadragons

import (
	"context"
	"strings"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/character"
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
	day    int
	claims werewolf.SeatSet
	living werewolf.SeatSet
	made   bool
}

// New is the player.
func New(c agent.Config) (*agent.Agent, error) {
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
	return m.a, nil
}

// Think is the three modules.
func (m *mind) Think(ctx context.Context, a *agent.Agent) {
	if a.On("character") {
		m.who = m.character.Of(ctx, a.Observation())
		a.Note(character.Topic, m.character.Note())
	}
	if a.On("summary") {
		m.summary.See(ctx, a.Observation(), &a.Scene, a.Talker().Board())
		a.Note(summary.Topic, m.summary.Note())
	}
	if a.On("strategy") {
		m.build(ctx, a)
	}
}

// build makes a plan where the situation has changed.
func (m *mind) build(ctx context.Context, a *agent.Agent) {
	o := a.Observation()
	now := situation{day: o.Day, living: o.Living, made: true}
	for _, role := range []werewolf.Role{werewolf.Seer, werewolf.Medium} {
		now.claims |= a.Talker().Board().Claimants(role)
	}
	if now == m.situation {
		return
	}
	m.situation = now
	suggested := task.Plan{Plan: m.book.plans[o.Role().String()], Steps: m.book.steps[o.Role().String()]}
	m.plan = task.Ask(ctx, a.Desk, a.MacroPlan, task.MacroPlanIn{Scene: a.Scene, Summary: m.summary.Summary(), Suggested: suggested})
	a.Note("strategy", strings.TrimSpace(m.plan.Plan+"\n"+strings.Join(m.plan.Steps, "\n")))
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
	in.Character = m.who.String()
	if a.On("summary") {
		in.Summary, in.Scene.Talks = m.summary.Summary(), m.summary.Lines()
	}
	in.Strategy = m.strategy()
}

// Ballot follows the plan.
func (m *mind) Ballot(_ *agent.Agent, in *task.ChooseTargetIn) {
	in.Summary, in.Strategy = m.summary.Summary(), m.strategy()
}

func (m *mind) strategy() string {
	return strings.TrimSpace(m.plan.Plan + "\n" + strings.Join(m.plan.Steps, "\n"))
}
