package sheet

import (
	"slices"
	"strings"
	"unicode"

	"wolfden/internal/transcript"
)

// Text is the sheet for people at a terminal: its header, then its lines, with what a line is about to the left and its figures to the right,
// and at the end words to the left again. Over figures with an interval stands that it is one of 95%.
func (s *Sheet) Text() string {
	header := s.Header()
	for i := range s.Columns {
		if slices.ContainsFunc(s.Lines, func(l Line) bool { return l.Cells[i].kind == aFigure }) {
			header[len(s.Keys)+i] += " [95%]"
		}
	}
	rows := append([][]string{header}, s.Grid()...)
	texts := func(column int) bool {
		return column >= 0 && !slices.ContainsFunc(s.Lines, func(l Line) bool { return l.Cells[column].kind != aText })
	}
	if last := len(s.Columns) - 1; texts(last) && !texts(last-1) {
		widest := 0
		for _, row := range rows {
			widest = max(widest, width(transcript.Safe(row[len(row)-1])))
		}
		for _, row := range rows {
			words := &row[len(row)-1]
			*words += strings.Repeat(" ", widest-width(transcript.Safe(*words)))
		}
	}
	return Align(len(s.Keys), rows)
}

// Told is the sheet for people at a terminal, below its title.
func (s *Sheet) Told() string { return strings.ToUpper(s.Title) + "\n" + s.Text() }

// Align is rows of text with their columns below each other, so many to the left and the others to the right. No line ends in blanks,
// and no text drives the terminal.
func Align(left int, rows [][]string) string {
	var widths []int
	for _, row := range rows {
		for c, cell := range row {
			if c == len(widths) {
				widths = append(widths, 0)
			}
			row[c] = transcript.Safe(cell)
			widths[c] = max(widths[c], width(row[c]))
		}
	}
	var b strings.Builder
	for _, row := range rows {
		var line strings.Builder
		for c, cell := range row {
			pad := strings.Repeat(" ", widths[c]-width(cell))
			if c > 0 {
				line.WriteString("  ")
			}
			if c < left {
				line.WriteString(cell + pad)
			} else {
				line.WriteString(pad + cell)
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return b.String()
}

// width is how many columns of a terminal the text takes: two for each
// character of Chinese, Japanese and Korean, and for full-width forms.
func width(s string) (n int) {
	for _, r := range s {
		n++
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || r >= 0x3000 && r <= 0x303F || r >= 0xFF01 && r <= 0xFF60 {
			n++
		}
	}
	return n
}
