package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
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
		os.Exit(confide(os.Args[2], len(os.Args) > 3))
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
	if os.Getenv(hostileDir) == "" { // where memory is measured
		debug.SetGCPercent(rarely)
	}
	bin, err := os.MkdirTemp("", "wolfden-bin")
	if err != nil {
		panic(err)
	}
	defer func() { _ = os.RemoveAll(bin) }()
	if err := errors.Join(install(bin), os.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))); err != nil {
		panic(err)
	}
	flag.Parse()
	if err := flag.Set("test.parallel", "4"); err != nil { // scripts wait more than they work
		panic(err)
	}
	return m.Run()
}

// rarely is how much a heap grows before it is collected, in per cent: these are many small runs that share what they have read.
const rarely = 400

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

var long = flag.Bool("long", false, "games and commands that every run does not need")

// scriptFolder is the folder of scripts.
const scriptFolder = "testdata/script"

// TestScripts is the command line as its user types it. A script says "wolfden" where a process that has run others may run the
// command, too, and "exec wolfden" where it needs one of its own: for signals, standard input, or what only main does.
func TestScripts(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("commands whose goroutines meet in tests of their own, too")
	}
	testscript.Run(t, testscript.Params{
		Dir: scriptFolder,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"model": startModel, "expand": expandFiles, "wolfden": runCommand,
		},
		Condition: condition,
		Setup: func(e *testscript.Env) error {
			docs, err := filepath.Abs("../../docs")
			e.Setenv("DOCS", docs)
			return errors.Join(err, nameVariables(e))
		},
	})
}

// condition knows the conditions of scripts: "long" with that flag, "python" where there is Python 3.9 or later, "websocket-client"
// where that has the library, "java" where JAVA is set and a JDK of 17 or later is there: its virtual machine is slow to start, and
// CI's step java sets it.
func condition(condition string) (bool, error) {
	if condition == "long" {
		return *long, nil
	}
	holds := map[string]func() bool{"python": hasPython, "websocket-client": hasWebsocketClient, "java": hasJava}[condition]
	if holds == nil {
		return false, fmt.Errorf("no condition %q", condition)
	}
	return holds(), nil
}

// What is asked of Python and Java is asked once.
var (
	hasPython          = sync.OnceValue(func() bool { return inPython("import sys; sys.exit(sys.version_info < (3, 9))") })
	hasWebsocketClient = sync.OnceValue(func() bool { return inPython("from websocket import create_connection") })
	hasJava            = sync.OnceValue(func() bool {
		return os.Getenv("JAVA") != "" && exec.Command("javac", "--release", "17", "-version").Run() == nil
	})
)

// inPython reports whether Python can do something.
func inPython(code string) bool {
	return exec.Command("python3", "-c", code).Run() == nil
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
