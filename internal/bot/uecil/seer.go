package uecil

import (
	"slices"
	"strings"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/persuasion"
	"wolfden/internal/bot/talker"
	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// guide follows the seer's guidelines (table 1): the result comes first, which the rules do anyway; then the next
// divination, before the vote; and that other claimants of the role lie.
func (sys *state) guide(t *agent.Table, b *agent.Brief) {
	sys.tellGuidelines(t, b)
	o, p := t.O, t.Self
	if !sys.free(o) || o.Power() != werewolf.Divines || p.ShownSpec().Power != werewolf.Divines || p.Owes() {
		return
	}
	if who := sys.divine.onDay(o.Day); who != 0 && persuasion.TurnsLeft(o) == 1 {
		b.First = talker.Then(talker.Daily(wording.PlanDivine, wording.Slots{T: who}), talker.Reply())
		b.First.Note = o.Name(who)
	}
	rival := (t.Heard.ClaimantsOf(werewolf.Divines) & o.Others()).First()
	if rival == 0 || sys.used["affirm"] == o.Day {
		return
	}
	affirmation := sys.utter("affirm", wording.Counter, wording.Slots{O: rival, Role: werewolf.Seer})
	affirmation.Note = affirmed + o.Name(rival)
	b.First = talker.First(b.First, replied(affirmation))
}

// affirmed begins the note of having said against a rival that one is the real seer.
const affirmed = "against "

// remember notes that the rules have spoken against a rival, which they do once a day.
func (sys *state) remember(t *agent.Table, answer string) string {
	if !t.ByModel() && slices.ContainsFunc(t.Self.Said(), func(s talker.Said) bool { return s.By == "guidelines" && strings.HasPrefix(s.Note, affirmed) }) {
		sys.used["affirm"] = t.O.Day
	}
	return answer
}

// planDivination decides whom the seer divines tonight. It does so in the turn in which it announces this: the one before its vote is
// to be said, or where there was none, that turn.
func (sys *state) planDivination(t *agent.Table) agent.Changes {
	left := persuasion.TurnsLeft(t.O)
	sys.planning = t.O.Power() == werewolf.Divines && t.O.Day > 0 && (left == 1 || left == 0) && sys.divine.onDay(t.O.Day) == 0
	sys.wishAgain(t)
	return agent.Changes{}
}

// planAnew does so again where the vote that was decided since is for the same player, unless that was said.
func (sys *state) planAnew(t *agent.Table) {
	who := sys.divine.onDay(t.O.Day)
	if who != 0 && who == sys.vote.onDay(t.O.Day) && len(sys.said(t, speech.Divination, werewolf.SetOf(who))) == 0 {
		sys.planning = true
		sys.wishAgain(t)
	}
}

func (sys *state) wishAgain(t *agent.Table) {
	if sys.planning {
		sys.divine = dayChoice{day: t.O.Day, who: sys.wish(t, t.O.Others().Without(t.Self.Target()))}
	}
}

// tellGuidelines asks for what the seer has not said yet, and to stand by what it is.
func (sys *state) tellGuidelines(t *agent.Table, b *agent.Brief) {
	o := t.O
	if !t.Speaks() || o.Power() != werewolf.Divines || o.Day == 0 {
		return
	}
	if t.Self.Owes() {
		b.Order(sys.decisions.Say("result"))
	}
	b.Order(sys.words.Say("guidelines"))
	who, of := sys.divine.onDay(o.Day), o.Others()
	if who != 0 {
		of = werewolf.SetOf(who)
	}
	if len(sys.said(t, speech.Divination, of)) == 0 {
		b.Order(sys.decisions.Say("before"))
		sys.order(t, b, "tonight", who)
	}
}

// divineAsSaid divines whom the player has announced.
func (sys *state) divineAsSaid(t *agent.Table, c *talker.Choice) bool {
	c.Target = sys.divine.onDay(t.O.Day)
	return c.Answers(werewolf.Divine) && t.O.Request.Targets.Has(c.Target)
}

// keepToStrategy divines as the day's strategy would, and wants whom a possessed goes for whom the werewolf has joined.
func (sys *state) keepToStrategy(t *agent.Table, c *talker.Choice) bool {
	switch {
	case c.Answers(werewolf.Divine):
		c.Target = sys.wish(t, t.O.Request.Targets)
		return true
	case c.Of == talker.Want && !sys.comingOut:
		_, c.Target = sys.power(t)
	}
	return c.Target != 0
}

// wish returns whom the day's strategy would divine; players not divined yet come first.
func (sys *state) wish(t *agent.Table, legal werewolf.SeatSet) werewolf.SeatID {
	o, b, opinion := t.O, t.Heard, t.Self.Opinion()
	legal = legal.Without(o.Seat)
	fresh := legal
	for _, f := range o.Divined {
		fresh = fresh.Without(f.Target)
	}
	if fresh == 0 {
		fresh = legal
	}
	switch sys.strategy.key {
	case "rival":
		if rivals := b.ClaimantsOf(werewolf.Divines) & fresh; rivals != 0 {
			return opinion.Top(rivals)
		}
	case "doubted":
		if who := doubted(b, fresh, o.Day); b.Accusers(who, o.Day) != 0 {
			return who
		}
	case "quiet":
		return fresh.Most(func(id werewolf.SeatID) float64 { return -float64(b.WordsTotal(id)) })
	case "trusted":
		return opinion.Least(fresh)
	}
	// Rivals are left to the strategy against them: that they lie is known.
	if others := fresh &^ b.ClaimantsOf(werewolf.Divines); others != 0 {
		fresh = others
	}
	return opinion.Top(fresh)
}

// doubted returns the player whom most have accused on the day.
func doubted(b *ledger.Ledger, among werewolf.SeatSet, day int) werewolf.SeatID {
	return among.Most(func(id werewolf.SeatID) float64 { return float64(b.Accusers(id, day).Len()) })
}
