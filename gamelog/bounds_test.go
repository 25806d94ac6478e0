package gamelog

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"wolfden/werewolf"
)

// manySeats is the first line of a record with so many seats.
func manySeats(n int) []byte {
	seats := strings.TrimSuffix(strings.Repeat(`{"name":"A"},`, n), ",")
	return fmt.Appendf(nil, `{"wolfden":1,"game":"g","started":0,"seed":"1","rules":{},"seats":[%s]}`+"\n", seats)
}

// TestParseBoundsTables: a table of more than can play is refused, a huge one without taking memory for it.
func TestParseBoundsTables(t *testing.T) {
	for _, tt := range []struct {
		seats int
		want  string
	}{
		{werewolf.MaxSeats, ""}, {werewolf.MaxSeats + 1, "seats: 61, at most 60"}, {128, "seats: 128"}, {10_000, "seats: 10000"},
		{25_000, "values"}, {1_000_000, "longer than 1024 KiB"},
	} {
		data := manySeats(tt.seats)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Parse(data)
		runtime.ReadMemStats(&after)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%d seats: %v, want %q", tt.seats, err, tt.want)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 32<<20 {
			t.Errorf("%d seats: %d MB were taken", tt.seats, used>>20)
		}
	}
}

// TestParseBoundsRoles: whoever reads the rules takes memory for every player in them.
func TestParseBoundsRoles(t *testing.T) {
	for roles, want := range map[string]string{
		`"VILLAGER":2147483647`:       "rules: 2147483647 players are VILLAGER, at most 60 can play",
		`"VILLAGER":-1`:               "rules: -1 players are VILLAGER",
		`"VILLAGER":60,"WEREWOLF":1`:  "rules: 61 players, at most 60",
		`"VILLAGER":50,"WEREWOLF":10`: "",
	} {
		_, err := Parse([]byte(strings.Replace(string(manySeats(5)), `"rules":{}`, `"rules":{"roles":{`+roles+`}}`, 1)))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", roles, err, want)
		}
	}
}

// TestParseBoundsLines: what no game has is refused with its line.
func TestParseBoundsLines(t *testing.T) {
	begin := string(manySeats(5))
	for _, tt := range []struct{ name, line, want string }{
		{"seat 61", `{"ev":"talk","seat":61}`, "line 2: there is no seat 61"},
		{"seat 127", `{"ev":"talk","seat":127}`, "line 2: there is no seat 127"},
		{"seat -1", `{"ev":"talk","seat":-1}`, "line 2: there is no seat -1"},
		{"target 100", `{"in":"answer","req":"VOTE","seat":1,"target":100}`, "line 2: there is no seat 100"},
		{"a vote", `{"ev":"votes","votes":[[1,2],[3,99]]}`, "line 2: there is no seat 99"},
		{"a late day", `{"ev":"talk","day":10001,"seat":1}`, "line 2: day 10001"},
		{"the last day", `{"ev":"talk","day":10000,"seat":1}`, ""},
		{"the day before", `{"ev":"talk","day":-1,"seat":1}`, "line 2: day -1"},
		{"notes", `{"in":"answer","req":"TALK","seat":1,"notes":[` + strings.Repeat(`{},`, 30_000) + `{}]}`, "values"},
		{"votes", `{"ev":"votes","votes":[` + strings.Repeat(`[1,2],`, 30_000) + `[1,2]]}`, "values"},
		{"a long text", `{"ev":"talk","seat":1,"text":"` + strings.Repeat("a", maxLine) + `"}`, "longer than"},
		{"commas in a text", `{"ev":"talk","seat":1,"text":"\"` + strings.Repeat(",", 30_000) + `"}`, ""},
		{"deep", `{"ev":"talk","seat":` + strings.Repeat("[", 100_000), "exceeded max depth"},
	} {
		_, err := Parse([]byte(begin + tt.line + "\n"))
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %.200v, want %q", tt.name, err, tt.want)
		}
	}
}

// TestLoadBoundsFiles: a file that is too large is refused whatever it says of its size.
func TestLoadBoundsFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "large.jsonl")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, MaxFile); err != nil {
		t.Skip(err)
	}
	if data, err := Load(path); err != nil || len(data) != MaxFile {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	if err := os.Truncate(path, 1<<40); err != nil {
		t.Skip(err)
	}
	if _, err := Load(path); err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "more than 64 MiB") {
		t.Errorf("a terabyte: %v", err)
	}
	if _, err := os.Stat("/dev/zero"); err == nil {
		if _, err := Load("/dev/zero"); err == nil || !strings.Contains(err.Error(), "more than 64 MiB") {
			t.Errorf("a device: %v", err)
		}
	}
}

// A file in another encoding is read where that is certain, and named where it is not.
func TestLoadReadsOtherEncodings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.log")
	for name, c := range map[string]struct{ data, want string }{
		"UTF-8":           {"1,talk,こ", "1,talk,こ"},
		"a mark":          {"\xef\xbb\xbf1,talk,こ", "1,talk,こ"},
		"UTF-16":          {"\xff\xfe1\x00,\x00\x53\x30", "1,こ"},
		"Shift_JIS":       {"1,talk,\x82\xb1", "1,talk,こ"},
		"nobody can tell": {"1,talk,\x88\xa0", ""},
	} {
		if err := os.WriteFile(path, []byte(c.data), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := Load(path)
		if string(got) != c.want || (err == nil) != (c.want != "") || err != nil && (!strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "save it as UTF-8")) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}
