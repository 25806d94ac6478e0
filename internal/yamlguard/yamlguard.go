// Package yamlguard refuses YAML that would take a parser too much time or memory.
//
// Its law: it looks only at the tokens of a file, never at what they mean, so that every reader of YAML can use it
// first.
package yamlguard

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/token"
)

// What a file may have at most. The parser takes the square of the nesting, the lexer that of rows of blank lines or <.
const (
	mostTokens = 1 << 15
	deepest    = 32
	longestRow = 1000
)

// Error is why a text is refused, and in which line, from 1; 0 where that is not known.
type Error struct {
	Line int
	Text string
}

// Error is the line and the reason.
func (e *Error) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Text) }

func refuse(line int, format string, args ...any) error {
	return &Error{line, fmt.Sprintf(format, args...)}
}

// Check refuses a text with an *Error, which says what to do.
func Check(text []byte) error {
	if bytes.IndexByte(text, 0) >= 0 || !utf8.Valid(text) {
		return refuse(0, "this is no text in UTF-8; save it as that")
	}
	if err := rows(string(text)); err != nil {
		return err
	}
	tokens := lexer.Tokenize(string(text))
	if len(tokens) > mostTokens {
		return refuse(line(tokens[mostTokens]), "more than %d words and signs; use fewer", mostTokens)
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
			return refuse(line(t), "nested more than %d deep; use fewer brackets", deepest)
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
			return refuse(number, "more than %d blank lines, or <, in a row; remove some", longestRow)
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
