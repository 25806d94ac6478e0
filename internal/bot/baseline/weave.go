package baseline

import (
	"slices"
	"strings"

	controls "github.com/nikolalohinski/gonja/v2/builtins/control_structures"
	"github.com/nikolalohinski/gonja/v2/nodes"
	"github.com/nikolalohinski/gonja/v2/tokens"
)

// weaver puts the meter into a template that has been read: before every list of things to do stands what they cost, and
// around every value that an operation reads stands the scale.
type weaver struct{ meter *meter }

func (w *weaver) nodes(list []nodes.Node) []nodes.Node {
	cost := perList
	for _, n := range list {
		cost += perValue
		switch n := n.(type) {
		case *nodes.Data:
			cost += len(n.Data.Val)
		case *nodes.Output:
			n.Expression, n.Condition, n.Alternative = w.weighed(n.Expression), w.glanced(n.Condition), w.weighed(n.Alternative)
		case *nodes.ControlStructureBlock:
			if c, is := n.ControlStructure.(*controls.MacroControlStructure); is {
				n.ControlStructure = &macro{w.meter, c.Macro}
			}
			cost += w.control(n.ControlStructure)
		}
	}
	return append([]nodes.Node{&nodes.ControlStructureBlock{Name: "toll", ControlStructure: &toll{meter: w.meter, cost: cost}}}, list...)
}

func (w *weaver) wrapper(n *nodes.Wrapper) {
	if n != nil {
		n.Nodes = w.nodes(n.Nodes)
	}
}

// control weaves the meter into a tag and says what the tag writes by itself.
func (w *weaver) control(c nodes.ControlStructure) int {
	switch c := c.(type) {
	case *controls.IfControlStructure:
		for i := range c.Conditions {
			c.Conditions[i] = w.glanced(c.Conditions[i])
		}
		for _, body := range c.Wrappers {
			w.wrapper(body)
		}
	case *controls.ForControlStructure:
		if c.Recursive {
			stop("for ... recursive is not offered in prompts")
		}
		c.ObjectEvaluator, c.IfCondition = w.weighed(c.ObjectEvaluator), w.glanced(c.IfCondition)
		w.wrapper(c.BodyWrapper)
		w.wrapper(c.EmptyWrapper)
	case *macro:
		for _, pair := range c.Kwargs {
			pair.Value = w.weighed(pair.Value)
		}
		w.wrapper(c.Wrapper)
	case *controls.DoControlStructure:
		c.Expression = w.weighed(c.Expression)
	case *assign:
		c.value, c.condition, c.other = w.weighed(c.value), w.glanced(c.condition), w.weighed(c.other)
		w.wrapper(c.body)
	case *controls.RawControlStructure:
		return len(c.Position().Val)
	case *controls.BreakControlStructure, *controls.ContinueControlStructure:
	default:
		stop("%T is not offered in prompts", c)
	}
	return 0
}

// The names of the filters that put a value on the scale. No template can write them.
const (
	weighed = "weighed whole"
	glanced = "weighed outside"
)

// weighed is the expression with its value weighed whenever it is used.
func (w *weaver) weighed(n nodes.Node) nodes.Expression { return w.metered(n, weighed) }

// glanced is the expression where only the outside of its value is used.
func (w *weaver) glanced(n nodes.Node) nodes.Expression { return w.metered(n, glanced) }

func (w *weaver) metered(n nodes.Node, name string) nodes.Expression {
	if n == nil {
		return nil
	}
	return filtered(w.expression(n), name)
}

func filtered(n nodes.Expression, name string, args ...nodes.Expression) nodes.Expression {
	return &nodes.FilteredExpression{Expression: n, Filters: []*nodes.FilterCall{{Token: n.Position(), Name: name, Args: args}}}
}

// expression makes the meter count the parts of an expression. Its caller counts the expression's own value where it
// needs it.
func (w *weaver) expression(n nodes.Node) nodes.Expression {
	switch n := n.(type) {
	case *nodes.BinaryExpression:
		return w.binary(n)
	case *nodes.Negation:
		n.Term = w.glanced(n.Term)
	case *nodes.UnaryExpression:
		n.Term = w.glanced(n.Term)
	case *nodes.List:
		w.each(n.Val)
	case *nodes.Tuple:
		w.each(n.Val)
	case *nodes.Dict:
		for _, pair := range n.Pairs {
			pair.Key, pair.Value = w.weighed(pair.Key), w.weighed(pair.Value)
		}
	case *nodes.GetItem:
		n.Node, n.Arg = w.glanced(n.Node), w.weighed(n.Arg)
	case *nodes.GetSlice:
		n.Node = w.glanced(n.Node)
		for _, bound := range []*nodes.Node{&n.Start, &n.End, &n.Step} {
			*bound = w.weighed(*bound)
		}
	case *nodes.GetAttribute:
		n.Node = w.glanced(n.Node)
	case *nodes.Call:
		w.call(n)
	case *nodes.FilteredExpression:
		n.Expression = w.expression(n.Expression)
		for _, f := range n.Filters {
			w.offered("filter", f.Name, offeredFilters)
			w.arguments(f.Args, f.Kwargs)
		}
	case *nodes.TestExpression:
		w.offered("test", n.Test.Name, offeredTests)
		n.Expression = w.expression(n.Expression)
		w.arguments(n.Test.Args, n.Test.Kwargs)
	}
	return n
}

func (w *weaver) offered(what, name string, names []string) {
	if !slices.Contains(names, name) {
		stop("the %s %s is not offered in prompts; there are: %s", what, name, strings.Join(names, ", "))
	}
}

func (w *weaver) binary(n *nodes.BinaryExpression) nodes.Expression {
	switch n.Operator.Token.Type {
	case tokens.And, tokens.Or:
		n.Left, n.Right = w.glanced(n.Left), w.glanced(n.Right)
	case tokens.Multiply:
		return filtered(w.expression(n.Left), times, w.expression(n.Right))
	default:
		n.Left, n.Right = w.weighed(n.Left), w.weighed(n.Right)
	}
	return n
}

// call weaves a call of a function or a method. The library asks for what the method belongs to twice: first as part of
// the function, where it is weighed, then by itself, where its name must stand bare so that append can change it.
func (w *weaver) call(n *nodes.Call) {
	if a, of := n.Func.(*nodes.GetAttribute); of {
		if n.Parent == a.Node {
			a.Node = w.expression(a.Node)
			n.Parent = a.Node
		}
		a.Node = filtered(a.Node, weighed)
	} else {
		n.Func = w.expression(n.Func)
		if n.Parent != nil {
			n.Parent = w.expression(n.Parent)
		}
	}
	w.arguments(n.Args, n.Kwargs)
}

func (w *weaver) each(list []nodes.Expression) {
	for i := range list {
		list[i] = w.weighed(list[i])
	}
}

func (w *weaver) arguments(list []nodes.Expression, named map[string]nodes.Expression) {
	w.each(list)
	for name := range named {
		named[name] = w.weighed(named[name])
	}
}
