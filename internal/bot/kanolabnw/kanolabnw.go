// Package kanolabnw is the player of Watanabe and Kano (kanolab-nw, AIWolfDial 2025): twelve functions, and a last
// utterance of the day that induces votes.
//
// The law of the package: each function of the paper's section 6.1 is a module. As a seer, a possessed or a werewolf
// the player ends a day with an utterance against one player by name and votes as it asked others to. It notes every
// such attempt.
package kanolabnw

import (
	"context"
	"embed"
	"fmt"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/character"
	"wolfden/internal/bot/inducement"
	"wolfden/internal/bot/logic"
	"wolfden/internal/bot/phrase"
	"wolfden/internal/bot/summary"
	"wolfden/internal/bot/talker"
	"wolfden/internal/bot/task"
	"wolfden/werewolf"
)

//go:embed words
var files embed.FS

// The numbers that the modules work with. The paper counts tokens; a character is about a third of one.
const (
	historyBudget  = 2000 // tokens of history before it is summed up; the paper gives no figure
	patternsBudget = 1500 // characters of role patterns in a prompt; ours
	quoteLength    = 60   // characters of a claim that is passed on to allies; ours
	certain        = 8    // what certainty weighs beside what only hints; as own results do in package doubt
)

// system is the system.
type system struct {
	talker.Rules

	a     *agent.Agent
	words phrase.Book

	character *character.Keeper
	who       task.Character
	summary   *summary.Rolling
	patterns  *logic.Tracker
	inducer   *inducement.Inducer

	heard  int          // utterances that claims were looked for in
	claims []task.Claim // found so far, in order
	guess  inducement.Guess
	shared map[claimant]bool // what allies were told
	last   inductionAttempt
}

// Player plays one seat of one game. It is not safe for concurrent use.
type Player struct {
	*agent.Agent
	system *system
}

// New returns the player.
func New(c agent.Config) (*Player, error) {
	m := &system{shared: map[claimant]bool{}}
	var err error
	if m.words, err = phrase.Read(files, "words", c.Lang); err != nil {
		return nil, fmt.Errorf("kanolabnw: %w", err)
	}
	if m.patterns, err = logic.New(c.Lang); err != nil {
		return nil, err
	}
	if m.inducer, err = inducement.New(c.Lang, c.Seed); err != nil {
		return nil, err
	}
	if m.a, err = agent.New(c, m); err != nil {
		return nil, err
	}
	m.summary = summary.NewRolling(m.a.Desk, historyBudget)
	m.character = character.New(m.a.Desk, m.a.Rand("character"))
	return &Player{m.a, m}, nil
}

// Answer answers as the agent does. A whisper may also share a role, and an attempt to induce votes is recorded as it
// was said.
func (p *Player) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	text, err := p.Agent.Answer(ctx, o)
	if err != nil {
		return "", err
	}
	switch o.Request.Kind {
	case werewolf.Whisper:
		text = p.system.pass(&o, text)
	case werewolf.Talk:
		p.system.record(&o, text)
	default: // nothing is said
	}
	return text, nil
}

// Think runs the functions that come before an answer.
func (s *system) Think(ctx context.Context, a *agent.Agent) {
	o := a.Observation()
	if a.On("character") {
		s.who = s.character.Of(ctx, o)
		a.Note("character", s.character.Note())
	}
	if a.On("traits") {
		a.Scene.Character = s.who.String()
	}
	if a.On("extraction") {
		s.extract(ctx, o)
	}
	if a.On("patterns") {
		s.patterns.See(o, a.Reason())
		a.Note("patterns", s.patterns.Note())
		s.exclude(o)
	}
	if a.On("summary") {
		s.summary.See(ctx, o, &a.Scene, a.Talker().Ledger())
		a.Note("summary", s.summary.Note())
	}
	if a.On("fake-divination") && o.Spec().Traitor() {
		s.pretend(ctx, o)
	}
	s.aim(o)
	s.alone(o)
}

// Brief gives the model what the paper gives it for talk (appendix A.4): the character, the summary, the patterns, and
// the command.
func (s *system) Brief(a *agent.Agent, in *task.WordIn) {
	o := a.Observation()
	if a.On("summary") {
		in.Summary, in.Scene.Talks = s.summary.Summary(), s.summary.Lines()
	}
	if a.On("patterns") {
		in.Logic = s.patterns.Prompt(patternsBudget)
	}
	switch {
	case o.Request.Kind == werewolf.Whisper && a.On("whisper"):
		in.Command, in.Topic = s.words.Say("whisper"), s.news(o)
	case s.last.due(o):
		in.Command = s.inducer.Command(o, s.last.target)
	default:
		in.Command = s.words.Say("talk")
	}
	if results := a.Talker().Results(); a.On("fake-divination") && o.Spec().Traitor() && len(results) > 0 {
		f := results[len(results)-1]
		in.Analysis = s.words.Say("invented", "t", o.Name(f.Target), "r", f.Species.String())
	}
}

// Ballot gives the model what it is given for talk, and what the player itself has asked for.
func (s *system) Ballot(a *agent.Agent, in *task.ChooseTargetIn) {
	if a.On("summary") {
		in.Summary = s.summary.Summary()
	}
	if a.On("patterns") {
		in.Analysis = s.patterns.Prompt(patternsBudget)
	}
	for _, h := range s.inducer.Hints() {
		in.Stated = append(in.Stated, h.Text)
	}
}
