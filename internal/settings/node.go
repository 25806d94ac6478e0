package settings

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"wolfden/internal/plaintext"
)

// MaxBytes is the longest file, far beyond any that somebody writes.
const MaxBytes = 1 << 20

// maxValues counts what aliases stand for at each place where they stand.
const maxValues = 1 << 16

// Kind is what a value is. The zero kind is Null: nothing stands there.
type Kind uint8

// The kinds of values.
const (
	Null Kind = iota
	Scalar
	List
	Mapping
)

// String is the kind as faults call it.
func (k Kind) String() string {
	return [...]string{"nothing", "a single value", "a list", "a group of keys"}[k]
}

// Node is a value of a file. Aliases share the node they stand for; nothing changes a node once it has grown.
type Node struct {
	Kind  Kind
	Line  int
	Text  string // of a Scalar
	Block bool   // a Scalar whose text begins on the line after Line
	Items []*Node
	Pairs []Pair // no key twice

	quoted bool // in quotes or as a block: text, whatever it looks like
	value  any  // of a Scalar, what YAML takes it for
	size   int  // values in all, at most a little more than maxValues
}

// Pair is a key of a Mapping and what stands there.
type Pair struct {
	Key   string
	Line  int
	Value *Node
}

// At is the value of a key below, such as "game.talk"; nil where it is not there.
func (n *Node) At(path string) *Node {
	for name := range strings.SplitSeq(path, ".") {
		i := n.index(name)
		if i < 0 {
			return nil
		}
		n = n.Pairs[i].Value
	}
	return n
}

// index is the place of a key in a group, -1 where it is not there.
func (n *Node) index(name string) int {
	return slices.IndexFunc(n.Pairs, func(p Pair) bool { return p.Key == name })
}

// Read turns the text of a file into values; name stands for the file in faults. The node is nil, with faults in the reader,
// when there is no sense in reading on; an empty file is an empty Mapping.
func Read(name string, data []byte) (*Reader, *Node) {
	r := &Reader{file: name, lines: map[string]int{}, bad: map[string]bool{}}
	return r, r.tree(data)
}

func (r *Reader) tree(data []byte) *Node {
	if len(data) > MaxBytes {
		r.Fault("", 0, "larger than 1 MiB; settings are smaller, so this is probably another file")
		return nil
	}
	data, err := plaintext.UTF8(data)
	if err != nil {
		r.Fault("", 0, "%v", err)
		return nil
	}
	// The lexer miscounts lines that end in two characters.
	documents, err := r.documents(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(data)))
	if err != nil {
		line, text := explain(err)
		r.Fault("", line, "%s", text)
		return nil
	}
	switch {
	case len(documents) == 0:
		return &Node{Kind: Mapping}
	case len(documents) > 1:
		r.Fault("", documents[1].Line, "a second document; a file holds one, so remove the line ---")
	}
	if documents[0].size > maxValues {
		r.Fault("", 0, "more than %d values, with those that aliases stand for; repeat less", maxValues)
		return nil
	}
	return documents[0]
}

// lineError is a fault found before the parser runs; its line is counted from 1, 0 where that is not known.
type lineError struct {
	line int
	text string
}

// Error is the fault without its line, which the reader adds.
func (e *lineError) Error() string { return e.text }

// syntaxError is what the parser says of a place in the file.
type syntaxError interface {
	error
	GetToken() *token.Token
	GetMessage() string
}

func explain(err error) (line int, text string) {
	var ours *lineError
	var theirs syntaxError
	switch {
	case errors.As(err, &ours):
		return ours.line, ours.text
	case errors.As(err, &theirs):
		return lineOf(theirs.GetToken()), theirs.GetMessage() + "; check indentation, colons and quotes there and on the line before"
	default:
		return 0, err.Error()
	}
}

func lineOf(t *token.Token) int {
	if t == nil || t.Position == nil {
		return 0
	}
	return t.Position.Line
}

// documents are the values of a file, one for each document that is not empty. Whatever the parser makes of a hostile
// file is an error.
func (r *Reader) documents(text string) (values []*Node, err error) {
	defer func() {
		if p := recover(); p != nil {
			values, err = nil, fmt.Errorf("the YAML parser gave up (%v)", p)
		}
	}()
	if err := checkRows(text); err != nil {
		return nil, err
	}
	tokens := lexer.Tokenize(text)
	if err := checkTokens(tokens); err != nil {
		return nil, err
	}
	file, err := parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		return nil, err
	}
	for _, doc := range file.Docs {
		resolve := &resolver{Reader: r, anchors: map[string]*Node{}}
		if v := resolve.value(doc.Body); v.Kind != Null {
			values = append(values, v)
		}
	}
	return values, nil
}
