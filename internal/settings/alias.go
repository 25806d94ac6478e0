package settings

import (
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// resolver makes values of a syntax tree: aliases become what they stand for, merge keys are merged in, a key that
// stands twice is a fault.
type resolver struct {
	*Reader
	anchors map[string]*Node
	merged  int // keys looked at by merges
}

// value never returns nil. An alias inside its own anchor stands for nothing that exists yet, so no value holds itself.
func (r *resolver) value(n ast.Node) *Node {
	switch n := n.(type) {
	case nil:
		return &Node{size: 1}
	case *ast.NullNode:
		return &Node{Line: lineOf(n.Token), size: 1}
	case *ast.StringNode:
		quoted := n.Token.Type == token.SingleQuoteType || n.Token.Type == token.DoubleQuoteType
		return &Node{Kind: Scalar, Line: lineOf(n.Token), Text: n.Value, quoted: quoted, value: n.Value, size: 1}
	case *ast.LiteralNode:
		return &Node{Kind: Scalar, Line: lineOf(n.Start), Text: n.Value.Value, Block: true, quoted: true, value: n.Value.Value, size: 1}
	case *ast.BoolNode, *ast.IntegerNode, *ast.FloatNode, *ast.InfinityNode, *ast.NanNode:
		v := &Node{Kind: Scalar, Line: lineOf(n.GetToken()), Text: n.GetToken().Value, size: 1}
		if scalar, is := n.(ast.ScalarNode); is {
			v.value = scalar.GetValue()
		}
		return v
	case *ast.SequenceNode:
		return r.list(n)
	case *ast.MappingNode:
		return r.mapping(lineOf(n.Start), n.Values)
	case *ast.MappingValueNode:
		return r.mapping(lineOf(n.Start), []*ast.MappingValueNode{n})
	case *ast.AnchorNode:
		v := r.value(n.Value)
		r.anchors[n.Name.GetToken().Value] = v
		return v
	case *ast.AliasNode:
		return r.alias(n)
	default:
		line := lineOf(n.GetToken())
		r.Fault(pathOf(n), line, "YAML that settings have no use for (%s); write plain keys and values", n.Type())
		return &Node{Line: line, size: 1}
	}
}

func (r *resolver) alias(n *ast.AliasNode) *Node {
	name := n.Value.GetToken()
	if target := r.anchors[name.Value]; target != nil {
		return target
	}
	r.Fault(pathOf(n), lineOf(name), "nothing above is marked &%s; mark the value that *%s stands for", name.Value, name.Value)
	return &Node{Line: lineOf(name), size: 1}
}

func (r *resolver) list(n *ast.SequenceNode) *Node {
	v := &Node{Kind: List, Line: lineOf(n.Start), size: 1}
	for _, below := range n.Values {
		item := r.value(below)
		v.Items = append(v.Items, item)
		v.count(item)
	}
	return v
}

// count adds what is below to the size.
func (n *Node) count(below *Node) { n.size = min(n.size+below.size, maxValues+1) }

func (r *resolver) mapping(line int, entries []*ast.MappingValueNode) *Node {
	v := &Node{Kind: Mapping, Line: line, size: 1}
	at := map[string]int{} // line of each key
	var merges []*Node     // after all others, because a key of one's own comes before one merged in
	for _, entry := range entries {
		key := entry.Key.GetToken()
		below := r.value(entry.Value)
		switch _, merge := entry.Key.(*ast.MergeKeyNode); {
		case merge:
			merges = append(merges, below)
		case !isKey(entry.Key):
			r.Fault(pathOf(entry), lineOf(key), "a key that is not a plain word; write one")
		case at[key.Value] > 0:
			r.Fault(pathOf(entry), lineOf(key), "stands here and on line %d; keep one", at[key.Value])
		default:
			at[key.Value] = lineOf(key)
			v.Pairs = append(v.Pairs, Pair{key.Value, lineOf(key), below})
			v.count(below)
		}
	}
	for _, from := range merges {
		r.merge(v, from, at)
	}
	return v
}

func isKey(n ast.MapKeyNode) bool {
	switch n.(type) {
	case *ast.StringNode, *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.NullNode:
		return true
	default:
		return false
	}
}

// merge copies the keys that a mapping does not have yet. Every key looked at counts, so that lists of merges of merges
// end soon.
func (r *resolver) merge(into, from *Node, at map[string]int) {
	switch from.Kind {
	case Null:
	case Mapping:
		for _, p := range from.Pairs {
			if r.merged++; r.merged > maxValues {
				into.size = maxValues + 1
				return
			}
			if at[p.Key] == 0 {
				at[p.Key] = p.Line
				into.Pairs = append(into.Pairs, p)
				into.count(p.Value)
			}
		}
	case List:
		for _, item := range from.Items {
			if item.Kind == List {
				r.Fault("", item.Line, "<< takes a group of keys or a list of such groups")
				continue
			}
			r.merge(into, item, at)
		}
	case Scalar:
		r.Fault("", from.Line, "<< takes a group of keys, such as *name of one that is marked &name")
	}
}

// pathOf is the parser's path of a node, written as faults write it.
func pathOf(n ast.Node) string { return strings.TrimPrefix(strings.TrimPrefix(n.GetPath(), "$"), ".") }
