// Package uecil is the player of Tanaka and others (UEC-IL, AIWolfDial 2024): consistent through summaries of the days before
// and through a persona made by hand.
//
// The law of the package: of the days before, a prompt holds the summary alone. The persona is that of the role (table 2) and
// speaks for the player whatever profile the game gives it. Everybody says in its last turn whom it votes for, and votes so.
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

// mind is the system.
type mind struct {
	talker.Rules

	a          *agent.Agent
	seed       uint64
	words      phrase.Book
	strategies map[string][]strategy
	personas   []character.Persona

	summary  *summary.Daily
	analysis string
	strategy strategy
	planned  int            // the day of the seer's strategy, and one
	used     map[string]int // the day on which a strategy was last chosen, by key; also for what is said once a day
	said     map[string]bool

	mark   werewolf.SeatID // whom the possessed takes for the seer
	vote   choice          // that was decided in the last turn
	divine choice          // that the seer announces

	announced int // the day on which it last did
}

// choice is a player chosen on a day. The zero choice is none.
type choice struct {
	day int
	who werewolf.SeatID
}

// on is who was chosen on the day, 0 for nobody.
func (c choice) on(day int) werewolf.SeatID {
	if c.day != day {
		return 0
	}
	return c.who
}

// Player plays one seat of one game. It is not safe for concurrent use.
type Player struct {
	*agent.Agent
	mind *mind
}

// New is the player.
func New(c agent.Config) (*Player, error) {
	m := &mind{used: map[string]int{}, said: map[string]bool{}}
	var err error
	if m.words, err = phrase.Read(files, "words", c.Lang); err != nil {
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
	if who := p.mind.persona(o.Spec()); who != nil && p.On("persona") {
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
func (m *mind) persona(role werewolf.RoleSpec) *character.Persona {
	for i := range m.personas {
		if m.personas[i].Key == personaOf(role) {
			return &m.personas[i]
		}
	}
	return nil
}

// Think is what comes before an answer: the days before, then what the role adds (table 1), then the vote.
func (m *mind) Think(ctx context.Context, a *agent.Agent) {
	o := a.Observation()
	if a.On("summary") {
		m.summary.See(ctx, o, &a.Scene, a.Talker().Ledger(), a.Talker().Sheet())
		a.Note("summary", m.summary.Note())
	}
	if a.On("persona") {
		a.Note("persona", personaOf(o.Spec()))
	}
	if a.On("inference") {
		m.inferSeer(ctx)
	}
	m.reason(ctx)
	m.plan(ctx)
	m.planDivination(ctx)
	m.decide(ctx)
}

// Pose lets the possessed stand as the seer from its first turn on.
func (m *mind) Pose(p *talker.Player) {
	m.Rules.Pose(p)
	m.words = m.words.Shuffled(m.seed + uint64(p.Observation().Seat)) // neighbours of one seed say other things
	if m.accuses(p.Observation()) {
		p.Mask.Role, p.Mask.Late = p.Observation().Rules.RoleWith(werewolf.Divines), false
	}
}

// Invent leaves the result of day 1 to the inference, and drops the mask when the possessed comes out.
func (m *mind) Invent(p *talker.Player) {
	o := p.Observation()
	switch {
	case m.comesOut(o):
		p.Mask.Role = p.Observation().Rules.Find(werewolf.RoleSpec.Traitor)
	case m.accuses(o) && o.Day <= 1: // the inference invents it
	default:
		m.Rules.Invent(p)
	}
}

// Target is whom the plan of the role goes for, then whom the player has decided on.
func (m *mind) Target(p *talker.Player) werewolf.SeatID {
	o := p.Observation()
	if _, victim := m.power(p); victim != 0 {
		return victim
	}
	if m.accuses(o) && o.Living.Has(m.mark) {
		return m.mark
	}
	if who := m.vote.on(o.Day); o.Living.Has(who) {
		return who
	}
	return m.Rules.Target(p)
}

// Choose divines by the strategy of the day, and attacks as a lone werewolf by the strategy made by hand; the rest is the rules'.
func (m *mind) Choose(p *talker.Player, kind werewolf.RequestKind) werewolf.SeatID {
	o := p.Observation()
	switch {
	case kind == werewolf.Divine:
		if who := m.divine.on(o.Day); o.Request.Targets.Has(who) {
			return who
		}
		return m.wish(p, o.Request.Targets)
	case kind == werewolf.Attack && o.Allies() == 0 && m.a.On("decision"):
		return m.prey(p)
	default:
		return m.Rules.Choose(p, kind)
	}
}

// scene is the game for a prompt: today's talk, and the summary of the days before.
func (m *mind) scene() (scene.Scene, string) {
	s := m.a.Scene
	if !m.a.On("summary") {
		return s, ""
	}
	from := len(s.Talks)
	for from > 0 && s.Talks[from-1].Day == s.Day {
		from--
	}
	s.Talks = s.Talks[from:]
	return s, m.summary.All()
}

// Brief is the six components of figure 2: the task and the rules, which every prompt has, persona, strategy, summary and
// today's talk.
func (m *mind) Brief(a *agent.Agent, in *task.WordIn) {
	o := a.Observation()
	in.Scene, in.Summary = m.scene()
	if who := m.persona(o.Spec()); who != nil && a.On("persona") {
		in.Character = who.For(o.Rules.Table, o.Role()).String()
	}
	in.Analysis, in.Strategy = m.analysis, m.strategy.String()
	if m.strategy.example != "" {
		in.Examples = []string{m.strategy.example}
	}
	in.Command = m.command(o)
	in.Keep = m.binds(in.Draft)
}

// Ballot reasons step by step over the same (section 4.4); the werewolf attacks by a strategy made by hand.
func (m *mind) Ballot(a *agent.Agent, in *task.ChooseTargetIn) {
	o := a.Observation()
	in.Scene, in.Summary = m.scene()
	in.Analysis = m.analysis
	if who := m.divine.on(o.Day); o.Request.Kind == werewolf.Divine && o.Request.Targets.Has(who) {
		in.Candidates = []task.Candidate{{Name: o.Name(who), Score: 1, Reasons: a.Reasons(who)}} // it was announced
	}
	if !a.On("decision") {
		return
	}
	switch o.Request.Kind {
	case werewolf.Attack:
		in.Strategy = m.words.Say("attack")
	case werewolf.Divine:
		in.Strategy = m.words.Say("divine") + "\n" + m.strategy.String()
	default:
		in.Strategy = m.words.Say("vote")
	}
}
