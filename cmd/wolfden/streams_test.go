package main

import (
	"bytes"
	"cmp"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"
)

// besides is what commands must be given beside the file that is tried, by the name of the argument or flag.
var besides = map[string]string{
	"at": "d1", "to": "log", "a": "plain", "b": "plain", "name": "word", "ratings": "game.jsonl", "seat": "1",
	"whatif --claim": "villager", "publish --out": "site", "run --rules": "true", "diff --bot": "plain", "run --bot": "plain",
}

// TestDashIsStandardInput: - is standard input wherever a file is asked for, whatever comes in; nobody hears of the file that it is put into,
// neither from what is printed nor from what is written. Where a folder is asked for, or a file that stays, it is refused.
func TestDashIsStandardInput(t *testing.T) {
	t.Chdir(t.TempDir())
	var out, stderr bytes.Buffer
	if got := run(t.Context(), []string{"play", "--bots", "plain", "--seed", "1", "-q", "--out", "games"}, &out, &stderr); got != exitOK {
		t.Fatal(&stderr)
	}
	games, _ := filepath.Glob("games/*.jsonl")
	game, err := os.ReadFile(games[0])
	if err == nil {
		err = os.WriteFile("game.jsonl", game, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	parser, err := helpParser()
	if err != nil {
		t.Fatal(err)
	}
	flags := map[string]bool{} // that many commands have, tried with one
	for _, leaf := range leaves(parser) {
		for _, flag := range leaf.Flags {
			if useOf(flag.Value) != noPath && !flags[flag.Name] {
				flags[flag.Name] = true
				tryDash(t, leaf, flag.Value, game)
			}
		}
		for _, argument := range leaf.Positional {
			if useOf(argument) != noPath {
				tryDash(t, leaf, argument, game)
			}
		}
	}
	if len(flags) < 15 {
		t.Errorf("only these flags name files: %v", flags)
	}
	_ = filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if text, _ := os.ReadFile(path); bytes.Contains(text, []byte(spoolFolder)) || bytes.Contains(text, []byte(spoolFile)) || filepath.Base(path) == dash {
			t.Errorf("%s: %.300q", path, text)
		}
		return err
	})
}

// tryDash gives a command - for a value, and a game on standard input.
func tryDash(t *testing.T, leaf *kong.Node, v *kong.Value, game []byte) {
	t.Helper()
	args := strings.Fields(leaf.FullPath())[1:]
	for _, argument := range leaf.Positional {
		switch {
		case argument == v:
			args = append(args, dash)
		case argument.Required && useOf(argument) != noPath:
			args = append(args, "game.jsonl")
		case argument.Required:
			args = append(args, besides[argument.Name])
		}
	}
	for _, flag := range leaf.Flags {
		switch {
		case flag.Value == v:
			args = append(args, "--"+flag.Name+"="+dash)
		case flag.Required && (flag.Name == "output" || flag.Name == "out"):
			args = append(args, "--"+flag.Name+"="+strings.TrimSuffix("out-"+strings.Join(args, "-"), dash))
		case flag.Required && flag.Name != "listen", besides[leaf.Name+" --"+flag.Name] != "":
			args = append(args, "--"+flag.Name+"="+cmp.Or(besides[leaf.Name+" --"+flag.Name], besides[flag.Name]))
		}
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Second)
	defer stop()
	var out, stderr bytes.Buffer
	status := runWith(ctx, args, bytes.NewReader(game), &out, &stderr)
	t.Logf("wolfden %s: %d %.150q %.150q", strings.Join(args, " "), status, &out, &stderr)
	for _, said := range []string{out.String(), stderr.String()} {
		if strings.Contains(said, spoolFolder) || strings.Contains(said, "Try: ") || strings.Contains(said, "mkdir") {
			t.Errorf("wolfden %s: %.500s", strings.Join(args, " "), said)
		}
	}
	if refused := strings.Contains(stderr.String(), "a folder is asked for") || strings.Contains(stderr.String(), "a file is kept here"); refused != (useOf(v) == inFolder || useOf(v) == keeps) {
		t.Errorf("wolfden %s: refused: %v\n%s", strings.Join(args, " "), refused, &stderr)
	}
}
