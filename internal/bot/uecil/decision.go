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
func (sys *system) decide(ctx context.Context) {
	o, p := sys.a.Observation(), sys.a.Talker()
	if !lastTurn(o) || !sys.a.On("decision") || sys.accusing(o) {
		return
	}
	if _, victim := sys.power(p); victim != 0 {
		return
	}
	first, score := sys.Rules.Target(p), &p.Opinion().Score
	if plan := p.Plan(); plan != 0 && score[first] <= score[plan]+margin {
		first = plan
	}
	if first == 0 {
		return
	}
	among := o.Others() &^ o.Allies()
	sys.vote = dayChoice{o.Day, sys.choose(ctx, werewolf.Vote, among.With(first), first, sys.words.Say("vote"))}
}

// choose asks for a choice step by step: the reason, then the player. Rules take first.
func (sys *system) choose(ctx context.Context, kind werewolf.RequestKind, among werewolf.SeatSet, first werewolf.SeatID, strategy string) werewolf.SeatID {
	o := sys.a.Observation()
	in := task.ChooseTargetIn{Strategy: strategy, Analysis: sys.analysis}
	in.Scene, in.Summary = sys.scene()
	in.Scene.Action, in.Scene.Candidates = kind.String(), nil
	if plan := sys.a.Talker().Plan(); plan != 0 && kind == werewolf.Vote {
		in.Stated = []string{o.Name(plan)}
	}
	in.Candidates = []task.Candidate{{Name: o.Name(first), Score: 1, Reasons: sys.a.Reasons(first)}}
	for id := range among.Without(first).All() {
		in.Candidates = append(in.Candidates, task.Candidate{Name: o.Name(id), Score: sys.doubt(id), Reasons: sys.a.Reasons(id)})
		in.Scene.Candidates = append(in.Scene.Candidates, o.Name(id))
	}
	in.Scene.Candidates = append(in.Scene.Candidates, o.Name(first))
	out := task.Ask(ctx, sys.a.Desk, sys.a.ChooseTarget, in)
	sys.a.Note("decision", kind.String()+" "+out.Target+": "+out.Reason)
	return o.SeatOf(out.Target)
}

// prey returns the player whom the village would follow: a seer, else the most trusted player. It spares players who
// lie for the werewolf.
func (sys *system) prey(p *talker.Player) werewolf.SeatID {
	among := p.Observation().Request.Targets.Without(p.Observation().Seat).Without(sys.liar(p))
	if seers := p.Ledger().ClaimantsOf(werewolf.Divines) & among; seers != 0 {
		among = seers
	}
	return p.Opinion().Least(among)
}

// doubt is how suspicious rules find a player, from 0 to less than 1.
func (sys *system) doubt(id werewolf.SeatID) float64 {
	const below = 0.95
	return round(below / (1 + math.Exp(-float64(sys.a.Talker().Opinion().Score[id]))))
}

func round(p float64) float64 { return math.Round(100*p) / 100 }
