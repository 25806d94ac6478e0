// Package yamlguard refuses YAML that a parser takes too much time or memory for.
//
// Its law: it looks at signs and words alone and knows nothing of what a file means, so that whoever reads a file written
// by hand may ask it first. The server's configuration has stricter checks of its own.
package yamlguard

import (
	"fmt"
	"strings"

	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/token"
)

// What a file may have at most. The parser takes the square of the nesting, the lexer that of rows of blank lines or <.
const (
	mostTokens = 1 << 15
	deepest    = 32
	longestRow = 1000
)

// Check refuses a text; the error says in which line, and what to do.
func Check(text []byte) error {
	if err := rows(string(text)); err != nil {
		return err
	}
	tokens := lexer.Tokenize(string(text))
	if len(tokens) > mostTokens {
		return fmt.Errorf("line %d: more than %d words and signs; use fewer", line(tokens[mostTokens]), mostTokens)
	}
	brackets, dashes, at := 0, 0, 0
	for _, t := range tokens {
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType:
			brackets++
		case token.SequenceEndType, token.MappingEndType:
			brackets--
		case token.SequenceEntryType:
			if n := line(t); n != at {
				dashes, at = 0, n
			}
			dashes++
		default: // nests by its indentation, which tokens bound
		}
		if brackets > deepest || dashes > deepest || column(t) > longestRow {
			return fmt.Errorf("line %d: nested more than %d deep", line(t), deepest)
		}
	}
	return nil
}

func rows(text string) error {
	row := strings.Repeat("<", longestRow)
	number, blank := 0, 0
	for l := range strings.Lines(text) {
		number++
		if blank++; strings.TrimSpace(l) != "" {
			blank = 0
		}
		if blank > longestRow || strings.Contains(l, row) {
			return fmt.Errorf("line %d: more than %d blank lines, or <, in a row; remove some", number, longestRow)
		}
	}
	return nil
}

func line(t *token.Token) int {
	if t.Position == nil {
		return 0
	}
	return t.Position.Line
}

// column is where a key or an entry begins; what stands in brackets may be long.
func column(t *token.Token) int {
	if t.Position == nil || t.Type != token.SequenceEntryType && t.Type != token.MappingValueType {
		return 0
	}
	return t.Position.IndentNum
}
