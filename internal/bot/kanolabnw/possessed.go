package kanolabnw

import (
	"context"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/inducement"
	"wolfden/internal/bot/talker"
	"wolfden/internal/bot/task"
	"wolfden/werewolf"
)

// leaveInventing leaves a possessed's results to its fake divination.
func (*state) leaveInventing(t *agent.Table) (talker.Pretence, bool) {
	return t.Self.Pretence(), t.O.Spec().Traitor()
}

// pretend looks for the seer and the werewolf and makes last night's result of them (appendix A.6): the werewolf is
// human, the seer a werewolf. Who has found neither invents as liars do.
func (s *state) pretend(ctx context.Context, t *agent.Table) string {
	if !t.O.Spec().Traitor() {
		return ""
	}
	return s.guessSeerAndWolf(ctx, t)
}

// show makes up last night's result, unless it is made up already.
func (s *state) show(t *agent.Table) talker.Pretence {
	o, shown := t.O, t.Self.Pretence()
	if !o.Spec().Traitor() || t.Self.ShownSpec().Power != werewolf.Divines || o.Day == 0 || o.Request.Kind != werewolf.Talk {
		return shown
	}
	last := werewolf.Finding{Day: o.Day - 1}
	var told werewolf.SeatSet
	blacks := 0
	for _, f := range shown.Invented {
		if f.Day == last.Day {
			return shown
		}
		told = told.With(f.Target)
		if f.Species == werewolf.Wolf {
			blacks++
		}
	}
	switch free := o.Others() &^ told; {
	case free.Has(s.guess.Werewolf):
		last.Target, last.Species = s.guess.Werewolf, werewolf.Human
	case free.Has(s.guess.Seer) && blacks < o.Rules.Wolves():
		last.Target, last.Species = s.guess.Seer, werewolf.Wolf
	default:
		return talker.Rules{}.Invent(t.Self)
	}
	shown.Invented = append(shown.Invented, last)
	return shown
}

// guessSeerAndWolf names a likely seer and a likely werewolf with reasons. The seer is a living rival, the likeliest of
// several; the werewolf is the player whom that rival calls one, else another rival.
func (s *state) guessSeerAndWolf(ctx context.Context, t *agent.Table) (note string) {
	o, heard, now := t.O, t.Heard, t.Reason().Mine().Now()
	s.guess = inducement.Guess{}
	rivals := heard.ClaimantsOf(werewolf.Divines) & o.Others()
	if rivals == 0 {
		return ""
	}
	why := "seer-alone"
	s.guess.Seer = rivals.First()
	if rivals.Len() > 1 {
		s.guess.Seer, why = s.likeliest(ctx, t, rivals), "seer-likeliest"
	}
	note = s.words.Say(why, "t", o.Name(s.guess.Seer))
	var found werewolf.SeatSet
	for _, r := range heard.Findings() {
		if r.By == s.guess.Seer && r.Species == werewolf.Wolf {
			found = found.With(r.Target)
		}
	}
	others := rivals.Without(s.guess.Seer)
	switch {
	case found&o.Others() != 0:
		s.guess.Werewolf, why = now.TopWolf(found&o.Others()), "wolf-found"
	case others != 0:
		s.guess.Werewolf, why = now.TopWolf(others), "wolf-rival"
	default:
		why = ""
	}
	if why != "" {
		note += "\n" + s.words.Say(why, "t", o.Name(s.guess.Werewolf), "o", o.Name(s.guess.Seer))
	}
	return note
}

// likeliest is the rival that is most likely the seer. A model may think otherwise.
func (s *state) likeliest(ctx context.Context, t *agent.Table, rivals werewolf.SeatSet) werewolf.SeatID {
	now := t.Reason().Mine().Now()
	in := task.ChooseTargetIn{Scene: *t.Scene, Strategy: s.words.Say("look-for-seer")}
	in.Scene.Candidates = nil // those of the request, which this is not about
	for id := range rivals.All() {
		in.Candidates = append(in.Candidates, task.Candidate{Name: t.O.Name(id), Score: now.Power(id, werewolf.Divines)})
	}
	return t.O.SeatOf(task.Ask(ctx, t.Desk, t.Desk.ChooseTarget, in).Target)
}

// tellInvented tells the possessed that speaks its last invented result.
func (s *state) tellInvented(t *agent.Table, b *agent.Brief) {
	if results := t.Self.Results(); t.Speaks() && t.O.Spec().Traitor() && len(results) > 0 {
		f := results[len(results)-1]
		b.Analysis = s.words.Say("invented", "t", t.O.Name(f.Target), "r", f.Species.String())
	}
}
