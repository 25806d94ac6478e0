package duckdb

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

const root = "../../.."

// wolfden is the program, and a folder to work in.
type wolfden struct {
	t       *testing.T
	program string
	dir     string
}

func build(t *testing.T) *wolfden {
	t.Helper()
	w := &wolfden{t: t, dir: t.TempDir()}
	w.program = filepath.Join(w.dir, "wolfden.exe") // a name that runs everywhere
	cmd := exec.CommandContext(t.Context(), "go", "build", "-o", w.program, "./cmd/wolfden")
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return w
}

// run runs a command and returns what it printed. A comparison may end with 1: it need not decide.
func (w *wolfden) run(args ...string) string {
	w.t.Helper()
	cmd := exec.CommandContext(w.t.Context(), w.program, args...)
	cmd.Dir = w.dir
	var out, problems bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problems
	if err := cmd.Run(); err != nil && (args[0] != "compare" || cmd.ProcessState.ExitCode() != 1) {
		w.t.Fatalf("wolfden %q: %v\n%s", args, err, problems.String())
	}
	return out.String()
}

// tell reads what a command prints as JSON.
func (w *wolfden) tell(v any, args ...string) {
	w.t.Helper()
	if err := json.Unmarshal([]byte(w.run(args...)), v); err != nil {
		w.t.Fatalf("wolfden %q: %v", args, err)
	}
}

// actor serves models on loopback, and returns how one is called.
func (w *wolfden) actor() func(name string) string {
	w.t.Helper()
	cmd := exec.CommandContext(w.t.Context(), w.program, "actor", "--listen", "127.0.0.1:0")
	cmd.Cancel, cmd.WaitDelay = func() error { return cmd.Process.Signal(os.Interrupt) }, 5*time.Second
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		w.t.Fatal(err)
	}
	line, _ := bufio.NewReader(out).ReadString('\n')
	found := regexp.MustCompile(`openai@http://\S+/v1:`).FindString(line)
	if found == "" {
		w.t.Fatalf("wolfden actor says %q", line)
	}
	w.t.Cleanup(func() { _ = cmd.Cancel(); _ = cmd.Wait() })
	return func(name string) string { return found + name }
}

// play leaves games of all kinds in the folder games: a series, a comparison by deals, players that ask models, games
// played elsewhere, and words of ill will.
func (w *wolfden) play() {
	model := w.actor()
	w.write("prices.json", `{"models": {"`+model("forgetful")+`": {"in": 1, "out": 2}}}`)
	w.run("play", "--bots", "lycaon,plain,mille,random", "--games", "6", "--seed", "3", "--out", "games/series", "-q")
	w.run("play", "--bots", "lycaon,plain", "--players", "13", "--games", "2", "--seed", "5", "--out", "games/large", "-q")
	w.run("compare", "lycaon", "plain", "--games", "20", "--out", "games/pairs", "-q")
	w.run("play", "--bots", "kanolab,plain", "--games", "2", "--seed", "4", "--model", model("forgetful"), "--model-prices", "prices.json", "--out", "games/asked", "-q")
	w.run("play", "--bots", "kanolab,gptaku", "--games", "1", "--seed", "6", "--model", model("thinker"), "--out", "games/asked", "-q")

	w.run("play", "--bots", "mille,random", "--games", "3", "--seed", "7", "--out", "played", "-q")
	w.write("archive/cup/log/notes.txt", "A cup.")
	played := w.files("played")
	for i, file := range played[:2] {
		w.run("convert", file, "--to", "log", "-o", fmt.Sprintf("archive/cup/log/game%d.log", i))
	}
	w.run("import", "archive/cup/log/game0.log", "-o", "games/imported")
	w.write("games/cup/log/game1.log", w.read("archive/cup/log/game1.log"))
	w.write("games/hostile/game.log", hostileLog)
	w.spoil(played[2])
}

const hostileLog = `0,status,1,SEER,ALIVE,fox1,Anna
0,status,2,WEREWOLF,ALIVE,hare1,Ben
0,status,3,POSSESSED,ALIVE,=owl1,Cleo
0,status,4,VILLAGER,ALIVE,fox2,Dora
0,status,5,VILLAGER,ALIVE,hare2,Egon
0,talk,0,0,1,=cmd|' /C calc'!A0, "quoted", @Ben
0,talk,1,0,2,'=1 is no formula; DROP TABLE games; --
0,talk,2,0,3,'-1
0,talk,3,0,4,-1
0,talk,4,0,5,'''` + "\u3000" + `＝1 %s \N NULL
1,talk,0,0,1,I am the seer. I divined Ben and Ben is a werewolf. Please vote for Ben.
1,talk,1,0,4,""
1,vote,1,2
1,vote,2,1
1,vote,3,2
1,vote,4,2
1,vote,5,1
1,execute,2,WEREWOLF
2,result,4,0,VILLAGER
`

// spoil leaves a copy of a record in which an answer has an endless note, one for spreadsheets, and one of quotes, others have faults,
// and all have times. Nothing of that moves the game.
func (w *wolfden) spoil(file string) {
	w.t.Helper()
	lines, answers := strings.SplitAfter(w.read(file), "\n"), 0
	for i, line := range lines {
		var entry map[string]any
		if !strings.Contains(line, `"in":"answer"`) || json.Unmarshal([]byte(line), &entry) != nil {
			continue
		}
		switch answers++; answers {
		case 1:
			entry["t"] = 1
			entry["notes"] = []map[string]string{
				{"topic": "long", "text": strings.Repeat(`"`, 1<<20) + strings.Repeat("é,\n", 1<<18)}, {"topic": "=1+1", "text": "'@x"}, {"topic": "quotes", "text": "\"\"\n\"\n"},
			}
		case 2:
			entry["fault"] = "illegal"
		case 3:
			entry["fault"] = "late"
		}
		changed, err := json.Marshal(entry)
		if err != nil {
			w.t.Fatal(err)
		}
		lines[i] = string(changed) + "\n"
	}
	w.write("games/spoilt/game.jsonl", strings.Join(lines, ""))
}

func (w *wolfden) files(dir string) []string {
	w.t.Helper()
	all, err := filepath.Glob(filepath.Join(w.dir, dir, "*.jsonl"))
	if err != nil || len(all) == 0 {
		w.t.Fatalf("%s: %d records, %v", dir, len(all), err)
	}
	return all
}

func (w *wolfden) read(name string) string {
	w.t.Helper()
	if !filepath.IsAbs(name) {
		name = filepath.Join(w.dir, name)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		w.t.Fatal(err)
	}
	return string(data)
}

func (w *wolfden) write(name, text string) {
	w.t.Helper()
	name = filepath.Join(w.dir, name)
	err := os.MkdirAll(filepath.Dir(name), 0o755)
	if err == nil {
		err = os.WriteFile(name, []byte(text), 0o600)
	}
	if err != nil {
		w.t.Fatal(err)
	}
}
