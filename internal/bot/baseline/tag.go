package baseline

import (
	"bytes"
	"errors"

	"github.com/nikolalohinski/gonja/v2/exec"
	"github.com/nikolalohinski/gonja/v2/nodes"
	"github.com/nikolalohinski/gonja/v2/parser"
	"github.com/nikolalohinski/gonja/v2/tokens"
)

// toll stands before a list of things to do and pays for them.
type toll struct {
	meter *meter
	cost  int
}

// Position is empty: no template contains a toll.
func (t *toll) Position() *tokens.Token { return &tokens.Token{} }

// String is the name in errors.
func (t *toll) String() string { return "toll" }

// Execute charges the meter.
func (t *toll) Execute(*exec.Renderer, *nodes.ControlStructureBlock) error {
	t.meter.pay(t.cost)
	return nil
}

// macro is the tag macro. It counts how many macros run in one another, each of which takes a piece of the stack: in its
// text, and in what it takes for an argument that is missing.
type macro struct {
	meter *meter
	*nodes.Macro
}

// Execute defines the macro under its name.
func (c *macro) Execute(r *exec.Renderer, _ *nodes.ControlStructureBlock) error {
	call, err := exec.MacroNodeToFunc(c.Macro, r)
	if err != nil {
		return err
	}
	r.Environment.Context.Set(c.Name, exec.Macro(func(params *exec.VarArgs) *exec.Value {
		if c.meter.running++; c.meter.running > deepestRun {
			stop("macros call one another deeper than %d, the last is %s", deepestRun, c.Name)
		}
		defer func() { c.meter.running-- }()
		c.meter.pay(perValue)
		return call(params)
	}))
	return nil
}

// assign is the tag set: a name, or an attribute of a namespace, gets the value of an expression or of what stands up to
// endset. The library's own tag does the same but hides its expressions, so that no meter can be put into them.
type assign struct {
	at                      *tokens.Token
	name                    string
	owner                   nodes.Node // nil for a plain name
	value, condition, other nodes.Expression
	body                    *nodes.Wrapper
}

// Position returns where the tag stands.
func (a *assign) Position() *tokens.Token { return a.at }

// String is the name in errors.
func (a *assign) String() string { return "set " + a.name }

// Execute sets the value.
func (a *assign) Execute(r *exec.Renderer, _ *nodes.ControlStructureBlock) error {
	value, err := a.evaluate(r)
	if err != nil {
		return err
	}
	if a.owner == nil {
		r.Environment.Context.Set(a.name, value.Interface())
		return nil
	}
	owner := r.Eval(a.owner)
	if owner.IsError() {
		return owner
	}
	return owner.Set(exec.AsValue(a.name), value.Interface())
}

func (a *assign) evaluate(r *exec.Renderer) (*exec.Value, error) {
	if a.body != nil {
		b := bytes.Buffer{}
		inside := r.Inherit()
		inside.Output = &b
		err := inside.ExecuteWrapper(a.body)
		return exec.AsSafeValue(b.String()), err
	}
	chosen := a.value
	if a.condition != nil {
		if c := r.Eval(a.condition); c.IsError() {
			return nil, c
		} else if c.IsNil() || !c.IsTrue() {
			chosen = a.other
		}
	}
	value := r.Eval(chosen)
	if value.IsError() {
		return nil, value
	}
	return value, nil
}

// parseAssign reads {% set name = value %}, {% set name = value if condition else other %}, {% set space.name = value %}
// and {% set name %}...{% endset %}.
func parseAssign(p, args *parser.Parser) (nodes.ControlStructure, error) {
	a := &assign{at: p.Current()}
	target, err := args.ParseVariableOrLiteral()
	if err != nil {
		return nil, err
	}
	switch t := target.(type) {
	case *nodes.Name:
		a.name = t.Name.Val
	case *nodes.GetAttribute:
		owner, plain := t.Node.(*nodes.Name)
		if !plain {
			return nil, args.Error("set takes a name, or an attribute of one", nil)
		}
		a.name, a.owner = t.Attribute, owner
	default:
		return nil, args.Error("set takes a name, or an attribute of one", nil)
	}
	if args.Match(tokens.Assign) == nil {
		return a, a.parseBody(p, args)
	}
	if a.value, err = args.ParseExpression(); err != nil {
		return nil, err
	}
	if a.condition, a.other, err = args.ParseCondition(); err != nil {
		return nil, err
	}
	if !args.End() || a.condition != nil && a.other == nil {
		return nil, args.Error("set cannot be understood after its value", args.Current())
	}
	return a, nil
}

func (a *assign) parseBody(p, args *parser.Parser) error {
	if !args.End() {
		return args.Error("set needs = and a value, or nothing", args.Current())
	}
	body, rest, err := p.WrapUntil("endset")
	if err != nil {
		return err
	}
	if !rest.End() {
		return errors.New("endset stands alone")
	}
	a.body = body
	return nil
}
