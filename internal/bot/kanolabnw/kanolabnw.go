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
	"wolfden/internal/bot/task"
)

//go:embed words
var files embed.FS

// state is what the player keeps of one game.
type state struct {
	*summary.Rolling
	words    phrase.Book
	keeper   *character.Keeper
	who      task.Character
	patterns *logic.Tracker
	inducer  *inducement.Inducer

	heard  int          // utterances that claims were looked for in
	claims []task.Claim // found so far, in order
	found  []task.Claim // the last of them, for the answer at hand
	guess  inducement.Guess
	shared map[claimant]bool // what allies were told
	last   inductionAttempt

	patternsBudget, quoteLength int     // in characters
	certain                     float32 // what certainty weighs beside what only hints
}

func newState(k *agent.Kit) (*state, error) {
	s := &state{
		Rolling: summary.NewRolling(k.Desk, k.Int("history")), keeper: character.New(k.Desk, k.Rand("character")), shared: map[claimant]bool{},
		patternsBudget: k.Int("patterns"), quoteLength: k.Int("quote"), certain: float32(k.Number("certain")),
	}
	var err error
	if s.words, err = phrase.Read(files, "words", k.Desk.Lang()); err != nil {
		return nil, fmt.Errorf("kanolabnw: %w", err)
	}
	if s.patterns, err = logic.New(k.Desk.Lang()); err != nil {
		return nil, err
	}
	s.inducer, err = inducement.New(k.Desk.Lang(), k.Seed)
	return s, err
}

func (s *state) settle(ctx context.Context, t *agent.Table) string {
	s.who = s.keeper.Of(ctx, t.O)
	return s.keeper.Note()
}

// wear puts the character into every prompt of the answer.
func (s *state) wear(_ context.Context, t *agent.Table) string {
	t.Scene.Character = s.who.String()
	return ""
}

// What the paper gives a model for talk (appendix A.4) is the character, the summary, the patterns, and a command.

func (s *state) tellPatterns(_ *agent.Table, b *agent.Brief) {
	b.Logic = s.patterns.Prompt(s.patternsBudget)
}

// command is that of an utterance for which no other module has one.
func (s *state) command(_ *agent.Table, b *agent.Brief) {
	if b.Command == "" {
		b.Command = s.words.Say("talk")
	}
}
