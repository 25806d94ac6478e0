package settings

import (
	"slices"
	"strings"
)

// Former is a key that files had once.
type Former struct {
	Key   string
	Now   []string         // what it is called now; several where it was one for two
	Why   string           // otherwise: why it is none here, and what to do
	Fault func(*Node) bool // whether the file cannot be used as it says; without, and where it does not hold, that is a warning
}

// Today gives the file as it would be written now. It says of every former key what it is called, and of those that have become nothing why.
// They are looked for in their order, so parts of a group come before the group.
func (r *Reader) Today(root *Node, keys []Former) *Node {
	for _, f := range keys {
		if root.At(f.Key) == nil {
			continue
		}
		faulty := f.Fault != nil && f.Fault(root)
		without, old := root.without(strings.Split(f.Key, "."))
		root = without
		switch {
		case faulty:
			r.Fault(f.Key, old.Line, "%s", f.Why)
		case f.Why != "":
			r.Warn(f.Key, old.Line, "%s", f.Why)
		default:
			r.Warn(f.Key, old.Line, "is called %s now", strings.Join(f.Now, " and "))
		}
		for _, now := range f.Now {
			if at := root.At(now); at != nil && (at.Kind != Mapping || old.Value.Kind != Mapping) {
				r.Fault(f.Key, old.Line, "was the name of %s, which stands in line %d; take one of them out", now, at.Line)
				continue
			}
			root = root.with(strings.Split(now, "."), old)
		}
	}
	return root
}

// without is the group without a key that it has, and that key. Groups that are empty then go with it.
func (n *Node) without(path []string) (*Node, Pair) {
	i := n.index(path[0])
	rest := *n
	rest.Pairs = slices.Clone(n.Pairs)
	if len(path) == 1 {
		rest.Pairs = slices.Delete(rest.Pairs, i, i+1)
		return &rest, n.Pairs[i]
	}
	below, old := n.Pairs[i].Value.without(path[1:])
	if rest.Pairs[i].Value = below; len(below.Pairs) == 0 {
		rest.Pairs = slices.Delete(rest.Pairs, i, i+1)
	}
	return &rest, old
}

// with is the group with a key. Of two groups of one name it has the keys of both, of a key that is in both that which was there.
func (n *Node) with(path []string, p Pair) *Node {
	all := *n
	all.Pairs = slices.Clone(n.Pairs)
	i := n.index(path[0])
	switch {
	case i < 0 && len(path) == 1:
		all.Pairs = append(all.Pairs, Pair{path[0], p.Line, p.Value})
	case i < 0:
		all.Pairs = append(all.Pairs, Pair{path[0], p.Line, (&Node{Kind: Mapping, Line: p.Line}).with(path[1:], p)})
	case len(path) > 1:
		all.Pairs[i].Value = n.Pairs[i].Value.with(path[1:], p)
	default:
		for _, sub := range p.Value.Pairs {
			if all.Pairs[i].Value.index(sub.Key) < 0 {
				all.Pairs[i].Value = all.Pairs[i].Value.with([]string{sub.Key}, sub)
			}
		}
	}
	return &all
}
