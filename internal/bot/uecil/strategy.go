package uecil

import (
	"fmt"
	"slices"
	"strings"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/persuasion"
	"wolfden/internal/bot/talker"
	"wolfden/internal/bot/task"
	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// reasonsFrom is the turn of a day, counted from 0, from which a villager reasons before it speaks (table 1).
const reasonsFrom = 1

// reason is the villager's reasoning, with the strategy that follows from it. From its second turn of a day on it comes before the
// utterance; before a vote it has been there since the last word, unless that was none.
func (sys *state) reason(t *agent.Table) agent.Changes {
	o := t.O
	sys.reasoned, sys.reasons = Reasoned{}, true
	turn, _ := persuasion.Turns(o)
	first, bound := o.Request.Kind == werewolf.Talk && turn < reasonsFrom, o.Request.Kind == werewolf.Vote && t.Self.Plan() != 0
	if setOf(o.Spec(), o.Day) != "VILLAGER" || o.Day == 0 || first || bound {
		return agent.Changes{}
	}
	usual := sys.suggest(t, sys.strategies["VILLAGER"])
	in := ReasonIn{Suggested: Reasoned{Strategy: usual.String()}}
	in.Scene, in.Summary = sys.scene(t)
	for id := range o.Others().All() {
		if why := t.Reasons(id); len(why) > 0 {
			in.Suggested.Reasoning += o.Name(id) + ": " + strings.Join(why, " ") + "\n"
		}
	}
	for _, d := range sys.shots {
		in.Examples = append(in.Examples, sys.decisions.Say("shot", "s", d.situation, "r", d.reasoning, "p", d.strategy))
	}
	sys.reasoned = task.Ask(t.Ctx, t.Desk, reasonTask, in)
	return agent.Changes{Note: strings.TrimSpace(sys.reasoned.Reasoning + "\n" + sys.reasoned.Strategy)}
}

// tellReasoning tells who speaks what it has reasoned, with examples of how an utterance follows from that; who votes is told the
// reasoning.
func (sys *state) tellReasoning(t *agent.Table, b *agent.Brief) {
	if b.Analysis = sys.reasoned.Reasoning; !t.Speaks() || sys.reasoned.Strategy == "" {
		return
	}
	b.Strategy = sys.reasoned.Strategy
	for _, d := range sys.shots {
		b.Examples = append(b.Examples, sys.decisions.Say("spoken", "r", d.reasoning, "p", d.strategy, "u", d.utterance))
	}
}

// plan chooses a strategy: the villager's for each utterance after its first of the day, the werewolf's for each, the seer's
// once a day.
func (sys *state) plan(t *agent.Table) agent.Changes {
	o := t.O
	if o.Power() == werewolf.Divines && sys.planned == o.Day+1 {
		return agent.Changes{}
	}
	sys.strategy = strategy{}
	list := sys.strategies[setOf(o.Spec(), o.Day)]
	if !plans(o) || len(list) == 0 {
		return agent.Changes{}
	}
	sys.planned = o.Day + 1
	suggested := sys.suggest(t, list)
	if sys.reasons && setOf(o.Spec(), o.Day) == "VILLAGER" { // which has its strategy of its reasoning, and rules this
		sys.strategy = suggested
		sys.used[suggested.key] = o.Day
		return agent.Changes{}
	}
	in := ChooseStrategyIn{}
	in.Scene, in.Summary = sys.scene(t)
	for _, s := range list {
		in.Options = append(in.Options, s.option)
	}
	out, by := task.Consult(t.Ctx, t.Desk, strategyTask, in)
	if by != task.ByModel { // what rules would do is for the rules alone
		in.Suggested = suggested.option.Title
		out = strategyTask.Rule(in)
	}
	for _, s := range list {
		if s.option.Title == out.Title {
			sys.strategy = s
		}
	}
	if o.Day > 0 {
		sys.used[sys.strategy.key] = o.Day
	}
	return agent.Changes{Note: out.Title + ": " + out.Reason}
}

// plans reports whether a strategy is chosen for the request.
func plans(o *werewolf.Observation) bool {
	turn, _ := persuasion.Turns(o)
	switch spec := o.Spec(); {
	case spec.IsWolf():
		return o.Request.Kind == werewolf.Talk && o.Day > 0
	case spec.Power == werewolf.Divines:
		return o.Request.Kind == werewolf.Divine || o.Request.Kind == werewolf.Talk && o.Day > 0
	default:
		return o.Request.Kind == werewolf.Talk && o.Day > 0 && turn >= reasonsFrom
	}
}

// suggest is what rules choose of the strategies that fit and were not used today: the werewolf the first, others one drawn.
func (sys *state) suggest(t *agent.Table, list []strategy) strategy {
	o := t.O
	var fit []strategy
	for _, s := range list {
		if sys.used[s.key] != o.Day && fits(t, s.key) {
			fit = append(fit, s)
		}
	}
	switch {
	case len(fit) == 0:
		return list[len(list)-1]
	case o.Spec().IsWolf():
		return fit[0]
	}
	return fit[t.Rand(fmt.Sprint("strategy", o.Seat, o.Day, o.Request.Turn)).IntN(len(fit))]
}

// fits reports whether the situation is one for the strategy.
func fits(t *agent.Table, key string) bool {
	o, b := t.O, t.Heard
	seers := b.ClaimantsOf(werewolf.Divines) & o.Living
	switch key {
	case "compare":
		return seers.Len() > 1
	case "call":
		return seers == 0 && o.Rules.Count(werewolf.Divines) > 0
	case "greet":
		return b.Words(o.Seat, o.Day) == 0 && !slices.ContainsFunc(b.Findings(), func(r ledger.Result) bool { return r.Day == o.Day })
	case "reasons", "deflect":
		return b.Accusers(o.Seat, o.Day)&o.Others() != 0
	case "draw":
		return unheard(t) != 0
	case "question":
		teller, _ := teller(t)
		return teller != 0 && b.Asked(teller, o.Day) == 0
	case "side":
		return liar(t) != 0
	case "join":
		return o.Living.Len() == decided && b.ClaimantsWhere(werewolf.RoleSpec.Traitor)&o.Others() != 0
	case "rival":
		return seers.Without(o.Seat) != 0
	case "doubted":
		return b.Accusers(doubted(b, o.Others(), o.Day), o.Day) != 0
	default:
		return true
	}
}

// unheard is a living other who has said nothing today although the player has, 0 for nobody.
func unheard(t *agent.Table) werewolf.SeatID {
	o, b := t.O, t.Heard
	return o.Others().Where(func(id werewolf.SeatID) bool { return b.Words(o.Seat, o.Day) > 0 && b.Words(id, o.Day) == 0 }).First()
}

// teller returns who told the last result of today about somebody other than the player, and about whom; 0 if there is
// none or it lies for the player's side.
func teller(t *agent.Table) (by, about werewolf.SeatID) {
	o := t.O
	for _, r := range t.Heard.Findings() {
		if r.Day == o.Day && r.Verb == speech.Divined && r.By != o.Seat && r.Target != o.Seat && o.Living.Has(r.By) && r.By != liar(t) {
			by, about = r.By, r.Target
		}
	}
	return by, about
}

// liar is a living player who tells results that a werewolf knows to be false, 0 for nobody.
func liar(t *agent.Table) werewolf.SeatID {
	o := t.O
	pack := o.Allies().With(o.Seat)
	for _, r := range t.Heard.Findings() {
		if o.Spec().IsWolf() && o.Others().Has(r.By) && !pack.Has(r.By) && (r.Species == werewolf.Wolf) != pack.Has(r.Target) {
			return r.By
		}
	}
	return 0
}

// follow tells who speaks the strategy and its example, unless it has reasoned, and says what the strategy asks for, if the rules have
// words for it. Open questions are answered first.
func (sys *state) follow(t *agent.Table, b *agent.Brief) {
	if t.Speaks() && b.Strategy == "" {
		if b.Strategy = sys.strategy.String(); sys.strategy.example != "" {
			b.Examples = []string{sys.strategy.example}
		}
	}
	switch {
	case !sys.free(t.O) || sys.strategy.key == "" || t.Self.Owes():
	case sys.strategy.key == "join":
		b.First = join(t)
	default:
		b.First = replied(sys.act(t))
	}
}

// act is the sentence of the strategy.
func (sys *state) act(t *agent.Table) (none talker.Intention) {
	o, b := t.O, t.Heard
	accusers := b.Accusers(o.Seat, o.Day) & o.Others()
	switch sys.strategy.key {
	case "compare":
		if s := b.ClaimantsOf(werewolf.Divines) & o.Living; s.Len() > 1 {
			return talker.Daily(wording.Compare, wording.Slots{T: s.Nth(0), O: s.Nth(1)})
		}
	case "call", "greet":
		if b.ClaimantsOf(werewolf.Divines) == 0 {
			return talker.Daily(wording.CallForRole, wording.Slots{Role: o.Rules.RoleWith(werewolf.Divines)})
		}
	case "draw", "quiet":
		return about(wording.AskQuiet, wording.Slots{T: unheard(t)})
	case "reasons":
		return about(wording.AskWhy, wording.Slots{T: accusers.First()})
	case "deflect":
		return about(wording.TurnBack, wording.Slots{O: (accusers &^ o.Allies()).First()})
	case "side":
		return about(wording.AgreeWith, wording.Slots{O: liar(t)})
	case "question":
		if by, about := teller(t); by != 0 {
			return sys.utter("question", wording.AskWhy, wording.Slots{T: by, O: about})
		}
	}
	return none
}

// about is a sentence about somebody, nothing where there is nobody.
func about(k wording.SentenceKind, s wording.Slots) (none talker.Intention) {
	if s.T == 0 && s.O == 0 {
		return none
	}
	return talker.Daily(k, s)
}

// join takes the hand of a possessed that has come out: the werewolf says who it is, shows it from then on, and names the vote.
func join(t *agent.Table) (in talker.Intention) {
	o := t.O
	ally := (t.Heard.ClaimantsWhere(werewolf.RoleSpec.Traitor) & o.Others()).First()
	if o.Living.Len() != decided || ally == 0 {
		return in
	}
	in = talker.Daily(wording.PowerWolf, wording.Slots{T: ally, O: o.Others().Without(ally).First()})
	in.Shows = o.Rules.Find(werewolf.RoleSpec.IsWolf)
	return in
}
