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

// Hold returns the target: the old one while it is still a suspect and top, the player who looks worst now, looks worse
// by no more than the margin; else top.
func (s *Steady) Hold(p *talker.Self, top werewolf.SeatID) werewolf.SeatID {
	score := &p.Opinion().Score
	if !p.Suspects().Has(s.target) || top == 0 || score[top] > score[s.target]+s.Margin {
		s.target = top
	}
	return s.target
}
