package heard

import (
	"wolfden/internal/contestlog"
	"wolfden/werewolf"
)

// line is the line of a contest log that an event would be, false when there is none.
func (g *Game) line(e *werewolf.Event) (Line, bool) {
	l := Line{Line: contestlog.Line{Day: e.Day, Seat: e.Seat, Target: e.Target}}
	if g.Player(e.Seat) == nil && e.Seat != 0 || g.Player(e.Target) == nil && e.Target != 0 {
		return l, false // not from the engine
	}
	if e.Seat == 0 && e.Kind != werewolf.AttackMade && e.Kind != werewolf.GameOver {
		return l, false // nobody did it
	}
	role := werewolf.NoRole
	if p := g.Player(e.Target); p != nil {
		role = p.Role
	}
	switch e.Kind {
	case werewolf.Talked, werewolf.Whispered:
		l.Kind = contestlog.TalkLine
		if e.Kind == werewolf.Whispered {
			l.Kind = contestlog.WhisperLine
		}
		l.Idx, l.Turn, l.Text, l.Forced, l.Cut = e.Idx, e.Turn, e.Text, e.Forced, e.Cut
	case werewolf.VoteCast:
		l.Kind, l.Round = contestlog.VoteLine, e.Turn
	case werewolf.AttackCast:
		l.Kind, l.Round = contestlog.AttackVoteLine, e.Turn
	case werewolf.DivineChosen:
		l.Kind, l.Species = contestlog.DivineLine, role.Species()
	case werewolf.GuardChosen:
		l.Kind, l.Role = contestlog.GuardLine, role
	case werewolf.Executed:
		l.Kind, l.Seat, l.Target, l.Role = contestlog.ExecuteLine, 0, e.Seat, g.Player(e.Seat).Role
	case werewolf.AttackMade:
		l.Kind, l.Unguarded = contestlog.AttackLine, e.Killed || e.Target == 0
	case werewolf.GameOver:
		l.Kind, l.Winner = contestlog.ResultLine, e.Winner
	default:
		return l, false
	}
	return l, true
}
