package config

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/settings"
	"wolfden/werewolf"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// A case of testdata/faults.txt is a heading, a file and, each line begun with "> ", what is said of it: faults, or
// warnings when it is accepted.
type faultCase struct{ heading, file string }

func TestGoldenFaults(t *testing.T) {
	path := filepath.Join("testdata", "faults.txt")
	old, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, c := range faultCases(string(old)) {
		fmt.Fprintf(&b, "=== %s\n%s", c.heading, c.file)
		for _, line := range said(c.file) {
			fmt.Fprintf(&b, "> %s\n", line)
		}
	}
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got, want := strings.Split(b.String(), "\n"), strings.Split(string(old), "\n"); !slices.Equal(got, want) {
		for i := range min(len(got), len(want)) {
			if got[i] != want[i] {
				t.Fatalf("%s:%d:\ngot  %s\nwant %s", path, i+1, got[i], want[i])
			}
		}
		t.Fatalf("%s: %d lines, want %d", path, len(got), len(want))
	}
}

func faultCases(text string) (cases []faultCase) {
	for line := range strings.Lines(text) {
		switch heading, begins := strings.CutPrefix(line, "=== "); {
		case begins:
			cases = append(cases, faultCase{heading: strings.TrimSpace(heading)})
		case !strings.HasPrefix(line, "> "):
			cases[len(cases)-1].file += line
		}
	}
	return cases
}

// said is what is said of a file. The names of all roles stand as one word, so that a role may be added.
func said(file string) (lines []string) {
	var roles []string
	for _, r := range werewolf.StandardRoles().Roles() {
		roles = append(roles, r.String())
	}
	c, err := Parse("f", []byte(file))
	var e *settings.Error
	var faults []settings.Fault
	switch {
	case errors.As(err, &e):
		faults = e.Faults
	case len(c.Warnings) == 0:
		return []string{"accepted"}
	default:
		lines, faults = append(lines, "accepted, with warnings"), c.Warnings
	}
	for _, f := range faults {
		lines = append(lines, strings.ReplaceAll(f.String(), strings.Join(roles, ", "), "ROLES"))
	}
	return lines
}

func TestErrorShowsAllFaultsUpToManyInTheOrderOfLines(t *testing.T) {
	_, err := Parse("f", []byte("b: 1\ngame: {agent_count: x}\na: 2\n"))
	want := "the settings cannot be used:\n" +
		"f:1: b: unknown key b, known here: server,"
	if got := err.Error(); !strings.HasPrefix(got, want) || strings.Count(got, "\n") != 3 {
		t.Error(got)
	}
	var many strings.Builder
	for i := range 3 * 1000 {
		fmt.Fprintf(&many, "wrong%d: 1\n", i)
	}
	_, err = Parse("f", []byte(many.String()))
	var e *settings.Error
	if !errors.As(err, &e) || len(e.Faults) != 1000 {
		t.Fatalf("%v", err)
	}
	if got := err.Error(); !strings.HasSuffix(got, fmt.Sprintf("\n(and %d more)", 950)) {
		t.Error(got[len(got)-100:])
	}
}

func TestFaultsCannotDriveATerminal(t *testing.T) {
	hostile := "\"\\e[2J\\nroot:1: ok\": 1\nserver: {web_socket: {host: \"a\\e]0;x\\a\\u202e\"}}\n" +
		"logic: {day_phases: [{name: \"a: (b\\nc\", actions: [\"\\e[31m\"]}]}\n"
	lines := faultsOf(t, hostile)
	if len(lines) != 3 {
		t.Errorf("%d faults: %q", len(lines), lines)
	}
	for _, line := range lines {
		if strings.ContainsAny(line, "\x1b\n\a\u202e") {
			t.Errorf("%q", line)
		}
	}
}

func TestBlameNamesTheKeyWhereItStands(t *testing.T) {
	c := mustParse(t, "server:\n  web_socket:\n    port: 9000\ntracks:\n- name: a\n- name: b\n  port: 9001\n")
	inUse := errors.New("address already in use")
	for want, err := range map[string]error{
		"contest.yml:3: server.web_socket.port: address already in use": c.Blame(nil, "server.web_socket.port", inUse),
		"contest.yml:7: tracks[1].port: address already in use":         c.Blame(&c.Tracks[1], "port", inUse),
		"contest.yml:5: tracks[0].port: address already in use":         c.Blame(&c.Tracks[0], "port", inUse),
	} {
		if !errors.Is(err, inUse) || !strings.HasSuffix(err.Error(), "\n"+want) {
			t.Errorf("%v\nwant %s", err, want)
		}
	}
	if err := Default().Blame(nil, "server.data_dir", inUse); !strings.HasSuffix(err.Error(), "\nthe defaults: server.data_dir: address already in use") {
		t.Error(err)
	}
}
