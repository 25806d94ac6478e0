package config

import "fmt"

// texts is a list of single values, each of which a check (nil for none) finds no fault with.
func texts(p *[]string, many, one string, check func(s string) string) form {
	if check == nil {
		check = func(string) string { return "" }
	}
	want := many + ", each " + one
	return form{want: "a list of " + want, list: true, read: func(r *reader, path string, n *node) {
		var all []string
		r.items(path, n, want, func(at string, item *node) {
			var s string
			checked(&s, one, check).read(r, at, item)
			all = append(all, s)
		})
		*p = all
	}}
}

// each is a list of groups of keys. The item is added when its keys are read.
func each[T any](p *[]T, many string, keys func(*T) []setting) form {
	return form{want: "a list of " + many, list: true, sub: keys(new(T)), read: func(r *reader, path string, n *node) {
		var all []T
		r.items(path, n, many, func(at string, item *node) {
			var t T
			table := keys(&t)
			r.defaults(table)
			r.walk(at, item, sections(table), nil)
			all = append(all, t)
		})
		*p = all
	}}
}

// items goes through a list, which nothing at all is too.
func (r *reader) items(path string, n *node, many string, read func(path string, item *node)) {
	if n.kind != list && n.kind != null {
		r.fault(path, n.line, "%s does not fit; write a list, on lines that begin with -, of %s", n.kind, many)
		return
	}
	for i, item := range n.items {
		at := fmt.Sprintf("%s[%d]", path, i)
		r.lines[at] = item.line
		read(at, item)
	}
}

// anything is what may stand at a key that is read for nothing.
const anything = "anything"

func ignored() form {
	return form{want: anything, list: true, read: func(*reader, string, *node) {}}
}
