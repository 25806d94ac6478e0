// Package camelliadragons is the player of Ohashi, the Katos, Sato, Suzuki, Tsuboi and Tsubokura (AIWolfDial 2025). It
// has modules for summaries, for strategies and for its character.
//
// The law of the package: every utterance is made from the results of the three modules, and every prompt shows the
// summary in place of the talk that it sums up. When the situation changes, by a day, a death or a claim, the player
// makes a new plan from the old one, and follows it until the next change.
package camelliadragons

import (
	"strings"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/character"
	"wolfden/internal/bot/phrase"
	"wolfden/internal/bot/summary"
	"wolfden/internal/bot/task"
	"wolfden/werewolf"
)

// state is what the player keeps of one game.
type state struct {
	*character.Keeper
	agent.Steady // the target that is kept
	*summary.Rolling
	plans     phrase.Book
	plan      Plan
	situation situation // that the plan was made for
}

func newState(k *agent.Kit) (*state, error) {
	plans, err := phrase.Read(files, ".", k.Desk.Lang())
	if err != nil {
		return nil, err
	}
	return &state{
		Keeper: character.New(k.Desk, k.Rand("character")), Rolling: summary.NewRolling(k.Desk, k.Int("history"), k.Int("summary")), plans: plans,
		Steady: agent.Steady{Margin: float32(k.Number("margin"))},
	}, nil
}

// situation is what a plan depends on.
type situation struct {
	day            int
	seers, mediums int // who claim to be one: nobody, one player, or rivals
	living         werewolf.SeatSet
	made           bool
}

const (
	fewLeft = 4 // players that an endgame has at most
	rivals  = 2 // players who claim the same role; more of them ask for no other plan
)

// name is that of the situation in the plans, "" for one that needs no step of its own.
func (s *situation) name() string {
	switch {
	case s.living.Len() <= fewLeft:
		return "endgame"
	case s.seers == rivals:
		return "rivals"
	case s.seers > 0:
		return "claim"
	}
	return ""
}

// build makes a plan where the situation has changed. The answer at hand waits for the first alone: after that there is a plan to
// follow while a model makes the next.
func (s *state) build(t *agent.Table) agent.Changes {
	claims := func(of werewolf.Power) int { return min(t.Heard.ClaimantsOf(of).Len(), rivals) }
	now := situation{day: t.O.Day, living: t.O.Living, made: true, seers: claims(werewolf.Divines), mediums: claims(werewolf.Identifies)}
	first := !s.situation.made
	if now == s.situation || t.Desk.HasModel() && !first && t.O.Request.Kind != werewolf.Talk {
		return agent.Changes{Note: s.strategy()} // a plan that a model makes at night is old in the morning
	}
	s.situation = now
	in := MacroPlanIn{Scene: *t.Scene, Strategy: s.strategy(), Suggested: planFor(&s.plans, t.O, now.name())}
	in.Summary = s.Abridge(&in.Scene)
	if first {
		s.plan = task.Ask(t.Ctx, t.Desk, planTask, in)
	} else {
		task.Later(t.Ctx, t.Desk, planTask, in, func(p Plan) { s.plan = p })
	}
	return agent.Changes{Note: s.strategy()}
}

func (s *state) tellPlan(_ *agent.Table, b *agent.Brief) { b.Strategy = s.strategy() }

func (s *state) strategy() string { return strings.TrimSpace(s.plan.String()) }
