package contestlog

import (
	"bytes"
	"io"
	"strconv"
	"strings"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// Write writes the record as the organisers' contest log of that edition. February's is byte for byte like
// their server's of that month; there is no line feed after the last line. The newest numbers all whispers of
// a day as one, and has the Unix time in seconds after every utterance, if times are known; February's has
// them for an anytime track alone. The log of an unfinished record ends where the record does. The log of a
// game played elsewhere is like the one of its server: a player lost for good has no status, and utterances
// keep the blanks around them.
func Write(w io.Writer, rec *gamelog.Record, e Edition) error {
	anytime := rec.Header.Rules.Talk.Mode == werewolf.Anytime && !rec.Header.Foreign
	return write(w, rec, linesOf(rec, e == Newest), tellsTimes(rec) && (e == Newest || anytime))
}

func write(w io.Writer, rec *gamelog.Record, lines []Line, timed bool) error {
	const usual = 80 // bytes of a line
	b := make([]byte, 0, usual*len(lines))
	for i := range lines {
		b = append(lines[i].appendTo(b, rec.Header.Rules.Table, timed), '\n')
	}
	_, err := w.Write(bytes.TrimSuffix(b, []byte{'\n'}))
	return err
}

// appendTo appends the line in the log's format, with role names from the game's table.
func (l *Line) appendTo(b []byte, t *werewolf.RoleTable, timed bool) []byte {
	b = append(append(strconv.AppendInt(b, int64(l.Day), 10), ','), l.Kind.String()...)
	switch l.Kind {
	case StatusLine:
		b = column(column(number(b, int(l.Seat)), t.Name(l.Role)), l.Status.String())
		return column(column(b, l.Client), l.Name)
	case TalkLine, WhisperLine:
		b = column(number(number(number(b, l.Idx), l.Turn), int(l.Seat)), l.written(timed))
		if timed {
			b = strconv.AppendInt(append(b, ','), l.Time, 10)
		}
		return b
	case VoteLine, AttackVoteLine:
		return number(number(b, int(l.Seat)), int(l.Target))
	case DivineLine:
		return column(number(number(b, int(l.Seat)), int(l.Target)), l.Species.String())
	case GuardLine:
		return column(number(number(b, int(l.Seat)), int(l.Target)), t.Name(l.Role))
	case ExecuteLine:
		return column(number(b, int(l.Target)), t.Name(l.Role))
	case AttackLine:
		target := int(l.Target)
		if target == 0 {
			target = -1
		}
		return column(number(b, target), strconv.FormatBool(l.Unguarded))
	default:
		return column(number(number(b, l.Humans), l.Werewolves), l.Winner.String())
	}
}

// written returns the text of an utterance. It keeps its line breaks only if the time at the end shows that
// the later lines belong to it, and if none of them could be taken for an event.
func (l *Line) written(timed bool) string {
	first, rest, broken := strings.Cut(l.Text, "\n")
	if !broken {
		return l.Text
	}
	ended := isTimed(first)
	for part := range strings.SplitSeq(rest, "\n") {
		if !timed || ended || part == "" || beginsEvent(part) {
			return werewolf.Clean(l.Text)
		}
		ended = isTimed(part)
	}
	return l.Text
}

func number(b []byte, n int) []byte { return strconv.AppendInt(append(b, ','), int64(n), 10) }

func column(b []byte, s string) []byte { return append(append(b, ','), s...) }

func isTimed(text string) bool {
	_, _, timed := cutTime(text)
	return timed
}
