package baseline

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"

	controls "github.com/nikolalohinski/gonja/v2/builtins/control_structures"
	"github.com/nikolalohinski/gonja/v2/nodes"

	"wolfden/internal/llm/prompt"
)

// given is what every prompt is filled with, see Player.data.
func given() map[string]reflect.Type {
	return map[string]reflect.Type{
		"info": reflect.TypeFor[info](), "setting": reflect.TypeFor[setting](), "role": reflect.TypeFor[word](),
		"talk_history": reflect.TypeFor[[]talk](), "whisper_history": reflect.TypeFor[[]talk](),
		"sent_talk_count": reflect.TypeFor[int](), "sent_whisper_count": reflect.TypeFor[int](),
	}
}

// names looks for variables that nobody gives a template. What it makes itself it may use anywhere: the check is for
// names that were misspelt.
type names struct {
	before int                     // lines of the file before the template's first
	types  map[string]reflect.Type // of variables; nil for anything
	faults []error
}

// unknownNames returns an error for each variable that a template uses and nobody gives it, with its line in the file.
func unknownNames(text string, before int) (err error) {
	defer rescue(&err)
	t, err := read(text, &meter{})
	if err != nil {
		return err
	}
	n := &names{before: before, types: given()}
	for _, name := range []string{"range", "dict", "namespace", "loop", "varargs", "kwargs", "true", "false", "none", "True", "False", "None"} {
		n.types[name] = nil
	}
	n.declare(t.Root().Nodes)
	n.list(t.Root().Nodes)
	return errors.Join(n.faults...)
}

// declare learns the names that a template makes by itself.
func (n *names) declare(list []nodes.Node) {
	body := func(w *nodes.Wrapper) {
		if w != nil {
			n.declare(w.Nodes)
		}
	}
	for _, node := range list {
		block, is := node.(*nodes.ControlStructureBlock)
		if !is {
			continue
		}
		switch c := block.ControlStructure.(type) {
		case *controls.IfControlStructure:
			for _, w := range c.Wrappers {
				body(w)
			}
		case *controls.ForControlStructure:
			n.types[c.Key], n.types[c.Value] = nil, nil
			body(c.BodyWrapper)
			body(c.EmptyWrapper)
		case *controls.MacroControlStructure:
			n.types[c.Name], n.types[c.VarArgsName], n.types[c.KwArgsName] = nil, nil, nil
			for _, pair := range c.Kwargs {
				n.types[fmt.Sprint(nameOf(pair.Key))] = nil
			}
			body(c.Wrapper)
		case *assign:
			if c.owner == nil {
				n.types[c.name] = nil
			}
			body(c.body)
		}
	}
}

// nameOf is the name of a macro's argument, which the library keeps as a text.
func nameOf(n nodes.Node) string {
	switch n := n.(type) {
	case *nodes.Name:
		return n.Name.Val
	case *nodes.String:
		return n.Val
	}
	return ""
}

func (n *names) list(list []nodes.Node) {
	for _, node := range list {
		switch node := node.(type) {
		case *nodes.Output:
			n.uses(node.Expression, node.Condition, node.Alternative)
		case *nodes.ControlStructureBlock:
			n.control(node.ControlStructure)
		}
	}
}

func (n *names) wrapper(w *nodes.Wrapper) {
	if w != nil {
		n.list(w.Nodes)
	}
}

func (n *names) control(c nodes.ControlStructure) {
	switch c := c.(type) {
	case *controls.IfControlStructure:
		n.uses(c.Conditions...)
		for _, body := range c.Wrappers {
			n.wrapper(body)
		}
	case *controls.ForControlStructure:
		of := n.use(c.ObjectEvaluator)
		before := maps.Clone(n.types)
		if of != nil && of.Kind() == reflect.Slice && c.Value == "" {
			n.types[c.Key] = of.Elem()
		}
		n.uses(c.IfCondition)
		n.wrapper(c.BodyWrapper)
		n.types = before
		n.wrapper(c.EmptyWrapper)
	case *controls.MacroControlStructure:
		for _, pair := range c.Kwargs {
			n.uses(pair.Value)
		}
		n.wrapper(c.Wrapper)
	case *controls.DoControlStructure:
		n.uses(c.Expression)
	case *assign:
		n.uses(c.value, c.condition, c.other)
		n.wrapper(c.body)
	}
}

func (n *names) uses(list ...nodes.Expression) {
	for _, e := range list {
		n.use(e)
	}
}

func (n *names) useAll(list []nodes.Expression, named map[string]nodes.Expression) {
	n.uses(list...)
	for _, key := range slices.Sorted(maps.Keys(named)) {
		n.use(named[key])
	}
}

// use looks at an expression and returns its type, nil where that may be anything.
func (n *names) use(e nodes.Node) reflect.Type {
	switch e := e.(type) {
	case *nodes.Name:
		t, known := n.types[e.Name.Val]
		if !known {
			n.fault(e, e.Name.Val, given())
		}
		return t
	case *nodes.GetAttribute:
		return n.attribute(e)
	case *nodes.GetSlice:
		n.uses(e.Start, e.End, e.Step)
		return n.use(e.Node)
	case *nodes.GetItem:
		n.use(e.Arg)
		if t := n.use(e.Node); t != nil && t.Kind() == reflect.Slice {
			return t.Elem()
		}
	case *nodes.BinaryExpression:
		n.uses(e.Left, e.Right)
	case *nodes.Negation:
		n.use(e.Term)
	case *nodes.UnaryExpression:
		n.use(e.Term)
	case *nodes.List:
		n.uses(e.Val...)
	case *nodes.Tuple:
		n.uses(e.Val...)
	case *nodes.Dict:
		for _, pair := range e.Pairs {
			n.uses(pair.Key, pair.Value)
		}
	case *nodes.Call:
		n.use(e.Func)
		n.useAll(e.Args, e.Kwargs)
	case *nodes.FilteredExpression:
		n.filtered(e)
	case *nodes.TestExpression:
		asked, is := e.Expression.(*nodes.Name)
		if is && slices.Contains([]string{"defined", "undefined"}, e.Test.Name) && n.types[asked.Name.Val] == nil {
			n.types[asked.Name.Val] = nil // whoever asks whether there is one knows that there may be none
		}
		n.use(e.Expression)
		n.useAll(e.Test.Args, e.Test.Kwargs)
	}
	return nil
}

func (n *names) filtered(e *nodes.FilteredExpression) {
	first := e.Filters[0].Name
	if first != "default" && first != "d" { // which stand in for a variable that there is not
		n.use(e.Expression)
	}
	for _, f := range e.Filters {
		n.useAll(f.Args, f.Kwargs)
	}
}

// attribute is an attribute of something that was given. Methods belong to texts, lists and tables, which are not looked at.
func (n *names) attribute(e *nodes.GetAttribute) reflect.Type {
	t := n.use(e.Node)
	if t == nil {
		return nil
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	known := map[string]reflect.Type{}
	for i := range t.NumField() {
		known[t.Field(i).Tag.Get("jinja")] = t.Field(i).Type
	}
	found, is := known[e.Attribute]
	if !is {
		n.fault(e, e.Attribute, known)
		return nil
	}
	for found.Kind() == reflect.Pointer {
		found = found.Elem()
	}
	return found
}

func (n *names) fault(at nodes.Node, name string, known map[string]reflect.Type) {
	n.faults = append(n.faults, fmt.Errorf("line %d: there is no variable %s%s", n.before+at.Position().Line, name, prompt.Meant(name, slices.Collect(maps.Keys(known)))))
}
