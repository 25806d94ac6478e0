package contestlog

import (
	"bufio"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"wolfden/werewolf"
)

// Extension is the ending of a contest log's file name.
const Extension = ".log"

// ErrNoLog is returned for a file without a single line of a contest log.
var ErrNoLog = errors.New("no contest log")

// What a contest log may hold at most. The longest real ones have some
// thousand lines of some hundred bytes; whatever exceeds this is something
// else, and is not worth the memory.
const (
	maxLogBytes = 32 << 20
	maxLogLine  = 1 << 20
	maxLogLines = 100_000
)

// LineKind says which event a line of a contest log tells.
type LineKind uint8

// The lines of a contest log, each with the fields of Line it uses
// beside Number, Kind and Day.
const (
	StatusLine     LineKind = iota + 1 // Seat has Role and Status, plays as Name, is run by Client
	TalkLine                           // Seat said Text as Idx in Turn, at Time
	WhisperLine                        // the same among werewolves
	VoteLine                           // Seat votes for Target
	AttackVoteLine                     // Seat votes to attack Target
	DivineLine                         // Seat learns that Target is Species
	GuardLine                          // Seat guards Target, which has Role
	ExecuteLine                        // Target, which has Role, was executed
	AttackLine                         // Target was attacked, Unguarded or not; 0: nobody was
	ResultLine                         // Humans and Werewolves live, Winner won
)

var lineKinds = [...]string{
	"", "status", "talk", "whisper", "vote", "attackVote", "divine", "guard", "execute", "attack", "result",
}

// String is the word in the line's second column.
func (k LineKind) String() string {
	if int(k) < len(lineKinds) {
		return lineKinds[k]
	}
	return fmt.Sprintf("?%d", uint8(k))
}

// speaks reports whether the line is an utterance.
func (k LineKind) speaks() bool { return k == TalkLine || k == WhisperLine }

// LifeStatus is the state of a player in a status line.
type LifeStatus uint8

// NoStatus is the empty column that the organisers' server writes for a player
// whose client had failed for good.
const (
	NoStatus LifeStatus = iota
	Alive
	Dead
)

var lifeStatuses = [...]string{"", "ALIVE", "DEAD"}

// String is the word of the log, "" for NoStatus.
func (s LifeStatus) String() string {
	if int(s) < len(lifeStatuses) {
		return lifeStatuses[s]
	}
	return fmt.Sprintf("?%d", uint8(s))
}

// Line is one event of a contest log. Seats are as written: Verify checks whether such a player exists and
// lives.
type Line struct {
	Number     int // in the file, from 1
	Kind       LineKind
	Day        int
	Seat       werewolf.SeatID
	Target     werewolf.SeatID
	Role       werewolf.Role
	Species    werewolf.Species
	Winner     werewolf.Team
	Status     LifeStatus
	Unguarded  bool // as written: true too where nobody was attacked
	Named      bool // a status line with the column of the player's name
	Idx        int
	Turn       int
	Humans     int
	Werewolves int
	Time       int64 // Unix time as written, 0 where there is none
	Client     string
	Name       string
	Text       string // as written; line breaks stand for those of the file
}

// Log is a contest log in memory.
type Log struct {
	Lines []Line
	// Timed reports whether every utterance ends in a Unix time, Millis whether that is in milliseconds
	// instead of seconds.
	Timed, Millis bool
	// odd is what is odd about the file itself, in the order of its lines.
	odd []Finding
	// sum identifies the log regardless of its line endings.
	sum [sha256.Size]byte
}

// Read reads a contest log in all known variants: with or without a final newline, with CRLF, a byte order
// mark, status lines without a player name, an empty status, a Unix time after every utterance (and then
// utterances over several lines). It does not judge whether the game is possible: see Verify. Errors name the
// line; ErrNoLog means that the file has none.
func Read(r io.Reader) (*Log, error) {
	s := &logScan{Log: &Log{}}
	hash := sha256.New()
	err := scanLines(r, func(number int, text string) error {
		_, _ = io.WriteString(hash, text+"\n")
		return s.line(number, text)
	})
	if err == nil {
		err = s.finish()
	}
	if err != nil {
		return nil, err
	}
	hash.Sum(s.sum[:0])
	return s.Log, nil
}

// scanLines gives every line without its end.
func scanLines(r io.Reader, take func(number int, text string) error) error {
	in := bufio.NewScanner(io.LimitReader(r, maxLogBytes+1))
	in.Buffer(nil, maxLogLine)
	size, number := 0, 0
	for in.Scan() {
		number++
		if size += len(in.Bytes()) + 1; size > maxLogBytes {
			return fmt.Errorf("line %d: more than %d MiB; a contest log is never that long", number, maxLogBytes>>20)
		}
		text := strings.TrimRight(in.Text(), "\r")
		if number == 1 {
			text = strings.TrimPrefix(text, "\ufeff")
		}
		if err := take(number, text); err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
	}
	if errors.Is(in.Err(), bufio.ErrTooLong) {
		return fmt.Errorf("line %d: longer than %d KiB; a line of a contest log never is", number+1, maxLogLine>>10)
	}
	return in.Err()
}

// logScan reads a log line by line.
type logScan struct {
	*Log
	parts  []string // of the latest utterance, when it goes on over several lines
	broken int      // first line that goes on with the utterance before it, 0 for none
	lost   int      // where a server that wrote no names broke the game off, since a client was gone. Its log ends there
	torn   bool     // a line has bytes that are no UTF-8
}

func (s *logScan) line(number int, text string) error {
	if !s.torn && !utf8.ValidString(text) {
		s.torn = true
		s.note(number, "bytes that are no UTF-8 are replaced, here and wherever else they are: words may be others than were said")
	}
	switch {
	case text == "":
		return nil
	case len(s.Lines) == maxLogLines:
		return fmt.Errorf("a game never has more than %d lines; split the file if it holds several games", maxLogLines)
	case s.lost != 0:
		return fmt.Errorf("the game had been broken off in line %d: remove what follows", s.lost)
	case lostConnection(text) && len(s.Lines) > 0 && !s.Lines[0].Named:
		s.lost = number
		s.note(number, "the server broke the game off: %s", clip(text))
		return nil
	case !beginsEvent(text):
		return s.goesOn(number, text)
	}
	s.join()
	l := Line{Number: number}
	if err := l.parse(text); err != nil {
		return err
	}
	s.Lines = append(s.Lines, l)
	return nil
}

func (s *logScan) note(number int, format string, args ...any) {
	s.odd = append(s.odd, Finding{number, Warning, fmt.Sprintf(format, args...)})
}

// lostConnection reports whether a line is what the Java servers wrote when a client was gone.
func lostConnection(text string) bool {
	return strings.HasPrefix(text, "Lost Connection of Agent[") || strings.HasPrefix(text, "LostAgentConnectionException: Agent[")
}

// goesOn takes a line that begins no event. The server of the anytime track writes utterances with their line
// breaks; the time comes last.
func (s *logScan) goesOn(number int, text string) error {
	if len(s.Lines) == 0 {
		return fmt.Errorf("%q is no event (want day,event,...): %w, or its beginning is cut off", clip(text), ErrNoLog)
	}
	last := &s.Lines[len(s.Lines)-1]
	if s.parts == nil {
		s.parts = []string{last.Text}
	}
	if _, _, timed := cutTime(s.parts[len(s.parts)-1]); !last.Kind.speaks() || timed {
		return fmt.Errorf("%q is no event (want day,event,...): mend or remove the line", clip(text))
	}
	s.parts = append(s.parts, strings.ToValidUTF8(text, "\uFFFD"))
	if s.broken == 0 {
		s.broken = number
	}
	return nil
}

// join completes an utterance of several lines.
func (s *logScan) join() {
	if len(s.parts) > 1 {
		s.Lines[len(s.Lines)-1].Text = strings.Join(s.parts, "\n")
	}
	s.parts = nil
}

// finish reads the times, which only the whole file can reveal.
func (s *logScan) finish() error {
	if len(s.Lines) == 0 {
		return fmt.Errorf("%w: the file is empty", ErrNoLog)
	}
	s.join()
	s.takeTimes()
	if s.broken != 0 && !s.Timed {
		return fmt.Errorf("line %d: no event (want day,event,...), and no part of an utterance of the anytime track: mend or remove the line", s.broken)
	}
	return nil
}

// clip shortens what is quoted in an error.
func clip(text string) string {
	const most = 40
	for i := range text {
		if i > most {
			return text[:i] + "..."
		}
	}
	return text
}
