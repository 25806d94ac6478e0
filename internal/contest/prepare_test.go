package contest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"wolfden/internal/contest/config"
)

// TestAContestNamesEveryFolderThatCannotBeWritten: before anything is locked or begun, all of them at once, with the lines
// of the configuration.
func TestAContestNamesEveryFolderThatCannotBeWritten(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := config.Parse("contest.yml", []byte("server:\n  data_dir: "+file+"\njson_logger:\n  output_dir: "+file+"/json\n"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = New(Options{Config: c})
	if err == nil {
		t.Fatal("the contest begins")
	}
	for _, want := range []string{"contest.yml:2: server.data_dir: ", "contest.yml:4: json_logger.output_dir: "} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v\nlacks %s", err, want)
		}
	}
}
