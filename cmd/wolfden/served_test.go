package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/chronicle"
)

// counts is what the commands that count make of files: a row a line, by table.
type counts map[string][]string

// recordTables are the tables that only records fill.
var recordTables = strings.Fields("inputs.csv notes.csv beliefs.csv calls.csv")

// onlyRecorded are the columns that only a record's game fills, and those that speak of the file.
var onlyRecorded = strings.Fields(`file line started_ms recorded seed plan round deal faults at_ms timeout timeouts cut
	clean_games clean faulty_games faulty contest program commit command match entry person remote client rules talk_mode`)

// sameCounts checks that a served contest's folder, its records, its logs and its feeds give the same figures: the records
// all of them, logs and feeds whatever they can tell.
func sameCounts(t *testing.T, dir string, games int) {
	t.Helper()
	folder, records := countsOf(t, dir, games, nil), countsOf(t, filepath.Join(dir, "records"), games, nil)
	told := countsOf(t, filepath.Join(dir, "records"), games, onlyRecorded)
	for table := range records {
		if folder, records := dropped(folder, table), dropped(records, table); !slices.Equal(folder, records) {
			t.Errorf("%s: the folder gives\n%s\nits records\n%s", table, strings.Join(folder, "\n"), strings.Join(records, "\n"))
		}
	}
	for _, kind := range []string{"game", "realtime"} {
		for table, rows := range countsOf(t, filepath.Join(dir, kind), games, onlyRecorded) {
			if slices.Contains(recordTables, table) {
				if len(rows) > 1 {
					t.Errorf("%s: %s tells of %d rows what no log knows", table, kind, len(rows)-1)
				}
				continue
			}
			if !slices.Equal(rows, told[table]) {
				t.Errorf("%s: %s gives\n%s\nrecords give\n%s", table, kind, strings.Join(rows, "\n"), strings.Join(told[table], "\n"))
			}
		}
	}
}

// dropped is a table without the first folder of files, which is not the same in a folder and in one of its folders.
func dropped(c counts, table string) (rows []string) {
	for _, row := range c[table] {
		rows = append(rows, strings.ReplaceAll(row, "records/", ""))
	}
	return rows
}

// countsOf is what score, analyze and export say of a folder without some columns. Games are called by what happened in them.
func countsOf(t *testing.T, dir string, games int, without []string) counts {
	t.Helper()
	tables := counts{}
	var said bytes.Buffer
	out := t.TempDir()
	for name, args := range map[string][]string{
		"score":   {"score", dir, "--format", "csv", "--merge", "rules"}, // which records alone know
		"analyze": {"analyze", dir, "--format", "csv"},
		"export":  {"export", dir, "-o", out, "--merge", "rules"},
	} {
		var table bytes.Buffer
		if got := run(t.Context(), args, &table, &said); got != exitOK {
			t.Fatalf("%s %s: status %d\n%s", name, dir, got, &said)
		}
		if name != "export" {
			tables[name] = rowsOf(t, table.Bytes(), without)
		}
	}
	if text := said.String(); strings.Contains(text, "wolfden:") {
		t.Errorf("%s: %s", dir, text)
	}
	exported, err := filepath.Glob(filepath.Join(out, "*.csv"))
	if err != nil || len(exported) != 11 {
		t.Fatalf("%d tables: %v", len(exported), err)
	}
	for _, path := range exported {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		tables[filepath.Base(path)] = rowsOf(t, data, without)
	}
	if n := len(tables["games.csv"]) - 1; n != games {
		t.Errorf("%s: %d games, want %d", dir, n, games)
	}
	return called(t, dir, tables)
}

// rowsOf is a table's rows, sorted below the names of the columns, without some columns.
func rowsOf(t *testing.T, data []byte, without []string) (rows []string) {
	t.Helper()
	cells, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range cells {
		var kept []string
		for i, cell := range row {
			if !slices.Contains(without, cells[0][i]) {
				kept = append(kept, cell)
			}
		}
		rows = append(rows, strings.Join(kept, ","))
	}
	slices.Sort(rows[1:])
	return rows
}

// called puts what happened in each game in place of its id, which a log does not have.
func called(t *testing.T, dir string, tables counts) counts {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		g, err := chronicle.ReadFile(path)
		if err != nil {
			return nil // another file of the server
		}
		for _, rows := range tables {
			for i := range rows {
				rows[i] = strings.ReplaceAll(rows[i], g.ID, fmt.Sprintf("%x", g.Sum[:8]))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, rows := range tables {
		slices.Sort(rows[1:])
	}
	return tables
}
