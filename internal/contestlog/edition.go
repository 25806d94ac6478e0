package contestlog

import "wolfden/gamelog"

// Edition is one of the forms that the organisers have published of their logs
// and their feed. The zero Edition is the newest. docs/record.md has every
// difference.
type Edition uint8

// February is what their server of February 2026 writes: no times but in the
// communication log, where they are milliseconds.
const (
	Newest Edition = iota
	February
)

// tellsTimes reports whether the record knows when things happened. What was
// played elsewhere may have come without times.
func tellsTimes(r *gamelog.Record) bool { return !r.Header.Foreign || r.LastAt() > 0 }
