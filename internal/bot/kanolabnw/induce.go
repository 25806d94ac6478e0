package kanolabnw

import (
	"wolfden/internal/bot/inducement"
	"wolfden/internal/bot/persuasion"
	"wolfden/internal/bot/talker"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// attempt is the last one to induce votes. The zero attempt is none.
type attempt struct {
	day    int
	target werewolf.SeatID
	ground inducement.Ground
	said   bool // it is said in the answer at hand
	sent   bool // it was said on its day
}

// due reports whether the observation's utterance is to be the attempt.
func (t *attempt) due(o *werewolf.Observation) bool {
	return t.target != 0 && t.day == o.Day && !t.sent && o.Request.Kind == werewolf.Talk
}

// asked is whom the player has asked everybody to vote for today, no seat when it has not.
func (t *attempt) asked(o *werewolf.Observation) werewolf.SeatID {
	if t.sent && t.day == o.Day && o.Living.Has(t.target) {
		return t.target
	}
	return 0
}

// aim chooses the target when the last utterance of the day has come (section 7.1).
func (m *mind) aim(o *werewolf.Observation) {
	m.last.said = false
	if !m.a.On("inducement") || !inducement.Due(o) || m.last.asked(o) != 0 {
		return
	}
	target, ground := m.inducer.Target(o, m.a.Talker().Ledger(), m.guess)
	m.last = attempt{day: o.Day, target: target, ground: ground}
}

// Urgent ends the day with the call to vote, before anything else that there may be to say.
func (m *mind) Urgent(p *talker.Player, t *talker.Turn) bool {
	o := p.Observation()
	if !m.last.due(o) {
		return false
	}
	means := speech.Join(speech.Do(speech.Vote, m.last.target), speech.RequestVote(m.last.target))
	if m.last.ground == inducement.FoundWolf {
		means = speech.Join(means, speech.Found(werewolf.Divines, m.last.target, werewolf.Wolf))
	}
	_, m.last.said = m.inducer.Say(o, m.last.target, m.last.ground, func(text string) bool { return t.AddText(text, means) })
	return m.last.said
}

// record notes the attempt as it was sent.
func (m *mind) record(o *werewolf.Observation, text string) {
	if !m.last.said {
		return
	}
	m.last.said, m.last.sent = false, true
	m.inducer.Record(o, m.last.target, m.last.ground, text)
	m.a.Note("inducement", m.inducer.Note())
}

// Target is whom votes are induced against. Who will do so with its next utterance does not commit itself before.
func (m *mind) Target(p *talker.Player) werewolf.SeatID {
	o := p.Observation()
	switch {
	case m.last.asked(o) != 0:
		return m.last.target
	case m.last.due(o):
		return m.last.target
	case m.waits(o):
		return p.Plan()
	}
	return m.Rules.Target(p)
}

// waits reports whether the next utterance will be the attempt.
func (m *mind) waits(o *werewolf.Observation) bool {
	turn, turns := persuasion.Turns(o)
	return m.a.On("inducement") && induces(o.Spec()) && o.Request.Kind == werewolf.Talk && persuasion.EndsInVote(o) && turn+2 == turns
}

// induces reports whether a role makes attempts.
func induces(s werewolf.RoleSpec) bool {
	return s.Power == werewolf.Divines || s.Team == werewolf.WerewolfTeam
}
