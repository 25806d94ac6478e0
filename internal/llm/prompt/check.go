package prompt

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"text/template"
	"text/template/parse"
)

// Checker knows what templates may use.
type Checker struct {
	Variables Variables
	Functions []Function
}

// Function is one that templates may call. What it returns may stand anywhere.
type Function struct {
	Name  string
	Takes []Whose // the worst words that each argument may hold
	Help  string
	Do    any
}

// Map returns the functions in the form that text/template needs.
func Map(list []Function) template.FuncMap {
	m := template.FuncMap{}
	for _, f := range list {
		m[f.Name] = f.Do
	}
	return m
}

const (
	deepestLoop = 3  // lists in lists; three of 500 lines are soon done
	mostFaults  = 10 // told at once
)

// Check returns what is wrong with the parts of a template that are begun with a value of type in, whose own words are
// whose if it is no struct.
func (c *Checker) Check(t *template.Template, in reflect.Type, whose Whose, parts ...string) error {
	w := &walk{Checker: c, all: t, seen: map[string]bool{}}
	for _, part := range parts {
		w.part(nil, part, operand{typ: in, whose: whose})
	}
	if len(w.faults) > mostFaults {
		w.faults = append(w.faults[:mostFaults], fmt.Errorf("and %d more", len(w.faults)-mostFaults))
	}
	return errors.Join(w.faults...)
}

// operand is what is known of a value before a template is filled: its type, nil for none in particular, and whose
// words are in it if it is a text or a list of texts.
type operand struct {
	typ   reflect.Type
	whose Whose
}

// walk is one check.
type walk struct {
	*Checker
	all    *template.Template
	tree   *parse.Tree // of the part that is looked at
	within []string    // parts that called it
	loops  int
	vars   []variable
	seen   map[string]bool
	faults []error
}

type variable struct {
	name string
	operand
}

// fault notes what is wrong at a node.
func (w *walk) fault(n parse.Node, format string, args ...any) {
	at := ""
	if n != nil {
		at, _ = w.tree.ErrorContext(n)
		at += ": "
	}
	err := fmt.Errorf("%s%s", at, fmt.Sprintf(format, args...))
	same := func(e error) bool { return e.Error() == err.Error() }
	if !slices.ContainsFunc(w.faults, same) {
		w.faults = append(w.faults, err)
	}
}

// part looks at the part of that name, called at a node with a value.
func (w *walk) part(at parse.Node, name string, dot operand) {
	t := w.all.Lookup(name)
	if t == nil || t.Tree == nil {
		w.fault(at, "there is no template %q%s", name, Meant(name, w.partNames()))
		return
	}
	if slices.Contains(w.within, name) {
		w.fault(at, "template %q is a part of itself", name)
		return
	}
	key := fmt.Sprint(name, dot, w.loops)
	if w.seen[key] {
		return
	}
	w.seen[key] = true
	tree, vars, within := w.tree, w.vars, w.within
	w.tree, w.vars, w.within = t.Tree, []variable{{"$", dot}}, append(slices.Clone(within), name)
	w.list(t.Root, dot)
	w.tree, w.vars, w.within = tree, vars, within
}

func (w *walk) partNames() (names []string) {
	for _, t := range w.all.Templates() {
		if t.Tree != nil && !strings.Contains(t.Name(), ".") { // whole files have a name with a dot
			names = append(names, t.Name())
		}
	}
	return names
}

func (w *walk) list(l *parse.ListNode, dot operand) {
	if l == nil {
		return
	}
	for _, n := range l.Nodes {
		w.node(n, dot)
	}
}

func (w *walk) node(n parse.Node, dot operand) {
	switch n := n.(type) {
	case *parse.ActionNode:
		if v, ok := w.pipe(n.Pipe, dot); ok && len(n.Pipe.Decl) == 0 {
			w.printed(n, v)
		}
	case *parse.IfNode:
		w.branch(&n.BranchNode, dot, func(operand) operand { return dot })
	case *parse.WithNode:
		w.branch(&n.BranchNode, dot, func(v operand) operand { return v })
	case *parse.RangeNode:
		w.ranged(n, dot)
	case *parse.TemplateNode:
		v := operand{}
		if n.Pipe != nil {
			var ok bool
			if v, ok = w.pipe(n.Pipe, dot); !ok {
				return
			}
		}
		w.part(n, n.Name, v)
	default: // text, comments, break and continue show nothing
	}
}

// branch looks at both ways of an if or a with. The variables that it declares end with it.
func (w *walk) branch(n *parse.BranchNode, dot operand, inside func(operand) operand) {
	before := len(w.vars)
	v, _ := w.pipe(n.Pipe, dot)
	declared := len(w.vars)
	w.list(n.List, inside(v))
	w.vars = w.vars[:declared]
	w.list(n.ElseList, dot)
	w.vars = w.vars[:before]
}

func (w *walk) ranged(n *parse.RangeNode, dot operand) {
	before := len(w.vars)
	defer func() { w.vars = w.vars[:before] }()
	v, ok := w.pipe(n.Pipe, dot)
	w.vars = w.vars[:before] // they hold the items, and are declared below
	if !ok {
		return
	}
	item := operand{whose: v.whose}
	switch {
	case v.typ != nil && (v.typ.Kind() == reflect.Slice || v.typ.Kind() == reflect.Map):
		item.typ = v.typ.Elem()
	default:
		w.fault(n, "range needs a list, and %s is %s", n.Pipe, kindOf(v.typ))
		return
	}
	if w.loops++; w.loops > deepestLoop {
		w.fault(n, "lists in lists, deeper than %d", deepestLoop)
	} else {
		for i, d := range n.Pipe.Decl {
			declared := item
			if i == 0 && len(n.Pipe.Decl) == 2 {
				declared = operand{typ: reflect.TypeFor[int]()}
				if v.typ.Kind() == reflect.Map {
					declared = operand{v.typ.Key(), v.whose}
				}
			}
			w.vars = append(w.vars, variable{d.Ident[0], declared})
		}
		w.list(n.List, item)
	}
	w.loops--
	w.vars = w.vars[:before]
	w.list(n.ElseList, dot)
}

// printed refuses what may not stand in a prompt as it is.
func (w *walk) printed(n *parse.ActionNode, v operand) {
	if v.typ == nil {
		w.fault(n, "%s: what this is cannot be said before a game; choose with if", n.Pipe)
		return
	}
	switch value(v.typ).Kind() {
	case reflect.Slice, reflect.Map, reflect.Struct:
		if w.fencer(v.typ) != "" {
			w.fault(n, "%s is %s; write {{%s ...}}", n.Pipe, kindOf(v.typ), w.fencer(v.typ))
			return
		}
		w.fault(n, "%s is %s; write its parts, with range or by name", n.Pipe, kindOf(v.typ))
		return
	default: // text, numbers and truth
	}
	switch v.whose {
	case Line:
		w.fault(n, "%s is a name or a text of a player: write {{plain %s}}", n.Pipe, n.Pipe)
	case Others:
		w.fault(n, "%s holds words of others, which must not steer the model: write {{fenced \"text\" %s}}", n.Pipe, n.Pipe)
	case Own:
	}
}

// fencer is the function whose last argument is of that type, "" without one.
func (w *walk) fencer(t reflect.Type) string {
	for _, f := range w.Functions {
		if do := reflect.TypeOf(f.Do); do.NumIn() > 0 && do.In(do.NumIn()-1) == t {
			return f.Name
		}
	}
	return ""
}

// kindOf says what a template's author sees of a type.
func kindOf(t reflect.Type) string {
	if t == nil {
		return "nothing in particular"
	}
	switch t = value(t); t.Kind() {
	case reflect.Slice:
		return "a list"
	case reflect.Map:
		return "a table"
	case reflect.Struct:
		return "a " + t.Name() + ", which has " + strings.Join(slices.Sorted(maps.Keys(exported(t))), ", ")
	case reflect.String:
		return "a text"
	case reflect.Bool:
		return "true or false"
	default:
		return "a number"
	}
}
