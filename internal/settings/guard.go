package settings

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/token"
)

// What a file may have at most. The parser takes the square of the nesting, the lexer that of rows of blank lines or <.
const (
	mostTokens = 1 << 15
	deepest    = 32
	longestRow = 1000
)

func refuse(line int, format string, args ...any) error {
	return &lineError{line, fmt.Sprintf(format, args...)}
}

// checkRows refuses what would take the lexer too long.
func checkRows(text string) error {
	if strings.IndexByte(text, 0) >= 0 || !utf8.ValidString(text) {
		return refuse(0, "this is no text in UTF-8; save it as that")
	}
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

// checkTokens refuses what would take the parser too long, and what settings have no use for.
func checkTokens(tokens token.Tokens) error {
	if len(tokens) > mostTokens {
		return refuse(lineOf(tokens[mostTokens]), "more than %d words and signs; use fewer", mostTokens)
	}
	brackets, dashes, at := 0, 0, 0
	for _, t := range tokens {
		line := lineOf(t)
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType:
			brackets++
		case token.SequenceEndType, token.MappingEndType:
			brackets--
		case token.SequenceEntryType:
			if line != at {
				dashes, at = 0, line
			}
			dashes++
		case token.MappingKeyType:
			return refuse(line, `a key that begins with "? "; write key: value`)
		case token.TagType:
			return refuse(line, "a tag such as !!str; write the value alone, in quotes where it is text")
		case token.DirectiveType:
			return refuse(line, "a line that begins with %%; remove it")
		default: // nests by its indentation, which tokens bound
		}
		if brackets > deepest || dashes > deepest || column(t) > longestRow {
			return refuse(line, "nested more than %d deep; use fewer brackets", deepest)
		}
	}
	return nil
}

// column is where a key or an entry begins; what stands in brackets may be long.
func column(t *token.Token) int {
	if t.Position == nil || t.Type != token.SequenceEntryType && t.Type != token.MappingValueType {
		return 0
	}
	return t.Position.IndentNum
}
