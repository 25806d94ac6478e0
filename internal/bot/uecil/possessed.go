package uecil

import (
	"context"

	"wolfden/internal/bot/talker"
	"wolfden/internal/bot/task"
	"wolfden/internal/ledger"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// The days of the possessed's plan (table 1), and how many living players there are when two votes decide.
const (
	accusationDay = 1
	comingOutDay  = 2
	decided       = 3
)

// accuses reports whether the player is a possessed that calls the seer a werewolf.
func (sys *system) accuses(o *werewolf.Observation) bool {
	return o.Spec().Traitor() && o.Rules.Count(werewolf.Divines) > 0 && sys.a.On("inference")
}

// accusing reports whether the player goes for the one whom it accuses: unless that one is dead, or it has told other
// results instead.
func (sys *system) accusing(o *werewolf.Observation) bool {
	heard := sys.a.Talker().Ledger()
	return sys.accuses(o) && o.Living.Has(sys.mark) && (!heard.HasTold(o.Seat) || heard.Told(o.Seat, sys.mark) == werewolf.Wolf)
}

// comesOut reports whether the possessed says who it is: the werewolf lives, or the game would be over, and with it the
// possessed has two votes of three.
func (sys *system) comesOut(o *werewolf.Observation) bool {
	return o.Spec().Traitor() && o.Day >= comingOutDay && o.Living.Len() == decided && sys.a.On("coming-out")
}

// inferSeer finds the seer in the first turn of day 1 by what was said until then, and makes a black result of it.
func (sys *system) inferSeer(ctx context.Context) {
	o, p := sys.a.Observation(), sys.a.Talker()
	if !sys.accuses(o) || sys.mark != 0 || o.Request.Kind != werewolf.Talk {
		return
	}
	if p.Ledger().HasTold(o.Seat) { // before it came, or in a model's words
		sys.mark = accused(p.Ledger(), o.Seat)
		return
	}
	if o.Day != accusationDay {
		return
	}
	among, why := o.Others(), "hinted"
	if rivals := p.Ledger().ClaimantsOf(werewolf.Divines) & among; rivals != 0 {
		among, why = rivals, "claimed"
	}
	in := task.ChooseTargetIn{Strategy: sys.words.Say("look")}
	in.Scene, in.Summary = sys.scene()
	in.Scene.Candidates = nil
	now := sys.a.Reason().Mine().Now()
	for id := range among.All() {
		in.Candidates = append(in.Candidates, task.Candidate{Name: o.Name(id), Score: round(now.Power(id, werewolf.Divines)), Reasons: sys.words.All(why)})
	}
	out := task.Ask(ctx, sys.a.Desk, sys.a.ChooseTarget, in)
	sys.mark = o.SeatOf(out.Target)
	p.Pretence.Invented = append(p.Pretence.Invented, werewolf.Finding{Day: o.Day - 1, Target: sys.mark, Species: werewolf.Wolf})
	sys.a.Note("inference", out.Target+": "+out.Reason)
}

// accused is the player whom a seat has called a werewolf last, 0 if none.
func accused(heard *ledger.Ledger, by werewolf.SeatID) (last werewolf.SeatID) {
	for _, r := range heard.Findings() {
		if r.By == by && r.Species == werewolf.Wolf {
			last = r.Target
		}
	}
	return last
}

// playPossessed comes out when two votes decide. Before, it asks for votes against the player it has accused.
func (sys *system) playPossessed(p *talker.Player, t *talker.Turn) bool {
	o := p.Observation()
	switch {
	case sys.comesOut(o):
		return sys.comeOut(p, t)
	case !sys.accuses(o) || !o.Living.Has(sys.mark) || p.Ledger().Told(o.Seat, sys.mark) != werewolf.Wolf:
		return false
	}
	return replied(p, t, func() bool {
		return sys.utter(t, "persuade", wording.Persuade, wording.Slots{T: sys.mark})
	})
}

// comeOut says who the player is, then persuades the werewolf to reveal itself; who has done so is asked to vote alike.
func (sys *system) comeOut(p *talker.Player, t *talker.Turn) bool {
	o := p.Observation()
	if !p.IsOpen() {
		said := p.AddOnce(t, wording.ClaimPossessed, false, wording.Slots{})
		if said {
			sys.a.Note("coming-out", o.Name(o.Seat))
			sys.utter(t, "plea", "", wording.Slots{})
		}
		return said
	}
	ally, victim := sys.power(p)
	if p.Ledger().ClaimSpec(ally).IsWolf() || !sys.utter(t, "plea", "", wording.Slots{}) {
		return p.AddOnce(t, wording.PowerPossessed, true, wording.Slots{T: ally, O: victim})
	}
	return true
}

// power is the ally and the victim of two who decide the vote, none where they do not or do not know of each other. The
// possessed takes who says so for the werewolf, else the likelier one; the werewolf joins a possessed that has come out.
func (sys *system) power(p *talker.Player) (ally, victim werewolf.SeatID) {
	o, heard := p.Observation(), p.Ledger()
	others := o.Others()
	switch {
	case others.Len() != decided-1:
		return 0, 0
	case sys.comesOut(o) && p.IsOpen():
		if open := heard.ClaimantsWhere(werewolf.RoleSpec.IsWolf) & others; open.Len() == 1 {
			ally = open.First()
		} else {
			ally = sys.a.Reason().Mine().Now().TopWolf(others)
		}
	case o.Spec().IsWolf() && heard.ClaimSpec(o.Seat).IsWolf():
		ally = (heard.ClaimantsWhere(werewolf.RoleSpec.Traitor) & others).First()
	}
	if ally == 0 {
		return 0, 0
	}
	return ally, others.Without(ally).First()
}
