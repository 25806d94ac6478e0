package contestlog

import (
	"wolfden/gamelog"

	"cmp"
	"fmt"
	"slices"
)

// Severity says how serious a finding is. The zero Severity is none.
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

// Finding is something odd or impossible in a contest log.
type Finding struct {
	Line     int // where; for something missing, the line in its place
	Severity Severity
	Text     string
}

// String is the finding in one line.
func (f Finding) String() string { return fmt.Sprintf("line %d: %s: %s", f.Line, f.Severity, f.Text) }

// Verify plays the game of a contest log by the rules with the votes and actions in the log, and compares
// everything that follows from them: executions, attacks, results, deaths, the states and the roles of every
// day, the order of all lines, the end. A draw of chance must be among the tied. Findings come in the order of
// lines. A log without a Mismatch can have happened as it says.
//
// When the log goes on from a death that does not follow from the rules, the rest is not judged; a warning
// says so.
func Verify(c *Log) []Finding {
	_, findings := c.Record()
	return findings
}

// Record plays the game of the log by the rules and returns it as a native record, with the findings of
// Verify. The record replays and holds as much of the game as is possible; a caller that needs all of it must
// check that no finding is a Mismatch. The record is nil when the log does not tell who plays.
//
// What a log does not tell stays open: the seed (the draws of chance are recorded instead), limits of talk,
// why a vote is missing, and all times but those of utterances. The id follows from the text of the log. The
// language is not set.
func (c *Log) Record() (*gamelog.Record, []Finding) {
	r := newLogReplay(c, 0)
	if r.unseen != 0 {
		r = newLogReplay(c, r.unseen)
	}
	r.findings = append(r.findings, c.odd...)
	slices.SortStableFunc(r.findings, func(a, b Finding) int { return cmp.Compare(a.Line, b.Line) })
	return r.rec, r.findings
}
