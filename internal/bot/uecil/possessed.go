package uecil

import (
	"math"
	"slices"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/scene"
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
func accuses(o *werewolf.Observation) bool {
	return o.Spec().Traitor() && o.Rules.Count(werewolf.Divines) > 0
}

// accusing reports whether the player goes for the one whom it accuses: unless that one is dead, or it has told
// that one is human.
func (sys *state) accusing(t *agent.Table) bool {
	o := t.O
	return accuses(o) && o.Living.Has(sys.mark) && t.Heard.Told(o.Seat, sys.mark) != werewolf.Human
}

// goForMark comes out at once, leaves the result of day 1 to inferSeer, and wants whom it has accused.
func (sys *state) goForMark(t *agent.Table, c *talker.Choice) bool {
	switch c.Of {
	case talker.Pose:
		c.Shown = agent.AtOnce(t)
		return true
	case talker.Show:
		return accuses(t.O) && t.O.Day <= accusationDay
	case talker.Want:
		c.Target = sys.mark
		return sys.accusing(t)
	default: // is not the possessed's own
		return false
	}
}

// inferSeer finds the seer in the first turn of day 1 by what was said on day 0, and makes a black result of it. Where somebody has
// claimed to be the seer before that turn, only such players are in question.
// Who has told a result by then, in a model's words, has none left for that night.
func (sys *state) inferSeer(t *agent.Table) string {
	o := t.O
	sys.black = werewolf.Finding{}
	if black := blackened(t.Heard, o.Seat); accuses(o) && o.Day == accusationDay && sys.mark != 0 && black != 0 {
		sys.mark = black // a model has told another result
	}
	if !accuses(o) || sys.mark != 0 || o.Request.Kind != werewolf.Talk {
		return ""
	}
	if t.Heard.HasTold(o.Seat) { // before it came, or in a model's words
		sys.mark = blackened(t.Heard, o.Seat)
		return ""
	}
	if o.Day != accusationDay {
		return ""
	}
	among, reason := agent.Offered(o, o.Request.Kind, o.Others()), "hinted"
	if rivals := t.Heard.ClaimantsOf(werewolf.Divines) & among; rivals != 0 {
		among, reason = rivals, "claimed"
	}
	in := task.ChooseTargetIn{Question: sys.words.Say("look")}
	in.Scene = *t.Scene
	in.Scene.Talks = slices.DeleteFunc(slices.Clone(t.Scene.Talks), func(l scene.Line) bool { return l.Day >= accusationDay })
	now := t.Reason().Mine().Now()
	first := among.Most(func(id werewolf.SeatID) float64 { return math.Round(100 * now.Power(id, werewolf.Divines)) })
	who, why, by := pick(t, in, among, first, sys.words.All(reason))
	sys.mark, sys.inferred = who, by == task.ByModel
	sys.black = werewolf.Finding{Day: o.Day - 1, Target: sys.mark, Species: werewolf.Wolf}
	return o.Name(who) + ": " + why
}

// blacken infers who the seer is, and shows the result that is made of it.
func (sys *state) blacken(t *agent.Table) (now agent.Changes) {
	now.Note = sys.inferSeer(t)
	if shown := t.Self.Pretence(); sys.black != (werewolf.Finding{}) {
		shown.Invented = append(shown.Invented, sys.black)
		now.Shown = &shown
	}
	return now
}

// blackened is the player whom a seat has called a werewolf last, 0 if none.
func blackened(heard *ledger.Ledger, by werewolf.SeatID) (last werewolf.SeatID) {
	for _, r := range heard.Findings() {
		if r.By == by && r.Species == werewolf.Wolf {
			last = r.Target
		}
	}
	return last
}

// accuse tells the model whom it has accused, or is to accuse. Rules ask for votes against that player.
func (sys *state) accuse(t *agent.Table, b *agent.Brief) {
	switch {
	case !t.Speaks() || t.O.Day == 0 || sys.comingOut || !sys.accusing(t):
	case t.Heard.HasTold(t.O.Seat) && t.Heard.Told(t.O.Seat, sys.mark) != werewolf.Wolf:
		sys.order(t, b, "against", sys.mark)
	case t.Heard.HasTold(t.O.Seat):
		b.Order(sys.words.Say("later", "t", t.O.Name(sys.mark)))
	default:
		sys.order(t, b, "first", sys.mark)
	}
	if sys.free(t.O) && !sys.comingOut && accuses(t.O) && t.O.Living.Has(sys.mark) && t.Heard.Told(t.O.Seat, sys.mark) == werewolf.Wolf {
		b.First = replied(sys.utter("persuade", wording.Persuade, wording.Slots{T: sys.mark}))
	}
}

// giveUpPretence lets the possessed say who it is: the werewolf lives, or the game would be over, and with it the possessed
// has two votes of three. Both go for the third.
func (sys *state) giveUpPretence(t *agent.Table, c *talker.Choice) bool {
	switch c.Of {
	case talker.Show:
		sys.comingOut = t.O.Spec().Traitor() && t.O.Day >= comingOutDay && t.O.Living.Len() == decided
		c.Shown.Role = t.O.Rules.Find(werewolf.RoleSpec.Traitor)
		return sys.comingOut
	case talker.Want:
		_, c.Target = sys.power(t)
		return sys.comingOut && c.Target != 0
	default: // is decided otherwise
		return false
	}
}

// comeOut says who the player is, then persuades the werewolf to reveal itself; who has done so is asked to vote alike.
func (sys *state) comeOut(t *agent.Table, b *agent.Brief) {
	o := t.O
	switch {
	case !t.Speaks() || !sys.comingOut:
		return
	case t.Self.IsOpen():
		b.Order(sys.words.Say("mate"))
	default:
		b.Order(sys.decisions.Say("reveal"))
	}
	plea := sys.utter("plea", "", wording.Slots{})
	ally, victim := sys.power(t)
	switch {
	case !sys.free(o):
	case !t.Self.IsOpen():
		b.First = talker.Then(talker.Once(wording.ClaimPossessed, wording.Slots{}), plea)
		b.First.Note = o.Name(o.Seat)
	default:
		if b.First = talker.Daily(wording.PowerPossessed, wording.Slots{T: ally, O: victim}); !t.Heard.ClaimSpec(ally).IsWolf() {
			b.First = talker.First(plea, b.First)
		}
	}
}

// power is the ally and the victim of two who decide the vote, none where they do not or do not know of each other. The
// possessed takes who says so for the werewolf, else the likelier one; the werewolf joins a possessed that has come out.
func (sys *state) power(t *agent.Table) (ally, victim werewolf.SeatID) {
	others := t.O.Others()
	switch {
	case others.Len() != decided-1:
		return 0, 0
	case sys.comingOut && t.Self.IsOpen():
		if open := t.Heard.ClaimantsWhere(werewolf.RoleSpec.IsWolf) & others; open.Len() == 1 {
			ally = open.First()
		} else {
			ally = t.Reason().Mine().Now().TopWolf(others)
		}
	case t.O.Spec().IsWolf() && t.Heard.ClaimSpec(t.O.Seat).IsWolf():
		ally = (t.Heard.ClaimantsWhere(werewolf.RoleSpec.Traitor) & others).First()
	}
	if ally == 0 {
		return 0, 0
	}
	return ally, others.Without(ally).First()
}
