package settings

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// maxShown is how many faults an error prints; a file with more is not what its author takes it for.
const maxShown = 50

// maxFaults ends the search for them in a file that is nothing but faults.
const maxFaults = 1000

// Fault is one thing that is wrong with a file, or in a warning one that has no effect.
type Fault struct {
	File  string
	Line  int    // counted from 1; 0 for something that does not stand in the file
	Path  string // of the key, "" for the file as a whole
	Text  string // what is wrong and what to do
	Cause error  // nil where there is no other
}

// String is the fault on one line, as compilers write it: "file:line: path: text". It holds nothing that could drive a
// terminal, whatever is in the file.
func (f Fault) String() string {
	where := f.File
	if f.Line > 0 {
		where = fmt.Sprintf("%s:%d", f.File, f.Line)
	}
	if f.Path != "" {
		where += ": " + f.Path
	}
	return strings.Map(func(c rune) rune {
		if unicode.IsPrint(c) {
			return c
		}
		return unicode.ReplacementChar
	}, where+": "+f.Text)
}

// Error is everything that is wrong with a file, in the order of its lines.
type Error struct {
	Heading string // "" for none
	Faults  []Fault
}

// Error is the heading and a line for each fault, of very many the first.
func (e *Error) Error() string {
	var lines []string
	if e.Heading != "" {
		lines = append(lines, e.Heading)
	}
	for _, f := range e.Faults[:min(len(e.Faults), maxShown)] {
		lines = append(lines, f.String())
	}
	if more := len(e.Faults) - maxShown; more > 0 {
		lines = append(lines, fmt.Sprintf("(and %d more)", more))
	}
	return strings.Join(lines, "\n")
}

// Unwrap is what lies beneath the faults, where anything does.
func (e *Error) Unwrap() (causes []error) {
	for _, f := range e.Faults {
		if f.Cause != nil {
			causes = append(causes, f.Cause)
		}
	}
	return causes
}

// Sorted orders faults by line and drops those that say the same of the same key, which parts of a file may share.
func Sorted(faults []Fault) []Fault {
	slices.SortStableFunc(faults, func(a, b Fault) int { return cmp.Compare(a.Line, b.Line) })
	seen := map[string]bool{}
	return slices.DeleteFunc(faults, func(f Fault) bool {
		again := seen[f.String()]
		seen[f.String()] = true
		return again
	})
}

// Quote shows what stands in a file, of long texts the beginning.
func Quote(text string) string {
	const most = 60
	if runes := []rune(text[:min(len(text), 4*most+4)]); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return fmt.Sprintf("%q", text)
}

// Reader reads one file: it collects what is wrong and the line of every key that is set.
type Reader struct {
	// Misplaced says of the path of a key that is not known why it cannot stand there and where it belongs; "" where that is
	// not so. Nil asks nobody.
	Misplaced func(path string) string
	Loose     bool // keys that are not known are somebody else's, and no faults

	file             string
	faults, warnings []Fault
	lines            map[string]int
	bad              map[string]bool // paths of what could not be read, and of what holds it
	whole            *section        // every key of the file, to say where one belongs
}

// Fault notes what cannot be read. Checks of what was read use FaultAt.
func (r *Reader) Fault(path string, line int, format string, args ...any) {
	if len(r.faults) >= maxFaults {
		return
	}
	r.faults = append(r.faults, Fault{File: r.file, Line: line, Path: path, Text: fmt.Sprintf(format, args...)})
	for ; path != ""; path = parent(path) {
		r.bad[path] = true
	}
}

// FaultAt notes what is wrong with what was read of a key, where it stands (At). Where something could not be read, what
// stands in its place is not the author's, so there is nothing to check.
func (r *Reader) FaultAt(prefix, key, format string, args ...any) {
	if f := r.At(prefix, key); !r.bad[f.Path] {
		f.Text = fmt.Sprintf(format, args...)
		r.faults = append(r.faults, f)
	}
}

// Warn notes what is accepted, but not as its author may think.
func (r *Reader) Warn(path string, line int, format string, args ...any) {
	r.warnings = append(r.warnings, Fault{File: r.file, Line: line, Path: path, Text: fmt.Sprintf(format, args...)})
}

// WarnAt is Warn of a key where it stands.
func (r *Reader) WarnAt(prefix, key, format string, args ...any) {
	f := r.At(prefix, key)
	r.Warn(f.Path, f.Line, format, args...)
}

// At is a fault without a text about a key: where it stands among the keys with a prefix, such as "tracks[1].", else among
// those at the top, which they inherit, else at what holds it.
func (r *Reader) At(prefix, key string) Fault {
	for k := key; k != ""; k = parent(k) {
		if line := r.lines[prefix+k]; line > 0 {
			return Fault{File: r.file, Line: line, Path: prefix + key}
		}
		if line := r.lines[k]; line > 0 {
			return Fault{File: r.file, Line: line, Path: key}
		}
	}
	within := strings.TrimSuffix(prefix, ".")
	return Fault{File: r.file, Line: r.lines[within], Path: Join(within, key)}
}

// IsSet reports whether something stands at a key.
func (r *Reader) IsSet(path string) bool { return r.lines[path] > 0 }

// IsBad reports whether something at a key, or below it, could not be read.
func (r *Reader) IsBad(path string) bool { return r.bad[path] }

// Err is every fault so far, an *Error under a heading; nil when there is none.
func (r *Reader) Err(heading string) error {
	if len(r.faults) == 0 {
		return nil
	}
	return &Error{Heading: heading, Faults: Sorted(r.faults)}
}

// Warnings are what Warn has noted.
func (r *Reader) Warnings() []Fault { return Sorted(r.warnings) }

// parent is the path without its last name or index: "a.b[1]" has the parent "a.b", that has "a", that has "".
func parent(path string) string {
	return path[:max(strings.LastIndexAny(path, ".["), 0)]
}

// Join is the path of a key below another.
func Join(path, key string) string {
	if path == "" || key == "" {
		return path + key
	}
	return path + "." + key
}
