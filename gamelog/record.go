package gamelog

import (
	"errors"
	"fmt"
	"strings"

	"wolfden/werewolf"
)

// Version is the version of the record format that games are written in, but for those that go on from another one:
// theirs is 3. Version 2 added the provenance, version 3 the branches. Newer ones are refused.
const Version = 2

// Errors a caller decides on.
var (
	// ErrNewer is returned for a record of a version that this program does not know yet.
	ErrNewer = errors.New("the record was written by a newer version of wolfden")
	// ErrNoRecord is returned for a file without a whole header, which holds nothing of a game.
	ErrNoRecord = errors.New("no record of a game")
	// ErrMismatch is returned for a record that does not follow from its own inputs.
	ErrMismatch = errors.New("the record does not follow from its inputs")
)

// Fault says what was wrong with an answer. The zero Fault means nothing.
type Fault uint8

// Late: not there by its deadline. Lost: the connection broke. Illegal: a name
// nobody has or that may not be chosen. Unparsable: not text, or too much of
// it. Crashed: the player panicked or gave up with an error.
const (
	NoFault Fault = iota
	Late
	Lost
	Illegal
	Unparsable
	Crashed
	numFaults
)

var faultNames = [...]string{"", "late", "lost", "illegal", "unparsable", "crashed"}

// String is the name used in records, "" for NoFault.
func (f Fault) String() string {
	if f < numFaults {
		return faultNames[f]
	}
	return fmt.Sprintf("?%d", uint8(f))
}

func parseFault(s string) (Fault, error) {
	for i, n := range faultNames {
		if n == s {
			return Fault(i), nil
		}
	}
	return 0, fmt.Errorf("unknown fault %q", s)
}

// Input is one input of the game as it arrived.
type Input struct {
	Action werewolf.Action // for utterances Text is Raw
	Raw    string          // the answer as the player gave it, valid UTF-8
	Fault  Fault
	Notes  []Note // the player's own notes; like the input, nobody else sees them
}

// OwnFault begins the topic of a note in which a program says that it answered for the player in it, and with the name of what fault.
const OwnFault = "fault-"

// Wrong is the fault of the answer, or of the one in whose place the program says that it was sent.
func (in *Input) Wrong() Fault {
	for i := range in.Notes {
		if name, own := strings.CutPrefix(in.Notes[i].Topic, OwnFault); own && in.Fault == NoFault {
			fault, _ := parseFault(name)
			return fault
		}
	}
	return in.Fault
}

// Note says in a player's own words why it did something: what it believes, what it plans, what it asked a
// model. Notes have no effect on the game.
type Note struct {
	Topic string `json:"topic"` // one word, such as belief
	Text  string `json:"text"`  // valid UTF-8; lines, or JSON
}

// Entry is one line of a record after the header. Exactly one of Input and Event is set.
type Entry struct {
	At    int64 // milliseconds since the start
	Input *Input
	Event *werewolf.Event
}

// InSeconds is the entry as strangers are shown it: without the fraction of its second, which tells how fast somebody answered.
func (e Entry) InSeconds() Entry {
	e.At -= e.At % 1000
	return e
}

// Record is a record in memory. Its entries share its memory.
type Record struct {
	Header  Header
	Entries []Entry
	// Whole is the number of bytes in whole lines. A last line torn by a crash begins there.
	Whole int64
	// Torn reports whether there was a torn line. Nothing is lost with it: an input takes effect only after
	// its line is whole, and an event can be derived.
	Torn bool

	values int // of all lines, as strictjson counts them
}

// Events returns the events of the record in order, as a fresh slice.
func (r *Record) Events() []werewolf.Event {
	events := make([]werewolf.Event, 0, len(r.Entries))
	for _, e := range r.Entries {
		if e.Event != nil {
			events = append(events, *e.Event)
		}
	}
	return events
}

// Result returns how the game ended, or the zero Result for an unfinished game.
func (r *Record) Result() werewolf.Result {
	for i := len(r.Entries) - 1; i >= 0; i-- {
		if e := r.Entries[i].Event; e != nil && e.Kind == werewolf.GameOver {
			return werewolf.Result{Winner: e.Winner, End: e.End}
		}
	}
	return werewolf.Result{}
}

// SeenBy reports whether the seat may see the entry: an event that the rules show it, or an answer of its own.
// Seat 0 is the public.
func (e *Entry) SeenBy(id werewolf.SeatID) bool {
	if e.Event != nil {
		return e.Event.SeenBy(id)
	}
	return id != 0 && e.Input.Action.Kind == werewolf.Answer && e.Input.Action.Seat == id
}

// View returns the record as one seat saw it: its own inputs, and the events that it may see. Seat 0 gets what
// is public.
func (r *Record) View(id werewolf.SeatID) []Entry {
	var seen []Entry
	for _, e := range r.Entries {
		if e.SeenBy(id) {
			seen = append(seen, e)
		}
	}
	return seen
}
