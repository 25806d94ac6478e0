package contestlog

import "wolfden/gamelog"

// Edition selects one of the forms of the logs and the feed that the organisers have published. The zero
// Edition is the newest. docs/record.md lists the differences.
type Edition uint8

// February is what their server of February 2026 writes: no times but in the
// communication log, where they are milliseconds.
const (
	Newest Edition = iota
	February
)

// tellsTimes reports whether the record knows when things happened. A game played elsewhere may have come
// without times.
func tellsTimes(r *gamelog.Record) bool { return !r.Header.Foreign || r.LastAt() > 0 }
