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
	"wolfden/internal/reason"
	reasoned "wolfden/internal/reason/logic"
	"wolfden/werewolf"
)

// The figures that the modules work with. The paper counts tokens; a character is about a third of one.
const (
	historyBudget = 1500 // characters of history before it is summed up; the paper gives no figure
	logicBudget   = 3000 // characters of logic in a prompt; ours
	certain       = 8    // what certainty weighs beside what only hints; as own results do in package doubt
	supposed      = 2    // what holds whoever of the claimants is real weighs; a real one may not have come out
)

// mind is the system.
type mind struct {
	talker.Rules
	agent.Silent

	strategies map[string]string // by the role's name
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
	m, err := newMind(c)
	if err != nil {
		return nil, err
	}
	return m.a, nil
}

func newMind(c agent.Config) (*mind, error) {
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
	return m, nil
}

// Think is the blocks of figure 1 that come before the utterance.
func (m *mind) Think(ctx context.Context, a *agent.Agent) {
	o, board := a.Observation(), a.Talker().Ledger()
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
		conclude(a.Talker(), a.Reason())
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
	m.a.Learn(out.Claims)
	m.a.Note("extraction", describe(out.Claims, out.Discarded))
}

// conclude takes over what logic excludes: who cannot be a werewolf, for certain or whoever of the claimants is real, is no
// suspect, who must be one is. A liar doubts as somebody would who knows no more than everybody, else it could accuse
// nobody.
func conclude(p *talker.Player, r *reason.Mind) {
	e := r.Logic()
	if p.Mask.Role != p.Observation().Role() {
		e = r.PublicLogic()
	}
	not, must := agreed(e.Patterns)
	score := &p.Sheet().Score
	for _, found := range []struct {
		who    werewolf.SeatSet
		weighs float32
	}{{e.NotWolves, -certain}, {e.Wolves, certain}, {not &^ e.NotWolves, -supposed}, {must &^ e.Wolves, supposed}} {
		for id := range (found.who & p.Observation().Others()).All() {
			score[id] += found.weighs
		}
	}
}

// agreed are who cannot, and who must, be a werewolf in every pattern that is possible; nobody where there is none.
func agreed(patterns []reasoned.Pattern) (not, must werewolf.SeatSet) {
	not, must = werewolf.SeatsUpTo(werewolf.MaxSeats), werewolf.SeatsUpTo(werewolf.MaxSeats)
	possible := 0
	for i := range patterns {
		if p := &patterns[i]; p.Worlds > 0 {
			not, must = not&p.NotWolves, must&p.Wolves
			possible++
		}
	}
	if possible == 0 {
		return 0, 0
	}
	return not, must
}

// Brief is the seven elements of table 2: character, game settings (which every prompt has), strategies, summary, examples,
// history, command; and logic.
func (m *mind) Brief(a *agent.Agent, in *task.WordIn) {
	in.Character = m.who.String()
	if a.On("strategies") {
		in.Strategy = m.strategy(a.Observation())
	}
	if a.On("summary") {
		in.Summary, in.Scene.Talks = m.summary.Summary(), m.summary.Lines()
	}
	if a.On("examples") {
		in.Examples = strangers(m.examples, a.Observation().Names)
	}
	if a.On("logic") {
		in.Logic = m.logic.Prompt(logicBudget)
	}
	in.Command = commands[a.Lang()]
}

// Ballot tells what the talk was told.
func (m *mind) Ballot(a *agent.Agent, in *task.ChooseTargetIn) {
	if a.On("strategies") {
		in.Strategy = m.strategy(a.Observation())
	}
	if a.On("summary") {
		in.Summary, in.Scene.Talks = m.summary.Summary(), m.summary.Lines()
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
		rows, by := a.Talker().Ledger().Rows(i), o.Talks[i].Seat
		if role := rows.Claimed(by); role != werewolf.NoRole {
			list = append(list, task.Claim{Day: l.Day, Idx: l.Idx, Speaker: l.Speaker, Quote: l.Text, Role: o.Rules.Table.Name(role)})
		}
		for f := range rows.Results(by) {
			if f.Tells() && f.Species == werewolf.NoSpecies {
				continue
			}
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
