// Package roletext is what the roles are called, in English and in Japanese.
//
// The law of the package: all that is written about a role as such stands in one file a language, from which listeners,
// speakers, prompts and pages take it; and every role of a table has texts. What the file of a language does not say of a
// role follows from the role's entry in the table: its name is the one in packets in small letters, and its task is that of
// the role of the contest that is most like it.
package roletext

import (
	"embed"
	"errors"
	"fmt"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"wolfden/werewolf"
)

//go:embed en.txt ja.txt
var files embed.FS

// Book is the texts of one language. It does not change and may be shared.
type Book struct {
	human   string
	other   string           // what a role without an entry is called; {name} stands for its name
	entries map[string]entry // by the role's name in packets
}

type entry struct {
	name, task string
	heard      []Heard
}

// Heard is phrases by which a listener knows a role. Both fields have the form that the words files of
// speech/understand have; in Row, ROLE stands for the role.
type Heard struct{ Row, Phrases string }

var books = sync.OnceValue(func() map[string]*Book {
	all := map[string]*Book{}
	for _, lang := range []string{"en", "ja"} {
		all[lang], _ = open(lang) // a faulty file is found by the tests
	}
	return all
})

// In is the book of a language, "en" or "ja"; the English one for any other.
func In(lang string) *Book {
	if b := books()[lang]; b != nil {
		return b
	}
	return books()["en"]
}

func open(lang string) (*Book, error) {
	text, err := files.ReadFile(lang + ".txt")
	if err != nil {
		return nil, err
	}
	b, err := read("roletext/"+lang+".txt", string(text))
	if err != nil {
		return b, err
	}
	return b, nil
}

// read reads a file, whose form en.txt explains. On an error the book has all but the faulty lines; errors name the file and the line.
func read(file, text string) (*Book, error) {
	b := &Book{entries: map[string]entry{}}
	var faults []error
	now, next := "", 1
	known := words{}
	for _, line := range strings.SplitAfter(strings.ReplaceAll(text, "\\\n", continued), "\n") {
		begins := next
		next += strings.Count(line, continued) + 1
		line = strings.TrimSpace(strings.ReplaceAll(line, continued, ""))
		key, value, isPair := strings.Cut(line, ": ")
		if line == "" || line[0] == '#' {
			continue
		}
		var err error
		switch {
		case strings.HasPrefix(line, "["):
			now = strings.Trim(line, "[]")
			e, again := b.entries[now]
			if again {
				err = errors.New("a second entry")
			}
			b.entries[now] = e
			err = errors.Join(err, known.take(now, begins, plain(now)))
		case !isPair:
			err = errors.New("no colon followed by a text")
		case now == "" && key == "human":
			b.human = value
		case now == "" && key == "other":
			b.other = value
		case now == "":
			err = errors.New("no text before the first entry but human and other")
		default:
			e := b.entries[now]
			err = e.set(key, value)
			b.entries[now] = e
			if err == nil && (key == "name" || key == "heard") {
				err = known.take(now, begins, value)
			}
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("%s:%d: %q: %w", file, begins, line, err))
		}
	}
	return b, errors.Join(faults...)
}

// continued stands where a line goes on in the next, so that lines can be counted.
const continued = "\x00"

// words tells which role each word or phrase names, and the line that says so.
type words map[string]struct {
	role string
	line int
}

// spoken are the phrases that a line of a .lex file stands for: "a | [old |]b" are "a", "old b" and "b".
func spoken(text string) (all []string) {
	depth, begins := 0, 0
	for i, r := range text + "|" {
		switch {
		case r == '[':
			depth++
		case r == ']':
			depth--
		case r == '|' && depth == 0:
			phrase := text[begins:i]
			begins = i + 1
			before, rest, choice := strings.Cut(phrase, "[")
			inside, after, closed := strings.Cut(rest, "]")
			if !choice || !closed {
				all = append(all, strings.ToLower(strings.Join(strings.Fields(phrase), " ")))
				continue
			}
			for one := range strings.SplitSeq(inside, "|") {
				all = append(all, spoken(before+one+after)...)
			}
		}
	}
	return all
}

// take notes what a role is called, alternatives of a .lex file among it. A word that names another role already would leave a listener to guess
// which of the two is meant.
func (w words) take(role string, line int, called string) error {
	var faults []error
	for _, word := range spoken(called) {
		if had, ok := w[word]; ok && had.role != role {
			faults = append(faults, fmt.Errorf("%q names %s already, in line %d; take it out there, or call %s otherwise", word, had.role, had.line, role))
			continue
		}
		w[word] = struct {
			role string
			line int
		}{role, line}
	}
	return errors.Join(faults...)
}

// set takes one line of an entry.
func (e *entry) set(key, value string) error {
	row, isHeard := strings.CutPrefix(key, "heard")
	switch {
	case isHeard && row == "":
		e.heard = append(e.heard, Heard{"ROLE", value})
	case isHeard && row[0] == ' ':
		e.heard = append(e.heard, Heard{strings.TrimSpace(row), value})
	case key == "name" && e.name == "":
		e.name = value
	case key == "task" && e.task == "":
		e.task = value
	default:
		return fmt.Errorf("%s is said again, or none of name, task and heard", key)
	}
	return nil
}

// Name is what the role of a table is called in a sentence, "" for NoRole.
func (b *Book) Name(t *werewolf.RoleTable, r werewolf.Role) string {
	if name := b.entries[t.Name(r)].name; name != "" {
		return name
	}
	if r == werewolf.NoRole {
		return ""
	}
	return strings.ReplaceAll(b.other, "{name}", plain(t.Name(r)))
}

// plain is a name in packets as one says it.
func plain(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", " ")) }

// Title is the name where it begins a line.
func (b *Book) Title(t *werewolf.RoleTable, r werewolf.Role) string {
	first, size := utf8.DecodeRuneInString(b.Name(t, r))
	return strings.TrimPrefix(string(unicode.ToUpper(first))+b.Name(t, r)[size:], string(utf8.RuneError))
}

// Task is what a person with the role is told to do.
func (b *Book) Task(t *werewolf.RoleTable, r werewolf.Role) string {
	if task := b.entries[t.Name(r)].task; task != "" {
		return task
	}
	return b.entries[t.Name(t.Like(r))].task
}

// Heard is by which phrases a listener knows the role of a table; its name is the first of them.
func (b *Book) Heard(t *werewolf.RoleTable, r werewolf.Role) []Heard {
	names := Heard{"ROLE", b.Name(t, r)}
	e, known := b.entries[t.Name(r)]
	if other := plain(t.Name(r)); !known && other != names.Phrases {
		names.Phrases += " | " + other
	}
	return append([]Heard{names}, e.heard...)
}

// Species is what a species is called; werewolves are called as the first role that is of them is.
func (b *Book) Species(s werewolf.Species) string {
	if s == werewolf.Human {
		return b.human
	}
	t := werewolf.StandardRoles()
	return b.Name(t, t.First(werewolf.RoleCounts{}, func(spec werewolf.RoleSpec) bool { return spec.Species == s }))
}
