package uecil

import (
	"context"

	"wolfden/internal/bot/talker"
	"wolfden/internal/ledger"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// guide follows the seer's guidelines (table 1): the result comes first, which the rules do anyway; then the next
// divination, before the vote; and that other claimants of the role lie.
func (sys *system) guide(p *talker.Player, t *talker.Turn) bool {
	o := p.Observation()
	if !sys.a.On("guidelines") || p.ShownSpec().Power != werewolf.Divines {
		return false
	}
	if untold(p) {
		return false
	}
	if who := sys.divine.onDay(o.Day); who != 0 && turnsLeft(o) == 1 &&
		p.AddOnce(t, wording.PlanDivine, true, wording.Slots{T: who}) {
		sys.announced = o.Day
		sys.a.Note("guidelines", o.Name(who))
		p.Reply(t)
		return true
	}
	rival := (p.Ledger().ClaimantsOf(werewolf.Divines) & o.Others()).First()
	if rival == 0 || sys.used["affirm"] == o.Day {
		return false
	}
	sys.used["affirm"] = o.Day
	return replied(p, t, func() bool {
		return sys.utter(t, "affirm", wording.Counter, wording.Slots{O: rival, Role: werewolf.Seer})
	})
}

// untold reports whether the player has a result that nobody has heard.
func untold(p *talker.Player) bool {
	for _, f := range p.Results() {
		if p.Ledger().Told(p.Observation().Seat, f.Target) != f.Species {
			return true
		}
	}
	return false
}

// planDivination decides whom the seer divines tonight. It does so in the turn in which it announces this.
func (sys *system) planDivination(ctx context.Context) {
	o, p := sys.a.Observation(), sys.a.Talker()
	if o.Power() != werewolf.Divines || turnsLeft(o) != 1 || !sys.a.On("guidelines") || untold(p) {
		return
	}
	among := o.Others().Without(sys.Target(p))
	who := sys.wish(p, among)
	if sys.a.On("decision") && who != 0 {
		who = sys.choose(ctx, werewolf.Divine, among, who, sys.words.Say("divine")+"\n"+sys.strategy.String())
	}
	sys.divine = dayChoice{o.Day, who}
}

// wish returns whom the day's strategy would divine; players not divined yet come first.
func (sys *system) wish(p *talker.Player, legal werewolf.SeatSet) werewolf.SeatID {
	o, b, opinion := p.Observation(), p.Ledger(), p.Opinion()
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
		if who := doubted(b, fresh, o.Day); accusers(b, who, o.Day) != 0 {
			return who
		}
	case "quiet":
		return most(fresh, func(id werewolf.SeatID) int { return -b.WordsTotal(id) })
	case "trusted":
		return opinion.Least(fresh)
	}
	// Rivals are left to the strategy against them: that they lie is known.
	if others := fresh &^ b.ClaimantsOf(werewolf.Divines); others != 0 {
		fresh = others
	}
	return opinion.Top(fresh)
}

// most returns the player with the highest value, among equals the first.
func most(among werewolf.SeatSet, of func(werewolf.SeatID) int) (best werewolf.SeatID) {
	for id := range among.All() {
		if best == 0 || of(id) > of(best) {
			best = id
		}
	}
	return best
}

// doubted returns the player whom most have accused on the day.
func doubted(b *ledger.Ledger, among werewolf.SeatSet, day int) werewolf.SeatID {
	return most(among, func(id werewolf.SeatID) int { return accusers(b, id, day).Len() })
}

// accusers are the players who have spoken against somebody on the day.
func accusers(b *ledger.Ledger, id werewolf.SeatID, day int) (s werewolf.SeatSet) {
	for i := range b.Lines() {
		l := &b.Lines()[i]
		if l.Day == day && l.Target == id && l.Against() {
			s = s.With(l.Seat)
		}
	}
	return s
}
