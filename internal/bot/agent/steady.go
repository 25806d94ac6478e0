package agent

import (
	"wolfden/internal/bot/talker"
	"wolfden/werewolf"
)

// Steady keeps a target from turn to turn until something speaks against it. The zero Steady has no target and takes
// the first it is given.
type Steady struct {
	Margin float32 // how much worse another player must look, in the unit of the opinion

	target werewolf.SeatID
}

// Hold decides whom the player wants executed: the old target while it is still a suspect and whom the rules want, the player who looks
// worst now, looks worse by no more than the margin; else whom the rules want. It is a Module's Choose.
func (s *Steady) Hold(t *Table, c *talker.Choice) bool {
	if c.Of != talker.Want {
		return false
	}
	c.Target = s.hold(t.Self, talker.Rules{}.Target(t.Self))
	return true
}

func (s *Steady) hold(p *talker.Self, top werewolf.SeatID) werewolf.SeatID {
	score := &p.Opinion().Score
	if !p.Suspects().Has(s.target) || top == 0 || score[top] > score[s.target]+s.Margin {
		s.target = top
	}
	return s.target
}

// AtOnce is what a player shows of itself whose possessed comes out as the seer from its first turn on.
func AtOnce(t *Table) talker.Pretence {
	shown := talker.Rules{}.Pose(t.Self)
	shown.Late = shown.Late && !t.O.Spec().Traitor()
	return shown
}
