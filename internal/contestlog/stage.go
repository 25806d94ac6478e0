package contestlog

import (
	"fmt"

	"wolfden/werewolf"
)

// stage is a place in the order of a day's lines.
type stage int

const (
	atStatus stage = iota
	atMorning
	atTalk
	atEvening
	atVote
	atExecute
	atDivine
	atWhisper
	atGuard
	atAttackVote
	atAttack
	atNextDay
)

// lineStages is where lines stand; that of whispers depends on the day.
var lineStages = [...]stage{
	StatusLine: atStatus, TalkLine: atTalk, WhisperLine: atWhisper, VoteLine: atVote, AttackVoteLine: atAttackVote,
	DivineLine: atDivine, GuardLine: atGuard, ExecuteLine: atExecute, AttackLine: atAttack, ResultLine: atNextDay,
}

// peek returns the next line, nil at the end.
func (r *logReplay) peek() *Line {
	if r.at >= len(r.Lines) {
		return nil
	}
	return &r.Lines[r.at]
}

// here returns the number of the next line, or the one after the last.
func (r *logReplay) here() int {
	if l := r.peek(); l != nil {
		return l.Number
	}
	return r.Lines[len(r.Lines)-1].Number + 1
}

// next returns the next line if it belongs to the stage, nil when the stage is over. It reports and passes
// over lines that belong to an earlier stage.
func (r *logReplay) next(s stage) *Line {
	r.stage = s
	for l := r.peek(); l != nil; l = r.peek() {
		switch at := r.stageOf(l); {
		case at > s:
			return nil
		case at == s:
			return l
		}
		r.misplaced(l)
		r.at++
	}
	return nil
}

// passLine passes the next line, which must be l.
func (r *logReplay) passLine(l *Line) {
	r.at++
	if l.Day != r.day {
		r.mismatch(l.Number, "day %d, but it is day %d", l.Day, r.day)
	}
}

// stageOf is where a line stands in the day.
func (r *logReplay) stageOf(l *Line) stage {
	switch {
	case l.Kind == StatusLine && l.Day > r.day:
		return atNextDay
	case l.Kind == WhisperLine && r.day == 0 && r.stage <= atMorning:
		return atMorning
	case l.Kind == WhisperLine && r.day == 0:
		return atEvening
	default:
		return lineStages[l.Kind]
	}
}

// misplaced reports a line whose place has passed.
func (r *logReplay) misplaced(l *Line) {
	why := "its place in the day has passed"
	switch l.Kind {
	case ExecuteLine, AttackLine:
		r.doubted = l
		why = "no valid vote, or no vote at all, leads to it"
	case DivineLine, GuardLine, AttackVoteLine, VoteLine, TalkLine, WhisperLine:
		if s := r.unable(l); s != "" {
			why = s
		}
	default:
	}
	r.mismatch(l.Number, "%s has no place here: %s", l.Kind, why)
}

// unable says why the player of a line cannot do what the line says, "" when it can.
func (r *logReplay) unable(l *Line) string {
	role := r.role(l.Seat)
	switch {
	case role == werewolf.NoRole:
		return fmt.Sprintf("there is no player %d", l.Seat)
	case !r.game.Living().Has(l.Seat):
		return fmt.Sprintf("player %d is dead", l.Seat)
	case r.isLost(l.Seat):
		return fmt.Sprintf("player %d is lost since line %d", l.Seat, r.Lines[r.lost[l.Seat]].Number)
	case !canDo(r.rules.Table.Spec(role), l.Kind):
		return fmt.Sprintf("player %d is %s", l.Seat, role)
	default:
		return ""
	}
}

// canDo reports whether a player of the role can do what a line of the kind tells.
func canDo(s werewolf.RoleSpec, k LineKind) bool {
	switch k {
	case DivineLine:
		return s.Power == werewolf.Divines
	case GuardLine:
		return s.Power == werewolf.Guards
	case AttackVoteLine:
		return s.Power == werewolf.Attacks
	case WhisperLine:
		return s.Whispers
	default:
		return true
	}
}
