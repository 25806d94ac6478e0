package prompt

import (
	"maps"
	"reflect"
	"slices"
	"text/template/parse"
)

// pipe returns the value of a pipeline; false if it has none, which is a fault that was noted.
func (w *walk) pipe(p *parse.PipeNode, dot operand) (v operand, ok bool) {
	for i, cmd := range p.Cmds {
		var last *operand
		if i > 0 {
			last = &v
		}
		next, ok := w.command(cmd, dot, last)
		if !ok {
			return v, false
		}
		v = next
	}
	for _, d := range p.Decl {
		if p.IsAssign {
			w.assign(d, v)
		} else {
			w.vars = append(w.vars, variable{d.Ident[0], v})
		}
	}
	return v, true
}

// assign refuses a variable that would hold another sort of thing than what it was declared with.
func (w *walk) assign(d *parse.VariableNode, v operand) {
	if was, known := w.variable(d.Ident[0]); known && (was.typ != v.typ || was.whose < v.whose) {
		w.fault(d, "%s would hold something else than before; declare another variable with :=", d)
	}
}

func (w *walk) variable(name string) (operand, bool) {
	for _, v := range slices.Backward(w.vars) {
		if v.name == name {
			return v.operand, true
		}
	}
	return operand{}, false
}

// command returns the value of one command; last is what was piped into it, nil for nothing.
func (w *walk) command(c *parse.CommandNode, dot operand, last *operand) (operand, bool) {
	if name, is := c.Args[0].(*parse.IdentifierNode); is {
		args, nodes := []operand{}, []parse.Node{}
		for _, n := range c.Args[1:] {
			v, ok := w.argument(n, dot)
			if !ok {
				return v, false
			}
			args, nodes = append(args, v), append(nodes, n)
		}
		if last != nil {
			args, nodes = append(args, *last), append(nodes, c)
		}
		return w.call(name, args, nodes)
	}
	if len(c.Args) > 1 || last != nil {
		w.fault(c, "%s is no function", c.Args[0])
		return operand{}, false
	}
	return w.argument(c.Args[0], dot)
}

// argument returns the value of an operand.
func (w *walk) argument(n parse.Node, dot operand) (operand, bool) {
	switch n := n.(type) {
	case *parse.DotNode:
		return dot, true
	case *parse.FieldNode:
		return w.chain(n, dot, n.Ident)
	case *parse.VariableNode:
		v, _ := w.variable(n.Ident[0]) // the parser knows them all
		return w.chain(n, v, n.Ident[1:])
	case *parse.ChainNode:
		v, ok := w.argument(n.Node, dot)
		if !ok {
			return v, false
		}
		return w.chain(n, v, n.Field)
	case *parse.PipeNode:
		return w.pipe(n, dot)
	case *parse.IdentifierNode:
		return w.call(n, nil, nil)
	case *parse.StringNode:
		return operand{typ: reflect.TypeFor[string]()}, true
	case *parse.NumberNode:
		if n.IsInt {
			return operand{typ: reflect.TypeFor[int]()}, true
		}
		return operand{typ: reflect.TypeFor[float64]()}, true
	case *parse.BoolNode:
		return operand{typ: reflect.TypeFor[bool]()}, true
	}
	w.fault(n, "%s cannot stand here", n)
	return operand{}, false
}

// chain follows names from a value.
func (w *walk) chain(at parse.Node, v operand, names []string) (operand, bool) {
	for _, name := range names {
		if v.typ == nil || value(v.typ).Kind() != reflect.Struct {
			w.fault(at, "%s: %s has no %s", at, kindOf(v.typ), name)
			return v, false
		}
		listed := w.Variables.Listed(v.typ)
		known, found := listed[name]
		if !found {
			w.fault(at, "there is no variable %s%s", at, Meant(name, slices.Collect(maps.Keys(listed))))
			return v, false
		}
		v = operand{exported(v.typ)[name].typ, known.Whose}
	}
	return v, true
}

// call returns what a function makes of its arguments.
func (w *walk) call(name *parse.IdentifierNode, args []operand, nodes []parse.Node) (operand, bool) {
	for _, f := range w.Functions {
		if f.Name == name.Ident {
			return w.ours(&f, name, args, nodes)
		}
	}
	worst := operand{}
	for _, a := range args {
		worst.whose = max(worst.whose, a.whose)
	}
	switch name.Ident {
	case "and", "or":
		if len(args) == 0 {
			break
		}
		worst.typ = args[0].typ
		for _, a := range args[1:] {
			if a.typ != worst.typ {
				worst.typ = nil
			}
		}
		return worst, true
	case "not", "eq", "ne", "lt", "le", "gt", "ge":
		return operand{typ: reflect.TypeFor[bool]()}, true
	case "len":
		return operand{typ: reflect.TypeFor[int]()}, true
	case "index":
		return w.index(name, args)
	}
	w.fault(name, "the function %s is not offered in prompts, or needs values%s", name.Ident, Meant(name.Ident, w.Names()))
	return operand{}, false
}

// Names lists the functions that templates may call.
func (c *Checker) Names() []string {
	names := []string{"and", "or", "not", "eq", "ne", "lt", "le", "gt", "ge", "len", "index"}
	for _, f := range c.Functions {
		names = append(names, f.Name)
	}
	return names
}

// ours is the call of an offered function.
func (w *walk) ours(f *Function, name *parse.IdentifierNode, args []operand, nodes []parse.Node) (operand, bool) {
	do := reflect.TypeOf(f.Do)
	if len(args) != do.NumIn() {
		w.fault(name, "%s takes %d values, not %d: %s", f.Name, do.NumIn(), len(args), f.Help)
		return operand{}, false
	}
	ok := true
	for i, a := range args {
		switch {
		case a.typ == nil || !a.typ.AssignableTo(do.In(i)):
			w.fault(nodes[i], "%s needs %s here, and %s is %s", f.Name, kindOf(do.In(i)), nodes[i], kindOf(a.typ))
			ok = false
		case a.whose > f.Takes[i]:
			w.fault(nodes[i], "%s holds words of others, which %s does not keep from steering the model: write {{fenced \"text\" %s}}", nodes[i], f.Name, nodes[i])
			ok = false
		}
	}
	return operand{typ: do.Out(0)}, ok
}

// index is an item of a list or a table.
func (w *walk) index(name *parse.IdentifierNode, args []operand) (operand, bool) {
	v := operand{}
	if len(args) > 0 {
		v = args[0]
	}
	for range args[min(1, len(args)):] {
		if v.typ == nil || v.typ.Kind() != reflect.Slice && v.typ.Kind() != reflect.Map {
			w.fault(name, "index needs a list and a number")
			return v, false
		}
		v.typ = v.typ.Elem()
	}
	return v, true
}
