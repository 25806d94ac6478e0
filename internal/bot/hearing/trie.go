package hearing

import "unicode/utf8"

// trie finds the longest known phrase at a place of a text. ASCII letters match in either case unless the phrase was
// added as exact. The zero trie knows nothing.
type trie struct {
	nodes []node
	root  [256]int32 // first bytes are dense: most places of a text fail here
}

type node struct {
	b           byte
	end, exact  bool
	arg         int8
	first, next int32 // child and sibling; 0 is none, as node 0 is never a child
	letters     string
}

// add makes the phrase mean a row of letters with one argument. The first meaning stays.
func (t *trie) add(phrase, letters string, arg int8, exact bool) {
	if phrase == "" {
		return
	}
	if len(t.nodes) == 0 {
		t.nodes = append(t.nodes, node{})
	}
	at := t.root[phrase[0]]
	if at == 0 {
		at = t.grow(phrase[0])
		t.root[phrase[0]] = at
	}
	for i := 1; i < len(phrase); i++ {
		at = t.childOrNew(at, phrase[i])
	}
	if n := &t.nodes[at]; !n.end {
		n.end, n.letters, n.arg, n.exact = true, letters, arg, exact
	}
}

func (t *trie) grow(b byte) int32 {
	t.nodes = append(t.nodes, node{b: b})
	return int32(len(t.nodes) - 1)
}

func (t *trie) childOrNew(at int32, b byte) int32 {
	if child := t.child(at, b); child != 0 {
		return child
	}
	child := t.grow(b)
	t.nodes[child].next = t.nodes[at].first
	t.nodes[at].first = child
	return child
}

func (t *trie) child(at int32, b byte) int32 {
	for c := t.nodes[at].first; c != 0; c = t.nodes[c].next {
		if t.nodes[c].b == b {
			return c
		}
	}
	return 0
}

// longest is the node of the longest phrase at the text's place i, and where it ends; nil when there is none. A phrase
// must not begin or end inside a word of Latin letters, nor a name inside a katakana word.
func (t *trie) longest(text string, i int, lower bool) (found *node, end int) {
	fold := func(b byte) byte {
		if lower && b >= 'A' && b <= 'Z' {
			return b + 'a' - 'A'
		}
		return b
	}
	at := t.root[fold(text[i])]
	for j := i + 1; at != 0; j++ {
		if n := &t.nodes[at]; n.end && !joins(text, j, n.exact) {
			found, end = n, j
		}
		if j == len(text) {
			break
		}
		at = t.child(at, fold(text[j]))
	}
	return found, end
}

// joins reports whether the characters on both sides of a place belong to one word.
func joins(text string, i int, name bool) bool {
	if i == 0 || i == len(text) {
		return false
	}
	if isLatin(text[i-1]) && isLatin(text[i]) {
		return true
	}
	if !name || text[i] < utf8.RuneSelf || text[i-1] < utf8.RuneSelf {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(text[:i])
	after, _ := utf8.DecodeRuneInString(text[i:])
	return isKatakana(before) && isKatakana(after)
}

func isLatin(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9'
}

func isKatakana(r rune) bool { return r >= 0x30a1 && r <= 0x30fe && r != '・' }
