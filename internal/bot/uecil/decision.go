package uecil

import (
	"slices"
	"strings"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/talker"
	"wolfden/internal/bot/task"
	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// decide chooses the vote before it is declared, and the divination before it is said, step by step (section 4.4).
func (sys *state) decide(t *agent.Table) agent.Changes {
	var notes []string
	sys.decides = true
	if lastTurn(t.O) {
		notes = append(notes, sys.decideVote(t))
		sys.planAnew(t)
	}
	if first := sys.divine.onDay(t.O.Day); sys.planning && first != 0 {
		among := agent.Offered(t.O, werewolf.Divine, t.O.Others())
		if rest := among.Without(t.Self.Plan()).Without(sys.vote.onDay(t.O.Day)); rest != 0 { // who gets its vote may be dead by then
			among = rest
		}
		planned, note := sys.choose(t, werewolf.Divine, among, first, sys.howToDivine())
		sys.divine, notes = planned, append(notes, note)
	}
	return agent.Changes{Note: strings.TrimSpace(strings.Join(notes, "\n"))}
}

func (sys *state) howToDivine() string { return sys.words.Say("divine") + "\n" + sys.strategy.String() }

// decideVote leaves it to the plan of whoever follows one.
func (sys *state) decideVote(t *agent.Table) (note string) {
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
	among := ballot(o, o.Others())
	if !among.Has(first) {
		first = t.Self.Opinion().Top(among)
	}
	sys.vote, note = sys.choose(t, werewolf.Vote, among, first, sys.words.Say("vote"))
	return note
}

// ballot are those of the players whom a vote may be for: of a seer whoever it has found to be a werewolf, of others whom every
// choice is offered.
func ballot(o *werewolf.Observation, all werewolf.SeatSet) werewolf.SeatSet {
	offered, wolves := agent.Offered(o, werewolf.Vote, all), werewolf.SeatSet(0)
	for _, f := range o.Divined {
		if offered.Has(f.Target) && f.Species == werewolf.Wolf {
			wolves = wolves.With(f.Target)
		}
	}
	if wolves != 0 {
		return wolves
	}
	return offered
}

// follows reports whether the player has a plan that names its vote.
func (sys *state) follows(t *agent.Table) bool {
	_, victim := sys.power(t)
	return victim != 0 || sys.accusing(t)
}

// keepToDecision wants the vote as it was decided today. A lone werewolf attacks the player whom the village would follow: a seer, else
// the most trusted player. It spares players who lie for it.
func (sys *state) keepToDecision(t *agent.Table, c *talker.Choice) bool {
	switch {
	case c.Of == talker.Want:
		c.Target = sys.vote.onDay(t.O.Day)
		return t.O.Living.Has(c.Target) && !sys.follows(t)
	case !c.Answers(werewolf.Attack) || t.O.Allies() != 0:
		return false
	}
	among := t.O.Request.Targets.Without(t.O.Seat).Without(liar(t))
	if seers := t.Heard.ClaimantsOf(werewolf.Divines) & among; seers != 0 {
		among = seers
	}
	c.Target = t.Self.Opinion().Least(among)
	return true
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
		is = sys.divine.byModel && len(sys.said(t, speech.Divination, o.Living&werewolf.SetOf(who))) > 0
	default: // decided when it is asked for
	}
	return who, is && who != 0
}

// stated are the player's own words of today for one of those who may be chosen: the vote that it has announced, or whom it will divine.
func (sys *state) stated(t *agent.Table, kind werewolf.RequestKind, among werewolf.SeatSet) []string {
	if kind == werewolf.Divine {
		return sys.said(t, speech.Divination, among)
	}
	return sys.said(t, speech.Vote, among&werewolf.SetOf(t.Self.Plan()))
}

// said are the player's own words of today that say the verb of one of the players.
func (sys *state) said(t *agent.Table, v speech.Verb, of werewolf.SeatSet) (list []string) {
	for at := range t.O.Talks {
		u := &t.O.Talks[at]
		if u.Seat == t.O.Seat && u.Day == t.O.Day && slices.ContainsFunc(of.Slice(), func(id werewolf.SeatID) bool { return sys.says(t, at, v, id) }) {
			list = append(list, u.Text)
		}
	}
	return list
}

// says reports whether an utterance says the verb of a player: as it was heard, or by its words, since plans for a night go unheard.
func (sys *state) says(t *agent.Table, at int, v speech.Verb, who werewolf.SeatID) bool {
	return slices.ContainsFunc(t.Heard.Lines(), func(l ledger.Line) bool { return l.At == at && l.Is(v) && l.Target == who }) ||
		slices.ContainsFunc(sys.decisions.All(v.String(), "t", t.O.Name(who)), func(form string) bool { return strings.Contains(t.O.Talks[at].Text, form) })
}

// reasons reports whether the player votes and divines step by step: the paper has its villagers and its seer do so.
func reasons(o *werewolf.Observation) bool { return o.Team() == werewolf.VillagerTeam }

// tellDecision passes on the vote to who speaks; who chooses reasons step by step, and attacks by a hand-made strategy.
func (sys *state) tellDecision(t *agent.Table, b *agent.Brief) {
	b.Steps = reasons(t.O)
	if who, is := sys.declared(t); is {
		b.Settled = who
	}
	switch kind, legal := t.O.Request.Kind, t.O.Request.Targets; {
	case kind == werewolf.Attack:
		b.Strategy = sys.words.Say("attack")
	case kind == werewolf.Divine:
		b.Strategy, b.Stated = sys.howToDivine(), sys.stated(t, kind, agent.Offered(t.O, kind, legal))
	case kind == werewolf.Vote:
		among := ballot(t.O, legal)
		b.Strategy, b.Stated, b.Scene.Candidates = sys.words.Say("vote"), sys.stated(t, kind, among), t.O.NamesOf(among)
	case kind.Chooses():
		b.Strategy = sys.words.Say("vote")
	case sys.last(t.O) && sys.accusing(t):
		sys.order(t, b, "decided", sys.mark)
	case sys.last(t.O):
		sys.order(t, b, "decided", sys.vote.onDay(t.O.Day))
	}
}

// choose asks for a choice step by step: the reason, then the player. Rules take first.
func (sys *state) choose(t *agent.Table, kind werewolf.RequestKind, among werewolf.SeatSet, first werewolf.SeatID, strategy string) (dayChoice, string) {
	in := task.ChooseTargetIn{Strategy: strategy, Analysis: sys.reasoned.Reasoning, Stated: sys.stated(t, kind, among), Steps: reasons(t.O)}
	in.Scene, in.Summary = sys.scene(t)
	in.Scene.Action = kind.String()
	who, why, by := pick(t, in, among, first, t.Reasons(first))
	return dayChoice{t.O.Day, who, by == task.ByModel}, kind.String() + " " + t.O.Name(who) + ": " + why
}

// pick asks for one of the players, in the order of the seats and without what rules think of them. Rules take first, with their reasons.
func pick(t *agent.Table, in task.ChooseTargetIn, among werewolf.SeatSet, first werewolf.SeatID, reasons []string) (who werewolf.SeatID, why string, by task.By) {
	in.Scene.Candidates = t.O.NamesOf(among)
	for _, name := range in.Scene.Candidates {
		in.Candidates = append(in.Candidates, task.Candidate{Name: name})
	}
	out, by := task.Consult(t.Ctx, t.Desk, task.ChooseTarget, in)
	if by == task.ByModel {
		return t.O.SeatOf(out.Target), out.Reason, by
	}
	return first, strings.Join(reasons[:min(len(reasons), 1)], ""), by
}
