// Package scripted is the player that says what a script tells it to: for tests and demonstrations.
//
// The law of the package: it thinks nothing. What is not in the script is answered by the script's defaults.
//
// A script is a text, read line by line:
//
//	# a comment; empty lines are allowed
//	TALK Hello everybody.         the first talk of the game that no earlier line has answered
//	VOTE Bob                      the kinds are those of the protocol: TALK WHISPER VOTE DIVINE GUARD ATTACK
//	2 TALK I am the seer.         only on day 2
//	2.0 TALK Good morning.        only in turn 0 of day 2 (of a vote: round 0)
//	TALK "two\nlines"             a quoted text as Go quotes one, for what a line cannot hold
//	DEFAULT TALK Skip             the answer when no line is left; Over when nothing is set
//	DEFAULT VOTE FIRST            the legal target with the lowest seat, as when nothing is set; else a name
//	SEAT Bob                      what follows is only for the player called Bob; SEAT * is everybody again
//
// Of the lines that fit a request the first unused one is taken.
package scripted

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
	"unicode"

	"wolfden/internal/userfile"
	"wolfden/werewolf"
)

// Script is a parsed script. It never changes and may be shared by players.
type Script struct {
	cues     []cue
	defaults []cue // the last that fits counts
}

// cue is one line.
type cue struct {
	seat string // "" is everybody
	kind werewolf.RequestKind
	day  int // anyTime for none
	turn int
	text string
}

const (
	anyTime  = -1
	everyone = "*"
	first    = "FIRST"
)

// ErrScript is wrapped by every error about a script's text.
var ErrScript = errors.New("faulty script")

// Open reads the script in a file.
func Open(path string) (*Script, error) {
	f, err := userfile.Open(path)
	if err != nil {
		return nil, err
	}
	s, err := parse(f, path)
	return s, errors.Join(err, f.Close())
}

// parse reads a script. It reports every fault with name and line; the error wraps ErrScript.
func parse(r io.Reader, name string) (*Script, error) {
	s := &Script{}
	var faults []error
	seat := ""
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 4<<20)
	n := 0
	for lines.Scan() {
		n++
		line := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\uFEFF"))
		if line == "" || line[0] == '#' {
			continue
		}
		if err := s.readLine(line, &seat); err != nil {
			faults = append(faults, fmt.Errorf("%s:%d: %w", name, n, err))
		}
	}
	if err := lines.Err(); err != nil {
		faults = append(faults, fmt.Errorf("%s:%d: %w", name, n+1, err))
	}
	if len(faults) > 0 {
		return nil, fmt.Errorf("%w:\n%w", ErrScript, errors.Join(faults...))
	}
	return s, nil
}

// readLine reads one line; seat is the player for whom the lines are.
func (s *Script) readLine(line string, seat *string) error {
	word, rest := cut(line)
	switch word {
	case "SEAT":
		if rest == "" {
			return errors.New("SEAT without a name")
		}
		if *seat = rest; rest == everyone {
			*seat = ""
		}
		return nil
	case "DEFAULT":
		c, err := readCue(rest, *seat)
		if err == nil && c.day != anyTime {
			err = errors.New("a DEFAULT has no day")
		}
		s.defaults = append(s.defaults, c)
		return err
	}
	c, err := readCue(line, *seat)
	s.cues = append(s.cues, c)
	return err
}

// cut parts a line after its first word.
func cut(line string) (word, rest string) {
	at := strings.IndexFunc(line, unicode.IsSpace)
	if at < 0 {
		return line, ""
	}
	return line[:at], strings.TrimSpace(line[at:])
}

// readCue reads "[DAY[.TURN]] KIND text".
func readCue(line, seat string) (cue, error) {
	c := cue{seat: seat, day: anyTime, turn: anyTime}
	word, rest := cut(line)
	if word != "" && word[0] >= '0' && word[0] <= '9' {
		if err := c.readDay(word); err != nil {
			return c, err
		}
		word, rest = cut(rest)
	}
	if err := c.kind.UnmarshalText([]byte(word)); err != nil || !c.kind.Speaks() && !c.kind.Chooses() {
		return c, fmt.Errorf("%q is no kind of request (TALK, WHISPER, VOTE, DIVINE, GUARD, ATTACK)", word)
	}
	if rest == "" {
		return c, fmt.Errorf("%s without an answer (an empty one is \"\")", word)
	}
	c.text = rest
	if rest[0] == '"' {
		text, err := strconv.Unquote(rest)
		if err != nil {
			return c, fmt.Errorf("%s is not a quoted text: %w", rest, err)
		}
		c.text = text
	}
	return c, nil
}

func (c *cue) readDay(word string) (err error) {
	day, turn, hasTurn := strings.Cut(word, ".")
	if c.day, err = strconv.Atoi(day); err == nil && hasTurn {
		c.turn, err = strconv.Atoi(turn)
	}
	if err != nil || c.turn < anyTime {
		return fmt.Errorf("%q is no day and no day.turn", word)
	}
	return nil
}

// Player plays one seat of one game from a script. It is not safe for concurrent use.
type Player struct {
	script *Script
	used   []bool
	why    string // it gave its last answer
}

// New returns a player at the beginning of the script.
func New(s *Script) *Player { return &Player{script: s, used: make([]bool, len(s.cues))} }

// Answer answers a request; announcements get the empty string. It never fails. On an open floor the default is to say
// nothing.
func (p *Player) Answer(_ context.Context, o werewolf.Observation) (string, error) {
	kind := o.Request.Kind
	if !kind.Speaks() && !kind.Chooses() {
		return "", nil
	}
	for i := range p.script.cues {
		if c := &p.script.cues[i]; !p.used[i] && c.fits(&o) {
			p.used[i] = true
			p.why = "a line of the script"
			return c.text, nil
		}
	}
	p.why = "no line of the script is left for it"
	for i := len(p.script.defaults) - 1; i >= 0; i-- {
		if c := &p.script.defaults[i]; c.fits(&o) && (kind.Speaks() || c.text != first) {
			return c.text, nil
		}
	}
	switch {
	case kind.Chooses():
		return o.Name(o.Request.Targets.First()), nil
	case o.Request.Open:
		return "", nil
	}
	return werewolf.OverText, nil
}

// Notes yields where the player's last answer came from.
func (p *Player) Notes() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		if p.why != "" {
			yield("rules", p.why)
		}
	}
}

// fits reports whether the line answers the request.
func (c *cue) fits(o *werewolf.Observation) bool {
	return c.kind == o.Request.Kind && (c.seat == "" || c.seat == o.Name(o.Seat)) &&
		(c.day == anyTime || c.day == o.Day) && (c.turn == anyTime || c.turn == o.Request.Turn)
}
