package uecil

import (
	"context"
	"math"
	"slices"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/talker"
	"wolfden/internal/bot/task"
	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// decide chooses the vote before it is declared, and the divination before it is said, step by step (section 4.4).
func (sys *state) decide(ctx context.Context, t *agent.Table) (note string) {
	switch {
	case lastTurn(t.O):
		return sys.decideVote(ctx, t)
	case sys.planning && sys.divine.onDay(t.O.Day) != 0:
		among := t.O.Others().Without(t.Self.Target())
		sys.divine, note = sys.choose(ctx, t, werewolf.Divine, among, sys.divine.who, sys.howToDivine())
	}
	return note
}

func (sys *state) howToDivine() string { return sys.words.Say("divine") + "\n" + sys.strategy.String() }

// decideVote leaves it to the plan of whoever follows one.
func (sys *state) decideVote(ctx context.Context, t *agent.Table) (note string) {
	if sys.follows(t) {
		return ""
	}
	o, first, score := t.O, talker.Rules{}.Target(t.Self), &t.Self.Opinion().Score
	if plan := t.Self.Plan(); plan != 0 && score[first] <= score[plan]+sys.margin {
		first = plan
	}
	if first == 0 {
		return ""
	}
	among := certain(o)
	if !among.Has(first) {
		first = t.Self.Opinion().Top(among)
	}
	sys.vote, note = sys.choose(ctx, t, werewolf.Vote, among, first, sys.words.Say("vote"))
	return note
}

// certain are the living others whom a vote may be for, by what is certain: of a seer whoever it has found to be a werewolf, else nobody
// whom it has found to be human, unless nobody else is left; nobody who is known to be on the own side.
func certain(o *werewolf.Observation) werewolf.SeatSet {
	among := o.Others() &^ o.Allies()
	var wolves, humans werewolf.SeatSet
	for _, f := range o.Divined {
		if f.Species == werewolf.Wolf {
			wolves = wolves.With(f.Target)
		} else {
			humans = humans.With(f.Target)
		}
	}
	switch {
	case among&wolves != 0:
		return among & wolves
	case among&^humans != 0:
		return among &^ humans
	case among != 0:
		return among
	}
	return o.Others()
}

// follows reports whether the player has a plan that names its vote.
func (sys *state) follows(t *agent.Table) bool {
	_, victim := sys.power(t)
	return victim != 0 || sys.accusing(t)
}

// chosen is the vote as it was decided today.
func (sys *state) chosen(t *agent.Table) (werewolf.SeatID, bool) {
	who := sys.vote.onDay(t.O.Day)
	return who, t.O.Living.Has(who) && !sys.follows(t)
}

// declared is the vote or the divination that a model decided, if the player has said so today. What a rule had to decide is
// left to the model now. Where votes were even, all is decided anew.
func (sys *state) declared(t *agent.Table) (who werewolf.SeatID, is bool) {
	switch o := t.O; o.Request.Kind {
	case werewolf.Vote:
		who, is = sys.vote.onDay(o.Day), sys.vote.byModel
		if who == 0 && sys.accusing(t) {
			who, is = sys.mark, sys.inferred
		}
		is = is && o.Request.Turn == 0 && t.Self.Plan() == who
	case werewolf.Divine:
		who = sys.divine.onDay(o.Day)
		is = sys.divine.byModel && slices.ContainsFunc(t.Heard.Lines(), func(l ledger.Line) bool {
			return l.Seat == o.Seat && l.Day == o.Day && l.Is(speech.Divination) && l.Target == who
		})
	default: // decided when it is asked for
	}
	return who, is && who != 0
}

// tellDecision passes on the vote to who speaks; who chooses reasons step by step, and attacks by a hand-made strategy.
func (sys *state) tellDecision(t *agent.Table, b *agent.Brief) {
	switch kind := t.O.Request.Kind; {
	case kind == werewolf.Attack:
		b.Strategy = sys.words.Say("attack")
	case kind == werewolf.Divine:
		b.Strategy = sys.howToDivine()
	case kind.Chooses():
		b.Strategy = sys.words.Say("vote")
	case lastTurn(t.O):
		sys.order(t, b, "decided", sys.vote.onDay(t.O.Day))
	}
}

// choose asks for a choice step by step: the reason, then the player. Rules take first.
func (sys *state) choose(ctx context.Context, t *agent.Table, kind werewolf.RequestKind, among werewolf.SeatSet, first werewolf.SeatID, strategy string) (dayChoice, string) {
	o := t.O
	in := task.ChooseTargetIn{Strategy: strategy, Analysis: sys.reasoned.Reasoning}
	in.Scene, in.Summary = sys.scene(t)
	in.Scene.Action, in.Scene.Candidates = kind.String(), nil
	if plan := t.Self.Plan(); plan != 0 && kind == werewolf.Vote {
		in.Stated = t.Stated()
	}
	in.Candidates = []task.Candidate{{Name: o.Name(first), Score: 1, Reasons: t.Reasons(first)}}
	for id := range among.Without(first).All() {
		in.Candidates = append(in.Candidates, task.Candidate{Name: o.Name(id), Score: doubt(t, id), Reasons: t.Reasons(id)})
		in.Scene.Candidates = append(in.Scene.Candidates, o.Name(id))
	}
	in.Scene.Candidates = append(in.Scene.Candidates, o.Name(first))
	out, by := pick(ctx, t, in)
	return dayChoice{o.Day, o.SeatOf(out.Target), by == task.ByModel}, kind.String() + " " + out.Target + ": " + out.Reason
}

// pick asks for a choice. What rules think of the candidates is for the rules alone.
func pick(ctx context.Context, t *agent.Table, in task.ChooseTargetIn) (out task.Target, by task.By) {
	bare := in
	bare.Candidates = nil
	for _, c := range in.Candidates {
		bare.Candidates = append(bare.Candidates, task.Candidate{Name: c.Name})
	}
	out, by = task.Consult(ctx, t.Desk, t.Desk.ChooseTarget, bare)
	if by != task.ByModel {
		out = t.Desk.ChooseTarget.Rule(in)
	}
	return out, by
}

// prey is the player whom the village would follow, for a lone werewolf: a seer, else the most trusted player. It spares
// players who lie for the werewolf.
func (*state) prey(t *agent.Table, kind werewolf.RequestKind) (werewolf.SeatID, bool) {
	if kind != werewolf.Attack || t.O.Allies() != 0 {
		return 0, false
	}
	among := t.O.Request.Targets.Without(t.O.Seat).Without(liar(t))
	if seers := t.Heard.ClaimantsOf(werewolf.Divines) & among; seers != 0 {
		among = seers
	}
	return t.Self.Opinion().Least(among), true
}

// doubt is how suspicious rules find a player, from 0 to less than 1.
func doubt(t *agent.Table, id werewolf.SeatID) float64 {
	const below = 0.95
	return round(below / (1 + math.Exp(-float64(t.Self.Opinion().Score[id]))))
}

func round(p float64) float64 { return math.Round(100*p) / 100 }
