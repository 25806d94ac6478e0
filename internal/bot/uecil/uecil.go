// Package uecil is the player of Tanaka and others (UEC-IL, AIWolfDial 2024). It stays consistent through summaries of
// past days and a hand-made persona.
//
// The law of the package: a prompt shows only the summary of past days. The role decides the persona (table 2), which
// speaks for the player whatever its profile. In its last turn the player says whom it votes for, and votes so.
package uecil

import (
	"context"
	"fmt"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/character"
	"wolfden/internal/bot/phrase"
	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/summary"
	"wolfden/internal/bot/talker"
	"wolfden/internal/bot/task"
	"wolfden/werewolf"
)

// system is the system.
type system struct {
	talker.Rules

	a          *agent.Agent
	seed       uint64
	words      phrase.Book
	decisions  phrase.Book // what a model is told that the player has decided
	strategies map[string][]strategy
	personas   []character.Persona

	summary  *summary.Daily
	analysis string
	strategy strategy
	planned  int            // the day of the seer's strategy, and one
	used     map[string]int // the day on which a strategy was last chosen, by key; also for what is said once a day
	said     map[string]bool

	mark   werewolf.SeatID // the player that the possessed takes for the seer
	vote   dayChoice       // that was decided in the last turn
	divine dayChoice       // that the seer announces

	announced int // the day on which the rules last did
}

// dayChoice is a player chosen on a day. The zero choice is none.
type dayChoice struct {
	day int
	who werewolf.SeatID
}

// onDay is who was chosen on the day, 0 for nobody.
func (c dayChoice) onDay(day int) werewolf.SeatID {
	if c.day != day {
		return 0
	}
	return c.who
}

// Player plays one seat of one game. It is not safe for concurrent use.
type Player struct {
	*agent.Agent
	system *system
}

// New returns the player.
func New(c agent.Config) (*Player, error) {
	m := &system{used: map[string]int{}, said: map[string]bool{}}
	var err error
	if m.words, err = phrase.Read(files, "words", c.Lang); err != nil {
		return nil, fmt.Errorf("uecil: %w", err)
	}
	if m.decisions, err = phrase.Read(files, "orders", c.Lang); err != nil {
		return nil, fmt.Errorf("uecil: %w", err)
	}
	m.seed = c.Seed
	if m.strategies, err = readStrategies(c.Lang); err != nil {
		return nil, err
	}
	if m.personas, err = character.Personas(c.Lang); err != nil {
		return nil, err
	}
	if m.a, err = agent.New(c, m); err != nil {
		return nil, err
	}
	m.summary = summary.NewDaily(m.a.Desk)
	return &Player{m.a, m}, nil
}

// Answer answers as the persona would.
func (p *Player) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	if who := p.system.persona(o.Spec()); who != nil && p.On("persona") {
		o.Profile = who.Profile
	}
	return p.Agent.Answer(ctx, o)
}

// personaOf is the key of the persona of a role (table 2): the king for the village, whose roles beside villager and seer the
// paper's game does not have.
func personaOf(s werewolf.RoleSpec) string {
	switch {
	case s.IsWolf():
		return "schoolboy"
	case s.Traitor():
		return "gamer"
	default:
		return "king"
	}
}

// persona is that of the role, nil for none.
func (sys *system) persona(role werewolf.RoleSpec) *character.Persona {
	for i := range sys.personas {
		if sys.personas[i].Key == personaOf(role) {
			return &sys.personas[i]
		}
	}
	return nil
}

// Think runs what comes before an answer: the past days, then what the role adds (table 1), then the vote.
func (sys *system) Think(ctx context.Context, a *agent.Agent) {
	o := a.Observation()
	if who := sys.persona(o.Spec()); who != nil && a.On("persona") {
		a.Scene.Character = who.For(o.Rules.Table, o.Role()).String()
	}
	if a.On("summary") {
		sys.summary.See(ctx, o, &a.Scene, a.Talker().Ledger(), a.Talker().Opinion())
		a.Note("summary", sys.summary.Note())
	}
	if a.On("persona") {
		a.Note("persona", personaOf(o.Spec()))
	}
	if a.On("inference") {
		sys.inferSeer(ctx)
	}
	sys.reason(ctx)
	sys.plan(ctx)
	sys.planDivination(ctx)
	sys.decide(ctx)
}

// Pose makes the possessed pose as the seer from its first turn on.
func (sys *system) Pose(p *talker.Player) {
	sys.Rules.Pose(p)
	sys.words = sys.words.Shuffled(sys.seed + uint64(p.Observation().Seat)) // neighbours of one seed say other things
	if sys.accuses(p.Observation()) {
		p.Pretence.Role, p.Pretence.Late = p.Observation().Rules.RoleWith(werewolf.Divines), false
	}
}

// Invent leaves the result of day 1 to the inference, and gives up the pretence when the possessed comes out.
func (sys *system) Invent(p *talker.Player) {
	o := p.Observation()
	switch {
	case sys.comesOut(o):
		p.Pretence.Role = p.Observation().Rules.Find(werewolf.RoleSpec.Traitor)
	case sys.accuses(o) && o.Day <= 1: // the inference invents it
	default:
		sys.Rules.Invent(p)
	}
}

// Target returns the target of the role's plan, or else the player's decision.
func (sys *system) Target(p *talker.Player) werewolf.SeatID {
	o := p.Observation()
	if _, victim := sys.power(p); victim != 0 {
		return victim
	}
	if sys.accusing(o) {
		return sys.mark
	}
	if who := sys.vote.onDay(o.Day); o.Living.Has(who) {
		return who
	}
	return sys.Rules.Target(p)
}

// Choose divines by the strategy of the day and, as a lone werewolf, attacks by the hand-made strategy; rules do the
// rest.
func (sys *system) Choose(p *talker.Player, kind werewolf.RequestKind) werewolf.SeatID {
	o := p.Observation()
	switch {
	case kind == werewolf.Divine:
		if who := sys.divine.onDay(o.Day); o.Request.Targets.Has(who) {
			return who
		}
		return sys.wish(p, o.Request.Targets)
	case kind == werewolf.Attack && o.Allies() == 0 && sys.a.On("decision"):
		return sys.prey(p)
	default:
		return sys.Rules.Choose(p, kind)
	}
}

// scene is the game for a prompt: today's talk, and the summary of the days before.
func (sys *system) scene() (scene.Scene, string) {
	s := sys.a.Scene
	if !sys.a.On("summary") {
		return s, ""
	}
	from := len(s.Talks)
	for from > 0 && s.Talks[from-1].Day == s.Day {
		from--
	}
	s.Talks = s.Talks[from:]
	return s, sys.summary.All()
}

// Brief fills in the six components of figure 2: task and rules (which every prompt has), persona, strategy, summary
// and today's talk.
func (sys *system) Brief(a *agent.Agent, in *task.WordIn) {
	o := a.Observation()
	in.Scene, in.Summary = sys.scene()
	in.Analysis, in.Strategy = sys.analysis, sys.strategy.String()
	if sys.strategy.example != "" {
		in.Examples = []string{sys.strategy.example}
	}
	in.Command = sys.command(o)
}

// Ballot reasons step by step over the same components (section 4.4); the werewolf attacks by a hand-made strategy.
func (sys *system) Ballot(a *agent.Agent, in *task.ChooseTargetIn) {
	o := a.Observation()
	in.Scene, in.Summary = sys.scene()
	in.Analysis = sys.analysis
	if who := sys.divine.onDay(o.Day); o.Request.Kind == werewolf.Divine && o.Request.Targets.Has(who) {
		in.Stated = []string{o.Name(who)}
	}
	if !a.On("decision") {
		return
	}
	switch o.Request.Kind {
	case werewolf.Attack:
		in.Strategy = sys.words.Say("attack")
	case werewolf.Divine:
		in.Strategy = sys.words.Say("divine") + "\n" + sys.strategy.String()
	default:
		in.Strategy = sys.words.Say("vote")
	}
}
