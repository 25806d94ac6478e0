// Package yharada is the player of Harada and Kano (AIWolfDial 2025): a hierarchical model of beliefs, desires and
// intentions under the sway of a personality.
//
// The law of the package: the macro layer is made once of profile and role, the micro layer anew with each utterance, and
// what the player does follows from them in this order: belief, desire, intention, words. The words are told the intention
// and what the player said itself, never the talk.
package yharada

import (
	"context"
	"embed"
	"fmt"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bdi"
	"wolfden/internal/bot/personality"
	"wolfden/internal/bot/phrase"
	"wolfden/internal/bot/talker"
	"wolfden/internal/bot/task"
	"wolfden/werewolf"
)

//go:embed words
var files embed.FS

// The figures that the modules work with.
const (
	hesitantIntroversion = 0.6 // above it somebody hesitates to tell results (section 7.2.2)
	hesitantJudging      = 0.7 // the same
	believing            = 4.0 // what credibility and liking weigh in suspicion, at most half of it; ours
	conforming           = 0.3 // what each vote of others weighs, times social proof; ours
	remembered           = 6   // own utterances that the words are told; ours
)

// mind is the system.
type mind struct {
	talker.Rules

	a     *agent.Agent
	words phrase.Book

	// The macro layer.
	born bool
	self personality.Personality
	want *bdi.Desires

	// The micro layer.
	beliefs *bdi.Mind
	micro   *bdi.Micro
	heard   int // utterances of the talk
	noted   int // records
	lean    personality.Feature
	desire  bdi.Desire
	aim     *bdi.Aim // of the answer at hand
	plan    task.MicroIntention
}

// New is the player.
func New(c agent.Config) (*agent.Agent, error) {
	m, err := newMind(c)
	if err != nil {
		return nil, err
	}
	return m.a, nil
}

// newMind is the system with the agent that it is the mind of.
func newMind(c agent.Config) (*mind, error) {
	m := &mind{}
	var err error
	if m.words, err = phrase.Read(files, "words", c.Lang); err != nil {
		return nil, fmt.Errorf("yharada: %w", err)
	}
	m.a, err = agent.New(c, m)
	return m, err
}

// Think goes through the layers of figure 1.
func (m *mind) Think(ctx context.Context, a *agent.Agent) {
	o := a.Observation()
	if !m.born {
		m.born = true
		m.macro(ctx, o)
	}
	if a.On("micro-belief") {
		m.believe(ctx, o)
	}
	if a.On("macro-desire") {
		m.wish(ctx, o)
	}
	m.aim, m.plan = nil, task.MicroIntention{}
	if o.Request.Kind != werewolf.Talk || !a.On("micro-desire") {
		return
	}
	aim := m.micro.Next(ctx, o, &a.Scene)
	m.aim = &aim
	a.Note("micro-desire", m.describe(o))
	if a.On("micro-intention") {
		m.plan = m.micro.Intend(ctx, o, &a.Scene, m.aim)
		a.Note("micro-intention", m.plan.Consist+"\n"+m.plan.Content)
	}
	a.Note(bdi.Topic, m.micro.Note(o))
}

// macro makes what stays for the game: the personality, which is noted as a file, and the desires of the role.
func (m *mind) macro(ctx context.Context, o *werewolf.Observation) {
	const half = 0.5
	m.self = personality.Of(personality.MBTI{half, half, half, half, half, half, half, half})
	if m.a.On("macro-belief") {
		m.self = personality.Infer(ctx, m.a.Desk, o.Name(o.Seat), o.Profile)
		m.a.Note("macro-belief", m.self.Note())
	}
	m.want = &bdi.Desires{}
	if m.a.On("macro-desire") {
		want, err := bdi.Macro(m.a.Desk, o.Rules.Table, o.Role(), m.self)
		if err != nil {
			m.a.Note("macro-desire", err.Error())
		} else {
			m.want = want
		}
	}
	m.beliefs = bdi.NewMind(m.a.Desk, m.self)
	m.micro = bdi.NewMicro(m.a.Desk, m.want, m.beliefs)
	m.temper()
}

// temper lets the personality decide when results are told: the introverted and the cautious wait.
func (m *mind) temper() {
	mask, power := &m.a.Talker().Mask, m.a.Talker().Poses().Power
	if m.a.On("macro-belief") && (power == werewolf.Divines || power == werewolf.Identifies) {
		mask.Late = m.self[personality.Introversion] > hesitantIntroversion || m.self[personality.Judging] > hesitantJudging
	}
}

// wish takes the desire of the situation, and the feature of the personality that leans to it.
func (m *mind) wish(ctx context.Context, o *werewolf.Observation) {
	m.desire = m.want.Now(ctx, o, &m.a.Scene, m.beliefs)
	for _, s := range m.want.Situations() {
		if s.Key == m.desire.Key {
			m.lean = s.Ways[0].Lean
		}
	}
	m.a.Note("macro-desire", m.desire.Title+" ("+m.lean.String()+"): "+m.desire.Text())
}

// Brief is the talk's prompt (appendix A.7): the intention, the tendencies, and what the player said before.
func (m *mind) Brief(a *agent.Agent, in *task.WordIn) {
	in.Scene.Talks = nil
	in.Strategy = m.plan.Consist + "\n" + m.plan.Content
	if m.plan.Content == "" {
		in.Strategy = m.desire.Text()
	}
	in.Analysis = m.tendencies()
	in.Memo = m.said()
	in.Command = m.words.Say("talk")
	if a.Observation().Request.Kind == werewolf.Whisper {
		in.Command = m.words.Say("whisper")
	}
}

// Ballot tells the desire and the beliefs.
func (m *mind) Ballot(a *agent.Agent, in *task.ChooseTargetIn) {
	in.Scene.Talks = nil
	in.Strategy = m.desire.Text()
	if a.On("micro-belief") {
		in.Analysis = m.impressions(a.Observation())
	}
	in.Memo = m.said()
}
