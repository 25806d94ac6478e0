package uecil

import (
	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/persuasion"
	"wolfden/internal/bot/talker"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// lastTurn reports whether the player speaks for the last time before a vote.
func lastTurn(o *werewolf.Observation) bool { return persuasion.TurnsLeft(o) == 0 }

// free reports whether the player may say what it likes: from day 1 on, unless its vote is to be said.
func (sys *state) free(o *werewolf.Observation) bool { return o.Day > 0 && !sys.declaring }

// last reports whether the player speaks for the last time before a vote, since there is no turn left or it has nothing else to say.
func (sys *state) last(o *werewolf.Observation) bool { return lastTurn(o) || sys.ending }

// insist lets a player that has nothing more to say today, and has not said whom it votes for, say that now.
func (sys *state) insist(t *agent.Table, c *talker.Choice) bool {
	if c.Of != talker.Silence || t.O.Day == 0 || persuasion.TurnsLeft(t.O) <= 0 || t.Self.Plan() != 0 {
		return false
	}
	sys.ending, sys.declaring = true, true
	if sys.decides {
		t.Note(sys.decideVote(t))
	}
	c.Speaks = true
	return true
}

// prepare finds out whether the vote is to be said.
func (sys *state) prepare(t *agent.Table) agent.Changes {
	sys.declaring, sys.ending = t.O.Day > 0 && lastTurn(t.O), false
	if sys.declaring {
		t.Desk.At("declaration") // for which the paper has another model (section 5)
	}
	return agent.Changes{}
}

// declare says whom the player votes for and answers open questions.
func (sys *state) declare(t *agent.Table, b *agent.Brief) {
	if sys.last(t.O) {
		b.Order(sys.words.Say("declare"))
		b.Due = !b.Scene.Full
	}
	plan, target := t.Self.Plan(), werewolf.SeatID(0)
	if sys.declaring {
		target = t.Self.Target()
	}
	in := talker.Declare()
	switch plan {
	case 0:
	case target:
		in = talker.First(talker.Daily(wording.VoteFor, wording.Slots{T: plan}), talker.Daily(wording.VoteKeep, wording.Slots{T: plan}))
	default:
		in = talker.Daily(wording.VoteChange, wording.Slots{T: target, O: plan})
	}
	if target != 0 {
		b.First = talker.Then(in, talker.Reply())
		b.First.Note = t.O.Name(target)
	}
}

// replied answers open questions, then says more where there is room.
func replied(more talker.Intention) talker.Intention { return talker.Briefly(talker.Reply(), more) }

// utter is a sentence of the player's own words; it says what sentences of the kind say.
func (sys *state) utter(words string, k wording.SentenceKind, s wording.Slots) talker.Intention {
	return talker.Words(sys.words.All(words), k, s)
}
