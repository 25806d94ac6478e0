// Package yharada is the player of Harada and Kano (AIWolfDial 2025): a hierarchical model of beliefs, desires and
// intentions, influenced by a personality.
//
// The law of the package: the macro layer is made once, from profile and role, and the micro layer for each utterance.
// Everything the player does follows in this order: belief, desire, intention, words. The model that finds the words
// sees the intention and what the player itself said, never the talk.
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

// The numbers that the modules work with.
const (
	hesitantIntroversion = 0.6 // above it somebody hesitates to tell results (section 7.2.2)
	hesitantJudging      = 0.7 // the same
	believing            = 4.0 // what credibility and liking weigh in suspicion, at most half of it; ours
	conforming           = 0.3 // what each vote of others weighs, times social proof; ours
	remembered           = 6   // own utterances that the words are told; ours
)

// system is the system.
type system struct {
	talker.Rules

	a     *agent.Agent
	words phrase.Book

	// The macro layer.
	born bool
	self personality.Personality
	want *bdi.Desires

	// The micro layer.
	beliefs *bdi.MicroBeliefs
	micro   *bdi.Micro
	heard   int // utterances of the talk
	noted   int // records
	lean    personality.Feature
	desire  bdi.Desire
	aim     *bdi.Aim // of the answer at hand
	plan    task.MicroIntention
}

// New returns the player.
func New(c agent.Config) (*agent.Agent, error) {
	m, err := newSystem(c)
	if err != nil {
		return nil, err
	}
	return m.a, nil
}

// newSystem is the system with its agent.
func newSystem(c agent.Config) (*system, error) {
	m := &system{}
	var err error
	if m.words, err = phrase.Read(files, "words", c.Lang); err != nil {
		return nil, fmt.Errorf("yharada: %w", err)
	}
	m.a, err = agent.New(c, m)
	return m, err
}

// Think runs the layers of figure 1.
func (sys *system) Think(ctx context.Context, a *agent.Agent) {
	o := a.Observation()
	if !sys.born {
		sys.born = true
		sys.macro(ctx, o)
	}
	if a.On("micro-belief") {
		sys.believe(ctx, o)
	}
	if a.On("macro-desire") {
		sys.wish(ctx, o)
	}
	sys.aim, sys.plan = nil, task.MicroIntention{}
	if o.Request.Kind != werewolf.Talk || !a.On("micro-desire") {
		return
	}
	aim := sys.micro.Next(ctx, o, &a.Scene)
	sys.aim = &aim
	a.Note("micro-desire", sys.describe(o))
	if a.On("micro-intention") {
		sys.plan = sys.micro.Intend(ctx, o, &a.Scene, sys.aim)
		a.Note("micro-intention", sys.plan.Consist+"\n"+sys.plan.Content)
	}
	a.Note(bdi.Topic, sys.micro.Note(o))
}

// macro makes what stays for the game: the personality, which is noted as a file, and the desires of the role.
func (sys *system) macro(ctx context.Context, o *werewolf.Observation) {
	const half = 0.5
	sys.self = personality.Of(personality.MBTI{half, half, half, half, half, half, half, half})
	if sys.a.On("macro-belief") {
		sys.self = personality.Infer(ctx, sys.a.Desk, o.Name(o.Seat), o.Profile)
		sys.a.Note("macro-belief", sys.self.Note())
	}
	sys.want = &bdi.Desires{}
	if sys.a.On("macro-desire") {
		want, err := bdi.Macro(sys.a.Desk, o.Rules.Table, o.Role(), sys.self)
		if err != nil {
			sys.a.Note("macro-desire", err.Error())
		} else {
			sys.want = want
		}
	}
	sys.beliefs = bdi.NewMicroBeliefs(sys.a.Desk, sys.self)
	sys.micro = bdi.NewMicro(sys.a.Desk, sys.want, sys.beliefs)
	sys.temper()
}

// temper lets the personality decide when results are told: the introverted and the cautious wait.
func (sys *system) temper() {
	mask, power := &sys.a.Talker().Pretence, sys.a.Talker().ShownSpec().Power
	if sys.a.On("macro-belief") && (power == werewolf.Divines || power == werewolf.Identifies) {
		mask.Late = sys.self[personality.Introversion] > hesitantIntroversion || sys.self[personality.Judging] > hesitantJudging
	}
}

// wish takes the desire of the situation, and the feature of the personality that leans to it.
func (sys *system) wish(ctx context.Context, o *werewolf.Observation) {
	sys.desire = sys.want.Now(ctx, o, &sys.a.Scene, sys.beliefs)
	for _, s := range sys.want.Situations() {
		if s.Key == sys.desire.Key {
			sys.lean = s.Ways[0].Lean
		}
	}
	sys.a.Note("macro-desire", sys.desire.Title+" ("+sys.lean.String()+"): "+sys.desire.Text())
}

// Brief fills in the prompt for talk (appendix A.7): the intention, the tendencies, and what the player said before.
func (sys *system) Brief(a *agent.Agent, in *task.WordIn) {
	in.Scene.Talks = nil
	in.Strategy = sys.plan.Consist + "\n" + sys.plan.Content
	if sys.plan.Content == "" {
		in.Strategy = sys.desire.Text()
	}
	in.Analysis = sys.tendencies()
	in.Memo = sys.ownWords()
	in.Command = sys.words.Say("talk")
	if a.Observation().Request.Kind == werewolf.Whisper {
		in.Command = sys.words.Say("whisper")
	}
}

// Ballot gives the model the desire and the beliefs.
func (sys *system) Ballot(a *agent.Agent, in *task.ChooseTargetIn) {
	in.Scene.Talks = nil
	in.Strategy = sys.desire.Text()
	if a.On("micro-belief") {
		in.Analysis = sys.impressions(a.Observation())
	}
	in.Memo = sys.ownWords()
}
