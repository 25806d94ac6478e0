package lycaon

import (
	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/talker"
	"wolfden/werewolf"
)

// chooseAtNight divines who tells most, and attacks as agreed, else who is worth most: the player's own choice, which it names to the
// other werewolves, who go along with whoever speaks first.
func (s *state) chooseAtNight(t *agent.Table, c *talker.Choice) bool {
	switch {
	case s.reasoner == nil:
		return false
	case c.Answers(werewolf.Divine):
		c.Target = s.divine(t)
	case c.Of == talker.Prey:
		c.Target = s.prey(t)
	case c.Answers(werewolf.Attack):
		if c.Target = t.Self.Favourite(t.O.Request.Targets); c.Target == 0 {
			c.Target = s.prey(t)
		}
	default:
		return false
	}
	return true
}

// divine returns the player about whom most can be learned: the one nearest to even odds, except rivals.
func (s *state) divine(t *agent.Table) werewolf.SeatID {
	mine := s.reasoner.Mine().Now()
	return s.most(t.Self.Undivined(), func(id werewolf.SeatID) float64 { return mine.Wolf(id) * (1 - mine.Wolf(id)) })
}

// What makes a player worth attacking.
const (
	preySeer      = 1.0
	preyMedium    = 0.6
	preyGuard     = 0.7
	preyPaired    = 0.4  // two confirm each other
	preyTrusted   = 0.8  // times how little the village suspects it
	preyPossessed = -1.6 // times how likely it is on our side
)

// prey returns the player's own choice to attack: the one worth most to the village who will not be executed anyway.
func (s *state) prey(t *agent.Table) werewolf.SeatID {
	o, mine, village := t.O, s.reasoner.Mine().Now(), s.reasoner.Village().Now()
	worth := func(id werewolf.SeatID) float64 {
		worth := preySeer*mine.Power(id, werewolf.Divines) + preyMedium*mine.Power(id, werewolf.Identifies) +
			preyGuard*mine.Power(id, werewolf.Guards) + preyPossessed*mine.Traitor(id) -
			preyTrusted*village.Wolf(id)
		if t.Heard.Paired(id) != 0 {
			worth += preyPaired
		}
		return worth
	}
	legal := o.Others() &^ o.Allies()
	if o.Request.Kind == werewolf.Attack {
		legal &= o.Request.Targets
	}
	first := s.most(legal, worth)
	next := s.most(legal.Without(first), worth)
	guarded := o.Rules.Count(werewolf.Guards) > 0 && mine.Power(first, werewolf.Guards) < 0.5
	if guarded && next != 0 && mine.Traitor(next) < sure && t.Self.Chance(s.learnt.Ways.waysFor(o).Dodges) {
		return next
	}
	return first
}
