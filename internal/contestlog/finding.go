package contestlog

import (
	"wolfden/gamelog"

	"cmp"
	"fmt"
	"slices"
)

// Severity is how much a finding means. The zero Severity is none.
type Severity uint8

// A Warning is odd, but known of real servers or without effect on the game. A
// Mismatch cannot happen under the rules: the log was changed, or is broken.
const (
	Warning Severity = iota + 1
	Mismatch
)

// String is the word for people.
func (s Severity) String() string {
	switch s {
	case Warning:
		return "warning"
	case Mismatch:
		return "mismatch"
	default:
		return fmt.Sprintf("?%d", uint8(s))
	}
}

// Finding is something that was found in a contest log.
type Finding struct {
	Line     int // where; of something missing, the line that stands in its place
	Severity Severity
	Text     string
}

// String is the finding in one line.
func (f Finding) String() string { return fmt.Sprintf("line %d: %s: %s", f.Line, f.Severity, f.Text) }

// Verify plays the game of a contest log through the rules, with the
// votes and actions that the log records, and compares everything that follows
// from them: executions, attacks, results, deaths, the states and the roles of
// every day, the order of all lines, the end. Draws decided by chance must be
// among the tied. Findings come by line; a log without a Mismatch is one of a
// game that can have happened as it says.
//
// After a death that the rules do not give, and that the rest of the log builds
// on, the rest is not judged: a warning says so.
func Verify(c *Log) []Finding {
	_, findings := c.Record()
	return findings
}

// Record plays the game of the log through the rules and returns it as a native
// record, with what Verify finds. The record replays; it holds the game
// as far as it is possible, so a caller who needs all of it must see that no
// finding is a Mismatch. It is nil when the log does not tell who plays.
//
// What a log does not tell is left open: the seed (the draws of chance are
// recorded instead), limits of talk, why a vote is missing, times but those of
// utterances. Its id follows from the text of the log. The language is not set.
func (c *Log) Record() (*gamelog.Record, []Finding) {
	r := newLogReplay(c, 0)
	if r.unseen != 0 {
		r = newLogReplay(c, r.unseen)
	}
	slices.SortStableFunc(r.findings, func(a, b Finding) int { return cmp.Compare(a.Line, b.Line) })
	return r.rec, r.findings
}
