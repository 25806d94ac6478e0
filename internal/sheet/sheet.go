// Package sheet reads CSV tables whose first line names the columns.
//
// Its law: whatever is wrong with a table is named with its line.
package sheet

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// What a table may have at most: more than any of a contest takes.
const (
	most        = 16 << 20 // bytes
	mostColumns = 1000
	longestName = 200 // bytes of a column's name
)

// Sheet is a table that is read line by line. It is not safe for concurrent
// use.
type Sheet struct {
	in      *csv.Reader
	columns []string
	fields  []string
	line    int
}

// Open reads the first line, which must name the required columns and none
// twice. Blanks around names and fields do not count, nor does a byte order
// mark. What is beyond 16 MiB is not read.
func Open(r io.Reader, required ...string) (*Sheet, error) {
	in := bufio.NewReader(io.LimitReader(r, most))
	if mark, err := in.Peek(3); err == nil && bytes.Equal(mark, []byte("\uFEFF")) {
		_, _ = in.Discard(3) // it was peeked: it is there
	}
	s := &Sheet{in: csv.NewReader(in)}
	s.in.FieldsPerRecord = -1
	if err := s.read(); errors.Is(err, io.EOF) {
		return nil, errors.New("line 1: the table is empty; its first line must name the columns")
	} else if err != nil {
		return nil, err
	}
	s.columns = s.fields
	if len(s.columns) > mostColumns {
		return nil, s.Errorf("%d columns; at most %d are read", len(s.columns), mostColumns)
	}
	for i, name := range s.columns {
		if len(name) > longestName {
			return nil, s.Errorf("the name of column %d has %d bytes; at most %d are read", i+1, len(name), longestName)
		}
		if slices.Contains(s.columns[:i], name) {
			return nil, s.Errorf("two columns are called %q", name)
		}
	}
	for _, name := range required {
		if !s.Has(name) {
			return nil, s.Errorf("no column is called %s, only %q", name, s.columns)
		}
	}
	return s, nil
}

// Next goes on to the next line; io.EOF after the last. A line has as many
// fields as there are columns.
func (s *Sheet) Next() error {
	if err := s.read(); err != nil {
		return err
	}
	if len(s.fields) != len(s.columns) {
		return s.Errorf("%d fields, the header has %d", len(s.fields), len(s.columns))
	}
	return nil
}

func (s *Sheet) read() (err error) {
	s.fields, err = s.in.Read()
	var broken *csv.ParseError
	switch {
	case errors.As(err, &broken):
		s.line = broken.Line
		return s.Errorf("%w", broken.Err)
	case err != nil:
		return err
	}
	s.line, _ = s.in.FieldPos(0)
	for i := range s.fields {
		s.fields[i] = strings.TrimSpace(s.fields[i])
	}
	return nil
}

// Columns are the names of the columns, in order. They must not be changed.
func (s *Sheet) Columns() []string { return s.columns }

// Has reports whether there is such a column.
func (s *Sheet) Has(column string) bool { return slices.Contains(s.columns, column) }

// Field is what the line has in the column, "" where there is no such column.
func (s *Sheet) Field(column string) string {
	if i := slices.Index(s.columns, column); i >= 0 {
		return s.fields[i]
	}
	return ""
}

// Line is the number of the line in the file, from 1.
func (s *Sheet) Line() int { return s.line }

// Errorf is an error that begins with the line.
func (s *Sheet) Errorf(format string, args ...any) error {
	return fmt.Errorf("line %d: %w", s.line, fmt.Errorf(format, args...))
}
