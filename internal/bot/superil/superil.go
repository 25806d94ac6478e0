// Package superil is the player of Qi and Inaba (AIWolfDial 2024). It analyses the situation before every answer and,
// as the werewolf, persuades in a fixed order.
//
// The law of the package: there is no answer without an analysis. The werewolf chooses the most threatening player from
// its third turn on and argues against it by logic, then credibility, then emotion. It votes for the player it spoke
// against, and attacks it at night.
package superil

import (
	"context"
	"math"
	"slices"
	"strings"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/persuasion"
	"wolfden/internal/bot/talker"
	"wolfden/internal/bot/task"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// system is the system.
type system struct {
	talker.Rules
	agent.NoModules

	a         *agent.Agent
	prompts   map[string]string // by role, and "limit"
	analysis  task.Analysis
	persuader *persuasion.Persuader
	appeal    persuasion.Appeal // that is due in this turn
	stated    []string          // the players it spoke against today, the latest last
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
	m := &system{}
	var err error
	if m.prompts, err = readPrompts(c.Lang); err != nil {
		return nil, err
	}
	if m.a, err = agent.New(c, m); err != nil {
		return nil, err
	}
	m.persuader, err = persuasion.New(m.a.Desk, c.Seed)
	return m, err
}

// Pose makes the possessed pose as the seer with an invented result (section 4.2).
func (s *system) Pose(p *talker.Player) {
	s.Rules.Pose(p)
	o := p.Observation()
	if o.Spec().Traitor() && o.Rules.Count(werewolf.Divines) > 0 && !s.isOff("invention") {
		p.Pretence.Role, p.Pretence.Late = p.Observation().Rules.RoleWith(werewolf.Divines), false
	}
}

func (s *system) isOff(module string) bool { return s.a != nil && !s.a.On(module) }

// Think runs the analysis before every answer, then the persuasion that is due.
func (s *system) Think(ctx context.Context, a *agent.Agent) {
	p := a.Talker()
	s.analysis, s.appeal = task.Analysis{}, persuasion.NoAppeal
	if a.On("analysis") {
		s.analysis = task.Ask(ctx, a.Desk, a.Analyse, task.AnalyseIn{Scene: a.Scene, Suspects: suspects(a)})
		a.Note("analysis", s.analysis.Analysis)
	}
	if a.On("persuasion") && a.Observation().Spec().IsWolf() {
		s.appeal = s.persuader.Next(ctx, &persuasion.View{Observation: a.Observation(), Scene: &a.Scene, Ledger: p.Ledger(), Opinion: p.Opinion()})
		a.Note(persuasion.Topic, s.persuader.Note())
	}
	if o := a.Observation(); o.Spec().Traitor() && len(p.Results()) > 0 && a.On("invention") {
		f := p.Results()[len(p.Results())-1]
		a.Note("invention", o.Name(f.Target)+": "+f.Species.String())
	}
	s.stated = nil
	if a.On("vote") {
		s.stated = stated(p)
		a.Note("vote", strings.Join(s.stated, ", "))
	}
}

// stated are the living players that the player has spoken against today, each once, in the order of the last time.
func stated(p *talker.Player) (names []string) {
	o, lines := p.Observation(), p.Ledger().Lines()
	for i := range lines {
		l := &lines[i]
		if l.Seat != o.Seat || l.Day != o.Day || !o.Living.Has(l.Target) || !l.Against() {
			continue
		}
		name := o.Name(l.Target)
		names = append(slices.DeleteFunc(names, func(n string) bool { return n == name }), name)
	}
	return names
}

// suspects are what the rules think of the living.
func suspects(a *agent.Agent) (list []task.Suspect) {
	o := a.Observation()
	for id := range o.Others().All() {
		score := 1 / (1 + math.Exp(-float64(a.Talker().Opinion().Score[id])))
		list = append(list, task.Suspect{Name: o.Name(id), Score: math.Round(100*score) / 100, Reasons: a.Reasons(id)})
	}
	return list
}

// Urgent says the sentence of the appeal that is due, which asks for the vote.
func (s *system) Urgent(p *talker.Player, t *talker.Turn) bool {
	target := s.persuader.Target()
	if s.appeal == persuasion.NoAppeal || target == 0 {
		return false
	}
	_, ok := s.persuader.Say(s.appeal, p.Observation().Name(target), func(text string) bool {
		return t.AddText(text, wording.Persuade, wording.Slots{T: target})
	})
	return ok
}

// Target returns whom the player persuades against.
func (s *system) Target(p *talker.Player) werewolf.SeatID {
	if target := s.against(p); p.Observation().Living.Has(target) {
		return target
	}
	return s.Rules.Target(p)
}

// against returns the player that the werewolf spoke against; 0 for other roles.
func (s *system) against(p *talker.Player) werewolf.SeatID {
	if !p.Observation().Spec().IsWolf() || s.isOff("persuasion") {
		return 0
	}
	return s.persuader.Target()
}

// Choose attacks the player it spoke against, or another if that one is gone. A vote that was not announced goes to the
// player it spoke against last.
func (s *system) Choose(p *talker.Player, kind werewolf.RequestKind) werewolf.SeatID {
	o := p.Observation()
	switch {
	case kind == werewolf.Attack && s.against(p) != 0:
		return s.persuader.Choose(o, p.Ledger(), p.Opinion(), o.Request.Targets&^o.Allies())
	case kind == werewolf.Vote && p.Plan() == 0 && len(s.stated) > 0:
		return o.SeatOf(s.stated[len(s.stated)-1])
	default:
		return s.Rules.Choose(p, kind)
	}
}

// Brief gives the model the analysis and the role's prompt, for at most three sentences.
func (s *system) Brief(a *agent.Agent, in *task.WordIn) {
	in.Analysis = s.analysis.Analysis
	if a.On("response") {
		in.Strategy, in.Command = s.prompts[s.heading(a.Observation())], s.prompts["limit"]
	}
	if s.appeal != persuasion.NoAppeal {
		target := a.Observation().Name(s.persuader.Target())
		in.Strategy = strings.ReplaceAll(s.prompts[s.appeal.String()], "{t}", target)
		in.Examples = s.persuader.Examples(s.appeal, target)
	}
	in.Memo = s.invention(a.Talker())
}

// invention is the last invented result, as the possessed is told it.
func (s *system) invention(p *talker.Player) string {
	o, results := p.Observation(), p.Results()
	if !o.Spec().Traitor() || len(results) == 0 || s.isOff("invention") {
		return ""
	}
	f := results[len(results)-1]
	return strings.NewReplacer("{t}", o.Name(f.Target), "{s}", f.Species.String()).Replace(s.prompts["invented"])
}

// heading is the key of the prompt for the player's role.
func (s *system) heading(o *werewolf.Observation) string {
	return o.Heading(func(name string) bool { return s.prompts[name] != "" })
}

// Ballot reasons step by step and keeps to what was said.
func (s *system) Ballot(_ *agent.Agent, in *task.ChooseTargetIn) {
	in.Analysis, in.Stated = s.analysis.Analysis, s.stated
}
