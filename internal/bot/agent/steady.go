package agent

import (
	"wolfden/internal/bot/talker"
	"wolfden/werewolf"
)

// Steady keeps a target through the turns: a plan lives on until something speaks against it. The zero Steady has none and
// gives way to any other.
type Steady struct {
	Margin float32 // how much worse another must look, in the unit of the sheet

	target werewolf.SeatID
}

// Hold is the target: the one it had while the player may still want that one and top, the worst now, looks worse by no
// more than the margin.
func (s *Steady) Hold(p *talker.Player, top werewolf.SeatID) werewolf.SeatID {
	score := &p.Opinion().Score
	if !p.Suspects().Has(s.target) || top == 0 || score[top] > score[s.target]+s.Margin {
		s.target = top
	}
	return s.target
}
