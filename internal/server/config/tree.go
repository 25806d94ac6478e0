package config

import (
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// Limits of a file, far beyond any that somebody writes. The lexer's time grows with the square of some rows and the
// parser's with that of tokens and nesting, so all are measured before they run; maxValues counts what aliases stand for
// at each place where they stand.
const (
	maxBytes  = 1 << 20
	maxRow    = 100
	maxTokens = 1 << 15
	maxDepth  = 32
	maxValues = 1 << 16
)

// kind is what a value is. The zero kind is null: nothing stands there.
type kind uint8

const (
	null kind = iota
	scalar
	list
	mapping
)

// String is the kind as faults call it.
func (k kind) String() string {
	return [...]string{"nothing", "a single value", "a list", "a group of keys"}[k]
}

// node is a value of the file. Aliases share the node they stand for; nothing changes a node once it has grown.
type node struct {
	kind   kind
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
	// The lexer miscounts lines that end in two characters.
	text := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.TrimPrefix(string(data), "\uFEFF"))
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
func (r *reader) documents(text string) (values []*node, err error) {
	defer func() {
		if p := recover(); p != nil {
			values, err = nil, fmt.Errorf("the YAML parser gave up (%v)", p)
		}
	}()
	if err := glance(text); err != nil {
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

// glance refuses what the lexer takes the square of its length for: rows of < and of blank lines.
func glance(text string) error {
	row := strings.Repeat("<", maxRow)
	number, blank := 0, 0
	for line := range strings.Lines(text) {
		number++
		if blank++; strings.TrimSpace(line) != "" {
			blank = 0
		}
		switch {
		case blank > maxRow:
			return &lineError{number, fmt.Sprintf("more than %d blank lines in a row; remove some", maxRow)}
		case strings.Contains(line, row):
			return &lineError{number, fmt.Sprintf("%d times < in a row; remove some", maxRow)}
		}
	}
	return nil
}

// survey refuses files that the parser would take too long for, and what settings have no use for.
func survey(tokens token.Tokens) error {
	if len(tokens) > maxTokens {
		return &lineError{lineOf(tokens[maxTokens]), fmt.Sprintf("more than %d words and signs; settings have fewer", maxTokens)}
	}
	depth, dashes, dashLine := 0, 0, 0
	for _, t := range tokens {
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType:
			depth++
		case token.SequenceEndType, token.MappingEndType:
			depth--
		case token.SequenceEntryType:
			if line := lineOf(t); line != dashLine {
				dashes, dashLine = 0, line
			}
			dashes++
		case token.MappingKeyType:
			return &lineError{lineOf(t), `a key that begins with "? "; write key: value`}
		case token.TagType:
			return &lineError{lineOf(t), "a tag such as !!str; write the value alone, in quotes where it is text"}
		case token.DirectiveType:
			return &lineError{lineOf(t), "a line that begins with %; remove it"}
		default:
		}
		if depth > maxDepth || dashes > maxDepth {
			return &lineError{lineOf(t), fmt.Sprintf("nested more than %d deep; settings are not", maxDepth)}
		}
	}
	return nil
}
