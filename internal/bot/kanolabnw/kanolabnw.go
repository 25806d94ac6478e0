// Package kanolabnw is the player of Watanabe and Kano (kanolab-nw, AIWolfDial 2025): twelve functions, and a last
// utterance of the day that induces votes.
//
// The law of the package: each function of the paper's section 6.1 is a module. As a seer, a possessed or a werewolf
// the player ends a day with an utterance against one player by name and votes as it asked others to. It notes every
// such attempt.
package kanolabnw

import (
	"embed"
	"strings"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/character"
	"wolfden/internal/bot/doubt"
	"wolfden/internal/bot/inducement"
	"wolfden/internal/bot/logic"
	"wolfden/internal/bot/phrase"
	"wolfden/internal/bot/reading"
	"wolfden/internal/bot/rulebook"
	"wolfden/internal/bot/summary"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

//go:embed words prompts testdata/fake-divination.json variables.txt
var files embed.FS

// state is what the player keeps of one game.
type state struct {
	*character.Keeper
	*summary.Rolling
	*logic.Tracker
	reading.Extractor
	words   phrase.Book
	inducer *inducement.Inducer

	guess  inducement.Guess
	looked occasion      // when a model was asked for it
	shared map[news]bool // what allies were told
	last   inductionAttempt
	public *understand.Listener // hears the player as the others do

	quoteLength int     // in characters
	asserts     bool    // the last word of a day asks for the vote
	certain     float32 // what certainty weighs beside what only hints
}

func newState(k *agent.Kit) (*state, error) {
	s := &state{
		Rolling: summary.NewByDay(k.Desk, k.Int("history"), k.Int("history")*2/5), Keeper: character.New(k.Desk, k.Rand("character")), shared: map[news]bool{},
		quoteLength: k.Int("quote"), asserts: k.Number("assert") > 0, certain: float32(k.Number("certain")),
	}
	var err error
	if s.words, err = phrase.Read(files, "words", k.Desk.Lang()); err != nil {
		return nil, err
	}
	if s.Tracker, err = logic.New(k.Desk.Lang()); err != nil {
		return nil, err
	}
	s.inducer, err = inducement.New(k.Desk.Lang(), k.Seed, s.asserts)
	return s, err
}

// explain puts the base rule into the prompt of an utterance: the game and its roles in full, and what good players know.
func (s *state) explain(t *agent.Table, b *agent.Brief) {
	if t.Speaks() {
		b.Scene.Rulebook, b.Scene.Part = rulebook.Lines(t.Desk.Lang(), t.O)
		b.Scene.Advice = strings.Join(s.words.All("strategy"), "\n")
	}
}

// What the paper gives a model for talk (appendix A.4) is the character, the summary, the patterns, and a command.

// command is that of an utterance for which no other module has one.
func (s *state) command(t *agent.Table, b *agent.Brief) {
	if b.Command == "" {
		b.Command = s.words.Say("talk")
	}
}

// goal gives a vote its point of view and what the own side wins by (appendix A.5).
func (s *state) goal(t *agent.Table, b *agent.Brief) {
	if t.O.Request.Kind == werewolf.Vote {
		b.Strategy, b.Steps = strings.Join(s.words.All("vote-"+t.O.Team().String()), "\n"), true
	}
}

// infer makes the patterns, and suspects by them.
func (s *state) infer(t *agent.Table) agent.Changes {
	return agent.Changes{Note: s.Infer(t), Opinion: s.exclude(t)}
}

// exclude takes over what the patterns of roles exclude: who is a werewolf in none of them is no suspect, who is one in
// all of them is. One of the werewolves' side, who knows more than it may show, concludes from what everybody knows.
func (s *state) exclude(t *agent.Table) *doubt.Opinion {
	o, now, opinion := t.O, t.Reason().Mine().Now(), t.Self.Opinion()
	if o.Team() != werewolf.VillagerTeam {
		now = t.Reason().Village().Now()
	}
	for id := range o.Others().All() {
		switch now.Wolf(id) {
		case 0:
			opinion.Score[id] -= s.certain
		case 1:
			opinion.Score[id] += s.certain
		}
	}
	return opinion
}
