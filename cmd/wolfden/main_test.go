package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"wolfden/internal/llm/llmtest"
	"wolfden/internal/llm/llmtest/actor"
)

// TestMain lets the scripts run this binary as the command, and tests as the guard of programs and as one that speaks beside the game.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == guardWord {
		main()
	}
	if len(os.Args) > 2 && os.Args[1] == confidantWord {
		os.Exit(confide(os.Args[2]))
	}
	if len(os.Args) > 1 && os.Args[1] == waiterWord {
		os.Exit(wait(os.Stdin, os.Stdout))
	}
	if strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe") == "wolfden" {
		main()
	}
	os.Exit(runTests(m))
}

// runTests runs the tests with this binary as the command wolfden in the path.
func runTests(m *testing.M) int {
	defer idle.close()
	bin, err := os.MkdirTemp("", "wolfden-bin")
	if err != nil {
		panic(err)
	}
	defer func() { _ = os.RemoveAll(bin) }()
	if err := errors.Join(install(bin), os.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))); err != nil {
		panic(err)
	}
	return m.Run()
}

// install puts this binary into a folder as the command wolfden.
func install(dir string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	name := filepath.Join(dir, "wolfden")
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	if err := os.Link(self, name); err == nil {
		return nil
	}
	binary, err := os.ReadFile(self)
	if err != nil {
		return err
	}
	return os.WriteFile(name, binary, 0o700)
}

// scriptFolder is the folder of scripts.
const scriptFolder = "testdata/script"

// TestScripts is the command line as its user types it. A script says "wolfden" where a process that has run others may run the
// command, too, and "exec wolfden" where it needs one of its own: for signals, standard input, or what only main does.
func TestScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("commands whose goroutines meet in tests of their own, too")
	}
	testscript.Run(t, testscript.Params{
		Dir: scriptFolder,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"model": startModel, "expand": expandFiles, "wolfden": runCommand,
		},
		Condition: python,
		Setup: func(e *testscript.Env) error {
			docs, err := filepath.Abs("../../docs")
			e.Setenv("DOCS", docs)
			return errors.Join(err, nameVariables(e))
		},
	})
}

// python knows the conditions of scripts: "python" where there is Python 3.9 or later, "websocket-client" where that has the library.
func python(condition string) (bool, error) {
	try := map[string]string{
		"python":           "import sys; sys.exit(sys.version_info < (3, 9))",
		"websocket-client": "from websocket import create_connection",
	}
	if try[condition] == "" {
		return false, fmt.Errorf("no condition %q", condition)
	}
	return exec.Command("python3", "-c", try[condition]).Run() == nil, nil
}

// startModel is the command "model VARIABLE MODE [RULES]": it starts a model on loopback that behaves by the mode, and before
// that by the rules of a file. The variable is its name.
func startModel(ts *testscript.TestScript, negated bool, args []string) {
	if negated || len(args) < 2 || len(args) > 3 {
		ts.Fatalf("usage: model VARIABLE MODE [RULES]")
	}
	behave, err := actor.Find(args[1])
	ts.Check(err)
	if len(args) == 3 {
		rules, err := llmtest.ParseScript([]byte(ts.ReadFile(args[2])))
		ts.Check(err)
		behave, err = llmtest.Scripted(rules, behave)
		ts.Check(err)
	}
	s, err := llmtest.Start(behave)
	ts.Check(err)
	ts.Defer(func() { ts.Check(s.Close()) })
	ts.Setenv(args[0], s.Name("openai"))
}

// expandFiles is the command "expand FILE...": it puts the values of variables into files.
func expandFiles(ts *testscript.TestScript, negated bool, files []string) {
	if negated || len(files) == 0 {
		ts.Fatalf("usage: expand FILE...")
	}
	for _, name := range files {
		text := os.Expand(ts.ReadFile(name), ts.Getenv)
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(text), 0o600))
	}
}
