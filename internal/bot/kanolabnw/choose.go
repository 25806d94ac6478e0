package kanolabnw

import (
	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/talker"
	"wolfden/werewolf"
)

// chosen is what a function of the paper chose, else what the rules do. A note gives the reason before the name.
func (s *state) chosen(t *agent.Table, module string, c *talker.Choice, target werewolf.SeatID) bool {
	why := module + "-claim"
	if c.Target = target; !t.O.Request.Targets.Has(target) {
		c.Target = talker.Rules{}.Answer(t.Self, c.Kind)
		why = module + "-usual"
	}
	t.Note(s.words.Say(why) + " " + t.O.Name(c.Target))
	return true
}

func (s *state) vote(t *agent.Table, c *talker.Choice) bool {
	if !c.Answers(werewolf.Vote) {
		return false
	}
	asked := s.last.asked(t.O)
	if plan := t.Self.Plan(); plan != 0 && plan != asked {
		asked = 0 // it has announced another since
	}
	return s.chosen(t, "vote", c, asked)
}

// divine takes the likeliest werewolf that was not divined yet. A rival who claims to be the seer is known to lie.
func (s *state) divine(t *agent.Table, c *talker.Choice) bool {
	if !c.Answers(werewolf.Divine) {
		return false
	}
	fresh := t.O.Request.Targets &^ t.Heard.ClaimantsOf(werewolf.Divines)
	for _, f := range t.O.Divined {
		fresh = fresh.Without(f.Target)
	}
	return s.chosen(t, "divine", c, t.Reason().Mine().Now().TopWolf(fresh.Without(t.O.Seat)))
}

func (s *state) preyOrWard(t *agent.Table, c *talker.Choice) bool {
	switch {
	case c.Answers(werewolf.Attack):
		return s.chosen(t, "target", c, prey(t))
	case c.Answers(werewolf.Guard):
		return s.chosen(t, "target", c, realest(t, werewolf.Divines, werewolf.Identifies))
	}
	return false
}

// prey returns the player on whom the werewolves agreed, else the claimant who most likely can divine, identify or
// guard.
func prey(t *agent.Table) werewolf.SeatID {
	if agreed := t.Self.Favourite(t.O.Request.Targets); agreed != 0 {
		return agreed
	}
	return realest(t, werewolf.Divines, werewolf.Identifies, werewolf.Guards)
}

// realest is the likeliest holder of the first of the powers that somebody who may be chosen claims; no seat if none is
// claimed, or when none of the claims can be true.
func realest(t *agent.Table, powers ...werewolf.Power) werewolf.SeatID {
	now := t.Reason().Mine().Now()
	for _, power := range powers {
		best := now.TopPower(t.Heard.ClaimantsOf(power)&t.O.Request.Targets, power)
		if best != 0 && now.Power(best, power) > 0 {
			return best
		}
	}
	return 0
}
