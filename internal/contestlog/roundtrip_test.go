package contestlog

import (
	"bytes"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"wolfden/gamelog"
)

// logs is a folder of real logs, which are not part of the repository: go test ./internal/contestlog -run Kept -logs DIR
var logs = flag.String("logs", "testdata/kept", "folder of contest logs that must survive log, record, log")

// A log is the same again when it was made a record, that record written and read, and a log of it: byte for byte, but
// for line ends and for the names of players of whom the log has none. The record says of nothing that it is not kept.
func TestLogsAreKept(t *testing.T) {
	games := 0
	err := filepath.WalkDir(*logs, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != Extension {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		games++
		c := readLog(t, data)
		rec, findings := c.Record()
		if bad := mismatches(findings); rec == nil || bad != nil {
			t.Errorf("%s: %v", path, bad)
			return nil
		}
		var native bytes.Buffer
		if err := gamelog.Write(&native, rec); err != nil {
			return err
		}
		again, err := gamelog.Verify(native.Bytes())
		if err != nil {
			t.Errorf("%s: %v", path, err)
			return nil
		}
		for _, f := range c.Unkept(again) {
			t.Errorf("%s: %v", path, f)
		}
		want := asWritten(data)
		var newest, february bytes.Buffer
		if err := Write(&newest, again, Newest); err != nil {
			return err
		}
		if err := writeInFebruary(&february, again, c.Timed); err != nil {
			return err
		}
		if got := february.String(); asWritten([]byte(got)) != want && asWritten(newest.Bytes()) != want {
			t.Errorf("%s: another log: %v", path, firstDifference([]byte(want), []byte(asWritten([]byte(got)))))
		}
		return nil
	})
	if err != nil || games == 0 {
		t.Fatalf("%d games, %v", games, err)
	}
	t.Logf("%d games", games)
}

var givenName = regexp.MustCompile(`(?m),Agent\[\d\d\]$`)

// asWritten is a log without what may differ: line ends, the mark at the beginning, names that nobody had.
func asWritten(log []byte) string {
	text := strings.TrimPrefix(strings.ReplaceAll(string(log), "\r", ""), "\ufeff")
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i, l := range lines {
		if strings.Contains(l, ",status,") {
			lines[i] = givenName.ReplaceAllString(l, "")
		}
	}
	return strings.Join(lines, "\n")
}
