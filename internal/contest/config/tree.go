package config

import (
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"wolfden/internal/plaintext"
	"wolfden/internal/yamlguard"
)

// Limits of a file, far beyond any that somebody writes, beside those of yamlguard; maxValues counts what aliases stand
// for at each place where they stand.
const (
	maxBytes  = 1 << 20
	maxValues = 1 << 16
)

// valueKind is what a value is. The zero kind is null: nothing stands there.
type valueKind uint8

const (
	null valueKind = iota
	scalar
	list
	mapping
)

// String is the kind as faults call it.
func (k valueKind) String() string {
	return [...]string{"nothing", "a single value", "a list", "a group of keys"}[k]
}

// node is a value of the file. Aliases share the node they stand for; nothing changes a node once it has grown.
type node struct {
	kind   valueKind
	line   int
	text   string // of a scalar
	quoted bool   // in quotes or as a block: text, whatever it looks like
	items  []*node
	pairs  []pair // no key twice
	size   int    // values in all, at most a little more than maxValues
}

type pair struct {
	key   string
	line  int
	value *node
}

// tree turns the text of a file into values. It returns nil, with faults, when there is no sense in reading on; an
// empty file is an empty mapping.
func (r *reader) tree(data []byte) *node {
	if len(data) > maxBytes {
		r.fault("", 0, "larger than 1 MiB; settings are smaller, so this is probably another file")
		return nil
	}
	data, err := plaintext.UTF8(data)
	if err != nil {
		r.fault("", 0, "%v", err)
		return nil
	}
	// The lexer miscounts lines that end in two characters.
	text := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(data))
	documents, err := r.documents(text)
	if err != nil {
		line, text := explain(err)
		r.fault("", line, "%s", text)
		return nil
	}
	root := &node{kind: mapping}
	for i, n := range documents {
		if i > 0 {
			r.fault("", n.line, "a second document; a file holds one, so remove the line ---")
			break
		}
		root = n
	}
	switch {
	case root.size > maxValues:
		r.fault("", 0, "more than %d values, with those that aliases stand for; repeat less", maxValues)
		return nil
	case root.kind != mapping:
		r.fault("", root.line, "%s, but settings are lines such as server: or game:", root.kind)
		return nil
	default:
		return root
	}
}

// lineError is a fault found before the parser runs.
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
	var large *yamlguard.Error
	var theirs syntaxError
	switch {
	case errors.As(err, &ours):
		return ours.line, ours.text
	case errors.As(err, &large):
		return large.Line, large.Text
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
func (r *reader) documents(text string) (values []*node, err error) {
	defer func() {
		if p := recover(); p != nil {
			values, err = nil, fmt.Errorf("the YAML parser gave up (%v)", p)
		}
	}()
	if err := yamlguard.Check([]byte(text)); err != nil {
		return nil, err
	}
	tokens := lexer.Tokenize(text)
	if err := survey(tokens); err != nil {
		return nil, err
	}
	file, err := parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		return nil, err
	}
	for _, doc := range file.Docs {
		resolve := &resolver{reader: r, anchors: map[string]*node{}}
		if v := resolve.value(doc.Body); v.kind != null {
			values = append(values, v)
		}
	}
	return values, nil
}

// survey refuses what settings have no use for.
func survey(tokens token.Tokens) error {
	for _, t := range tokens {
		switch t.Type {
		case token.MappingKeyType:
			return &lineError{lineOf(t), `a key that begins with "? "; write key: value`}
		case token.TagType:
			return &lineError{lineOf(t), "a tag such as !!str; write the value alone, in quotes where it is text"}
		case token.DirectiveType:
			return &lineError{lineOf(t), "a line that begins with %; remove it"}
		default:
		}
	}
	return nil
}
