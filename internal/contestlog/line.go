package contestlog

import (
	"encoding"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"wolfden/werewolf"
)

// errVillage is about logs of games that are not played here.
var errVillage = errors.New("the organisers' Java server had larger villages with foxes and freemasons, whose games cannot be read")

// lineColumns are the columns of each line, as the format page names them, for errors.
var lineColumns = [...]string{
	StatusLine:     "day,status,player,ROLE,ALIVE|DEAD,client[,name]",
	TalkLine:       "day,talk,idx,turn,player,text",
	WhisperLine:    "day,whisper,idx,turn,player,text",
	VoteLine:       "day,vote,player,target",
	AttackVoteLine: "day,attackVote,player,target",
	DivineLine:     "day,divine,player,target,HUMAN|WEREWOLF",
	GuardLine:      "day,guard,player,target,ROLE",
	ExecuteLine:    "day,execute,player,ROLE",
	AttackLine:     "day,attack,player|-1,true|false",
	ResultLine:     "day,result,humans,werewolves,VILLAGER|WEREWOLF|NONE",
}

// beginsEvent reports whether the line looks like an event: a number, a comma, a word, a comma. The event may
// still be unknown.
func beginsEvent(text string) bool {
	day, rest, ok := strings.Cut(text, ",")
	word, _, more := strings.Cut(rest, ",")
	isNot := func(from, to rune) func(rune) bool {
		return func(r rune) bool { return (r < from || r > to) && (r|0x20 < from || r|0x20 > to) }
	}
	return ok && more && day != "" && word != "" &&
		strings.IndexFunc(day, isNot('0', '9')) < 0 && strings.IndexFunc(word, isNot('a', 'z')) < 0
}

// parse reads a line that begins an event.
func (l *Line) parse(text string) error {
	day, rest, _ := strings.Cut(text, ",")
	word, rest, _ := strings.Cut(rest, ",")
	for k := StatusLine; k <= ResultLine; k++ {
		if word == lineKinds[k] {
			l.Kind = k
		}
	}
	if l.Kind == 0 {
		return fmt.Errorf("unknown event %q (known: %s): mend or remove the line", word, strings.Join(lineKinds[1:], ", "))
	}
	f := &columns{rest: strings.ToValidUTF8(rest, "\uFFFD")}
	if l.Day = f.parse(day, "day"); l.Day > maxDay {
		f.fail("the day is %d; no game lasts longer than to day %d", l.Day, maxDay)
	}
	l.fields(f)
	if !l.Kind.speaks() && !utf8.ValidString(rest) {
		f.fail("a name has bytes that are no UTF-8, and two names must not look alike: save the file as UTF-8")
	}
	if f.err == nil && !f.done {
		f.fail("something after the last column")
	}
	switch {
	case errors.Is(f.err, errVillage):
		return f.err
	case f.err != nil:
		return fmt.Errorf("%w (want %s): mend or remove the line", f.err, lineColumns[l.Kind])
	}
	return nil
}

func (l *Line) fields(f *columns) {
	switch l.Kind {
	case StatusLine:
		l.status(f)
	case TalkLine, WhisperLine:
		l.Idx, l.Turn, l.Seat = f.number("idx"), f.number("turn"), f.seat()
		l.Text = f.last()
	case VoteLine, AttackVoteLine:
		l.Seat, l.Target = f.seat(), f.seat()
	case DivineLine:
		l.Seat, l.Target = f.seat(), f.seat()
		f.word(&l.Species)
	case GuardLine:
		l.Seat, l.Target = f.seat(), f.seat()
		f.word(&l.Role)
	case ExecuteLine:
		l.Target = f.seat()
		f.word(&l.Role)
	case AttackLine:
		l.attack(f)
	case ResultLine:
		l.Humans, l.Werewolves = f.number("number of humans"), f.number("number of werewolves")
		f.word(&l.Winner)
	}
}

// status reads the columns of a status line. A client chooses its own name, which may hold commas; the
// player's name is what comes after the last comma.
func (l *Line) status(f *columns) {
	l.Seat = f.seat()
	f.word(&l.Role)
	switch s := f.next(); s {
	case "":
		l.Status = NoStatus
	case "ALIVE":
		l.Status = Alive
	case "DEAD":
		l.Status = Dead
	default:
		f.fail("the status is %q", clip(s))
	}
	l.Client = f.last()
	if i := strings.LastIndexByte(l.Client, ','); i >= 0 {
		l.Client, l.Name, l.Named = l.Client[:i], l.Client[i+1:], true
	}
}

func (l *Line) attack(f *columns) {
	if rest, nobody := strings.CutPrefix(f.rest, "-1,"); nobody {
		f.rest = rest
	} else {
		l.Target = f.seat()
	}
	switch s := f.next(); s {
	case "true":
		l.Unguarded = true
	case "false":
	default:
		f.fail("%q is neither true nor false", clip(s))
	}
}

// columns hands out the columns of a line from left to right and keeps the first error.
type columns struct {
	rest string
	done bool
	err  error
}

func (f *columns) fail(format string, args ...any) {
	if f.err == nil {
		f.err = fmt.Errorf(format, args...)
	}
}

// next is the next column.
func (f *columns) next() string {
	if f.done {
		f.fail("a column is missing")
		return ""
	}
	s, rest, more := strings.Cut(f.rest, ",")
	f.rest, f.done = rest, !more
	return s
}

// last returns everything from the next column on, including commas.
func (f *columns) last() string {
	if f.done {
		f.fail("a column is missing")
	}
	s := f.rest
	f.rest, f.done = "", true
	return s
}

func (f *columns) parse(s, what string) int {
	n, err := strconv.ParseUint(s, 10, 31)
	if err != nil {
		f.fail("the %s is %q", what, clip(s))
	}
	return int(n)
}

// number reads a column of digits.
func (f *columns) number(what string) int { return f.parse(f.next(), what) }

// seat reads the number of a player.
func (f *columns) seat() werewolf.SeatID {
	n := f.number("player")
	if n < 1 || n > werewolf.MaxSeats {
		f.fail("there is no player %d; at most %d can play", n, werewolf.MaxSeats)
		return 0
	}
	return werewolf.SeatID(n)
}

// word reads a role, a species or a team.
func (f *columns) word(into encoding.TextUnmarshaler) {
	s := f.next()
	switch {
	case s == "FOX" || s == "FREEMASON" || s == "OTHERS":
		f.fail("%s: %w", s, errVillage)
	case s == "" || into.UnmarshalText([]byte(s)) != nil:
		f.fail("%q is not known here", clip(s))
	}
}
