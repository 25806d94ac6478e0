package baseline

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nikolalohinski/gonja/v2/builtins"
	"github.com/nikolalohinski/gonja/v2/exec"
	"github.com/nikolalohinski/gonja/v2/nodes"
	"github.com/nikolalohinski/gonja/v2/parser"
)

// What a prompt may use of Jinja2. Left out is what could grow, recurse, reach a file or draw random numbers without
// being counted: extends, include, import, block, call, format, random and the like.
var (
	offeredTags    = []string{"if", "for", "macro", "raw", "do", "break", "continue"} // and set, which is ours
	offeredFilters = []string{
		"abs", "attr", "batch", "capitalize", "center", "count", "d", "default", "dictsort", "e", "escape", "first", "float",
		"forceescape", "groupby", "indent", "int", "items", "join", "last", "length", "list", "lower", "map", "max", "min",
		"reject", "rejectattr", "replace", "reverse", "round", "safe", "select", "selectattr", "slice", "sort", "string",
		"striptags", "sum", "title", "tojson", "trim", "truncate", "unique", "upper", "wordcount", "wordwrap",
	}
	offeredTests = []string{
		"!=", "<", "<=", "==", ">", ">=", "boolean", "defined", "divisibleby", "eq", "equalto", "even", "false", "float", "ge",
		"greaterthan", "gt", "in", "integer", "iterable", "le", "lessthan", "lower", "lt", "mapping", "ne", "none", "number",
		"odd", "sameas", "sequence", "string", "true", "undefined", "upper",
	}
	offeredOfText = []string{
		"capitalize", "count", "endswith", "find", "isalnum", "isalpha", "isascii", "isdigit", "islower", "isspace", "isupper",
		"join", "lower", "lstrip", "partition", "removeprefix", "removesuffix", "replace", "rfind", "rpartition", "rsplit",
		"rstrip", "split", "splitlines", "startswith", "strip", "title", "upper",
	}
	offeredOfLists  = []string{"append", "copy", "reverse"}
	offeredOfTables = []string{"clear", "copy", "get", "items", "keys", "pop", "setdefault", "update", "values"}
)

// largestRange and widest limit the numbers that a template may ask for.
const (
	largestRange = 10_000
	widest       = 1000
)

// language is the part of Jinja2 that is offered, counted by the meter.
func language(m *meter) *exec.Environment {
	return &exec.Environment{
		Context:           globals(m),
		Filters:           filters(m),
		Tests:             tests(m),
		ControlStructures: tags(),
		Methods: exec.Methods{
			Bool: exec.NewMethodSet(map[string]exec.Method[bool]{}), Int: exec.NewMethodSet(map[string]exec.Method[int]{}),
			Float: exec.NewMethodSet(map[string]exec.Method[float64]{}),
			Str:   methods(m, builtins.Methods.Str, offeredOfText),
			List:  methods(m, builtins.Methods.List, offeredOfLists),
			Dict:  methods(m, builtins.Methods.Dict, offeredOfTables),
		},
	}
}

func globals(m *meter) *exec.Context {
	c := exec.EmptyContext()
	for _, name := range []string{"dict", "namespace"} {
		if f, known := builtins.GlobalFunctions.Get(name); known {
			c.Set(name, f)
		}
	}
	c.Set("range", func(_ *exec.Evaluator, params *exec.VarArgs) *exec.Value { return exec.AsValue(span(m, params)) })
	return c
}

// span is the list that range asks for.
func span(m *meter, params *exec.VarArgs) any {
	bounds := []int{0, 0, 1}
	for i, v := range params.Args {
		if !v.IsInteger() || len(params.Args) > 3 {
			return fmt.Errorf("range takes one to three whole numbers")
		}
		bounds[min(i, 2)] = v.Integer()
	}
	from, to, step := bounds[0], bounds[1], bounds[2]
	if len(params.Args) == 1 {
		from, to = 0, bounds[0]
	}
	if len(params.Args) == 0 || step == 0 {
		return fmt.Errorf("range takes one to three whole numbers, and its step is not 0")
	}
	list := []int{}
	for i := from; step > 0 && i < to || step < 0 && i > to; i += step {
		if len(list) == largestRange {
			stop("a range of more than %d numbers", largestRange)
		}
		m.pay(perValue)
		list = append(list, i)
	}
	return list
}

// tags are the control structures; each counts how deep it stands, because the parser calls itself for every one.
func tags() *exec.ControlStructureSet {
	depth := 0
	set := map[string]parser.ControlStructureParser{}
	add := func(name string, parse parser.ControlStructureParser) {
		set[name] = func(p, args *parser.Parser) (nodes.ControlStructure, error) {
			if depth++; depth > deepestTags {
				stop("tags are nested deeper than %d", deepestTags)
			}
			defer func() { depth-- }()
			return parse(p, args)
		}
	}
	for _, name := range offeredTags {
		if parse, known := builtins.ControlStructures.Get(name); known {
			add(name, parse)
		}
	}
	add("set", parseAssign)
	return exec.NewControlStructureSet(set)
}

// weighAll pays for the arguments of a call.
func (m *meter) weighAll(params *exec.VarArgs) {
	for _, v := range params.Args {
		m.weigh(v)
	}
	for _, v := range params.KwArgs {
		m.weigh(v)
	}
}

func filters(m *meter) *exec.FilterSet {
	set := map[string]exec.FilterFunction{
		times:   m.times,
		weighed: func(_ *exec.Evaluator, in *exec.Value, _ *exec.VarArgs) *exec.Value { m.weigh(in); return in },
		glanced: func(_ *exec.Evaluator, in *exec.Value, _ *exec.VarArgs) *exec.Value { m.glance(in); return in },
	}
	for _, name := range offeredFilters {
		apply, known := builtins.Filters.Get(name)
		if !known {
			continue
		}
		outside := slices.Contains([]string{"length", "count", "first", "last", "d", "default"}, name)
		set[name] = func(e *exec.Evaluator, in *exec.Value, params *exec.VarArgs) *exec.Value {
			if outside {
				m.glance(in)
			} else {
				m.weigh(in)
			}
			m.weighAll(params)
			m.grows(name, in, params)
			out := apply(e, in, params)
			if !outside {
				m.weigh(out)
			}
			return out
		}
	}
	return exec.NewFilterSet(set)
}

func tests(m *meter) *exec.TestSet {
	set := map[string]exec.TestFunction{}
	for _, name := range offeredTests {
		switch is, _ := builtins.Tests.Get(name); is := is.(type) {
		case func(*exec.Context, *exec.Value, *exec.VarArgs) (bool, error):
			set[name] = func(c *exec.Context, in *exec.Value, params *exec.VarArgs) (bool, error) {
				m.weigh(in)
				m.weighAll(params)
				return is(c, in, params)
			}
		case func(*exec.Evaluator, *exec.Value, *exec.VarArgs) (bool, error):
			set[name] = func(e *exec.Evaluator, in *exec.Value, params *exec.VarArgs) (bool, error) {
				m.weigh(in)
				m.weighAll(params)
				return is(e, in, params)
			}
		}
	}
	return exec.NewTestSet(set)
}

func methods[T any](m *meter, all *exec.MethodSet[T], names []string) *exec.MethodSet[T] {
	set := map[string]exec.Method[T]{}
	for _, name := range names {
		call, known := all.Get(name)
		if !known {
			continue
		}
		set[name] = func(self T, v *exec.Value, params *exec.VarArgs) (any, error) {
			m.weigh(v)
			m.weighAll(params)
			m.grows(name, v, params)
			out, err := call(self, v, params)
			m.weigh(exec.AsValue(out))
			return out, err
		}
	}
	return exec.NewMethodSet(set)
}

// grows pays beforehand where the result can be much larger than what it is made of.
func (m *meter) grows(name string, in *exec.Value, params *exec.VarArgs) {
	for _, v := range params.Args {
		m.narrow(name, v)
	}
	for _, v := range params.KwArgs {
		m.narrow(name, v)
	}
	each := 0 // what may be put in at one place
	for _, v := range params.Args {
		if v.IsString() {
			each += v.Len()
		}
	}
	for _, v := range params.KwArgs {
		if v.IsString() {
			each += v.Len()
		}
	}
	switch name {
	case "replace":
		m.pay(each * places(in, params))
	case "indent":
		m.pay(max(each, widest) * (1 + strings.Count(in.String(), "\n")))
	case "join":
		n := max(in.Len(), 1)
		if in.IsString() && len(params.Args) > 0 { // as a method the text stands between the items
			n, each = params.Args[0].Len(), in.Len()
		}
		m.pay(each * 4 * n) // Len counts characters
	case "int":
		if in.IsString() && in.Len() > widest {
			stop("a number of too many digits")
		}
	}
}

// places is how often a text may be replaced.
func places(in *exec.Value, params *exec.VarArgs) int {
	if len(params.Args) == 0 {
		return 0
	}
	return strings.Count(in.String(), params.Args[0].String())
}

// narrow refuses numbers that only ask for memory.
func (m *meter) narrow(name string, v *exec.Value) {
	most := widest
	switch name {
	case "tojson":
		most = 8
	case "default", "d", "get", "pop", "setdefault", "append", "update", "sum", "select", "reject", "selectattr", "rejectattr", "replace",
		"map", "int", "float", "truncate":
		return
	}
	if v.IsInteger() && (v.Integer() > most || v.Integer() < -most) {
		stop("%s with the number %d; at most %d is done", name, v.Integer(), most)
	}
}

// times is the name of the filter that stands in for multiplication: no template can write it.
const times = "multiplied by"

// times multiplies numbers, and repeats a text as often as the budget allows.
func (m *meter) times(_ *exec.Evaluator, in *exec.Value, params *exec.VarArgs) *exec.Value {
	by := params.First()
	m.glance(in)
	m.weigh(by)
	switch {
	case in.IsError():
		return in
	case in.IsFloat() || by.IsFloat():
		return exec.AsValue(in.Float() * by.Float())
	case in.IsString():
		n := min(max(by.Integer(), 0), budget)
		m.pay(n * min(len(in.String()), heaviest))
		return exec.AsValue(strings.Repeat(in.String(), n))
	}
	return exec.AsValue(in.Integer() * by.Integer())
}
