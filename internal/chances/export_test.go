package chances

import "wolfden/werewolf"

// JudgedBy judges the move by the mover's eyes as Judge.GoOn does, from games that somebody else plays.
func (m *Move) JudgedBy(play func(way string, games int) Outcomes, games int, team werewolf.Team, others werewolf.SeatSet) error {
	in := func(way string, games int) (Outcomes, error) { return play(way, games), nil }
	if err := m.judgeOwn(in, games, team, others); err != nil {
		return err
	}
	return m.measure(in, games, team)
}
