// Package kanolabnw is the player of Watanabe and Kano (kanolab-nw, AIWolfDial 2025): twelve functions, and a last word of
// the day that induces votes.
//
// The law of the package: each function of the paper's section 6.1 is a module of its own. The last utterance of a day
// of a seer, a possessed or a werewolf goes against one player by name, the speaker votes as it asked others to, and
// every such attempt is noted.
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

// The figures that the modules work with. The paper counts tokens; a character is about a third of one.
const (
	historyBudget  = 1500 // characters of history before it is summed up; the paper gives no figure
	patternsBudget = 1500 // characters of role patterns in a prompt; ours
	quoteLength    = 60   // characters of a claim that is passed on to allies; ours
	certain        = 8    // what certainty weighs beside what only hints; as own results do in package doubt
)

// mind is the system.
type mind struct {
	talker.Rules

	a     *agent.Agent
	words phrase.Book

	character *character.Keeper
	who       task.Character
	summary   *summary.Rolling
	patterns  *logic.Organ
	inducer   *inducement.Inducer

	heard  int          // utterances that claims were looked for in
	claims []task.Claim // found so far, in order
	guess  inducement.Guess
	shared map[claimant]bool // what allies were told
	last   attempt
}

// Player plays one seat of one game. It is not safe for concurrent use.
type Player struct {
	*agent.Agent
	mind *mind
}

// New is the player.
func New(c agent.Config) (*Player, error) {
	m := &mind{shared: map[claimant]bool{}}
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

// Answer answers as the agent does; a whisper may also share a role, and an attempt to induce votes is recorded as it
// was said.
func (p *Player) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	text, err := p.Agent.Answer(ctx, o)
	if err != nil {
		return "", err
	}
	switch o.Request.Kind {
	case werewolf.Whisper:
		text = p.mind.share(&o, text)
	case werewolf.Talk:
		p.mind.record(&o, text)
	default: // nothing is said
	}
	return text, nil
}

// Think runs the functions that come before an answer.
func (m *mind) Think(ctx context.Context, a *agent.Agent) {
	o := a.Observation()
	if a.On("character") {
		m.who = m.character.Of(ctx, o)
		a.Note("character", m.character.Note())
	}
	if a.On("extraction") {
		m.extract(ctx, o)
	}
	if a.On("patterns") {
		m.patterns.See(o, a.Reason())
		a.Note("patterns", m.patterns.Note())
		m.exclude(o)
	}
	if a.On("summary") {
		m.summary.See(ctx, o, &a.Scene, a.Talker().Ledger())
		a.Note("summary", m.summary.Note())
	}
	if a.On("fake-divination") && o.Spec().Traitor() {
		m.pretend(ctx, o)
	}
	m.aim(o)
	m.alone(o)
}

// Brief says what the talk is told (appendix A.4): the character, the summary, the patterns, and what to do.
func (m *mind) Brief(a *agent.Agent, in *task.WordIn) {
	o := a.Observation()
	if a.On("traits") {
		in.Character = m.who.String()
	}
	if a.On("summary") {
		in.Summary, in.Scene.Talks = m.summary.Summary(), m.summary.Lines()
	}
	if a.On("patterns") {
		in.Logic = m.patterns.Prompt(patternsBudget)
	}
	switch {
	case o.Request.Kind == werewolf.Whisper && a.On("whisper"):
		in.Command = m.words.Say("whisper")
	case m.last.due(o):
		in.Command, in.Keep = m.inducer.Command(o, m.last.target), true
	default:
		in.Command = m.words.Say("talk")
	}
}

// Ballot tells what the talk was told, and what the player itself has asked for.
func (m *mind) Ballot(a *agent.Agent, in *task.ChooseTargetIn) {
	if a.On("summary") {
		in.Summary = m.summary.Summary()
	}
	if a.On("patterns") {
		in.Analysis = m.patterns.Prompt(patternsBudget)
	}
	for _, h := range m.inducer.Hints() {
		in.Stated = append(in.Stated, h.Text)
	}
}
