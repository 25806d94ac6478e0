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
func (sys *system) Urgent(p *talker.Player, t *talker.Turn) bool {
	if sys.aim == nil || sys.owes(p) {
		return false
	}
	if sys.aim.Answer != nil && sys.respond(p, t) {
		return true
	}
	switch sys.aim.Stage {
	case introduction:
		return sys.introduce(p, t)
	case persuasion:
		return sys.persuade(p, t)
	case decision:
		return p.Declare(t)
	default: // what is shared and concluded is the rules' to say
		return false
	}
}

// owes reports whether the player has a result to tell that it does not hold back.
func (sys *system) owes(p *talker.Player) bool {
	if p.Pretence.Late && !p.IsOpen() {
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
func (sys *system) respond(p *talker.Player, t *talker.Turn) bool {
	r := sys.aim.Answer
	o := p.Observation()
	if !o.Living.Has(r.From) {
		return false
	}
	switch {
	case sys.answers(bdi.Question) && r.To == o.Seat:
		return p.Reply(t)
	case sys.answers(bdi.Negative) && r.To == o.Seat && sys.bold():
		return p.AddOnce(t, wording.AskWhy, true, wording.Slots{T: r.From})
	case sys.answers(bdi.Negative) && r.To == o.Seat:
		return p.AddOnce(t, wording.DenySuspect, true, wording.Slots{O: r.From})
	case sys.answers(bdi.CO):
		return sys.weighClaim(p, t, r.From)
	}
	return false
}

// weighClaim says what a claim changes: that it stands alone, or against another.
func (sys *system) weighClaim(p *talker.Player, t *talker.Turn, from werewolf.SeatID) bool {
	role, power := p.Ledger().ClaimOf(from), p.Ledger().ClaimSpec(from).Power
	if power != werewolf.Divines && power != werewolf.Identifies || role == p.Pretence.Role {
		return false
	}
	rivals := p.Ledger().Claimants(role).Without(from).Without(p.Observation().Seat)
	if rivals != 0 {
		return p.AddOnce(t, wording.TwoClaim, false, wording.Slots{T: from, O: rivals.First(), Role: role})
	}
	return p.AddOnce(t, wording.HeardClaim, false, wording.Slots{T: from, Role: role})
}

// introduce greets, and speaks of itself as far as it likes company.
func (sys *system) introduce(p *talker.Player, t *talker.Turn) bool {
	if p.Observation().Day > 0 {
		return false
	}
	if p.AddOnce(t, wording.Greet, false, wording.Slots{}) {
		return true
	}
	return p.Chance(sys.self[personality.ExtroversionTendency]) && p.AddOnce(t, wording.SmallTalk, false, wording.Slots{})
}

// persuade gathers votes where the personality leans to it, and otherwise draws others out where it feels for them.
func (sys *system) persuade(p *talker.Player, t *talker.Turn) bool {
	o := p.Observation()
	if o.Day == 0 {
		return false
	}
	target := p.Plan()
	if target == 0 {
		target = sys.Target(p)
	}
	switch {
	case target == 0:
		return false
	case sys.bold():
		return p.AddOnce(t, wording.VoteAll, true, wording.Slots{T: target})
	case sys.lean == personality.Empathy:
		return p.AddOnce(t, wording.Encourage, true, wording.Slots{})
	}
	return false
}

// Choose guards the most credible claimant, attacks whom the werewolves agreed on or whom the table would believe, and
// otherwise chooses by the suspicion that the beliefs have bent.
func (sys *system) Choose(p *talker.Player, kind werewolf.RequestKind) werewolf.SeatID {
	o := p.Observation()
	legal := o.Request.Targets.Without(o.Seat)
	claimants := p.Ledger().ClaimantsOf(werewolf.Divines) & legal
	var best werewolf.SeatID
	switch {
	case !sys.a.On("micro-belief"):
	case kind == werewolf.Attack:
		if best = p.Favourite(legal); best == 0 {
			best = sys.most(legal &^ o.Allies())
		}
	case kind == werewolf.Guard:
		best = sys.most(claimants)
	default: // votes and divination go by suspicion
	}
	if best != 0 {
		return best
	}
	return sys.Rules.Choose(p, kind)
}

// most is the most credible of the players, of equals the lower seat; no seat of none.
func (sys *system) most(among werewolf.SeatSet) (best werewolf.SeatID) {
	for id := range among.All() {
		if best == 0 || sys.beliefs.Of(id).Credibility > sys.beliefs.Of(best).Credibility {
			best = id
		}
	}
	return best
}
