package yharada

import (
	"wolfden/internal/bot/bdi"
	"wolfden/internal/bot/personality"
	"wolfden/internal/bot/talker"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// The stages of a discussion, as bdi names them, for which rules know what to do.
const (
	introduction = "self_introduction"
	persuasion   = "discussion_persuasion"
	decision     = "voting_decision"
)

// Urgent follows the micro-desire: it answers the utterance that was selected, then does what the stage is for. Results
// that are still to be told go first.
func (m *mind) Urgent(p *talker.Player, t *talker.Turn) bool {
	if m.aim == nil || m.owes(p) {
		return false
	}
	if m.aim.Answer != nil && m.respond(p, t) {
		return true
	}
	switch m.aim.Stage {
	case introduction:
		return m.introduce(p, t)
	case persuasion:
		return m.persuade(p, t)
	case decision:
		return p.Declare(t)
	default: // what is shared and concluded is the rules' to say
		return false
	}
}

// owes reports whether the player has a result to tell that it does not hold back.
func (m *mind) owes(p *talker.Player) bool {
	if p.Mask.Late && !p.IsOpen() {
		return false
	}
	o := p.Observation()
	for _, f := range p.Results() {
		if p.Ledger().Told(o.Seat, f.Target) != f.Species {
			return true
		}
	}
	return false
}

// respond answers the selected utterance by its type (section 3.5.3). What concerns results is left to the rules, which
// know what they prove.
func (m *mind) respond(p *talker.Player, t *talker.Turn) bool {
	r := m.aim.Answer
	o := p.Observation()
	if !o.Living.Has(r.From) {
		return false
	}
	switch {
	case m.answers(bdi.Question) && r.To == o.Seat:
		return p.Reply(t)
	case m.answers(bdi.Negative) && r.To == o.Seat && m.bold():
		return p.Say(t, wording.AskWhy, true, wording.Slots{T: r.From})
	case m.answers(bdi.Negative) && r.To == o.Seat:
		return p.Say(t, wording.DenySuspect, true, wording.Slots{O: r.From})
	case m.answers(bdi.CO):
		return m.weighClaim(p, t, r.From)
	}
	return false
}

// weighClaim says what a claim changes: that it stands alone, or against another.
func (m *mind) weighClaim(p *talker.Player, t *talker.Turn, from werewolf.SeatID) bool {
	role, power := p.Ledger().ClaimOf(from), p.Ledger().ClaimSpec(from).Power
	if power != werewolf.Divines && power != werewolf.Identifies || role == p.Mask.Role {
		return false
	}
	rivals := p.Ledger().Claimants(role).Without(from).Without(p.Observation().Seat)
	if rivals != 0 {
		return p.Say(t, wording.TwoClaim, false, wording.Slots{T: from, O: rivals.First(), Role: role})
	}
	return p.Say(t, wording.HeardClaim, false, wording.Slots{T: from, Role: role})
}

// introduce greets, and speaks of itself as far as it likes company.
func (m *mind) introduce(p *talker.Player, t *talker.Turn) bool {
	if p.Observation().Day > 0 {
		return false
	}
	if p.Say(t, wording.Greet, false, wording.Slots{}) {
		return true
	}
	return p.Chance(m.self[personality.ExtroversionTendency]) && p.Say(t, wording.SmallTalk, false, wording.Slots{})
}

// persuade gathers votes where the personality leans to it, and otherwise draws others out where it feels for them.
func (m *mind) persuade(p *talker.Player, t *talker.Turn) bool {
	o := p.Observation()
	if o.Day == 0 {
		return false
	}
	target := p.Plan()
	if target == 0 {
		target = m.Target(p)
	}
	switch {
	case target == 0:
		return false
	case m.bold():
		return p.Say(t, wording.VoteAll, true, wording.Slots{T: target})
	case m.lean == personality.Empathy:
		return p.Say(t, wording.Encourage, true, wording.Slots{})
	}
	return false
}

// Choose guards the most credible claimant, attacks whom the pack agreed on or whom the table would believe, and
// otherwise chooses by the suspicion that the beliefs have bent.
func (m *mind) Choose(p *talker.Player, kind werewolf.RequestKind) werewolf.SeatID {
	o := p.Observation()
	legal := o.Request.Targets.Without(o.Seat)
	claimants := p.Ledger().ClaimantsOf(werewolf.Divines) & legal
	var best werewolf.SeatID
	switch {
	case !m.a.On("micro-belief"):
	case kind == werewolf.Attack:
		if best = p.Favourite(legal); best == 0 {
			best = m.most(legal &^ o.Allies())
		}
	case kind == werewolf.Guard:
		best = m.most(claimants)
	default: // votes and divination go by suspicion
	}
	if best != 0 {
		return best
	}
	return m.Rules.Choose(p, kind)
}

// most is the most credible of the players, of equals the lower seat; no seat of none.
func (m *mind) most(among werewolf.SeatSet) (best werewolf.SeatID) {
	for id := range among.All() {
		if best == 0 || m.beliefs.Of(id).Credibility > m.beliefs.Of(best).Credibility {
			best = id
		}
	}
	return best
}
