package kanolabnw

import (
	"context"

	"wolfden/internal/bot/inducement"
	"wolfden/internal/bot/talker"
	"wolfden/internal/bot/task"
	"wolfden/werewolf"
)

// Pose shows the possessed as a seer from the beginning.
func (s *system) Pose(p *talker.Player) {
	s.Rules.Pose(p)
	if o := p.Observation(); s.a.On("fake-divination") && o.Spec().Traitor() {
		p.Pretence.Late = false
	}
}

// Invent leaves the results of a possessed to its fake divination.
func (s *system) Invent(p *talker.Player) {
	if !s.a.On("fake-divination") || !p.Observation().Spec().Traitor() {
		s.Rules.Invent(p)
	}
}

// pretend looks for the seer and the werewolf and makes last night's result of them (appendix A.6): the werewolf is
// human, the seer a werewolf. Who has found neither invents as liars do.
func (s *system) pretend(ctx context.Context, o *werewolf.Observation) {
	p := s.a.Talker()
	s.guessSeerAndWolf(ctx, o)
	if p.ShownSpec().Power != werewolf.Divines || o.Day == 0 || o.Request.Kind != werewolf.Talk {
		return
	}
	last := werewolf.Finding{Day: o.Day - 1}
	var told werewolf.SeatSet
	blacks := 0
	for _, f := range p.Pretence.Invented {
		if f.Day == last.Day {
			return
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
		s.Rules.Invent(p)
		return
	}
	p.Pretence.Invented = append(p.Pretence.Invented, last)
}

// guessSeerAndWolf names a likely seer and a likely werewolf with reasons. The seer is a living rival, of several the likeliest; the
// werewolf is whom that rival calls one, else another rival.
func (s *system) guessSeerAndWolf(ctx context.Context, o *werewolf.Observation) {
	heard, now := s.a.Talker().Ledger(), s.a.Reason().Mine().Now()
	s.guess = inducement.Guess{}
	rivals := heard.ClaimantsOf(werewolf.Divines) & o.Others()
	if rivals == 0 {
		return
	}
	why := "seer-alone"
	s.guess.Seer = rivals.First()
	if rivals.Len() > 1 {
		s.guess.Seer, why = s.likeliest(ctx, o, rivals), "seer-likeliest"
	}
	note := s.words.Say(why, "t", o.Name(s.guess.Seer))
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
	s.a.Note("fake-divination", note)
}

// likeliest is the rival that is most likely the seer. A model may think otherwise.
func (s *system) likeliest(ctx context.Context, o *werewolf.Observation, rivals werewolf.SeatSet) werewolf.SeatID {
	now := s.a.Reason().Mine().Now()
	in := task.ChooseTargetIn{Scene: s.a.Scene, Strategy: s.words.Say("look-for-seer")}
	in.Scene.Candidates = nil // those of the request, which this is not about
	for id := range rivals.All() {
		in.Candidates = append(in.Candidates, task.Candidate{Name: o.Name(id), Score: now.Power(id, werewolf.Divines)})
	}
	return o.SeatOf(task.Ask(ctx, s.a.Desk, s.a.ChooseTarget, in).Target)
}
