package uecil

import (
	"context"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/persuasion"
	"wolfden/internal/bot/talker"
	"wolfden/internal/ledger"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// guide follows the seer's guidelines (table 1): the result comes first, which the rules do anyway; then the next
// divination, before the vote; and that other claimants of the role lie.
func (sys *state) guide(t *agent.Table) (plan talker.Intention) {
	o, p := t.O, t.Self
	if !sys.free(o) || o.Power() != werewolf.Divines || p.ShownSpec().Power != werewolf.Divines || p.Owes() {
		return plan
	}
	if who := sys.divine.onDay(o.Day); who != 0 && persuasion.TurnsLeft(o) == 1 {
		plan = talker.Then(talker.Daily(wording.PlanDivine, wording.Slots{T: who}), talker.Reply())
		plan.Note = o.Name(who)
	}
	rival := (t.Heard.ClaimantsOf(werewolf.Divines) & o.Others()).First()
	if rival == 0 || sys.used["affirm"] == o.Day {
		return plan
	}
	sys.used["affirm"] = o.Day
	return talker.First(plan, replied(sys.utter(o, "affirm", wording.Counter, wording.Slots{O: rival, Role: werewolf.Seer})))
}

// planDivination decides whom the seer divines tonight. It does so in the turn in which it announces this.
func (sys *state) planDivination(_ context.Context, t *agent.Table) string {
	sys.planning = t.O.Power() == werewolf.Divines && persuasion.TurnsLeft(t.O) == 1 && !t.Self.Owes()
	if sys.planning {
		sys.divine = dayChoice{day: t.O.Day, who: sys.wish(t, t.O.Others().Without(t.Self.Target()))}
	}
	return ""
}

func (sys *state) tellGuidelines(t *agent.Table, b *agent.Brief) {
	o := t.O
	switch who := sys.divine.onDay(o.Day); {
	case o.Request.Kind == werewolf.Divine && o.Request.Targets.Has(who):
		b.Stated = t.Stated()
	case t.Speaks() && o.Power() == werewolf.Divines && o.Day > 0 && !lastTurn(o):
		b.Order(sys.words.Say("guidelines"))
		sys.order(t, b, "tonight", who)
	}
}

// divineAsSaid divines whom the player has announced.
func (sys *state) divineAsSaid(t *agent.Table, kind werewolf.RequestKind) (werewolf.SeatID, bool) {
	who := sys.divine.onDay(t.O.Day)
	return who, kind == werewolf.Divine && t.O.Request.Targets.Has(who)
}

// divineByStrategy divines as the day's strategy would.
func (sys *state) divineByStrategy(t *agent.Table, kind werewolf.RequestKind) (werewolf.SeatID, bool) {
	if kind != werewolf.Divine {
		return 0, false
	}
	return sys.wish(t, t.O.Request.Targets), true
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
