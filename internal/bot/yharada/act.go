package yharada

import (
	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bdi"
	"wolfden/internal/bot/personality"
	"wolfden/internal/bot/talker"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// Those stages of a discussion, by their names in bdi, that the rules can follow.
const (
	introduction = "self_introduction"
	persuasion   = "discussion_persuasion"
	decision     = "voting_decision"
)

// act follows the micro-desire: it answers the selected utterance and then does what the stage is for. Results that
// were not told yet come first.
func (s *state) act(table *agent.Table, t *talker.Turn) bool {
	p := table.Talker
	if s.aim == nil || owes(p) {
		return false
	}
	if s.aim.Answer != nil && s.respond(p, t) {
		return true
	}
	switch s.aim.Stage {
	case introduction:
		return s.introduce(p, t)
	case persuasion:
		return s.persuade(p, t)
	case decision:
		return p.Declare(t)
	default: // what is shared and concluded is the rules' to say
		return false
	}
}

// owes reports whether the player has a result to tell that it does not hold back.
func owes(p *talker.Player) bool { return (!p.Pretence().Late || p.IsOpen()) && p.Owes() }

// respond answers the selected utterance by its type (section 3.5.3). What concerns results is left to the rules, which
// know what they prove.
func (s *state) respond(p *talker.Player, t *talker.Turn) bool {
	r := s.aim.Answer
	o := p.Observation()
	if !o.Living.Has(r.From) {
		return false
	}
	switch {
	case s.answers(bdi.Question) && r.To == o.Seat:
		return p.Reply(t)
	case s.answers(bdi.Negative) && r.To == o.Seat && s.bold():
		return p.AddOnce(t, wording.AskWhy, true, wording.Slots{T: r.From})
	case s.answers(bdi.Negative) && r.To == o.Seat:
		return p.AddOnce(t, wording.DenySuspect, true, wording.Slots{O: r.From})
	case s.answers(bdi.CO):
		return s.weighClaim(p, t, r.From)
	}
	return false
}

// weighClaim says what a claim changes: that it stands alone, or against another.
func (s *state) weighClaim(p *talker.Player, t *talker.Turn, from werewolf.SeatID) bool {
	role, power := p.Ledger().ClaimOf(from), p.Ledger().ClaimSpec(from).Power
	if power != werewolf.Divines && power != werewolf.Identifies || role == p.Pretence().Role {
		return false
	}
	rivals := p.Ledger().Claimants(role).Without(from).Without(p.Observation().Seat)
	if rivals != 0 {
		return p.AddOnce(t, wording.TwoClaim, false, wording.Slots{T: from, O: rivals.First(), Role: role})
	}
	return p.AddOnce(t, wording.HeardClaim, false, wording.Slots{T: from, Role: role})
}

// introduce greets, and speaks of itself as far as it likes company.
func (s *state) introduce(p *talker.Player, t *talker.Turn) bool {
	if p.Observation().Day > 0 {
		return false
	}
	if p.AddOnce(t, wording.Greet, false, wording.Slots{}) {
		return true
	}
	return p.Chance(s.self[personality.ExtroversionTendency]) && p.AddOnce(t, wording.SmallTalk, false, wording.Slots{})
}

// persuade gathers votes where the personality leans to it, and otherwise draws others out where it feels for them.
func (s *state) persuade(p *talker.Player, t *talker.Turn) bool {
	o := p.Observation()
	if o.Day == 0 {
		return false
	}
	target := p.Plan()
	if target == 0 {
		target = p.Target()
	}
	switch {
	case target == 0:
		return false
	case s.bold():
		return p.AddOnce(t, wording.VoteAll, true, wording.Slots{T: target})
	case s.lean == personality.Empathy:
		return p.AddOnce(t, wording.Encourage, true, wording.Slots{})
	}
	return false
}

// choose guards the most credible claimant, and attacks the player that the werewolves agreed on or that the table would
// believe. Votes and divination go by the suspicion, as the beliefs have changed it.
func (s *state) choose(t *agent.Table, kind werewolf.RequestKind) (best werewolf.SeatID, decided bool) {
	legal := t.O.Request.Targets.Without(t.O.Seat)
	switch kind {
	case werewolf.Attack:
		if best = t.Talker.Favourite(legal); best == 0 {
			best = s.most(legal &^ t.O.Allies())
		}
	case werewolf.Guard:
		best = s.most(t.Heard.ClaimantsOf(werewolf.Divines) & legal)
	default: // by suspicion
	}
	return best, best != 0
}

// most returns the most credible of the players, 0 if there are none; among equals the lower seat.
func (s *state) most(among werewolf.SeatSet) werewolf.SeatID {
	return among.Most(func(id werewolf.SeatID) float64 { return s.beliefs.Of(id).Credibility })
}
