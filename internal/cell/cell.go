// Package cell makes text harmless as a cell of a CSV table.
//
// Its law: a spreadsheet takes no cell for a formula, a terminal takes none for a command, and a program gets the text
// back as it was, but for characters that are not printed.
package cell

import (
	"strings"
	"unicode"
)

// formulas are the characters with which a spreadsheet begins a formula, their full-width forms included.
const formulas = "=+-@＝＋－＠"

// Write is the text as a cell. Line breaks stay (the CSV writer quotes them); a carriage return becomes one; other
// control characters, direction marks and invalid UTF-8 go. Text that could be a formula, by its first character that
// is no blank, gets an apostrophe in front, as does text that begins with apostrophes before such a character, so that
// Read knows which one to take away.
func Write(text string) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\r\n", "\n")
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\r':
			return '\n'
		case r == '\n' || r == '\t':
			return r
		case unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, text)
	if dangerous(text) {
		return "'" + text
	}
	return text
}

// Read is the text of a cell that Write made.
func Read(cell string) string {
	if rest, ok := strings.CutPrefix(cell, "'"); ok && dangerous(rest) {
		return rest
	}
	return cell
}

func dangerous(text string) bool {
	text = strings.TrimLeftFunc(strings.TrimLeft(text, "'"), unicode.IsSpace)
	for _, r := range text {
		return strings.ContainsRune(formulas, r)
	}
	return false
}
