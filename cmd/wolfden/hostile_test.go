package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"wolfden/internal/viewer"
)

// Whatever is in a file: every command that reads it ends, without a panic, in little memory, and says what is wrong.
// Each command reads all files of ill will in a process of its own, because a panic may be caught by nobody and the
// memory of a process is the most that it ever had.
const (
	hostileDir  = "WOLFDEN_HOSTILE_DIR"
	hostileName = "WOLFDEN_HOSTILE_COMMAND"
	// mostMemory is in bytes, mostTime in seconds of the processor, which are the same on a busy machine: without bounds these files
	// take hours, or for ever.
	mostMemory = 512 << 20
	mostTime   = 180
	// largeFile is how many bytes a file has after which memory is given back, since what one file took is not counted with the next.
	largeFile = 1 << 16
	// Without -hostile every command reads some of the files. Each is read by one in inTurns of the commands that take one after
	// the other, and by one of those that take a folder, of which there are as many as folders, since these read alike.
	inTurns = 8
	folders = 7
)

var everyFile = flag.Bool("hostile", false, "let every command read every file of ill will")

// reading is how a command is given hostile files: a folder of them, or one after the other.
type reading struct {
	files string // a pattern in the folder; "" gives the command the folder itself
	args  []string
}

// FILE stands for the file or the folder in arguments, OUT for a place to write to.
var readings = map[string]reading{
	"verify":          {"", []string{"verify", "FILE"}},
	"verify the most": {"../most/*", []string{"verify", "FILE"}},
	"score":           {"", []string{"score", "FILE"}},
	"analyze":         {"", []string{"analyze", "FILE", "--format", "json"}},
	"export":          {"", []string{"export", "FILE", "-o", "OUT"}},
	"import":          {"", []string{"import", "FILE", "-o", "OUT"}},
	"judge":           {"", []string{"judge", "run", "FILE", "--rules", "-o", "OUT/answers.jsonl"}},
	"show":            {"*.[jl]*", []string{"show", "FILE", "--acts"}},
	"show as":         {"*.[jl]*", []string{"show", "FILE", "--why", "1"}},
	"show page":       {"*.[jl]*", []string{"show", "FILE", "--html", "-o", "OUT/page.html"}},
	"convert record":  {"*.[jl]*", []string{"convert", "FILE", "--to", "record"}},
	"convert log":     {"*.[jl]*", []string{"convert", "FILE", "--to", "log"}},
	"convert json":    {"*.[jl]*", []string{"convert", "FILE", "--to", "json"}},
	"convert feed":    {"*.[jl]*", []string{"convert", "FILE", "--to", "realtime"}},
	"parse":           {"*.[jl]*", []string{"parse", "FILE"}},
	"agree":           {"*.csv", []string{"agree", "FILE"}},
	"table of scores": {"*.csv", []string{"score", "--table", "FILE"}},
	"judge merge":     {"*.jsonl", []string{"judge", "merge", "FILE"}},
	"lab":             {"e-[ds]ea*.jsonl", []string{"lab", "logic", "FILE", "-o", "OUT"}},
	"plan":            {"*.yml", []string{"league", "run", "FILE", "--plan"}},
	"prompts":         {"*.yml", []string{"play", "--bots", "baseline:FILE,plain,plain,plain,plain", "-q", "--out", "OUT/games"}},
	"view":            {"", nil},
}

func TestHostileFiles(t *testing.T) {
	switch dir, name := os.Getenv(hostileDir), os.Getenv(hostileName); {
	case dir != "" && name == "":
		makeHostile(t, dir)
		return
	case dir != "":
		readHostile(t, dir, name)
		return
	}
	if testing.Short() {
		t.Skip("many processes")
	}
	// A process counts the memory of the one that started it as its own, so this one makes no large files.
	dir := t.TempDir()
	hostileProcess(t, dir, "")
	for _, name := range slices.Sorted(maps.Keys(readings)) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			hostileProcess(t, dir, name)
		})
	}
}

// hostileProcess makes the files, or has a command read them.
func hostileProcess(t *testing.T, dir, name string) {
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestHostileFiles$", fmt.Sprintf("-hostile=%t", *everyFile))
	child.Env = append(os.Environ(), hostileDir+"="+dir, hostileName+"="+name)
	var out bytes.Buffer
	child.Stdout, child.Stderr = &out, &out
	err := child.Run()
	end := out.Bytes()[max(0, out.Len()-4000):]
	used := peakMemory(child.ProcessState)
	switch {
	case err != nil && child.ProcessState.UserTime()+child.ProcessState.SystemTime() >= mostTime*time.Second:
		t.Fatalf("it did not end; it was at\n%s", end)
	case err != nil:
		t.Fatalf("%v\n%s", err, lastWords(out.Bytes()))
	case used > mostMemory && name != "":
		t.Errorf("%d MB of memory were used; it was at\n%s", used>>20, end)
	default:
		t.Logf("%d MB", used>>20)
	}
}

// lastWords are what a process that failed was at, and how it failed: the list of files that went well is long.
func lastWords(out []byte) []byte {
	const before, after = 500, 6000
	if i := bytes.Index(out, []byte("\npanic: ")); i >= 0 {
		out = out[max(0, i-before):]
	} else if i := bytes.Index(out, []byte("\nfatal error: ")); i >= 0 {
		out = out[max(0, i-before):]
	} else {
		return out[max(0, len(out)-after):]
	}
	return out[:min(len(out), after)]
}

// alike are the commands that are given files as this one is, which take turns with them.
func alike(how reading) (names []string) {
	for name, other := range readings {
		if other.files == how.files {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// readHostile is the process of one command.
func readHostile(t *testing.T, dir, name string) {
	limitTime(t)
	how := readings[name]
	turn := slices.Index(alike(how), name)
	var files []string
	for i := range folders {
		if *everyFile || i == turn%folders {
			files = append(files, filepath.Join(dir, fmt.Sprint(i)))
		}
	}
	if how.files != "" {
		var err error
		if files, err = filepath.Glob(filepath.Join(dir, "[0-9]", how.files)); err != nil || len(files) == 0 {
			t.Fatalf("%d files, %v", len(files), err)
		}
	}
	if how.args == nil {
		for _, folder := range files {
			viewHostile(t, folder)
		}
		return
	}
	for i, file := range files {
		if !*everyFile && !strings.Contains(filepath.Base(file), "good") && len(files) > 20 && (i+turn)%inTurns != 0 {
			continue
		}
		args := slices.Clone(how.args)
		out := t.TempDir()
		for i := range args {
			args[i] = strings.ReplaceAll(strings.ReplaceAll(args[i], "FILE", file), "OUT", out)
		}
		if strings.HasPrefix(filepath.Base(file), "pipe") {
			continue // who names a pipe waits for it
		}
		fmt.Println(args)
		began := time.Now()
		var said bytes.Buffer
		var told counter
		status := run(t.Context(), args, &told, &said)
		if took := time.Since(began); took > time.Second || testing.Verbose() {
			fmt.Printf("%s: status %d, %v, %.300s\n", filepath.Base(file), status, took.Round(time.Millisecond), said.String())
		}
		if status != exitOK && said.Len() == 0 && told == 0 {
			t.Errorf("%s: status %d, and nothing is said", file, status)
		}
		if info, err := os.Stat(file); err == nil && (info.IsDir() || info.Size() > largeFile) {
			debug.FreeOSMemory()
		}
	}
}

// counter counts what it is given.
type counter int

// Write counts.
func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

var linkOfPage = regexp.MustCompile(`href="(/[^"#]*)"`)

// viewHostile opens the list of games and every page that it names.
func viewHostile(t *testing.T, dir string) {
	site, err := viewer.New(viewer.Options{Dirs: []string{dir}, Log: newLog(io.Discard, false, false)})
	if err != nil {
		t.Fatal(err)
	}
	get := func(path string) string {
		fmt.Println(path)
		w := httptest.NewRecorder()
		site.Handler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
		if w.Code >= 500 {
			t.Errorf("%s: %d %.300s", path, w.Code, w.Body)
		}
		return w.Body.String()
	}
	seen := map[string]bool{}
	for _, link := range linkOfPage.FindAllStringSubmatch(get("/"), -1) {
		path := strings.ReplaceAll(link[1], "&amp;", "&")
		if !seen[path] && len(seen) < 200 {
			seen[path] = true
			get(path)
		}
	}
	if len(seen) < 3 {
		t.Errorf("only %d pages", len(seen))
	}
}

// makeHostile fills a folder with files of ill will.
func makeHostile(t *testing.T, dir string) {
	t.Helper()
	good := t.TempDir()
	if got := run(t.Context(), []string{"play", "--bots", "plain", "--seed", "1", "-q", "--out", good}, io.Discard, io.Discard); got != exitOK {
		t.Fatalf("status %d", got)
	}
	found, err := filepath.Glob(filepath.Join(good, "*"))
	if err != nil || len(found) != 1 {
		t.Fatalf("%v: %v", found, err)
	}
	h := hostile{as: map[string]string{}}
	for _, format := range []string{"record", "log", "json", "realtime"} {
		var out bytes.Buffer
		if got := run(t.Context(), []string{"convert", found[0], "--to", format}, &out, io.Discard); got != exitOK {
			t.Fatalf("%s: status %d", format, got)
		}
		h.as[format] = out.String()
	}
	for i := range folders {
		part := filepath.Join(dir, fmt.Sprint(i))
		if err := os.Mkdir(part, 0o700); err != nil {
			t.Fatal(err)
		}
		unfriendly(t, part)
	}
	all := h.files()
	for i, name := range slices.Sorted(maps.Keys(all)) {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprint(i%folders), name), []byte(all[name]), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "most"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range h.most() {
		if err := os.WriteFile(filepath.Join(dir, "most", name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// unfriendly adds what is no plain file, as far as the system has it.
func unfriendly(t *testing.T, dir string) {
	t.Helper()
	path := func(name string) string { return filepath.Join(dir, name) }
	_ = os.Symlink(path("loop.log"), path("loop.log"))
	_ = os.Symlink(dir, path("folder.jsonl"))
	_ = os.Symlink(path("nowhere"), path("dangling.jsonl"))
	for _, name := range []string{"sparse.jsonl", "sparse.log", "sparse.json", "sparse.csv", "sparse.yml"} {
		if err := os.WriteFile(path(name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path(name), 1<<40); err != nil && !errors.Is(err, errors.ErrUnsupported) {
			_ = os.Truncate(path(name), 1<<30)
		}
	}
	makePipe(path("pipe.log"))
	makePipe(path("pipe.jsonl"))
}
