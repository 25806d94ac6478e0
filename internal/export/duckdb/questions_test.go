package duckdb

import (
	"database/sql"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2" // the driver
)

// TestQuestions exports games in both formats, loads both as a reader would, and asks every question of the documentation.
func TestQuestions(t *testing.T) {
	w := build(t)
	w.play()
	db := map[string]*sql.DB{}
	for _, format := range []string{"csv", "parquet"} {
		w.run("export", "games", "-o", format, "--format", format)
		db[format] = load(t, filepath.Join(w.dir, format))
	}
	told := db["parquet"]
	t.Run("keys", func(t *testing.T) { checkKeys(t, told) })
	t.Run("formats", func(t *testing.T) { checkFormats(t, told, db["csv"]) })
	answers := map[string]answer{}
	for name, query := range questions(t) {
		t.Run(name, func(t *testing.T) {
			a := ask(t, told, query)
			if other := ask(t, db["csv"], query); !a.equals(other) {
				t.Errorf("Parquet has\n%v\nCSV has\n%v", a, other)
			}
			if len(a.rows) == 0 {
				t.Error("no answer")
			}
			answers[name] = a
			t.Log("\n" + a.String())
		})
	}
	t.Run("totals", func(t *testing.T) { checkTotals(t, w, told, answers) })
}

// load loads a folder of tables.
func load(t *testing.T, dir string) *sql.DB {
	t.Helper()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	db.SetMaxOpenConns(1) // a database in memory belongs to its connection
	script, err := os.ReadFile(filepath.Join(dir, "load.sql"))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"SET file_search_path = '" + dir + "'", "SET threads = 2", string(script)} {
		if _, err := db.ExecContext(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
	return db
}

// questions are the queries of the documentation by what they ask.
func questions(t *testing.T) map[string]string {
	t.Helper()
	page, err := os.ReadFile(filepath.Join(root, "docs", "questions.md"))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, m := range regexp.MustCompile("(?s)\n## ([^\n]*)\n.*?\n```sql\n(.*?)\n```\n").FindAllStringSubmatch(string(page), -1) {
		all[m[1]] = m[2]
	}
	if n := strings.Count(string(page), "```sql"); n != len(all) || n != 12 {
		t.Fatalf("%d queries stand under %d questions", n, len(all))
	}
	return all
}

// answer is what a query gave, as text.
type answer struct {
	columns []string
	rows    [][]string
}

func ask(t *testing.T, db *sql.DB, query string) (a answer) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatalf("%v in\n%s", err, query)
	}
	defer func() { _ = rows.Close() }()
	if a.columns, err = rows.Columns(); err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		values := make([]any, len(a.columns))
		into := make([]any, len(values))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		row := make([]string, len(values))
		for i, v := range values {
			if f, is := v.(float64); is {
				v = fmt.Sprintf("%.9g", f)
			}
			if v != nil {
				row[i] = fmt.Sprint(v)
			}
		}
		a.rows = append(a.rows, row)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return a
}

// equals compares cells. Sums of floats depend on the order in which rows come, so numbers may differ in their last digits.
func (a answer) equals(b answer) bool {
	return slices.Equal(a.columns, b.columns) && slices.EqualFunc(a.rows, b.rows, func(x, y []string) bool {
		return slices.EqualFunc(x, y, func(one, other string) bool {
			f, noNumber := strconv.ParseFloat(one, 64)
			g, noOther := strconv.ParseFloat(other, 64)
			if noNumber != nil || noOther != nil {
				return one == other
			}
			return math.Abs(f-g) <= 1e-7*max(1e-6, math.Abs(f))
		})
	})
}

func (a answer) String() string {
	lines := []string{strings.Join(a.columns, " | ")}
	for _, row := range a.rows {
		lines = append(lines, strings.Join(row, " | "))
	}
	return strings.Join(lines, "\n")
}

// by reads two columns as a table: of what the first have the sum of the last.
func (a answer) by(t *testing.T, value string, keys ...string) map[string]float64 {
	t.Helper()
	sums := map[string]float64{}
	for _, row := range a.rows {
		var key []string
		for _, k := range keys {
			key = append(key, row[a.column(t, k)])
		}
		var f float64
		if row[a.column(t, value)] == "" {
			continue // not known
		}
		if _, err := fmt.Sscan(row[a.column(t, value)], &f); err != nil {
			t.Fatalf("%s of %q: %v", value, row, err)
		}
		sums[strings.Join(key, " ")] += f
	}
	return sums
}

func (a answer) column(t *testing.T, name string) int {
	t.Helper()
	at := slices.Index(a.columns, name)
	if at < 0 {
		t.Fatalf("no column %s in %q", name, a.columns)
	}
	return at
}

// keyed are the tables with their keys, and the tables in which a part of it has to be found.
func keyed() map[string][]string {
	const game, player = "game, lang", "game, lang, seat"
	return map[string][]string{
		"games": {game}, "players": {player, "games"}, "utterances": {"game, lang, line", "players"}, "acts": {"game, lang, line, act", "players", "utterances"},
		"votes": {"game, lang, line", "players"}, "outcomes": {"game, lang, line, kind", "games"}, "calls": {"game, lang, line, note", "players", "inputs"},
		"moves": {"game, lang, moment, seat", "players"}, "inputs": {"game, lang, line", "games"}, "notes": {"game, lang, line, note", "players", "inputs"},
		"beliefs": {"game, lang, line, note, about, role", "players", "notes"},
	}
}

func checkKeys(t *testing.T, db *sql.DB) {
	joined := map[string]string{"games": "game, lang", "players": "game, lang, seat", "utterances": "game, lang, line", "inputs": "game, lang, line", "notes": "game, lang, line, note"}
	for table, of := range keyed() {
		twice := ask(t, db, "SELECT "+of[0]+" FROM "+table+" GROUP BY ALL HAVING count(*) > 1")
		if len(twice.rows) > 0 {
			t.Errorf("%s: the same key twice:\n%v", table, twice)
		}
		for _, in := range of[1:] {
			orphans := ask(t, db, "SELECT * FROM "+table+" ANTI JOIN "+in+" USING ("+joined[in]+") LIMIT 3")
			if len(orphans.rows) > 0 {
				t.Errorf("%s: rows that %s does not have:\n%v", table, in, orphans)
			}
		}
	}
	for _, in := range []string{"votes.target", "inputs.seat", "inputs.target", "beliefs.about", "acts.target", "outcomes.target"} {
		table, column, _ := strings.Cut(in, ".")
		orphans := ask(t, db, fmt.Sprintf("SELECT * FROM %s a WHERE %s IS NOT NULL AND NOT EXISTS (FROM players p WHERE (p.game, p.lang, p.seat) = (a.game, a.lang, a.%[2]s))", table, column))
		if len(orphans.rows) > 0 {
			t.Errorf("%s is nobody's:\n%v", in, orphans)
		}
	}
}

// checkFormats compares the tables made of CSV with those made of Parquet, row by row, with their types.
func checkFormats(t *testing.T, parquet, csv *sql.DB) {
	for table := range keyed() {
		a, b := ask(t, parquet, "DESCRIBE "+table), ask(t, csv, "DESCRIBE "+table)
		if !reflect.DeepEqual(a, b) {
			t.Errorf("%s: Parquet has\n%v\nCSV has\n%v", table, a, b)
		}
		a, b = ask(t, parquet, "SELECT * FROM "+table+" ORDER BY ALL"), ask(t, csv, "SELECT * FROM "+table+" ORDER BY ALL")
		if len(a.rows) != len(b.rows) {
			t.Errorf("%s: %d rows of Parquet, %d of CSV", table, len(a.rows), len(b.rows))
			continue
		}
		for i, row := range a.rows {
			if table != "moves" && !reflect.DeepEqual(row, b.rows[i]) {
				t.Errorf("%s: Parquet has\n%.500q\nCSV has\n%.500q", table, row, b.rows[i])
			}
		}
	}
	long := ask(t, csv, "SELECT max(length(text)) FROM notes WHERE topic = 'long'")
	if want := fmt.Sprint(1<<20 + 3<<18); long.rows[0][0] != want {
		t.Errorf("the longest note has %s characters, want %s", long.rows[0][0], want)
	}
	comments := ask(t, csv, "SELECT count(*) FROM duckdb_columns() WHERE comment IS NULL AND table_name IN (SELECT table_name FROM duckdb_tables())")
	if comments.rows[0][0] != "0" {
		t.Errorf("%s columns without a comment", comments.rows[0][0])
	}
}

// same compares two tables of figures.
func same(t *testing.T, what string, got, want map[string]float64) {
	t.Helper()
	for _, key := range slices.Sorted(maps.Keys(want)) {
		if g := got[key]; math.Abs(g-want[key]) > 1e-6*max(1, math.Abs(want[key])) {
			t.Errorf("%s, %s: %v by the query, %v by the command", what, key, g, want[key])
		}
	}
	for key, g := range got {
		if _, ok := want[key]; !ok && g != 0 {
			t.Errorf("%s, %s: %v by the query, nothing by the command", what, key, g)
		}
	}
	if sum := slices.Sorted(maps.Values(want)); len(sum) == 0 || sum[len(sum)-1] == 0 {
		t.Errorf("%s: nothing to compare", what)
	}
}
