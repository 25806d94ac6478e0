package prompt

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// FunctionTable lists the functions in Markdown.
func (c *Checker) FunctionTable() string {
	var b strings.Builder
	b.WriteString("| function | what it does |\n|---|---|\n")
	for _, f := range c.Functions {
		fmt.Fprintf(&b, "| `%s` | %s |\n", f.Name, f.Help)
	}
	return b.String()
}

// VariableTable lists what a type has, in Markdown.
func (c *Checker) VariableTable(t reflect.Type) string {
	var b strings.Builder
	b.WriteString("| variable | is | words of | meaning |\n|---|---|---|---|\n")
	listed, members := c.Variables.Listed(t), exported(t)
	for _, name := range slices.Sorted(maps.Keys(listed)) {
		fmt.Fprintf(&b, "| `.%s` | %s | %s | %s |\n", name, sort(members[name].typ), listed[name].Whose, listed[name].Meaning)
	}
	return b.String()
}

// sort is what a value of the type is, in a word or two.
func sort(t reflect.Type) string {
	switch t = value(t); t.Kind() {
	case reflect.Slice:
		return "list of " + sort(t.Elem())
	case reflect.Struct:
		return t.Name()
	case reflect.String:
		return "text"
	case reflect.Bool:
		return "true or false"
	default:
		return "number"
	}
}
