package task

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"wolfden/internal/llm/prompt"
)

// Page returns what the author of a prompt needs to know, in Markdown: the tasks with their variables, the functions.
func Page() (string, error) {
	book, err := Load()
	if err != nil {
		return "", err
	}
	c, err := checker("en")
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(c.FunctionTable())
	var reached []reflect.Type
	for _, s := range book.All() {
		fmt.Fprintf(&b, "\n## %s\n\nTo %s. Files: `%[1]s/en.tmpl`, `%[1]s/ja.tmpl`; the answer: `%[1]s/schema.json`.\n\n", s.Name(), s.About().Summary)
		types := prompt.Reached(s.Input())
		b.WriteString(c.VariableTable(types[0]))
		for _, t := range types[1:] {
			if !slices.Contains(reached, t) {
				reached = append(reached, t)
			}
		}
	}
	for _, t := range reached {
		fmt.Fprintf(&b, "\n## %s\n\n%s", t.Name(), c.VariableTable(t))
	}
	return b.String(), nil
}
