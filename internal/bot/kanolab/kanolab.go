package kanolab

import (
	"context"
	"strconv"
	"strings"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/character"
	"wolfden/internal/bot/logic"
	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/summary"
	"wolfden/internal/bot/talker"
	"wolfden/internal/bot/task"
	"wolfden/internal/reason/belief"
	"wolfden/werewolf"
)

// The figures that the modules work with. The paper counts tokens; a character is about a third of one.
const (
	historyBudget = 1500 // characters of history before it is summed up; the paper gives no figure
	logicBudget   = 1500 // characters of logic in a prompt; ours
	certain       = 8    // what certainty weighs beside what only hints; as own results do in package doubt
)

// mind is the system.
type mind struct {
	talker.Rules
	agent.Silent

	strategies map[werewolf.Role]string
	examples   []string

	a         *agent.Agent
	character *character.Keeper
	who       task.Character
	summary   *summary.Rolling
	logic     *logic.Organ
	read      int // lines that claims were looked for in
}

// New is the player.
func New(c agent.Config) (*agent.Agent, error) {
	m := &mind{}
	var err error
	if m.strategies, m.examples, err = readStrategies(c.Lang); err != nil {
		return nil, err
	}
	if m.logic, err = logic.New(c.Lang); err != nil {
		return nil, err
	}
	if m.a, err = agent.New(c, m); err != nil {
		return nil, err
	}
	m.summary = summary.NewRolling(m.a.Desk, historyBudget)
	m.character = character.New(m.a.Desk, m.a.Rand("character"))
	return m.a, nil
}

// Think is the blocks of figure 1 that come before the utterance.
func (m *mind) Think(ctx context.Context, a *agent.Agent) {
	o, board := a.Observation(), a.Talker().Board()
	if a.On("character") {
		m.who = m.character.Of(ctx, o)
		a.Note(character.Topic, m.character.Note())
	}
	if a.On("extraction") {
		m.extract(ctx)
	}
	if a.On("logic") {
		m.logic.See(o, a.Reason())
		a.Note(logic.Topic, m.logic.Note())
		certainly(a.Talker(), a.Reason().Mine())
	}
	if a.On("summary") {
		m.summary.See(ctx, o, &a.Scene, board)
		a.Note(summary.Topic, m.summary.Note())
	}
}

// extract looks for claims in what was said since (section 4.1). What a model invents is discarded.
func (m *mind) extract(ctx context.Context) {
	fresh := m.a.Scene.Talks[m.read:]
	if len(fresh) == 0 {
		return
	}
	m.read = len(m.a.Scene.Talks)
	heard := heardClaims(m.a, fresh)
	out := task.Ask(ctx, m.a.Desk, m.a.ExtractClaims, task.ExtractClaimsIn{Scene: m.a.Scene, Lines: fresh, Heard: heard})
	kept, discarded := task.Grounded(fresh, out.Claims)
	m.a.Learn(kept)
	m.a.Note("extraction", describe(kept, discarded))
}

// certainly takes over what logic excludes: who cannot be a werewolf is no suspect, who must be one is.
func certainly(p *talker.Player, b *belief.Belief) {
	now := b.Now()
	for id := range p.Observation().Others().All() {
		switch now.Wolf(id) {
		case 0:
			p.Sheet().Score[id] -= certain
		case 1:
			p.Sheet().Score[id] += certain
		}
	}
}

// Brief is the seven elements of table 2: character, game settings (which every prompt has), strategies, summary, examples,
// history, command; and logic.
func (m *mind) Brief(a *agent.Agent, in *task.WordIn) {
	in.Character = m.who.String()
	if a.On("strategies") {
		in.Strategy = m.strategies[a.Observation().Role()]
	}
	if a.On("summary") {
		in.Summary, in.Scene.Talks = m.summary.Summary(), m.summary.Lines()
	}
	if a.On("examples") {
		in.Examples = m.examples
	}
	if a.On("logic") {
		in.Logic = m.logic.Prompt(logicBudget)
	}
	in.Command = commands[a.Lang()]
}

// Ballot tells what the talk was told.
func (m *mind) Ballot(a *agent.Agent, in *task.ChooseTargetIn) {
	if a.On("summary") {
		in.Summary = m.summary.Summary()
	}
	if a.On("logic") {
		in.Analysis = m.logic.Prompt(logicBudget)
	}
}

// heardClaims are the claims that rules understand in the lines.
func heardClaims(a *agent.Agent, lines []scene.Line) (list []task.Claim) {
	o := a.Observation()
	at := map[[2]int]int{}
	for i := range o.Talks {
		at[[2]int{o.Talks[i].Day, o.Talks[i].Idx}] = i
	}
	for _, l := range lines {
		i, ok := at[[2]int{l.Day, l.Idx}]
		if !ok {
			continue
		}
		r := a.Talker().Said(i)
		if r.Claim != werewolf.NoRole {
			list = append(list, task.Claim{Day: l.Day, Idx: l.Idx, Speaker: l.Speaker, Quote: l.Text, Role: r.Claim.String()})
		}
		for _, f := range r.Results {
			list = append(list, task.Claim{
				Day: l.Day, Idx: l.Idx, Speaker: l.Speaker, Quote: l.Text, Target: o.Name(f.Target), Species: f.Species.String(),
			})
		}
	}
	return list
}

// describe is a note on an extraction.
func describe(kept, discarded []task.Claim) string {
	var b strings.Builder
	for _, group := range []struct {
		mark   string
		claims []task.Claim
	}{{"", kept}, {"discarded: ", discarded}} {
		for _, c := range group.claims {
			b.WriteString(group.mark + c.Speaker + " #" + strconv.Itoa(c.Idx) + ": " + strings.TrimSpace(c.Role+" "+c.Target+" "+c.Species) + "\n")
		}
	}
	return b.String()
}
