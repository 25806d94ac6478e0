// Package csvtable reads tables in CSV and writes them, with text made safe for their cells.
//
// Its law: every error names the line. No cell it makes is a formula to a spreadsheet or a command to a terminal, and
// a program can get the text back, except for characters that nobody can see.
package csvtable

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"wolfden/internal/plaintext"
)

// What a table may have at most: more than any of a contest takes.
const (
	most        = 16 << 20 // bytes
	mostColumns = 1000
	longestName = 200 // bytes of a column's name
)

// Reader reads a table line by line. It is not safe for concurrent use.
type Reader struct {
	in      *csv.Reader
	columns []string
	fields  []string
	line    int
}

// Open reads the first line, which must name the required columns and none
// twice. Blanks around names and fields do not count. The text is in UTF-8 or any encoding
// that plaintext.UTF8 reads. What is beyond 16 MiB is not read.
func Open(file io.Reader, required ...string) (*Reader, error) {
	return OpenAs(file, func(name string) string { return name }, required...)
}

// OpenAs is Open for a table whose columns are called otherwise: as gives each the name that it is read by.
func OpenAs(file io.Reader, as func(name string) string, required ...string) (*Reader, error) {
	text, err := io.ReadAll(io.LimitReader(file, most))
	if err != nil {
		return nil, err
	}
	if text, err = plaintext.UTF8(text); err != nil {
		return nil, err
	}
	r := &Reader{in: csv.NewReader(bytes.NewReader(text))}
	r.in.FieldsPerRecord = -1
	if err := r.read(); errors.Is(err, io.EOF) {
		return nil, errors.New("line 1: the table is empty; its first line must name the columns")
	} else if err != nil {
		return nil, err
	}
	r.columns = r.fields
	if len(r.columns) > mostColumns {
		return nil, r.Errorf("%d columns; at most %d are read", len(r.columns), mostColumns)
	}
	for i, name := range r.columns {
		if len(name) > longestName {
			return nil, r.Errorf("the name of column %d has %d bytes; at most %d are read", i+1, len(name), longestName)
		}
		known := as(name)
		if at := slices.Index(r.columns[:i], known); at >= 0 {
			return nil, r.Errorf("two columns are called %q", name)
		}
		r.columns[i] = known
	}
	for _, name := range required {
		if !r.Has(name) {
			return nil, r.Errorf("no column is called %s, only %q", name, r.columns)
		}
	}
	return r, nil
}

// Next reads the next line, which must have a field for every column. It
// returns io.EOF after the last.
func (r *Reader) Next() error {
	if err := r.read(); err != nil {
		return err
	}
	if len(r.fields) != len(r.columns) {
		return r.Errorf("%d fields, the header has %d", len(r.fields), len(r.columns))
	}
	return nil
}

func (r *Reader) read() (err error) {
	r.fields, err = r.in.Read()
	var broken *csv.ParseError
	switch {
	case errors.As(err, &broken):
		r.line = broken.Line
		return r.Errorf("%w", broken.Err)
	case err != nil:
		return err
	}
	r.line, _ = r.in.FieldPos(0)
	for i, field := range r.fields {
		if !utf8.ValidString(field) {
			return r.Errorf("column %d has bytes that are no UTF-8, and two names must not look alike: save the table as UTF-8", i+1)
		}
		r.fields[i] = strings.TrimSpace(field)
	}
	return nil
}

// Columns returns the names of the columns, in order. They must not be changed.
func (r *Reader) Columns() []string { return r.columns }

// Has reports whether there is such a column.
func (r *Reader) Has(column string) bool { return slices.Contains(r.columns, column) }

// Field returns what the line has in the column, "" where there is no such column.
func (r *Reader) Field(column string) string {
	if i := slices.Index(r.columns, column); i >= 0 {
		return r.fields[i]
	}
	return ""
}

// Line returns the number of the line in the file, from 1.
func (r *Reader) Line() int { return r.line }

// Errorf makes an error that begins with the number of the line.
func (r *Reader) Errorf(format string, args ...any) error {
	return fmt.Errorf("line %d: %w", r.line, fmt.Errorf(format, args...))
}
