package export

import (
	"encoding/csv"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"

	"wolfden/internal/csvtable"
)

// Table is one table, ready to be written.
type Table struct {
	Name         string
	about        string
	columns      []column
	Rows         int
	WriteCSV     func(io.Writer) error // with a line of names; text is made harmless by csvtable.Cell
	WriteParquet func(io.Writer) error // text is as it was said
}

// column is a column of a table.
type column struct {
	name     string
	content  string // text, number, whole number or true/false
	sql      string // type in SQL
	optional bool   // may be missing: null in Parquet, empty in CSV
	about    string
}

// All returns the tables in the order of the documentation. They share the rows of t.
func (t *Tables) All() []Table {
	return []Table{
		table("games", "a row a game", t.games),
		table("players", "a row a seat of a game", t.players),
		table("utterances", "a row a turn of talk or whisper", t.utterances),
		table("acts", "a row for each thing that an utterance says", t.acts),
		table("votes", "a row a ballot that counted", t.votes),
		table("outcomes", "a row for each divination, guard, execution, attack, and for the end", t.outcomes),
		table("calls", "a row a question that a player noted to have asked a language model", t.calls),
		table("moves", "a row a move that was judged, where wolfden moves or analyze --table moves has kept any", t.moves),
		table("inputs", "a row an answer that a game was given, and whatever else moved it on; records have them, contest logs and feeds do not", t.inputs),
		table("notes", "a row a note that a player made for itself, but for those in calls; records have them", t.notes),
		table("beliefs", "a row a chance that a note gives a player to have a role, as docs/viewer.md reads notes", t.beliefs),
	}
}

func table[Row any](name, about string, rows []Row) Table {
	return Table{
		Name: name, about: about, columns: columns(reflect.TypeFor[Row]()), Rows: len(rows),
		WriteCSV:     func(w io.Writer) error { return writeCSV(w, rows) },
		WriteParquet: func(w io.Writer) error { return writeParquet(w, rows) },
	}
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

func writeParquet[Row any](w io.Writer, rows []Row) error {
	out := parquet.NewGenericWriter[Row](w, parquet.CreatedBy("wolfden", "1", ""))
	if _, err := out.Write(rows); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return out.Close()
}

func writeCSV[Row any](w io.Writer, rows []Row) error {
	out := csv.NewWriter(w)
	all := columns(reflect.TypeFor[Row]())
	record := make([]string, len(all))
	for i := range all {
		record[i] = all[i].name
	}
	if err := out.Write(record); err != nil {
		return err
	}
	for i := range rows {
		v := reflect.ValueOf(&rows[i]).Elem()
		for j := range record {
			record[j] = text(v.Field(j))
		}
		if err := out.Write(record); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
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
