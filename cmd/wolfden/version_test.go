package main

import (
	"os"
	"runtime/debug"
	"strings"
	"testing"
)

func TestCommitOf(t *testing.T) {
	revision := debug.BuildSetting{Key: "vcs.revision", Value: "abc123"}
	for _, test := range []struct {
		want     string
		settings []debug.BuildSetting
	}{
		{"unknown", nil},
		{"unknown", []debug.BuildSetting{{Key: "GOOS", Value: "linux"}}},
		{"abc123", []debug.BuildSetting{revision, {Key: "vcs.modified", Value: "false"}}},
		{"abc123+changes", []debug.BuildSetting{{Key: "vcs.modified", Value: "true"}, revision}},
		{"unknown", []debug.BuildSetting{{Key: "vcs.modified", Value: "true"}}},
	} {
		if got := commitOf(test.settings); got != test.want {
			t.Errorf("%v: %q, want %q", test.settings, got, test.want)
		}
	}
}

// The newest section of the change log is that of the program.
func TestChangelogHasTheVersion(t *testing.T) {
	text, err := os.ReadFile("../../CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	_, newest, _ := strings.Cut(string(text), "\n## ")
	heading, _, _ := strings.Cut(newest, "\n")
	number, unfinished := strings.CutSuffix(release, "-dev")
	if !strings.HasPrefix(heading, "["+number+"]") || strings.Contains(heading, "unreleased") != unfinished {
		t.Errorf("the program is %s, the newest section %q", release, heading)
	}
}
