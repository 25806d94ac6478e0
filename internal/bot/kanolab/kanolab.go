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

// The numbers that the modules work with. The paper counts tokens; a character is about a third of one.
const (
	historyBudget = 1800 // tokens of history before it is summed up; the paper gives no figure
	logicBudget   = 3000 // characters of logic in a prompt; ours
	certain       = 8    // what certainty weighs beside what only hints; as own results do in package doubt
	supposed      = 2    // weight of what holds whichever claimant is real; the real one may not have come out
)

// system is the system.
type system struct {
	talker.Rules
	agent.NoModules

	strategies map[string]string // by the name of the role
	examples   []string

	a         *agent.Agent
	character *character.Keeper
	who       task.Character
	summary   *summary.Rolling
	logic     *logic.Tracker
	read      int // lines that claims were looked for in
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

// Think runs the blocks of figure 1 that come before the utterance.
func (s *system) Think(ctx context.Context, a *agent.Agent) {
	o, heard := a.Observation(), a.Talker().Ledger()
	if a.On("character") {
		s.who = s.character.Of(ctx, o)
		a.Scene.Character = s.who.String()
		a.Note(character.Topic, s.character.Note())
	}
	if a.On("strategies") {
		a.Scene.Advice = s.strategy(o)
	}
	if a.On("extraction") {
		s.extract(ctx)
	}
	if a.On("logic") {
		s.logic.See(o, a.Reason())
		a.Note(logic.Topic, s.logic.Note())
		conclude(a.Talker(), a.Reason())
	}
	if a.On("summary") {
		s.summary.See(ctx, o, &a.Scene, heard)
		a.Note(summary.Topic, s.summary.Note())
	}
}

// extract looks for claims in what was said since (section 4.1). What a model invents is discarded.
func (s *system) extract(ctx context.Context) {
	fresh := s.a.Scene.Talks[s.read:]
	if len(fresh) == 0 {
		return
	}
	s.read = len(s.a.Scene.Talks)
	heard := heardClaims(s.a, fresh)
	out := task.Ask(ctx, s.a.Desk, s.a.ExtractClaims, task.ExtractClaimsIn{Scene: s.a.Scene, Lines: fresh, Heard: heard})
	s.a.Learn(out.Claims)
	s.a.Note("extraction", describe(out.Claims, out.Discarded))
}

// conclude applies what logic excludes. A player who cannot be a werewolf, whichever claimant is real, is no suspect;
// one who must be a werewolf is a suspect. A liar reasons as somebody would who knows only what is public, since
// otherwise it could accuse nobody.
func conclude(p *talker.Player, r *reason.Reasoner) {
	e := r.Logic()
	if p.Pretence.Role != p.Observation().Role() {
		e = r.PublicLogic()
	}
	not, must := agreed(e.Patterns)
	score := &p.Opinion().Score
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

// Brief fills in the seven elements of table 2 (character, game settings (which every prompt has), strategies, summary,
// examples, history, command) and the logic.
func (s *system) Brief(a *agent.Agent, in *task.WordIn) {
	if a.On("summary") {
		in.Summary, in.Scene.Talks = s.summary.Summary(), s.summary.Lines()
	}
	if a.On("examples") {
		in.Examples = strangers(s.examples, a.Observation().Names)
	}
	if a.On("logic") {
		in.Logic = s.logic.Prompt(logicBudget)
	}
	in.Command = commands[a.Lang()]
}

// strategy returns what is commonly known to be good play in the player's role.
func (s *system) strategy(o *werewolf.Observation) string {
	return s.strategies[o.Heading(func(name string) bool { return s.strategies[name] != "" })]
}

// Ballot gives the model what it is given for the talk.
func (s *system) Ballot(a *agent.Agent, in *task.ChooseTargetIn) {
	if a.On("summary") {
		in.Summary, in.Scene.Talks = s.summary.Summary(), s.summary.Lines()
	}
	if a.On("logic") {
		in.Analysis = s.logic.Prompt(logicBudget)
	}
}

// heardClaims are the claims that rules understand in the lines.
func heardClaims(a *agent.Agent, lines []scene.Line) (list []task.Claim) {
	fresh := map[[2]int]bool{}
	for _, l := range lines {
		fresh[[2]int{l.Day, l.Idx}] = true
	}
	for at, u := range a.Observation().Talks {
		if fresh[[2]int{u.Day, u.Idx}] {
			list = append(list, a.Claims(at)...)
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
