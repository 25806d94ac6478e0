package settings

import "fmt"

// Texts is a list of single values, each of which a check (nil for none) finds no fault with.
func Texts(p *[]string, many, one string, check func(s string) string) Form {
	if check == nil {
		check = func(string) string { return "" }
	}
	want := many + ", each " + one
	return Form{Want: "a list of " + want, List: true, Read: func(r *Reader, path string, n *Node) {
		*p = Items(r, path, n, want, func(at string, item *Node) (s string) {
			Checked(&s, one, check).Read(r, at, item)
			return s
		})
	}}
}

// Each is a list of groups of keys. The item is added when its keys are read.
func Each[T any](p *[]T, many string, keys func(*T) []Key) Form {
	return Form{Want: "a list of " + many, List: true, Sub: keys(new(T)), Read: func(r *Reader, path string, n *Node) {
		*p = Items(r, path, n, many, func(at string, item *Node) (t T) {
			table := keys(&t)
			r.Defaults(table)
			r.Walk(at, item, table, nil)
			return t
		})
	}}
}

// Items reads a list of many things, which nothing at all is too: what read makes of each item, in their order.
func Items[T any](r *Reader, path string, n *Node, many string, read func(path string, item *Node) T) (all []T) {
	if n.Kind != List && n.Kind != Null {
		r.Fault(path, n.Line, "%s does not fit; write a list, on lines that begin with -, of %s", n.Kind, many)
		return nil
	}
	for i, item := range n.Items {
		at := fmt.Sprintf("%s[%d]", path, i)
		r.lines[at] = item.Line
		all = append(all, read(at, item))
	}
	return all
}

// Entries reads a group of keys that the author names: read takes each, in the order of the file. It reports false for what
// is none, which is a fault.
func (r *Reader) Entries(path string, n *Node, want string, read func(path string, p Pair)) bool {
	if n.Kind != Mapping && n.Kind != Null {
		r.Fault(path, n.Line, "%s does not fit; write %s", n.Kind, want)
		return false
	}
	for _, p := range n.Pairs {
		at := Join(path, p.Key)
		r.lines[at] = p.Line
		read(at, p)
	}
	return true
}

// anything is what may stand at a key that is read for nothing.
const anything = "anything"

// Ignored is a key that is read for nothing.
func Ignored() Form {
	return Form{Want: anything, List: true, Read: func(*Reader, string, *Node) {}}
}
