package chronicle

import (
	"bytes"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/contestlog"
)

// logs is a folder of real logs, which are not part of the repository: go test ./internal/chronicle -run Kept -logs DIR
var logs = flag.String("logs", "../contestlog/testdata/kept", "folder of contest logs whose records must give the same chronicle")

// A contest log, with whatever faults of the server it came from, and the record made of it give the same chronicle: the
// same players, faults and deaths, and the same lines but for their place in the file and their time.
func TestRecordsKeepTheChronicle(t *testing.T) {
	games := 0
	err := filepath.WalkDir(*logs, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != contestlog.Extension {
			return err
		}
		games++
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		log, err := contestlog.Read(bytes.NewReader(data))
		if err != nil {
			return err
		}
		made, _ := log.Record()
		var native bytes.Buffer
		if err := gamelog.Write(&native, made); err != nil {
			return err
		}
		want, err := Read(data)
		if err != nil {
			return err
		}
		got, err := Read(native.Bytes())
		if err != nil {
			return err
		}
		if got.Identity != want.Identity || got.Winner != want.Winner || got.Over != want.Over || got.Lang != want.Lang || got.ID != want.ID {
			t.Errorf("%s: %+v, want %+v", path, got.Summary, want.Summary)
		}
		if !reflect.DeepEqual(got.Players, want.Players) {
			t.Errorf("%s: players %+v, want %+v", path, got.Players, want.Players)
		}
		if len(got.Lines) != len(want.Lines) {
			t.Fatalf("%s: %d lines, want %d", path, len(got.Lines), len(want.Lines))
		}
		for i := range want.Lines {
			if g, w := withoutFile(got.Lines[i]), withoutFile(want.Lines[i]); g != w {
				t.Errorf("%s: line %d: %+v, want %+v", path, want.Lines[i].Number, g.Line, w.Line)
			}
		}
		return nil
	})
	if err != nil || games == 0 {
		t.Fatalf("%d games, %v", games, err)
	}
	t.Logf("%d games", games)
}

// withoutFile is a line without what depends on the file.
func withoutFile(l Line) Line {
	l.Number, l.Logged, l.At, l.Time, l.of = 0, 0, 0, 0, nil
	l.Named = false
	return l
}
