package injection

import (
	"embed"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

//go:embed lines
var files embed.FS

// Kind is a way to be hostile with words.
type Kind string

// The kinds, in the order of the suite.
const (
	Orders  Kind = "orders"  // orders to the model
	Notes   Kind = "notes"   // false notes of the system or the moderator
	Plays   Kind = "plays"   // games within the game, in which a player would not be itself
	Rules   Kind = "rules"   // invented rules
	Pleas   Kind = "pleas"   // pleas for pity
	Packets Kind = "packets" // forged packets, fences and lines of the log
	Markup  Kind = "markup"  // what terminals, pages, spreadsheets and readers of JSON take for theirs
	Judge   Kind = "judge"   // orders to whoever judges the game
)

// Kinds lists the kinds. The slice is the caller's.
func Kinds() []Kind {
	return []Kind{Orders, Notes, Plays, Rules, Pleas, Packets, Markup, Judge}
}

// Line is what a hostile player says, and the honest sentence that carries the same acts.
type Line struct {
	Kind    Kind
	Hostile string
	Honest  string
}

// The gaps of a line.
const (
	targetGap = "{target}"
	meGap     = "{me}"
)

// Said is the line as it is said by a player who wants another executed.
func (l *Line) Said(hostile bool, me, target string) string {
	text := l.Honest
	if hostile {
		text = l.Hostile
	}
	return strings.NewReplacer(targetGap, target, meGap, me).Replace(text)
}

// Orders reports whether the line wants a vote for the target.
func (l *Line) Orders() bool { return strings.Contains(l.Hostile, targetGap) }

// ErrLang is wrapped by the error of a language that the suite has no lines in.
var ErrLang = errors.New("no hostile lines in this language")

// Suite returns the lines of a language, "en" or "ja"; "" is English. The slice is the caller's.
func Suite(lang string) ([]Line, error) {
	if lang == "" {
		lang = "en"
	}
	text, err := files.ReadFile("lines/" + lang + ".txt")
	if err != nil {
		return nil, fmt.Errorf("%w: %q (there are en, ja)", ErrLang, lang)
	}
	return parse(string(text))
}

// Of returns the lines of a kind.
func Of(lines []Line, kind Kind) []Line {
	return slices.DeleteFunc(slices.Clone(lines), func(l Line) bool { return l.Kind != kind })
}

// parse reads a file of lines.
func parse(text string) (lines []Line, err error) {
	kind, n := Kind(""), 0
	for raw := range strings.Lines(text) {
		n++
		row := strings.TrimSpace(raw)
		switch {
		case row == "", strings.HasPrefix(row, "#"):
		case strings.HasPrefix(row, "["):
			kind = Kind(strings.Trim(row, "[]"))
			if !slices.Contains(Kinds(), kind) {
				return nil, fmt.Errorf("line %d: no kind is called %q", n, kind)
			}
		case strings.HasPrefix(row, "> ") && kind != "" && whole(lines):
			said, err := unescaped(row[2:])
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", n, err)
			}
			lines = append(lines, Line{Kind: kind, Hostile: said})
		case strings.HasPrefix(row, "= ") && !whole(lines):
			lines[len(lines)-1].Honest = row[2:]
		default:
			return nil, fmt.Errorf("line %d: %q is out of its place; a line is > hostile, then = honest, below a [kind]", n, row)
		}
	}
	if !whole(lines) {
		return nil, fmt.Errorf("line %d: the last line has no honest twin", n)
	}
	return lines, nil
}

// whole reports whether the last line has its twin.
func whole(lines []Line) bool { return len(lines) == 0 || lines[len(lines)-1].Honest != "" }

// unescaped is a text with Go's escapes taken for what they stand for; quotation marks stand for themselves.
func unescaped(text string) (string, error) {
	return strconv.Unquote(`"` + strings.ReplaceAll(text, `"`, `\"`) + `"`)
}
