package export

import (
	"fmt"
	"reflect"
	"strings"
)

// Formats are what tables can be written in.
const (
	CSV     = "csv"
	Parquet = "parquet"
)

// ScriptName is what the script of a folder of tables is called.
const ScriptName = "load.sql"

// longestRow is more than a row can have in CSV: what a line of a record holds, twice, since quotes are doubled.
const longestRow = 32 << 20

// unguard takes the apostrophe away that keeps a cell from being a formula, see csvtable.Cell.
const unguard = `
CREATE OR REPLACE TEMP MACRO unguarded(cell) AS
CASE WHEN regexp_matches(cell, '^''+[ \t\n\pZ]*[-=+@＝＋－＠]') AND NOT regexp_matches(cell, '^''+[ \t\n\pZ]*-[0-9.]+$')
THEN substr(cell, 2) ELSE cell END;
`

// Script is an SQL script that loads all tables into DuckDB, from the files of that format in the working folder, with what their
// columns mean. What it makes of CSV is what Parquet has, but for characters that CSV leaves out.
func (t *Tables) Script(format string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "-- Loads the tables of this folder into DuckDB. In the folder: duckdb games.duckdb < %s\n", ScriptName)
	if format == CSV {
		b.WriteString(unguard)
	}
	for _, table := range t.All() {
		file := quote(table.Name + "." + format)
		fmt.Fprintf(&b, "\nCREATE OR REPLACE TABLE %s AS\n", table.Name)
		if format == CSV {
			table.selectCSV(&b, file)
		} else {
			fmt.Fprintf(&b, "SELECT * FROM read_parquet(%s);\n", file)
		}
		fmt.Fprintf(&b, "COMMENT ON TABLE %s IS %s;\n", table.Name, quote(table.about))
		for _, c := range table.columns {
			fmt.Fprintf(&b, "COMMENT ON COLUMN %s.%s IS %s;\n", table.Name, name(c.name), quote(c.about))
		}
	}
	return b.String()
}

// selectCSV reads a file of CSV with the types of its columns. Only where a value may be missing an empty cell is none, and of text
// that was kept from being a formula the apostrophe goes.
func (t *Table) selectCSV(b *strings.Builder, file string) {
	var types, kept, told []string
	for _, c := range t.columns {
		types = append(types, quote(c.name)+": "+quote(c.sql))
		if c.sql != sqlText {
			continue
		}
		if !c.optional {
			kept = append(kept, quote(c.name))
		}
		told = append(told, fmt.Sprintf("  unguarded(%[1]s) AS %[1]s", name(c.name)))
	}
	fmt.Fprintf(b, "SELECT * REPLACE (\n%s)\nFROM read_csv(%s, header = true, auto_detect = false, delim = ',', quote = '\"', escape = '\"', nullstr = '',\n"+
		"  force_not_null = [%s], max_line_size = %d,\n  columns = {%s});\n",
		strings.Join(told, ",\n"), file, strings.Join(kept, ", "), longestRow, strings.Join(types, ", "))
}

// name is a name as SQL has it, which may be one of its words.
func name(of string) string { return `"` + of + `"` }

// quote is a text as SQL has it.
func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// The types of columns in SQL.
const sqlText = "VARCHAR"

func sqlType(kind reflect.Kind) string {
	switch kind {
	case reflect.String:
		return sqlText
	case reflect.Bool:
		return "BOOLEAN"
	case reflect.Float64:
		return "DOUBLE"
	case reflect.Int64:
		return "BIGINT"
	default:
		return "INTEGER"
	}
}
