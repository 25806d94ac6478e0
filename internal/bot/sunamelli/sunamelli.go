// Package sunamelli is the player of Natsuori, Kamada, Kamiyama and Nakanishi (AIWolfDial 2025). Its strategy module
// reads the talk; its conversation module never does.
//
// The law of the package: the conversation module is told the strategy but nothing that was said, so that it cannot
// repeat it. In every prompt, words that model providers' filters refuse are replaced, and in every answer they are put
// back.
package sunamelli

import (
	"strings"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/talker"
	"wolfden/internal/bot/task"
	"wolfden/internal/llm"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// state is what the player keeps of one game.
type state struct {
	book     *strategyBook
	terms    *softened
	phase    phase         // discussion where phases are not told apart
	usual    phaseStrategy // what rules do now
	strategy Approach

	fewWords, lateTurns int
	trust               float32
}

func newState(k *agent.Kit) (*state, error) {
	book, err := readBook(k.Desk.Lang())
	terms := &softened{lang: k.Desk.Lang()}
	k.Through("terminology", func(inner llm.Model) llm.Model {
		terms.model = inner
		return terms
	})
	return &state{
		book: book, terms: terms, phase: discussion,
		fewWords: k.Int("quiet"), lateTurns: k.Int("late"), trust: float32(k.Number("trust")),
	}, err
}

// spare leaves names alone, and tells what was changed up to now.
func (s *state) spare(t *agent.Table) agent.Changes {
	s.terms.names = t.O.Names
	return agent.Changes{Note: s.terms.summary()}
}

func (s *state) findPhase(t *agent.Table) agent.Changes {
	s.phase = s.phaseOf(t)
	t.Desk.At(string(s.phase))
	return agent.Changes{Note: string(s.phase)}
}

// plan derives a strategy for this utterance or choice from the log and the role.
func (s *state) plan(t *agent.Table) agent.Changes {
	ways := s.book.strategiesOf(s.phase, t.O.Team())
	s.usual = suggest(ways, func(one sign) bool { return s.shows(t, one) })
	s.strategy = task.Ask(t.Ctx, t.Desk, strategyTask, DeriveStrategyIn{
		Scene: *t.Scene, Phase: s.book.told[s.phase], Last: s.strategy, Ideas: options(ways), Suggested: s.usual.option.Title,
	})
	return agent.Changes{Note: strings.TrimSpace(s.strategy.Reading + "\n" + s.strategy.String())}
}

// converse takes the log from who words.
func (s *state) converse(t *agent.Table, b *agent.Brief) {
	if t.Speaks() {
		b.Scene.Talks, b.Scene.Whispers, b.Command, b.Blind = nil, nil, s.book.commands[s.phase], true
	}
}

// follow passes on the strategy, and follows it where rules can: it defends those it trusts, asks others about others when it is accused,
// draws in the silent, and settles the vote early.
func (s *state) follow(t *agent.Table, b *agent.Brief) {
	b.Strategy = s.strategy.String()
	switch s.usual.sign {
	case defended:
		if who := s.wronged(t); who != 0 {
			b.First = talker.Daily(wording.Defend, wording.Slots{T: who})
		}
	case pressed:
		b.First = distract(t)
	case quiet:
		b.First = s.drawIn(t)
	case late:
		b.First = talker.Declare()
	default: // anybody says it
	}
}

// distract asks somebody who has not spoken against the player about its own suspect.
func distract(t *agent.Table) (none talker.Intention) {
	o := t.O
	about := t.Self.Opinion().Top(o.Others() &^ o.Allies())
	whom := t.Self.Pick(o.Others() &^ accusers(t.Heard, o.Seat, o.Day) &^ o.Allies() &^ werewolf.SetOf(about))
	if about == 0 || whom == 0 {
		return none
	}
	return talker.Daily(wording.AskView, wording.Slots{T: whom, O: about})
}

// drawIn asks a quiet player whom it suspects.
func (s *state) drawIn(t *agent.Table) (none talker.Intention) {
	who := s.quietest(t)
	if who == 0 {
		return none
	}
	kind := wording.AskSuspect
	if t.Heard.Words(who, t.O.Day) == 0 {
		kind = wording.AskQuiet
	}
	return talker.Daily(kind, wording.Slots{T: who})
}
