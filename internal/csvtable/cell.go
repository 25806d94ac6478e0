package csvtable

import (
	"encoding/csv"
	"io"
	"strings"
	"unicode"
)

// formulas are the characters that begin a formula in a spreadsheet, with their full-width forms.
const formulas = "=+-@＝＋－＠"

// Cell returns the text as a harmless cell. Line breaks stay (the CSV writer quotes them); a carriage return becomes one; other
// control characters, direction marks and invalid UTF-8 go. Text that could be a formula, by its first character that
// is no blank, gets an apostrophe in front, but for a plain number below zero. So does text with apostrophes before such a character: a reader takes one
// apostrophe away wherever such text follows, and has what was written.
func Cell(text string) string {
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

func dangerous(text string) bool {
	text = strings.TrimLeftFunc(strings.TrimLeft(text, "'"), unicode.IsSpace)
	if below, is := strings.CutPrefix(text, "-"); is && below != "" && strings.Trim(below, "0123456789.") == "" {
		return false // a number
	}
	for _, r := range text {
		return strings.ContainsRune(formulas, r)
	}
	return false
}

// Write writes the rows of a table. Its cells are as Cell has them; those of the caller stay as they are.
func Write(w io.Writer, rows [][]string) error {
	out := csv.NewWriter(w)
	for _, row := range rows {
		cells := make([]string, len(row))
		for i, text := range row {
			cells[i] = Cell(text)
		}
		if err := out.Write(cells); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}
