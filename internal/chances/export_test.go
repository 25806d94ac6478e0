package chances

import "wolfden/werewolf"

// JudgedBy judges the move by the mover's eyes as Judge.GoOn does, from games that somebody else plays.
func (m *Move) JudgedBy(play func(way string, games int) (Outcomes, error), games int, team werewolf.Team, others werewolf.SeatSet) error {
	return m.byEyes(play, games, true, team, others)
}
