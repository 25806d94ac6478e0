package understand

import (
	"slices"
	"unicode/utf8"
)

// trie finds the longest known phrase at a place of a text, byte by byte. The zero trie knows nothing.
type trie[T any] struct {
	nodes  []node
	values []T
	root   [256]int32 // dense, since most places of a text fail at the first byte
}

// node holds no pointers: there are very many, and the collector passes them by.
type node struct {
	b           byte
	first, next int32 // first child and next sibling; 0 is none
	value       int32 // of the phrase that ends here, counted from 1; 0 is none
}

// reserve makes room for so many nodes at once.
func (t *trie[T]) reserve(size int) { t.nodes = slices.Grow(t.nodes, size) }

// insert returns the value of a phrase, and whether it is new: then it is zero. The phrase must not be empty.
func (t *trie[T]) insert(phrase string) (value *T, added bool) {
	if len(t.nodes) == 0 {
		t.nodes = append(t.nodes, node{}) // index 0 is none
	}
	at := t.root[phrase[0]]
	if at == 0 {
		at = t.grow(phrase[0])
		t.root[phrase[0]] = at
	}
	for i := 1; i < len(phrase); i++ {
		child := t.child(at, phrase[i])
		if child == 0 {
			child = t.grow(phrase[i])
			t.nodes[child].next = t.nodes[at].first
			t.nodes[at].first = child
		}
		at = child
	}
	n := &t.nodes[at]
	if added = n.value == 0; added {
		var zero T
		t.values = append(t.values, zero)
		n.value = int32(len(t.values))
	}
	return &t.values[n.value-1], added
}

func (t *trie[T]) grow(b byte) int32 {
	t.nodes = append(t.nodes, node{b: b})
	return int32(len(t.nodes) - 1)
}

func (t *trie[T]) child(at int32, b byte) int32 {
	for c := t.nodes[at].first; c != 0; c = t.nodes[c].next {
		if t.nodes[c].b == b {
			return c
		}
	}
	return 0
}

// longest returns the longest phrase at place i that does not end inside a word, and where it ends; nil if there is
// none.
func (t *trie[T]) longest(text []byte, i int, name bool) (found *T, end int) {
	if insideWord(text, i, name) {
		return nil, i
	}
	at := t.root[text[i]]
	for j := i + 1; at != 0; j++ {
		if n := &t.nodes[at]; n.value != 0 && !insideWord(text, j, name) && !contracted(text, j) {
			found, end = &t.values[n.value-1], j
		}
		if j == len(text) {
			break
		}
		at = t.child(at, text[j])
	}
	return found, end
}

// begins returns the longest phrase with which the text at place i begins, whatever follows.
func (t *trie[T]) begins(text []byte, i int) (found *T, end int) {
	at := t.root[text[i]]
	for j := i + 1; at != 0; j++ {
		if n := &t.nodes[at]; n.value != 0 {
			found, end = &t.values[n.value-1], j
		}
		if j == len(text) {
			break
		}
		at = t.child(at, text[j])
	}
	return found, end
}

// insideWord reports whether the characters on both sides of a place belong to one word: of Latin letters or, where a
// name is looked for, of katakana.
func insideWord(text []byte, i int, name bool) bool {
	if i <= 0 || i >= len(text) {
		return false
	}
	if isLatin(text[i-1]) && isLatin(text[i]) {
		return true
	}
	if !name || text[i] < utf8.RuneSelf || text[i-1] < utf8.RuneSelf {
		return false
	}
	before, _ := utf8.DecodeLastRune(text[:i])
	after, _ := utf8.DecodeRune(text[i:])
	return isKatakana(before) && isKatakana(after)
}

// contracted reports whether the rest of a word ends a contraction such as "can't".
func contracted(text []byte, i int) bool {
	return i > 0 && i+1 < len(text) && text[i-1] == 'n' && text[i] == '\'' && text[i+1] == 't'
}

func isLatin(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9'
}

func isKatakana(r rune) bool { return r >= 0x30a1 && r <= 0x30fe && r != '・' }
