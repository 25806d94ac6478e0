package kanolab

import (
	"strconv"
	"strings"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/character"
	"wolfden/internal/bot/doubt"
	"wolfden/internal/bot/logic"
	"wolfden/internal/bot/phrase"
	"wolfden/internal/bot/reading"
	"wolfden/internal/bot/rulebook"
	"wolfden/internal/bot/summary"
	reasoned "wolfden/internal/reason/logic"
	"wolfden/werewolf"
)

// state is what the player keeps of one game.
type state struct {
	*character.Keeper
	*summary.Rolling
	*logic.Tracker
	reading.Extractor
	book phrase.Book // strategies and, by TALK, examples of talk

	roles             bool    // every role is told how to play as well
	certain, supposed float32 // what certainty weighs beside what only hints, and what holds whichever claimant is real
}

func newState(k *agent.Kit) (*state, error) {
	s := &state{roles: k.Number("roles") > 0, certain: float32(k.Number("certain")), supposed: float32(k.Number("supposed"))}
	var err error
	if s.book, err = phrase.Read(files, ".", k.Desk.Lang()); err != nil {
		return nil, err
	}
	if s.Tracker, err = logic.New(k.Desk.Lang()); err != nil {
		return nil, err
	}
	s.Rolling = summary.NewRolling(k.Desk, k.Int("history"), k.Int("history")*2/5)
	s.Keeper = character.New(k.Desk, k.Rand("character"))
	return s, nil
}

// explain puts the game and its roles in full into every prompt of the answer.
func (*state) explain(t *agent.Table) agent.Changes {
	t.Scene.Rulebook, t.Scene.Part = rulebook.Lines(t.Desk.Lang(), t.O)
	return agent.Changes{}
}

// advise puts the common strategies into every prompt of the answer.
func (s *state) advise(t *agent.Table) agent.Changes {
	t.Scene.Advice = strategy(&s.book, t.O, s.roles)
	return agent.Changes{}
}

// infer concludes what follows, and weighs it.
func (s *state) infer(t *agent.Table) agent.Changes {
	return agent.Changes{Note: s.Infer(t), Opinion: s.conclude(t)}
}

// conclude applies what logic excludes. A player who cannot be a werewolf, whichever claimant is real, is no suspect;
// one who must be a werewolf is a suspect. A liar reasons as somebody would who knows only what is public, since
// otherwise it could accuse nobody.
func (s *state) conclude(t *agent.Table) *doubt.Opinion {
	e := t.Reason().Logic()
	if t.Self.Pretence().Role != t.O.Role() {
		e = t.Reason().PublicLogic()
	}
	not, must := agreed(e.Patterns)
	opinion := t.Self.Opinion()
	for _, found := range []struct {
		who    werewolf.SeatSet
		weighs float32
	}{{e.NotWolves, -s.certain}, {e.Wolves, s.certain}, {not &^ e.NotWolves, -s.supposed}, {must &^ e.Wolves, s.supposed}} {
		for id := range (found.who & t.O.Others()).All() {
			opinion.Score[id] += found.weighs
		}
	}
	return opinion
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

func (s *state) tellExamples(t *agent.Table, b *agent.Brief) {
	b.Samples = strangers(s.book.All("TALK"), t.O.Names)
}

// tellInvented gives the possessed that speaks its fake divinations, by day.
func (s *state) tellInvented(t *agent.Table, b *agent.Brief) {
	if !t.Speaks() || !t.O.Spec().Traitor() {
		return
	}
	var lines []string
	for _, f := range t.Self.Results() {
		lines = append(lines, s.book.Say("invented", "d", strconv.Itoa(f.Day), "t", t.O.Name(f.Target), "r", f.Species.String()))
	}
	b.Memo = strings.Join(lines, "\n")
}

func (*state) command(t *agent.Table, b *agent.Brief) { b.Command = commands[t.Desk.Lang()] }
