package uecil

import (
	"context"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/persuasion"
	"wolfden/internal/bot/talker"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// turnsLeft is how many utterances the player has left after this one on a day that ends in a vote; -1 on other days, for
// other requests, and where no limit tells.
func turnsLeft(o *werewolf.Observation) int {
	if o.Request.Kind != werewolf.Talk || !persuasion.EndsInVote(o) {
		return -1
	}
	turn, turns := persuasion.Turns(o)
	if turns == 0 {
		return -1
	}
	return turns - turn - 1
}

// lastTurn reports whether the player speaks for the last time before a vote.
func lastTurn(o *werewolf.Observation) bool { return turnsLeft(o) == 0 }

// free reports whether the player may say what it likes: from day 1 on, unless its vote is to be said.
func (sys *state) free(o *werewolf.Observation) bool { return o.Day > 0 && !sys.declaring }

// prepare finds out whether the vote is to be said.
func (sys *state) prepare(_ context.Context, t *agent.Table) string {
	sys.declaring = t.O.Day > 0 && lastTurn(t.O)
	return ""
}

func (sys *state) tellToDeclare(t *agent.Table, b *agent.Brief) {
	if lastTurn(t.O) {
		b.Order(sys.words.Say("declare"))
	}
}

// declare says whom the player votes for and answers open questions.
func (sys *state) declare(table *agent.Table, t *talker.Turn) bool {
	if !sys.declaring {
		return false
	}
	p, said := table.Talker, false
	plan, target := p.Plan(), p.Target()
	switch {
	case target == 0:
		return false
	case plan == 0:
		said = p.Declare(t)
	case plan == target:
		said = p.AddOnce(t, wording.VoteFor, true, wording.Slots{T: plan}) ||
			p.AddOnce(t, wording.VoteKeep, true, wording.Slots{T: plan})
	default:
		said = p.AddOnce(t, wording.VoteChange, true, wording.Slots{T: target, O: plan})
	}
	if said {
		table.Note(table.O.Name(target))
		p.Reply(t)
	}
	return said
}

// replied answers open questions, then says more where there is room.
func replied(p *talker.Player, t *talker.Turn, more func() bool) bool {
	said := p.Reply(t)
	if t.Sentences() > 1 {
		return said
	}
	return more() || said
}

// utter says a sentence of the player's own words that it has not said and that fits; it says what sentences of the kind say.
func (sys *state) utter(o *werewolf.Observation, t *talker.Turn, words string, k wording.SentenceKind, s wording.Slots) bool {
	fits := func(text string) bool { return t.AddText(text, k, s) }
	_, ok := sys.words.Next(words, sys.said, fits, "t", o.Name(s.T), "o", o.Name(s.O))
	return ok
}
