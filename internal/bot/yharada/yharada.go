// Package yharada is the player of Harada and Kano (AIWolfDial 2025): a hierarchical model of beliefs, desires and
// intentions, influenced by a personality.
//
// The law of the package: the macro layer is made once, from profile and role, before anything is said, and the micro layer for
// each utterance. The profile itself is in no other prompt.
// Everything the player does follows in this order: belief, desire, intention, words. The model that finds the words
// sees the intention and what the player itself said, never the talk. As it was deployed in the contest the player has beliefs alone,
// and the model finds the words by its personality and what it believes of the others.
package yharada

import (
	"embed"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bdi"
	"wolfden/internal/bot/personality"
	"wolfden/internal/bot/phrase"
	"wolfden/werewolf"
)

//go:embed words
var files embed.FS

// state is what the player keeps of one game.
type state struct {
	words phrase.Book

	// The macro layer, which stays as it is once it is made.
	born   bool
	self   personality.Personality
	wanted bool
	want   *bdi.Desires

	// The micro layer.
	beliefs *bdi.MicroBeliefs
	micro   *bdi.Micro // nil before the macro layer is made
	heard   int        // utterances of the talk
	noted   int        // records
	lean    personality.Feature
	desire  bdi.Desire
	aim     *bdi.Aim // of the answer at hand
	plan    bdi.MicroIntention

	deployed              bool    // as in the contest: nothing is desired or intended, and who speaks sees the talk
	believing, conforming float64 // what weighs in suspicion
	remembered            int
}

func newState(k *agent.Kit) (*state, error) {
	words, err := phrase.Read(files, "words", k.Desk.Lang())
	if err != nil {
		return nil, err
	}
	const half = 0.5
	self := personality.Of(personality.MBTI{half, half, half, half, half, half, half, half})
	return &state{
		words: words, self: self, want: &bdi.Desires{}, beliefs: bdi.NewMicroBeliefs(k.Desk, self),
		believing: k.Number("believing"), conforming: k.Number("conforming"), remembered: k.Int("remembered"),
		deployed: k.Number("deployed") > 0,
	}, nil
}

// become makes the personality, once, which is noted as a file. From then on no prompt shows the profile, but what follows from it
// (section 3.4).
func (s *state) become(t *agent.Table) (now agent.Changes) {
	if !s.born {
		s.born = true
		s.self = personality.Infer(t.Ctx, t.Desk, t.O.Name(t.O.Seat), t.O.Profile)
		s.beliefs = bdi.NewMicroBeliefs(t.Desk, s.self)
		now.Note = s.self.Note()
	}
	t.Scene.Profile = ""
	return now
}

// wish makes the desires of all situations and the plan, once and before anything is said, and afterwards takes the desire of the
// situation at hand, and the feature of the personality that leans to it.
func (s *state) wish(t *agent.Table) agent.Changes {
	if s.deployed {
		return agent.Changes{}
	}
	if !s.wanted {
		s.wanted = true
		if want, err := bdi.Macro(t.Desk, t.O.Rules.Table, t.O.Role(), s.self); err != nil {
			t.Note(err.Error())
		} else {
			want.Infer(t.Ctx, t.Scene)
			s.want = want
			t.Note(want.Note())
		}
	}
	s.desire = s.want.Now(t.O, s.beliefs)
	for _, one := range s.want.Situations() {
		if one.Key == s.desire.Key {
			s.lean = one.Ways[0].Lean
		}
	}
	return agent.Changes{Note: s.desire.Title + " (" + s.lean.String() + "): " + s.desire.Final}
}

// aimAt chooses what the utterance is for.
func (s *state) aimAt(t *agent.Table) agent.Changes {
	if s.micro == nil {
		s.micro = bdi.NewMicro(t.Desk, s.want, s.beliefs)
	}
	if s.aim = nil; s.deployed || t.O.Request.Kind != werewolf.Talk {
		return agent.Changes{}
	}
	aim := s.micro.Next(t.Ctx, t.O, t.Scene, t.Self.Plan())
	s.aim = &aim
	return agent.Changes{Note: s.micro.Note(t.O)}
}

// intend plans the utterance.
func (s *state) intend(t *agent.Table) agent.Changes {
	if s.plan = (bdi.MicroIntention{}); s.aim == nil {
		return agent.Changes{}
	}
	s.plan = s.micro.Intend(t.Ctx, t.O, t.Scene, s.aim)
	return agent.Changes{Note: s.plan.Consist + "\n" + s.plan.Content}
}

func (s *state) tellDesire(_ *agent.Table, b *agent.Brief) { b.Strategy = s.desire.Final }

// tellPlan puts the intention in the place of the desire that it follows.
func (s *state) tellPlan(_ *agent.Table, b *agent.Brief) {
	if s.plan.Content != "" {
		b.Strategy = s.words.Say("consist", "x", s.plan.Consist) + "\n" + s.words.Say("content", "x", s.plan.Content)
	}
}

// command is the rest of the prompt for talk (appendix A.7): whether there were votes and a yesterday, who may be named, what the
// player said before, and none of the talk.
func (s *state) command(t *agent.Table, b *agent.Brief) {
	if s.deployed {
		b.Memo, b.Command = s.ownWords(), s.words.Say("deployed")
		return
	}
	b.Scene.Talks, b.Memo, b.Blind = nil, s.ownWords(), true
	names := t.O.Names[0]
	for _, name := range t.O.Names[1:] {
		names = s.words.Say("between", "x", names, "y", name)
	}
	b.Command = s.words.Say("talk", "names", names)
	if t.O.Request.Kind == werewolf.Whisper {
		b.Command = s.words.Say("whisper")
	}
	votes, yesterday := "no-votes", "no-yesterday"
	if len(t.O.Votes) > 0 {
		votes = "votes"
	}
	if t.O.Day > 0 {
		yesterday = "yesterday"
	}
	b.Command = s.words.Say("facts", "x", s.words.Say(votes), "y", s.words.Say(yesterday), "z", b.Command)
}
