package kanolabnw

import (
	"context"

	"wolfden/internal/bot/inducement"
	"wolfden/internal/bot/talker"
	"wolfden/internal/bot/task"
	"wolfden/werewolf"
)

// Pose shows the possessed as a seer from the beginning.
func (m *mind) Pose(p *talker.Player) {
	m.Rules.Pose(p)
	if o := p.Observation(); m.a.On("fake-divination") && o.Spec().Traitor() {
		p.Pretence.Late = false
	}
}

// Invent leaves the results of a possessed to its fake divination.
func (m *mind) Invent(p *talker.Player) {
	if !m.a.On("fake-divination") || !p.Observation().Spec().Traitor() {
		m.Rules.Invent(p)
	}
}

// pretend looks for the seer and the werewolf and makes last night's result of them (appendix A.6): the werewolf is
// human, the seer a werewolf. Who has found neither invents as liars do.
func (m *mind) pretend(ctx context.Context, o *werewolf.Observation) {
	p := m.a.Talker()
	m.look(ctx, o)
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
	case free.Has(m.guess.Werewolf):
		last.Target, last.Species = m.guess.Werewolf, werewolf.Human
	case free.Has(m.guess.Seer) && blacks < o.Rules.Wolves():
		last.Target, last.Species = m.guess.Seer, werewolf.Wolf
	default:
		m.Rules.Invent(p)
		return
	}
	p.Pretence.Invented = append(p.Pretence.Invented, last)
}

// look names a likely seer and a likely werewolf with reasons. The seer is a living rival, of several the likeliest; the
// werewolf is whom that rival calls one, else another rival.
func (m *mind) look(ctx context.Context, o *werewolf.Observation) {
	heard, now := m.a.Talker().Ledger(), m.a.Reason().Mine().Now()
	m.guess = inducement.Guess{}
	rivals := heard.ClaimantsOf(werewolf.Divines) & o.Others()
	if rivals == 0 {
		return
	}
	why := "seer-alone"
	m.guess.Seer = rivals.First()
	if rivals.Len() > 1 {
		m.guess.Seer, why = m.likeliest(ctx, o, rivals), "seer-likeliest"
	}
	note := m.words.Say(why, "t", o.Name(m.guess.Seer))
	var found werewolf.SeatSet
	for _, r := range heard.Findings() {
		if r.By == m.guess.Seer && r.Species == werewolf.Wolf {
			found = found.With(r.Target)
		}
	}
	others := rivals.Without(m.guess.Seer)
	switch {
	case found&o.Others() != 0:
		m.guess.Werewolf, why = now.TopWolf(found&o.Others()), "wolf-found"
	case others != 0:
		m.guess.Werewolf, why = now.TopWolf(others), "wolf-rival"
	default:
		why = ""
	}
	if why != "" {
		note += "\n" + m.words.Say(why, "t", o.Name(m.guess.Werewolf), "o", o.Name(m.guess.Seer))
	}
	m.a.Note("fake-divination", note)
}

// likeliest is the rival that is most likely the seer. A model may think otherwise.
func (m *mind) likeliest(ctx context.Context, o *werewolf.Observation, rivals werewolf.SeatSet) werewolf.SeatID {
	now := m.a.Reason().Mine().Now()
	in := task.ChooseTargetIn{Scene: m.a.Scene, Strategy: m.words.Say("look-for-seer")}
	in.Scene.Candidates = nil // those of the request, which this is not about
	for id := range rivals.All() {
		in.Candidates = append(in.Candidates, task.Candidate{Name: o.Name(id), Score: now.Power(id, werewolf.Divines)})
	}
	return o.SeatOf(task.Ask(ctx, m.a.Desk, m.a.ChooseTarget, in).Target)
}
