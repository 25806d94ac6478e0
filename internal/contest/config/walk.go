package config

import (
	"fmt"
	"slices"
	"strings"

	"wolfden/internal/spelling"
)

// setting is one key of the file.
type setting struct {
	path  string // from the top, or from the item of the list that it belongs to
	form  form
	value string // when it is absent, as it would stand in the file; "" leaves the zero value or what derived says
	doc   string
}

// form is what may stand at a key.
type form struct {
	want string // in words, to follow "write"
	// read takes the value, or reports why not. It gets no null, which counts as absent, unless list is set.
	read   func(r *reader, path string, n *node)
	list   bool      // nothing but the key is an empty list
	absent string    // what it is when absent, in words, where that follows from other keys
	sub    []setting // keys of an item of a list of groups
}

// section is a node of the tree that the paths of settings make.
type section struct {
	name string
	leaf *setting // nil for a group of keys
	sub  []*section
}

func sections(table []setting) *section {
	root := &section{}
	for i := range table {
		s := root
		for name := range strings.SplitSeq(table[i].path, ".") {
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

// find is the section at a path below, nil when there is none.
func (s *section) find(path string) *section {
	for name := range strings.SplitSeq(path, ".") {
		if s = s.child(name); s == nil {
			return nil
		}
	}
	return s
}

func (s *section) names() (names []string) {
	for _, c := range s.sub {
		names = append(names, c.name)
	}
	return names
}

// reader reads one file: it collects what is wrong and the line of every key that is set.
type reader struct {
	file             string
	faults, warnings []Fault
	lines            map[string]int
	bad              map[string]bool // paths of what could not be read, and of what holds it
	whole            *section        // every key of the file, to say where one belongs
	tracks           []*node         // kept until the keys at the top are read
}

// maxFaults ends the search for them in a file that is nothing but faults.
const maxFaults = 1000

// fault is for what cannot be read. Checks of what was read use faultAt.
func (r *reader) fault(path string, line int, format string, args ...any) {
	if len(r.faults) >= maxFaults {
		return
	}
	r.faults = append(r.faults, Fault{file: r.file, line: line, path: path, text: fmt.Sprintf(format, args...)})
	for ; path != ""; path = parent(path) {
		r.bad[path] = true
	}
}

func (r *reader) warn(path string, line int, format string, args ...any) {
	r.warnings = append(r.warnings, Fault{file: r.file, line: line, path: path, text: fmt.Sprintf(format, args...)})
}

// err is every fault so far, nil when there is none.
func (r *reader) err() error {
	if len(r.faults) == 0 {
		return nil
	}
	return &Error{faults: sorted(r.faults)}
}

// defaults gives every setting its value of when it is absent.
func (r *reader) defaults(table []setting) {
	for _, s := range table {
		if s.value != "" {
			s.form.read(r, s.path, &node{kind: scalar, text: s.value})
		}
	}
}

// walk reads the value at a path. stray takes the keys that the section does not know; nil makes them faults.
func (r *reader) walk(path string, n *node, s *section, stray func(path string, p pair)) {
	switch {
	case s.leaf != nil && (n.kind != null || s.leaf.form.list):
		s.leaf.form.read(r, path, n)
	case s.leaf != nil || n.kind == null:
	case n.kind != mapping:
		r.fault(path, n.line, "%s, but keys belong below it: %s", n.kind, strings.Join(s.names(), ", "))
	default:
		for _, p := range n.pairs {
			r.key(path, p, s, stray)
		}
	}
}

func (r *reader) key(path string, p pair, s *section, stray func(path string, p pair)) {
	at := join(path, p.key)
	sub := s.child(p.key)
	switch {
	case sub != nil:
		if p.value.kind != null || sub.leaf != nil && sub.leaf.form.list {
			r.lines[at] = p.line
		}
		r.walk(at, p.value, sub, nil)
	case stray != nil:
		stray(at, p)
	default:
		r.unknown(path, p, s)
	}
}

// unknown names the key that was meant: one beside it, or one of the same name elsewhere.
func (r *reader) unknown(path string, p pair, s *section) {
	if len(r.faults) >= maxFaults {
		return
	}
	if _, within, found := strings.Cut(path, "]"); found && strings.HasPrefix(path, "tracks[") {
		if r.whole.find(join(strings.TrimPrefix(within, "."), p.key)) != nil {
			r.fault(join(path, p.key), p.line, "belongs to the whole server; move it out of the track, to the top of the file")
			return
		}
	}
	if path == "" && strings.HasPrefix(p.key, "x-") {
		return // a place to mark values for aliases
	}
	help := "known here: " + strings.Join(s.names(), ", ")
	if near := spelling.Nearest(p.key, s.names()); near != "" {
		help = fmt.Sprintf("did you mean %s?", near)
	} else if places := r.whole.named(p.key, ""); 0 < len(places) && len(places) < 4 {
		help = fmt.Sprintf("did you mean %s?", strings.Join(places, " or "))
	}
	r.fault(join(path, p.key), p.line, "unknown key %s, %s", p.key, help)
}

// named lists the paths of all keys with a name, but those that are read for nothing.
func (s *section) named(name, path string) (paths []string) {
	for _, c := range s.sub {
		if c.leaf != nil && c.leaf.form.want == anything {
			continue
		}
		at := join(path, c.name)
		if c.name == name {
			paths = append(paths, at)
		}
		paths = append(paths, c.named(name, at)...)
	}
	return paths
}
