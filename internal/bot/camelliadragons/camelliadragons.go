// Package camelliadragons is the player of Ohashi, the Katos, Sato, Suzuki, Tsuboi and Tsubokura (AIWolfDial 2025). It
// has modules for summaries, for strategies and for its character.
//
// The law of the package: every utterance is made from the results of the three modules, and every prompt shows the
// summary in place of the talk that it sums up. When the situation changes, by a day, a death or a claim, the player
// makes a new plan from the old one, and follows it until the next change.
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

// Our own values: the overview describes the system but gives no numbers.
const (
	historyBudget = 1200 // tokens of history that are kept word for word
	planMargin    = 1.5  // how much worse another must look for the plan's target to change
)

// system is the system.
type system struct {
	talker.Rules
	agent.NoModules

	a         *agent.Agent
	book      *planBook
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

// New returns the player.
func New(c agent.Config) (*agent.Agent, error) {
	m, err := newSystem(c)
	if err != nil {
		return nil, err
	}
	return m.a, nil
}

func newSystem(c agent.Config) (*system, error) {
	m := &system{steady: agent.Steady{Margin: planMargin}}
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

// Think runs the three modules.
func (sys *system) Think(ctx context.Context, a *agent.Agent) {
	if a.On("character") {
		sys.who = sys.character.Of(ctx, a.Observation())
		a.Scene.Character = sys.who.String()
		a.Note(character.Topic, sys.character.Note())
	}
	if a.On("summary") {
		sys.summary.See(ctx, a.Observation(), &a.Scene, a.Talker().Ledger())
		a.Note(summary.Topic, sys.summary.Note())
	}
	if a.On("strategy") {
		sys.build(ctx, a)
	}
}

// build makes a plan where the situation has changed.
func (sys *system) build(ctx context.Context, a *agent.Agent) {
	o, b := a.Observation(), a.Talker().Ledger()
	now := situation{
		day: o.Day, living: o.Living, made: true, seers: b.ClaimantsOf(werewolf.Divines), mediums: b.ClaimantsOf(werewolf.Identifies),
	}
	if now == sys.situation {
		return
	}
	sys.situation = now
	in := task.MacroPlanIn{Scene: a.Scene, Strategy: sys.strategy(), Suggested: sys.book.plan(o, now.name())}
	sys.abridge(a, &in.Scene, &in.Summary)
	sys.plan = task.Ask(ctx, a.Desk, a.MacroPlan, in)
	a.Note("strategy", sys.strategy())
}

// abridge puts the summary in the place of the talk that it stands for.
func (sys *system) abridge(a *agent.Agent, s *scene.Scene, text *string) {
	if a.On("summary") {
		*text, s.Talks = sys.summary.Summary(), sys.summary.Lines()
	}
}

// Target follows the plan: the day's target stays until another player looks much worse.
func (sys *system) Target(p *talker.Player) werewolf.SeatID {
	top := sys.Rules.Target(p)
	if sys.a == nil || !sys.a.On("strategy") {
		return top
	}
	return sys.steady.Hold(p, top)
}

// Brief puts together the results of the three modules.
func (sys *system) Brief(a *agent.Agent, in *task.WordIn) {
	in.Strategy = sys.strategy()
	sys.abridge(a, &in.Scene, &in.Summary)
}

// Ballot follows the plan.
func (sys *system) Ballot(a *agent.Agent, in *task.ChooseTargetIn) {
	in.Strategy = sys.strategy()
	sys.abridge(a, &in.Scene, &in.Summary)
}

func (sys *system) strategy() string { return strings.TrimSpace(sys.plan.String()) }
