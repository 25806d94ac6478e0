package uecil

import (
	"context"
	"math"

	"wolfden/internal/bot/talker"
	"wolfden/internal/bot/task"
	"wolfden/werewolf"
)

// margin is how much worse than the announced target another must look for the vote to change; ours.
const margin = 1

// decide chooses the vote before it is declared, step by step (section 4.4). Who follows a plan has decided already.
func (m *mind) decide(ctx context.Context) {
	o, p := m.a.Observation(), m.a.Talker()
	if !lastTurn(o) || !m.a.On("decision") || m.accuses(o) && o.Living.Has(m.mark) {
		return
	}
	if _, victim := m.power(p); victim != 0 {
		return
	}
	first, score := m.Rules.Target(p), &p.Opinion().Score
	if plan := p.Plan(); plan != 0 && score[first] <= score[plan]+margin {
		first = plan
	}
	if first == 0 {
		return
	}
	among := o.Others() &^ o.Allies()
	m.vote = choice{o.Day, m.choose(ctx, werewolf.Vote, among.With(first), first, m.words.Say("vote"))}
}

// choose asks for a choice step by step: the reason, then the player. Rules take first.
func (m *mind) choose(ctx context.Context, kind werewolf.RequestKind, among werewolf.SeatSet, first werewolf.SeatID, strategy string) werewolf.SeatID {
	o := m.a.Observation()
	in := task.ChooseTargetIn{Strategy: strategy, Analysis: m.analysis}
	in.Scene, in.Summary = m.scene()
	in.Scene.Action, in.Scene.Candidates = kind.String(), nil
	if plan := m.a.Talker().Plan(); plan != 0 && kind == werewolf.Vote {
		in.Stated = []string{o.Name(plan)}
	}
	in.Candidates = []task.Candidate{{Name: o.Name(first), Score: 1, Reasons: m.a.Reasons(first)}}
	for id := range among.Without(first).All() {
		in.Candidates = append(in.Candidates, task.Candidate{Name: o.Name(id), Score: m.doubt(id), Reasons: m.a.Reasons(id)})
		in.Scene.Candidates = append(in.Scene.Candidates, o.Name(id))
	}
	in.Scene.Candidates = append(in.Scene.Candidates, o.Name(first))
	out := task.Ask(ctx, m.a.Desk, m.a.ChooseTarget, in)
	m.a.Note("decision", kind.String()+" "+out.Target+": "+out.Reason)
	return o.SeatOf(out.Target)
}

// prey is whom the village would follow: a seer before whoever is trusted most. Whoever lies for the werewolf is spared.
func (m *mind) prey(p *talker.Player) werewolf.SeatID {
	among := p.Observation().Request.Targets.Without(p.Observation().Seat).Without(m.liar(p))
	if seers := p.Ledger().ClaimantsOf(werewolf.Divines) & among; seers != 0 {
		among = seers
	}
	return p.Opinion().Least(among)
}

// doubt is how suspicious rules find a player, from 0 to less than 1.
func (m *mind) doubt(id werewolf.SeatID) float64 {
	const below = 0.95
	return round(below / (1 + math.Exp(-float64(m.a.Talker().Opinion().Score[id]))))
}

func round(p float64) float64 { return math.Round(100*p) / 100 }
