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

// act follows the micro-desire: it answers the selected utterance or else does what the stage is for. Results that were not told
// yet come first.
func (s *state) act(t *agent.Table, b *agent.Brief) {
	if s.aim == nil || t.Self.HasNews() {
		return
	}
	switch s.aim.Stage {
	case introduction:
		b.First = s.introduce(t)
	case persuasion:
		b.First = s.persuade(t)
	case decision:
		b.First = talker.Declare()
	default: // what is shared and concluded is the rules' to say
	}
	if s.aim.Answer != nil {
		b.First = talker.First(s.respond(t), b.First)
	}
}

// respond answers the selected utterance by its type (section 3.5.3). What concerns results is left to the rules, which
// know what they prove.
func (s *state) respond(t *agent.Table) (none talker.Intention) {
	r := s.aim.Answer
	toMe := r.To == t.O.Seat
	switch {
	case !t.O.Living.Has(r.From):
	case s.answers(bdi.Question) && toMe:
		return talker.Reply()
	case s.answers(bdi.Negative) && toMe && s.bold():
		return talker.Daily(wording.AskWhy, wording.Slots{T: r.From})
	case s.answers(bdi.Negative) && toMe:
		return talker.Daily(wording.DenySuspect, wording.Slots{O: r.From})
	case s.answers(bdi.CO):
		return s.weighClaim(t, r.From)
	}
	return none
}

// weighClaim says what a claim changes: that it stands alone, or against another.
func (s *state) weighClaim(t *agent.Table, from werewolf.SeatID) (none talker.Intention) {
	role, power := t.Heard.ClaimOf(from), t.Heard.ClaimSpec(from).Power
	if power != werewolf.Divines && power != werewolf.Identifies || role == t.Self.Pretence().Role {
		return none
	}
	switch all := t.Heard.Claimants(role); all.Len() {
	case 1:
	case 2:
		return talker.Once(wording.TwoClaim, wording.Slots{T: from, O: all.Without(from).First(), Role: role})
	default:
		return talker.Once(wording.ManyClaim, wording.Slots{Role: role, N: all.Len()})
	}
	return talker.Once(wording.HeardClaim, wording.Slots{T: from, Role: role})
}

// introduce greets, and speaks of itself as far as it likes company.
func (s *state) introduce(t *agent.Table) (none talker.Intention) {
	if t.O.Day > 0 {
		return none
	}
	more := talker.Maybe(s.self[personality.ExtroversionTendency], talker.Once(wording.SmallTalk, wording.Slots{}))
	return talker.First(talker.Once(wording.Greet, wording.Slots{}), more)
}

// persuade gathers votes where the personality leans to it, and otherwise draws others out where it feels for them.
func (s *state) persuade(t *agent.Table) (none talker.Intention) {
	if t.O.Day == 0 {
		return none
	}
	target := t.Self.Plan()
	if target == 0 {
		target = t.Self.Target()
	}
	switch {
	case target == 0:
		return none
	case s.bold():
		return talker.Daily(wording.VoteAll, wording.Slots{T: target})
	case s.lean == personality.Empathy:
		return talker.Daily(wording.Encourage, wording.Slots{})
	}
	return none
}

// choose guards the most credible claimant, and attacks the player that the werewolves agreed on or that the table would
// believe. Votes and divination go by the suspicion, as the beliefs have changed it.
func (s *state) choose(t *agent.Table, c *talker.Choice) bool {
	legal := t.O.Request.Targets.Without(t.O.Seat)
	switch {
	case c.Answers(werewolf.Attack):
		if c.Target = t.Self.Favourite(legal); c.Target == 0 {
			c.Target = s.most(legal &^ t.O.Allies())
		}
	case c.Answers(werewolf.Guard):
		c.Target = s.most(t.Heard.ClaimantsOf(werewolf.Divines) & legal)
	}
	return c.Target != 0
}

// most returns the most credible of the players, 0 if there are none; among equals the lower seat.
func (s *state) most(among werewolf.SeatSet) werewolf.SeatID {
	return among.Most(func(id werewolf.SeatID) float64 { return s.beliefs.Of(id).Credibility })
}
