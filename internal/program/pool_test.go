package program

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"

	"wolfden/gamelog"
	"wolfden/internal/bot/random"
	"wolfden/internal/match"
	"wolfden/internal/waittest"
	"wolfden/werewolf"
	"wolfden/wire"
)

// The test binary plays the parts of a guard, of programs and of whoever starts them, by its first argument.
const (
	asGuard   = "as-guard"
	asAgent   = "as-agent"
	asStarter = "as-starter"
	asFickle  = "as-fickle"
	asLoyal   = "as-loyal"
)

// TestMain plays a part instead of running tests.
func TestMain(m *testing.M) {
	if len(os.Args) < 2 {
		os.Exit(m.Run())
	}
	switch os.Args[1] {
	case asGuard:
		os.Exit(Guard(os.Stdin, os.Args[2:], os.Stdout, os.Stderr))
	case asAgent:
		os.Exit(play(os.Args[2:]))
	case asFickle:
		os.Exit(comeAndGo(os.Args[2]))
	case asLoyal:
		os.Exit(comeBack(os.Args[2]))
	case asStarter:
		os.Exit(startAndWait(os.Args[2], os.Args[3]))
	default:
		os.Exit(m.Run())
	}
}

// play is an agent: URL, how many connections it opens, how many games it plays on each (0 for all), and a file to which it adds
// its process id.
func play(args []string) int {
	connections, _ := strconv.Atoi(args[1])
	games, _ := strconv.Atoi(args[2])
	fmt.Println("agent of process", os.Getpid())
	file, err := os.OpenFile(args[3], os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return 1
	}
	_, _ = fmt.Fprintln(file, os.Getpid())
	_ = file.Close()
	var all sync.WaitGroup
	for i := range connections {
		all.Go(func() {
			client := &wire.Client{
				URL: args[0], Name: fmt.Sprint("whoever", i), Games: games, Reconnect: games == 0,
				New: func(string) (wire.Player, error) { return random.New(1, "en"), nil },
			}
			_ = client.Run(context.Background())
		})
	}
	all.Wait()
	return 0
}

// startAndWait is a starter whose program has started another process in its turn; it lives until it is killed.
func startAndWait(script, _ string) int {
	pool, err := New(Options{Programs: []Program{{Team: "t", Command: []string{"sh", "-c", script}}}, Guard: selfAs(asGuard)})
	if err != nil {
		return 1
	}
	_, _, _ = pool.Invite(context.Background(), "game", map[string]int{"t": 1})
	select {}
}

// comeAndGo is a program that connects again and again, and never says who it is.
func comeAndGo(url string) int {
	fmt.Println("no idea who I am")
	for {
		ws, _, err := websocket.Dial(context.Background(), url, nil)
		if err != nil {
			return 1
		}
		_ = ws.CloseNow()
	}
}

// comeBack is a program that connects once more when it is asked to end, and says what became of that.
func comeBack(url string) int {
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, syscall.SIGTERM)
	fmt.Println("ready")
	<-asked
	_, _, err := websocket.Dial(context.Background(), url, nil)
	fmt.Println("connected:", err == nil)
	return 0
}

func selfAs(part string) []string {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return []string{self, part}
}

// agent is a program of a team that this binary plays, and the file of its process ids.
func agent(t *testing.T, team string, connections, games int) (program Program, pids string) {
	pids = filepath.Join(t.TempDir(), "pids")
	command := append(selfAs(asAgent), "{url}", strconv.Itoa(connections), strconv.Itoa(games), pids)
	return Program{Team: team, Command: command}, pids
}

func open(t *testing.T, o Options) *Pool {
	t.Helper()
	o.Guard = selfAs(asGuard)
	p, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// processes are the ids in a file.
func processes(t *testing.T, file string) (ids []int) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for _, word := range strings.Fields(string(text)) {
		id, err := strconv.Atoi(word)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	return ids
}

func lives(id int) bool { return syscall.Kill(id, 0) == nil }

// game invites players and plays a whole game with them.
func game(t *testing.T, p *Pool, id string, teams map[string]int) (winner werewolf.Team, faults int, notes []string) {
	t.Helper()
	players, leave, err := p.Invite(t.Context(), id, teams)
	if err != nil {
		t.Fatal(err)
	}
	defer leave()
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	rules.Talk.MaxCount.PerAgent = 1
	var all []match.Player
	var seats []werewolf.Seat
	for team := range teams {
		for _, player := range players[team] {
			all = append(all, player)
			seats = append(seats, werewolf.Seat{Name: fmt.Sprint("N", len(all)), Team: team, Client: team})
		}
	}
	g, err := werewolf.New(rules, seats, 1)
	if err != nil {
		t.Fatal(err)
	}
	var record entries
	m := match.Match{Game: g, Players: all, Observer: &record, Clock: match.StepClock(0, 1)}
	if _, err := m.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, entry := range record {
		if entry.Input == nil {
			continue
		}
		if entry.Input.Fault != 0 {
			faults++
		}
		for _, note := range entry.Input.Notes {
			notes = append(notes, note.Topic+": "+note.Text)
		}
	}
	return g.Result().Winner, faults, notes
}

// entries are a record in memory.
type entries []gamelog.Entry

func (e *entries) Append(entry gamelog.Entry) { *e = append(*e, entry) }
func (e *entries) Flush() error               { return nil }

// TestPrograms: programs that play one seat and one game, one seat and many games, and all seats of many games, play whole
// games; as many processes are started as that takes, what they print is kept, and all are gone in the end.
func TestPrograms(t *testing.T) {
	t.Parallel()
	for _, kind := range []struct {
		name               string
		connections, games int
		processes          int // for two games
		told               bool
	}{
		{"a process a seat and game", 1, 1, 10, true},
		{"a process a seat", 1, 0, 5, true},
		{"a process for all seats", 5, 0, 1, false},
	} {
		t.Run(kind.name, func(t *testing.T) {
			t.Parallel()
			program, pids := agent(t, "mine", kind.connections, kind.games)
			out := filepath.Join(t.TempDir(), "out")
			p := open(t, Options{Programs: []Program{program}, Out: out})
			for _, id := range []string{"a", "b"} {
				winner, faults, notes := game(t, p, id, map[string]int{"mine": 5})
				if winner == werewolf.NoTeam || faults > 0 {
					t.Errorf("game %s: won by %v, with %d faults", id, winner, faults)
				}
				if told := strings.Contains(strings.Join(notes, "\n"), "output: agent of process"); id == "a" && told != kind.told {
					t.Errorf("what it printed is among its notes: %v, want %v: %q", told, kind.told, notes)
				}
			}
			if err := p.Close(); err != nil {
				t.Fatal(err)
			}
			ids := processes(t, pids)
			if len(ids) != kind.processes {
				t.Errorf("%d processes, want %d", len(ids), kind.processes)
			}
			for _, id := range ids {
				if lives(id) {
					t.Errorf("process %d lives", id)
				}
			}
			if kept, _ := filepath.Glob(filepath.Join(out, "mine.1-*.txt")); len(kept) != kind.processes {
				t.Errorf("what %d processes printed was kept, want %d", len(kept), kind.processes)
			}
		})
	}
}

// TestNeverConnects: games do not wait for programs that end without having connected, or cannot be started.
func TestNeverConnects(t *testing.T) {
	t.Parallel()
	for _, kind := range []struct {
		command []string
		want    string
	}{
		{[]string{"sh", "-c", "echo no model >&2; exit 3"}, "t ended without connecting (exit status 3): no model"},
		{[]string{"/nowhere/agent"}, "t cannot be started"},
		{append(selfAs(asFickle), "{url}"), "t connects and does not come into a game: ends the connection, or sends what is too long, before that: no idea who I am"},
	} {
		p := open(t, Options{Programs: []Program{{Team: "t", Command: kind.command}}})
		_, _, err := p.Invite(t.Context(), "game", map[string]int{"t": 1})
		if err == nil || !strings.Contains(err.Error(), kind.want) {
			t.Errorf("%q: %v, want %q", kind.command, err, kind.want)
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestMended: where a program could not play, the next game tries it anew.
func TestMended(t *testing.T) {
	t.Parallel()
	works, pids := agent(t, "t", 1, 1)
	mended := filepath.Join(t.TempDir(), "mended")
	command := append([]string{"sh", "-c", `test -e "$0" || exit 3; exec "$@"`, mended}, works.Command...)
	p := open(t, Options{Programs: []Program{{Team: "t", Command: command}}})
	for range 2 {
		if _, _, err := p.Invite(t.Context(), "game", map[string]int{"t": 1}); err == nil || !strings.Contains(err.Error(), "t ended without connecting (exit status 3)") {
			t.Fatalf("it cannot play: %v", err)
		}
	}
	if err := os.WriteFile(mended, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if winner, faults, _ := game(t, p, "later", map[string]int{"t": 5}); winner == werewolf.NoTeam || faults > 0 || len(processes(t, pids)) != 5 {
		t.Errorf("mended: won by %v, with %d faults, by %d processes", winner, faults, len(processes(t, pids)))
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}

// TestSlow: a program that takes its time is told of once, with what it prints, and is an error in the end; one that hangs after
// its game is ended, and one that nobody waits for may sleep.
func TestSlow(t *testing.T) {
	start := time.Now()
	var told []string
	slow := func(team, last string) { told = append(told, team+": "+last) }
	lifeline := new(closed)
	p := &process{since: start, Running: &Running{lifeline: lifeline}}
	_, _ = p.out.Write([]byte("loading\n"))
	tr := &troupe{Program: Program{Team: "t"}, processes: map[string]*process{"1": p}}
	if err := tr.look(start.Add(silent+1), slow); err != nil || told != nil {
		t.Errorf("nobody waits: %v, told %q", err, told)
	}
	tr.missing = 1
	for _, after := range []time.Duration{slowly, slowly + 1, silent} {
		if err := tr.look(start.Add(after), slow); err != nil || (told != nil) != (after > slowly) {
			t.Errorf("after %s: %v, told %q", after, err, told)
		}
	}
	if err := tr.look(start.Add(silent+1), slow); err == nil || !strings.Contains(err.Error(), "t has not connected within 2m0s: loading") || len(told) != 1 || told[0] != "t: loading" {
		t.Errorf("in the end: %v, told %q", err, told)
	}
	if !*lifeline {
		t.Error("it goes on")
	}
	p.most = 1
	for after, want := range map[time.Duration]bool{silent: false, silent + 1: true} {
		*lifeline = false
		if err := tr.look(start.Add(after), slow); err != nil || bool(*lifeline) != want {
			t.Errorf("a program that went %s ago: %v, ended %v", after, err, *lifeline)
		}
	}
}

// closed says that it was.
type closed bool

func (c *closed) Close() error { *c = true; return nil }

// TestDiesInSilence: of a program that played, and ended with an error and without a word, that is told.
func TestDiesInSilence(t *testing.T) {
	t.Parallel()
	program, _ := agent(t, "mine", 5, 1)
	program.Command = append([]string{"sh", "-c", `"$@" >/dev/null; exit 7`, "sh"}, program.Command...)
	p := open(t, Options{Programs: []Program{program}})
	game(t, p, "a", map[string]int{"mine": 5})
	var last string
	waittest.Until(t, "its end is told", func() bool {
		_, last = p.Printed("mine")
		return last != ""
	})
	if last != "it ended without a word (exit status 7)" {
		t.Error(last)
	}
}

// TestLastWords: as long as a program lives there is somebody to connect to.
func TestLastWords(t *testing.T) {
	t.Parallel()
	out := t.TempDir()
	p := open(t, Options{Out: out, Programs: []Program{{Team: "t", Command: append(selfAs(asLoyal), "{url}")}}})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() { _, _, _ = p.Invite(ctx, "game", map[string]int{"t": 1}) }()
	waittest.Until(t, "the program runs", func() bool {
		text, _ := os.ReadFile(filepath.Join(out, "t.1-1.txt"))
		return strings.Contains(string(text), "ready")
	})
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if lines, last := p.Printed("t"); lines != 2 || last != "connected: true" {
		t.Errorf("%d lines, the last: %s", lines, last)
	}
}

// TestStarterKilled: what programs have started is gone even where their starter was killed.
func TestStarterKilled(t *testing.T) {
	t.Parallel()
	pids := filepath.Join(t.TempDir(), "pids")
	script := "sleep 600 & echo $! >>" + pids + "; echo $$ >>" + pids + "; wait"
	starter := exec.Command(selfAs(asStarter)[0], asStarter, script, "")
	if err := starter.Start(); err != nil {
		t.Fatal(err)
	}
	waittest.Until(t, "the program runs", func() bool { return len(processes(t, pids)) == 2 })
	if err := starter.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = starter.Wait()
	for _, id := range processes(t, pids) {
		waittest.Until(t, fmt.Sprintf("process %d is gone", id), func() bool { return !lives(id) })
	}
}

// TestStubborn: a program that does not end when it is asked to is ended.
func TestStubborn(t *testing.T) {
	t.Parallel()
	pids := filepath.Join(t.TempDir(), "pids")
	p := open(t, Options{Programs: []Program{{Team: "t", Command: []string{"sh", "-c", "trap '' TERM; echo $$ >>" + pids + "; while :; do sleep 0.05; done"}}}})
	ctx, cancel := context.WithCancel(t.Context())
	go func() { _, _, _ = p.Invite(ctx, "game", map[string]int{"t": 1}) }()
	waittest.Until(t, "the program runs", func() bool { return len(processes(t, pids)) == 1 })
	cancel()
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if id := processes(t, pids)[0]; lives(id) {
		t.Errorf("process %d lives", id)
	}
}

// TestOutput: lines go to the seat once, long ones and many are cut, and the file has it all, also when another run goes on.
func TestOutput(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deep", "out.txt")
	o := &output{path: path}
	_, _ = fmt.Fprint(o, "one\n\ntw")
	_, _ = fmt.Fprint(o, "o\nthr")
	if got := o.tell(); got != "one\ntwo" {
		t.Errorf("told %q", got)
	}
	if got := o.lastLine(); got != "thr" {
		t.Errorf("the last line is %q", got)
	}
	_, _ = fmt.Fprint(o, "ee\n", strings.Repeat("x", 2*maxLine), "\n", strings.Repeat(strings.Repeat("y", 99)+"\n", maxTold/50))
	got := o.tell()
	if !strings.HasPrefix(got, "three\n"+strings.Repeat("x", maxLine)+"\nyyy") || !strings.HasSuffix(got, "\n(more was printed)") || len(got) > maxTold+100 {
		t.Errorf("told %d bytes that begin with %.20q", len(got), got)
	}
	if got := o.tell(); got != "" {
		t.Errorf("told again: %q", got)
	}
	o.close()
	if text, err := os.ReadFile(path); err != nil || !strings.HasPrefix(string(text), "one\n\ntwo\nthree\nxxx") || len(text) != 2*maxLine+100*(maxTold/50)+16 {
		t.Errorf("the file has %d bytes (%v)", len(text), err)
	}
	if want := 4 + maxTold/50; o.lines() != want {
		t.Errorf("%d lines, want %d", o.lines(), want)
	}
	again := &output{path: path}
	_, _ = fmt.Fprintln(again, "later")
	again.close()
	if text, err := os.ReadFile(path); err != nil || !strings.HasPrefix(string(text), "one\n") || !strings.HasSuffix(string(text), "y\nlater\n") {
		t.Errorf("then it has %d bytes (%v)", len(text), err)
	}
}
