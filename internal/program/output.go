package program

import (
	"bytes"
	"os"
	"path/filepath"
	"sync"
)

// Limits of what a process prints: of a line, of what a seat is told between two answers, and of the file in all.
const (
	maxLine = 2 << 10
	maxTold = 16 << 10
	maxKept = 8 << 20
)

// output takes what a process prints. It keeps it in a file, and the lines since they were last told. It is safe for
// concurrent use.
type output struct {
	path string // of the file, "" for none
	mu   sync.Mutex
	file *os.File // made when something is printed
	kept int      // bytes in the file
	line []byte   // begun
	last LastLine
	told []byte // lines that no seat was told yet
	cut  bool   // more was printed than a seat is told
	many int    // lines in all
}

// Write never fails, so that nothing disturbs the program.
func (o *output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.keep(b[:min(len(b), maxKept-o.kept)])
	_, _ = o.last.Write(b)
	for rest := b; len(rest) > 0; {
		part, after, whole := bytes.Cut(rest, []byte{'\n'})
		o.line = append(o.line, part[:min(len(part), maxLine-len(o.line))]...)
		rest = after
		if whole {
			o.end()
		}
	}
	return len(b), nil
}

// keep writes to the file. Where that fails, nothing more is kept.
func (o *output) keep(b []byte) {
	if o.path == "" || len(b) == 0 {
		return
	}
	var err error
	if o.file == nil {
		if err = os.MkdirAll(filepath.Dir(o.path), 0o755); err == nil {
			o.file, err = os.OpenFile(o.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
		}
	}
	n := 0
	if err == nil {
		n, err = o.file.Write(b)
	}
	if o.kept += n; err != nil {
		o.path = ""
	}
}

// close closes the file, when the process is gone.
func (o *output) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.path = ""; o.file != nil {
		_ = o.file.Close()
	}
}

// end takes the line that has ended.
func (o *output) end() {
	line := bytes.TrimRight(o.line, "\r \t")
	o.line = o.line[:0]
	if len(line) == 0 {
		return
	}
	o.many++
	if len(o.told)+len(line) > maxTold {
		o.cut = true
		return
	}
	o.told = append(append(o.told, line...), '\n')
}

// tell returns the lines that were printed since it was last called, "" for none.
func (o *output) tell() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	text := string(bytes.TrimSuffix(o.told, []byte{'\n'}))
	if o.cut {
		text += "\n(more was printed)"
	}
	o.told, o.cut = o.told[:0], false
	return text
}

// lines is how many lines were printed, but for empty ones.
func (o *output) lines() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.many
}

// lastLine is the line that tells best why the process ended; "" for none.
func (o *output) lastLine() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.last.String()
}
