package task

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"wolfden/internal/llm/prompt"
)

// Shared are the tasks that several players ask. A task that only one asks stands with that player.
func Shared() []Spec {
	return []Spec{Summarise, SummariseDay, ExtractClaims, MessageType, ChooseTarget, ExpandCharacter, Word, Address, Believe}
}

// Book is a list of tasks with their prompts. It never changes. A nil Book has no list, and the program's own prompts.
type Book struct {
	specs []Spec
}

// Read returns the tasks with the prompts of the overlay where it has any. Those are tried on examples.
func Read(over *prompt.Overlay, tasks ...Spec) (*Book, error) {
	common := ownCommon
	if over != nil {
		common = sync.OnceValues(func() ([]commonPage, error) { return readCommon(over) })
	}
	b := &Book{}
	var lines []string // of what is wrong, each once: a fault of what tasks share is found in all of them
	for _, t := range tasks {
		laid, err := t.lay(common, over)
		if b.specs = append(b.specs, laid); err == nil {
			continue
		}
		for line := range strings.SplitSeq(err.Error(), "\n") {
			if !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
		}
	}
	if len(lines) > 0 {
		return nil, errors.New(strings.Join(lines, "\n"))
	}
	return b, nil
}

// All returns the tasks in the order of the list. The slice must not be changed.
func (b *Book) All() []Spec { return b.specs }

// Find returns the task of that name; false if there is none.
func (b *Book) Find(name string) (Spec, bool) {
	if b != nil {
		for _, s := range b.specs {
			if s.Name() == name {
				return s, true
			}
		}
	}
	return nil, false
}

// Prompts returns the files of the tasks' own prompts by the path at which an overlay replaces them: NAME/{en,ja}.tmpl, NAME/schema.json and
// common/{en,ja}.tmpl.
func (b *Book) Prompts() (map[string][]byte, error) {
	all := map[string][]byte{}
	for _, s := range b.specs {
		tree, err := fs.Sub(s.prompts().files, "prompts")
		if err != nil {
			return nil, err
		}
		names, err := prompt.Files(tree)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			if all[name], err = fs.ReadFile(tree, name); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

// Page returns what the author of a prompt needs to know, in Markdown: the tasks with their variables, the functions.
func (b *Book) Page() (string, error) {
	all := prompt.Checker{Functions: functions("en"), Variables: prompt.Variables{}}
	var text strings.Builder
	text.WriteString(all.FunctionTable())
	var reached []reflect.Type
	for _, s := range b.specs {
		c, err := s.prompts().checker("en")
		if err != nil {
			return "", err
		}
		maps.Copy(all.Variables, c.Variables)
		fmt.Fprintf(&text, "\n## %s\n\nTo %s. Files: `%[1]s/en.tmpl`, `%[1]s/ja.tmpl`; the answer: `%[1]s/schema.json`.\n\n", s.Name(), s.About().Summary)
		types := prompt.Reached(s.Input())
		text.WriteString(c.VariableTable(types[0]))
		for _, t := range types[1:] {
			if !slices.Contains(reached, t) {
				reached = append(reached, t)
			}
		}
	}
	for _, t := range reached {
		fmt.Fprintf(&text, "\n## %s\n\n%s", t.Name(), all.VariableTable(t))
	}
	return text.String(), nil
}
