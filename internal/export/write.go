package export

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"

	"wolfden/internal/csvtable"
)

// Table is one table.
type Table struct {
	Name    string
	about   string
	columns []column
	begin   func(w io.Writer, format string) *open
}

// open is a table that is being written.
type open struct {
	flush func() error // takes the rows that wait out of Tables
	close func() error
	rows  int
}

// Writing writes tables while games are added to them. Not for concurrent use.
type Writing struct {
	tables *Tables
	all    []Table
	open   []*open
}

// Write begins to write all tables in that format, each to what create returns for its name: CSV with a line of names, its text made harmless
// by csvtable.Cell; in Parquet text is as it was said. The caller closes what it created, after Close.
func (t *Tables) Write(format string, create func(table string) (io.Writer, error)) (*Writing, error) {
	w := &Writing{tables: t, all: t.All()}
	for i := range w.all {
		to, err := create(w.all[i].Name)
		if err != nil {
			return nil, err
		}
		w.open = append(w.open, w.all[i].begin(to, format))
	}
	return w, nil
}

// Flush writes what was added, which is no longer held then. Only the rows of games, which are the first table, wait until Close: their
// divisions are not known before.
func (w *Writing) Flush() error {
	for i := 1; i < len(w.open); i++ {
		if err := w.open[i].flush(); err != nil {
			return fmt.Errorf("table %s: %w", w.all[i].Name, err)
		}
	}
	return nil
}

// Close writes the rest, with the divisions of the games, which are numbered from 0 as they were added. It tells how many rows each table has, in
// their order.
func (w *Writing) Close(division func(game int) string, told func(rows int)) error {
	for i := range w.tables.games {
		w.tables.games[i].Division = valid(division(i))
	}
	for i, table := range w.open {
		err := table.flush()
		if err == nil {
			err = table.close()
		}
		if err != nil {
			return fmt.Errorf("table %s: %w", w.all[i].Name, err)
		}
		told(table.rows)
	}
	return nil
}

// column is a column of a table.
type column struct {
	name     string
	content  string // text, number, whole number or true/false
	sql      string // type in SQL
	optional bool   // may be missing: null in Parquet, empty in CSV
	about    string
}

// All returns the tables in the order of the documentation.
func (t *Tables) All() []Table {
	return []Table{
		table("games", "a row a game", &t.games),
		table("players", "a row a seat of a game", &t.players),
		table("utterances", "a row a turn of talk or whisper", &t.utterances),
		table("acts", "a row for each thing that an utterance says", &t.acts),
		table("votes", "a row a ballot that counted", &t.votes),
		table("outcomes", "a row for each divination, guard, execution, attack, and for the end", &t.outcomes),
		table("calls", "a row a question that a player noted to have asked a language model", &t.calls),
		table("moves", "a row a move that was judged, where wolfden moves or analyze --table moves has kept any", &t.moves),
		table("inputs", "a row an answer that a game was given, and whatever else moved it on; records have them, contest logs and feeds do not", &t.inputs),
		table("notes", "a row a note that a player made for itself, but for those in calls; records have them", &t.notes),
		table("beliefs", "a row a chance that a note gives a player to have a role, as docs/viewer.md reads notes", &t.beliefs),
	}
}

func table[Row any](name, about string, pending *[]Row) Table {
	all := columns(reflect.TypeFor[Row]())
	return Table{Name: name, about: about, columns: all, begin: func(w io.Writer, format string) *open {
		write, end := csvOf[Row](w, all)
		if format == Parquet {
			write, end = parquetOf[Row](w)
		}
		o := &open{close: end}
		o.flush = func() error {
			rows := *pending
			*pending = nil
			o.rows += len(rows)
			return write(rows)
		}
		return o
	}}
}

func columns(row reflect.Type) (all []column) {
	for i := range row.NumField() {
		f := row.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("parquet"), ",")
		c := column{name: name, about: f.Tag.Get("about")}
		t := f.Type
		if c.optional = t.Kind() == reflect.Pointer; c.optional {
			t = t.Elem()
		}
		c.sql = sqlType(t.Kind())
		switch t.Kind() {
		case reflect.String:
			c.content = "text"
		case reflect.Bool:
			c.content = "true/false"
		case reflect.Float64:
			c.content = "number"
		default:
			c.content = "whole number"
		}
		all = append(all, c)
	}
	return all
}

// rowGroup is how many rows of Parquet are held until they are written.
const rowGroup = 1 << 16

func parquetOf[Row any](w io.Writer) (write func([]Row) error, end func() error) {
	out := parquet.NewGenericWriter[Row](w, parquet.CreatedBy("wolfden", "1", ""), parquet.MaxRowsPerRowGroup(rowGroup))
	return func(rows []Row) error { _, err := out.Write(rows); return err }, out.Close
}

// csvOf writes a line of names before the rows.
func csvOf[Row any](w io.Writer, all []column) (write func([]Row) error, end func() error) {
	out := csv.NewWriter(bufio.NewWriterSize(w, 1<<16))
	record := make([]string, len(all))
	for i := range all {
		record[i] = all[i].name
	}
	_ = out.Write(record) // what cannot be written once is told of at the end
	return func(rows []Row) error {
			for i := range rows {
				v := reflect.ValueOf(&rows[i]).Elem()
				for j := range record {
					record[j] = text(v.Field(j))
				}
				if err := out.Write(record); err != nil {
					return err
				}
			}
			return nil
		}, func() error {
			out.Flush()
			return out.Error()
		}
}

// text is a value as a cell; what is missing is empty.
func text(v reflect.Value) string {
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return ""
		}
		v = v.Elem()
	}
	switch v.Kind() {
	case reflect.String:
		return csvtable.Cell(v.String())
	case reflect.Bool:
		return strconv.FormatBool(v.Bool())
	case reflect.Float64:
		return strconv.FormatFloat(v.Float(), 'g', -1, 64)
	default:
		return strconv.FormatInt(v.Int(), 10)
	}
}
