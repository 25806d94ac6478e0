package config

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// maxShown is how many faults an error prints; a file with more is not what its author takes it for.
const maxShown = 50

// Fault is one thing that is wrong with a file, or in a warning one that has no effect.
type Fault struct {
	file string
	line int    // counted from 1; 0 for something that does not stand in the file
	path string // of the key, "" for the file as a whole
	text string // what is wrong and what to do

	cause error
}

// String is the fault on one line, as compilers write it: "file:line: path: text". It holds nothing that could drive a
// terminal, whatever is in the file.
func (f Fault) String() string {
	where := f.file
	if f.line > 0 {
		where = fmt.Sprintf("%s:%d", f.file, f.line)
	}
	if f.path != "" {
		where += ": " + f.path
	}
	return printable(where + ": " + f.text)
}

// Error is everything that is wrong with a file, in the order of its lines.
type Error struct{ faults []Fault }

// Error is a heading and a line for each fault, of very many the first.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("config: the settings cannot be used:")
	for _, f := range e.faults[:min(len(e.faults), maxShown)] {
		b.WriteString("\n" + f.String())
	}
	if more := len(e.faults) - maxShown; more > 0 {
		fmt.Fprintf(&b, "\n(and %d more)", more)
	}
	return b.String()
}

// Unwrap is what lies beneath the faults, where anything does.
func (e *Error) Unwrap() (causes []error) {
	for _, f := range e.faults {
		if f.cause != nil {
			causes = append(causes, f.cause)
		}
	}
	return causes
}

// sorted orders faults by line and drops those that say the same of the same key: tracks share what they do not set.
func sorted(faults []Fault) []Fault {
	slices.SortStableFunc(faults, func(a, b Fault) int { return cmp.Compare(a.line, b.line) })
	seen := map[string]bool{}
	return slices.DeleteFunc(faults, func(f Fault) bool {
		again := seen[f.String()]
		seen[f.String()] = true
		return again
	})
}

func printable(text string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsPrint(c) {
			return c
		}
		return unicode.ReplacementChar
	}, text)
}

// quote shows what stands in the file, of long texts the beginning.
func quote(text string) string {
	const most = 60
	if runes := []rune(text[:min(len(text), 4*most+4)]); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return fmt.Sprintf("%q", text)
}

// parent is the path without its last name or index: "a.b[1]" has the parent "a.b", that has "a", that has "".
func parent(path string) string {
	return path[:max(strings.LastIndexAny(path, ".["), 0)]
}

// locate finds the line of a key, with its path as it stands in the file: among the keys of a track (prefix), then
// among those at the top, which it inherits, then what holds it.
func locate(lines map[string]int, prefix, key string) (path string, line int) {
	for k := key; k != ""; k = parent(k) {
		if line := lines[prefix+k]; line > 0 {
			return prefix + key, line
		}
		if line := lines[k]; line > 0 {
			return key, line
		}
	}
	track := strings.TrimSuffix(prefix, ".")
	return join(track, key), lines[track]
}

// join is the path of a key below another.
func join(path, key string) string {
	if path == "" || key == "" {
		return path + key
	}
	return path + "." + key
}
