package uecil

import (
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

// Urgent announces the vote in the last turn. Before, it follows the role's plan or else the strategy.
func (sys *system) Urgent(p *talker.Player, t *talker.Turn) bool {
	o := p.Observation()
	switch {
	case o.Day == 0:
		return false
	case lastTurn(o) && sys.a.On("declaration"):
		return sys.declare(p, t)
	case o.Spec().Traitor():
		return sys.playPossessed(p, t)
	case o.Power() == werewolf.Divines:
		return sys.guide(p, t) || sys.follow(p, t)
	default:
		return sys.follow(p, t)
	}
}

// declare says whom the player votes for and answers open questions.
func (sys *system) declare(p *talker.Player, t *talker.Turn) bool {
	o, plan, target := p.Observation(), p.Plan(), sys.Target(p)
	said := false
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
		sys.a.Note("declaration", o.Name(target))
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
func (sys *system) utter(t *talker.Turn, words string, k wording.SentenceKind, s wording.Slots) bool {
	o := sys.a.Observation()
	fits := func(text string) bool { return t.AddText(text, k, s) }
	_, ok := sys.words.Next(words, sys.said, fits, "t", o.Name(s.T), "o", o.Name(s.O))
	return ok
}

// command is what the utterance must do.
func (sys *system) command(o *werewolf.Observation) string {
	c := sys.words.Say("command")
	add := func(module, kind string, gaps ...string) {
		if sys.a.On(module) {
			c += " " + sys.words.Say(kind, gaps...)
		}
	}
	decided := func(kind string, who werewolf.SeatID) {
		if who != 0 {
			c += " " + sys.decisions.Say(kind, "t", o.Name(who))
		}
	}
	switch {
	case lastTurn(o):
		add("declaration", "declare")
		decided("decided", sys.vote.onDay(o.Day))
	case o.Day == 0:
	case o.Power() == werewolf.Divines:
		add("guidelines", "guidelines")
		decided("tonight", sys.divine.onDay(o.Day))
	case sys.comesOut(o):
		add("coming-out", "mate")
	case sys.accusing(o) && sys.a.Talker().Ledger().HasTold(o.Seat):
		add("inference", "later", "t", o.Name(sys.mark))
	case sys.accusing(o):
		decided("first", sys.mark)
	}
	return c
}
