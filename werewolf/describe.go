package werewolf

import (
	"fmt"
	"strings"
)

// String describes the event in one line for people and tests: day and phase, what happened and to whom. It
// leaves out the audience. Programs should not parse it.
func (e Event) String() string {
	var b strings.Builder
	if e.Phase < 0 {
		fmt.Fprintf(&b, "%d/- %s", e.Day, e.Kind)
	} else {
		fmt.Fprintf(&b, "%d/%d %s", e.Day, e.Phase, e.Kind)
	}
	if e.Seat != 0 {
		fmt.Fprintf(&b, " %d", e.Seat)
	}
	b.WriteString(e.details())
	return b.String()
}

// details returns what this kind of event adds to day, phase and seat.
func (e *Event) details() string {
	switch e.Kind {
	case Seated, Introduced:
		return fmt.Sprintf(" %q", e.Text)
	case Talked, Whispered:
		return fmt.Sprintf(" #%d.%d %q%s", e.Idx, e.Turn, e.Text, e.flags())
	case Dealt, RoleShown:
		return " " + e.Role.String()
	case VoteCast, AttackCast:
		return fmt.Sprintf(" -> %d (round %d)", e.Target, e.Turn)
	case DivineChosen, GuardChosen:
		return fmt.Sprintf(" -> %d", e.Target)
	case AttackMade:
		return fmt.Sprintf(" -> %d killed=%t", e.Target, e.Killed)
	case VotesShown, AttackVotesShown:
		return describeBallots(e.Votes)
	case MediumTold, SeerTold:
		return fmt.Sprintf(" -> %d %s", e.Target, e.Species)
	case GameOver:
		return fmt.Sprintf(" %s by %s", e.Winner, e.End)
	default:
		return ""
	}
}

func (e *Event) flags() (s string) {
	for _, f := range []struct {
		on   bool
		name string
	}{{e.Skip, "skip"}, {e.Over, "over"}, {e.Forced, "forced"}, {e.Cut, "cut"}} {
		if f.on {
			s += " " + f.name
		}
	}
	return s
}

func describeBallots(votes []Ballot) (s string) {
	for _, v := range votes {
		s += fmt.Sprintf(" %d>%d", v.Seat, v.Target)
	}
	return s
}

// String is "all", "nobody" or the seats, for people and for tests.
func (a Audience) String() string {
	switch a {
	case Nobody:
		return "nobody"
	case Everybody:
		return "all"
	default:
		return SeatSet(a).String()
	}
}

// String is the seats in ascending order, for people and for tests.
func (s SeatSet) String() string { return fmt.Sprint(s.Slice()) }
