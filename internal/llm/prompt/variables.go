package prompt

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// Whose says whose words a variable holds, and so where a template may show it.
type Whose uint8

// Own words are the program's, numbers too: they may stand anywhere. A Line is a name, or a short text of a player's
// makers: a function must bring it onto one line. What Others wrote stands in a fence.
const (
	Own Whose = iota
	Line
	Others
)

// String is the word in tables of variables.
func (w Whose) String() string { return [...]string{"own", "line", "others"}[min(w, Others)] }

// Variable is a field or a method without arguments that templates may use.
type Variable struct {
	Whose   Whose
	Meaning string
}

// Variables holds what templates may use, by type and name, such as Scene.Day, and Memo.String for a method.
type Variables map[string]Variable

// ReadVariables reads a table: a line has type and name, whose words it holds, and what it means.
func ReadVariables(text string) (Variables, error) {
	v := Variables{}
	for line := range strings.Lines(text) {
		parts := strings.Fields(line)
		if len(parts) == 0 || strings.HasPrefix(parts[0], "#") {
			continue
		}
		if len(parts) < 3 {
			return nil, fmt.Errorf("a variable needs a name, whose words it holds, and a meaning: %q", line)
		}
		whose := slices.Index([]string{Own.String(), Line.String(), Others.String()}, parts[1])
		if _, twice := v[parts[0]]; twice || whose < 0 {
			return nil, fmt.Errorf("%q is there twice, or %q is nobody", parts[0], parts[1])
		}
		v[parts[0]] = Variable{Whose(whose), strings.Join(parts[2:], " ")} // one of three
	}
	return v, nil
}

// Listed returns what the table says of the fields and methods of a type, by name.
func (v Variables) Listed(t reflect.Type) map[string]Variable {
	all := map[string]Variable{}
	for name, m := range exported(t) {
		if known, listed := v[m.key]; listed {
			all[name] = known
		}
	}
	return all
}

// member is a field or a method that a template can name.
type member struct {
	key string // in tables
	typ reflect.Type
}

// exported lists what a template could name of a value of that type: fields, promoted ones too, and methods without
// arguments.
func exported(t reflect.Type) map[string]member {
	all := map[string]member{}
	if t = value(t); t.Kind() != reflect.Struct {
		return all
	}
	for _, f := range reflect.VisibleFields(t) {
		if f.IsExported() && !f.Anonymous {
			owner := t
			if len(f.Index) > 1 {
				owner = value(t.FieldByIndex(f.Index[:len(f.Index)-1]).Type)
			}
			all[f.Name] = member{owner.Name() + "." + f.Name, f.Type}
		}
	}
	p := reflect.PointerTo(t)
	for i := range p.NumMethod() {
		if m := p.Method(i); m.Type.NumIn() == 1 && m.Type.NumOut() == 1 {
			all[m.Name] = member{t.Name() + "." + m.Name, m.Type.Out(0)}
		}
	}
	return all
}

// Keys lists what a table has to say of a type: a key for each name that a template could use of it.
func Keys(t reflect.Type) (keys []string) {
	for _, m := range exported(t) {
		keys = append(keys, m.key)
	}
	return keys
}

// value is the type behind pointers.
func value(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

// Reached lists the types of structs that a template given one of that type can come to, that one first.
func Reached(t reflect.Type) (list []reflect.Type) {
	var walk func(t reflect.Type)
	walk = func(t reflect.Type) {
		for t = value(t); t.Kind() == reflect.Slice || t.Kind() == reflect.Map; t = value(t.Elem()) {
		}
		if t.Kind() != reflect.Struct || slices.Contains(list, t) {
			return
		}
		list = append(list, t)
		members := exported(t)
		for _, name := range slices.Sorted(maps.Keys(members)) {
			walk(members[name].typ)
		}
	}
	walk(t)
	return list
}
