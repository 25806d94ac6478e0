package program

import "bytes"

// LastLine is a writer that remembers which line of what a process prints tells best why it ended: the last one that is not
// empty, also one that is not whole yet, or the one in which Go's runtime names the cause, before pages of stacks. The zero
// LastLine is ready. It never fails, so that nothing disturbs the process. It is not safe for concurrent use.
type LastLine struct {
	begun []byte
	last  string
	cause bool // last is a cause that no stack may hide
}

// causes begin the line in which Go's runtime says why it ends a process.
var causes = [][]byte{[]byte("panic: "), []byte("fatal error: ")}

// Write takes what was printed.
func (l *LastLine) Write(b []byte) (int, error) {
	for rest := b; len(rest) > 0; {
		part, after, whole := bytes.Cut(rest, []byte{'\n'})
		l.begun = append(l.begun, part[:min(len(part), maxLine-len(l.begun))]...)
		if rest = after; whole {
			l.end()
		}
	}
	return len(b), nil
}

func (l *LastLine) end() {
	line := bytes.TrimSpace(l.begun)
	l.begun = l.begun[:0]
	cause := false
	for _, begins := range causes {
		cause = cause || bytes.HasPrefix(line, begins)
	}
	if len(line) > 0 && (cause || !l.cause) {
		l.last, l.cause = string(line), cause
	}
}

// String is the line, "" where nothing was printed.
func (l *LastLine) String() string {
	if line := bytes.TrimSpace(l.begun); len(line) > 0 && !l.cause {
		return string(line)
	}
	return l.last
}
