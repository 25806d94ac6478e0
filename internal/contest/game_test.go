package contest

import (
	"os"
	"path/filepath"
	"testing"

	"wolfden/gamelog"
)

// A server that dies between giving a log its name and taking the draft's away
// leaves a file with two names. The next one writes the log again; whoever reads
// it meanwhile reads it whole.
func TestDraftOfACrashIsNotWrittenTo(t *testing.T) {
	dir := t.TempDir()
	l := logFiles{dir: dir, pattern: "log", ext: ".log"}
	h := &gamelog.Header{ID: "01J0000000000000000000GAME"}
	whole := func(f *os.File) error {
		if got, err := os.ReadFile(filepath.Join(dir, "log.log")); err == nil && string(got) != "whole" {
			t.Errorf("the log reads %q while it is written again", got)
		}
		_, err := f.WriteString("whole")
		return err
	}
	if err := l.write(h, whole); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(filepath.Join(dir, "log.log"), filepath.Join(dir, "."+h.ID+".log")); err != nil {
		t.Fatal(err)
	}
	if err := l.write(h, whole); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("%v, %v, want the log alone", entries, err)
	}
}
