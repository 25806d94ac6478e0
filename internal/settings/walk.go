package settings

import (
	"fmt"
	"slices"
	"strings"

	"wolfden/internal/spelling"
)

// Key is one key of a file.
type Key struct {
	Path  string // from the top, or from the item of the list that it belongs to
	Form  Form
	Value string // when it is absent, as it would stand in the file; "" leaves what is there already
	Doc   string // for its documentation
}

// Row is a Key, for tables of them.
func Row(path string, form Form, value, doc string) Key { return Key{path, form, value, doc} }

// Form is what may stand at a key.
type Form struct {
	Want string // in words, to follow "write"
	// Read takes the value, or reports why not. It gets no Null, which counts as absent, unless List is set.
	Read   func(r *Reader, path string, n *Node)
	List   bool   // nothing but the key is an empty list
	Absent string // what it is when absent, in words, where that follows from other keys
	Sub    []Key  // keys of an item of a list of groups
}

// Otherwise is the form of a key whose value follows from others when it is absent.
func (f Form) Otherwise(absent string) Form {
	f.Absent = absent
	return f
}

// section is a node of the tree that the paths of keys make.
type section struct {
	name string
	leaf *Key // nil for a group of keys
	sub  []*section
}

func sections(table []Key) *section {
	root := &section{}
	for i := range table {
		s := root
		for name := range strings.SplitSeq(table[i].Path, ".") {
			next := s.child(name)
			if next == nil {
				next = &section{name: name}
				s.sub = append(s.sub, next)
			}
			s = next
		}
		s.leaf = &table[i]
	}
	return root
}

func (s *section) child(name string) *section {
	if i := slices.IndexFunc(s.sub, func(c *section) bool { return c.name == name }); i >= 0 {
		return s.sub[i]
	}
	return nil
}

// Has reports whether the keys of the whole file have one with a path, or a group of them.
func (r *Reader) Has(path string) bool {
	s := r.whole
	for name := range strings.SplitSeq(path, ".") {
		if s = s.child(name); s == nil {
			return false
		}
	}
	return true
}

func (s *section) names() (names []string) {
	for _, c := range s.sub {
		names = append(names, c.name)
	}
	return names
}

// Defaults gives every key its value of when it is absent.
func (r *Reader) Defaults(table []Key) {
	for _, k := range table {
		if k.Value != "" {
			k.Form.Read(r, k.Path, &Node{Kind: Scalar, Text: k.Value})
		}
	}
}

// Walk takes a group of keys at a path, "" for the whole file, through a table. stray takes the keys that the table does not
// have; nil makes them faults.
func (r *Reader) Walk(path string, n *Node, table []Key, stray func(path string, p Pair)) {
	s := sections(table)
	if path != "" {
		r.walk(path, n, s, stray)
		return
	}
	if r.whole = s; n.Kind != Mapping {
		r.Fault("", n.Line, "%s, but settings are lines such as %s:", n.Kind, s.sub[0].name)
		return
	}
	r.walk("", n, s, stray)
}

func (r *Reader) walk(path string, n *Node, s *section, stray func(path string, p Pair)) {
	switch {
	case s.leaf != nil && (n.Kind != Null || s.leaf.Form.List):
		s.leaf.Form.Read(r, path, n)
	case s.leaf != nil || n.Kind == Null:
	case n.Kind != Mapping:
		r.Fault(path, n.Line, "%s, but keys belong below it: %s", n.Kind, strings.Join(s.names(), ", "))
	default:
		for _, p := range n.Pairs {
			at := Join(path, p.Key)
			switch sub := s.child(p.Key); {
			case sub != nil:
				if p.Value.Kind != Null || sub.leaf != nil && sub.leaf.Form.List {
					r.lines[at] = p.Line
				}
				r.walk(at, p.Value, sub, nil)
			case stray != nil:
				stray(at, p)
			default:
				r.unknown(at, p, s)
			}
		}
	}
}

// unknown names the key that was meant: one beside it, or one of the same name elsewhere, which is more than likeness where
// the first letter differs.
func (r *Reader) unknown(path string, p Pair, s *section) {
	if r.Loose || len(r.faults) >= maxFaults {
		return
	}
	if r.Misplaced != nil {
		if why := r.Misplaced(path); why != "" {
			r.Fault(path, p.Line, "%s", why)
			return
		}
	}
	if path == p.Key && strings.HasPrefix(p.Key, "x-") {
		return // a place to mark values for aliases
	}
	help, near, places := "known here: "+strings.Join(s.names(), ", "), spelling.Nearest(p.Key, s.names()), r.named(p.Key)
	elsewhere := 0 < len(places) && len(places) < 4
	switch {
	case near != "" && (!elsewhere || strings.HasPrefix(near, p.Key[:min(1, len(p.Key))])):
		help = fmt.Sprintf("did you mean %s?", near)
	case elsewhere:
		help = fmt.Sprintf("did you mean %s?", strings.Join(places, " or "))
	}
	r.Fault(path, p.Line, "unknown key %s, %s", p.Key, help)
}

// named lists the paths of all keys of the file with a name; where there are none, those of keys of items of lists.
func (r *Reader) named(name string) []string {
	if paths := r.whole.named(name, "", false); len(paths) > 0 {
		return paths
	}
	return r.whole.named(name, "", true)
}

func (s *section) named(name, path string, items bool) (paths []string) {
	for _, c := range s.sub {
		at := Join(path, c.name)
		if c.leaf != nil && c.leaf.Form.Want == anything {
			continue // read for nothing
		}
		if c.name == name {
			paths = append(paths, at)
		}
		paths = append(paths, c.named(name, at, items)...)
		if items && c.leaf != nil {
			if c.leaf.Form.List {
				at += "[]"
			}
			paths = append(paths, sections(c.leaf.Form.Sub).named(name, at, items)...)
		}
	}
	return paths
}
