package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/waittest"
	"wolfden/werewolf"
)

// fourTracks are the tracks of a contest in one file.
const fourTracks = `
server:
  timeout: {action: 5m}
  shutdown_grace: 60s
matching: {self_match: true}
json_logger: {enable: true}
realtime_broadcaster: {enable: true}
tracks:
  - {name: five, path: /ws/5}
  - {name: nine, path: /ws/9, game: {agent_count: 9}}
  - {name: thirteen, path: /ws/13, game: {agent_count: 13}}
  - name: anytime
    path: /ws/anytime
    game: {talk: {duration: 500ms}}
`

// served is a log that tells where the server listens.
type served struct {
	mu      sync.Mutex
	text    bytes.Buffer
	address chan string
}

func (s *served) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.text.Write(b)
	if _, address, ok := strings.Cut(string(b), "msg=listening address="); ok {
		s.address <- strings.Fields(address)[0]
	}
	return len(b), nil
}

func (s *served) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// Built-in players play a whole game in each of several tracks of one server at
// the same time.
func TestSeveralTracks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "contest.yml")
	if err := os.WriteFile(file, []byte(fourTracks), 0o600); err != nil {
		t.Fatal(err)
	}
	log := &served{address: make(chan string, 1)}
	ctx, stop := context.WithCancel(t.Context())
	status := make(chan int, 1)
	go func() {
		status <- run(ctx, []string{"serve", "-c", file, "--listen", "127.0.0.1:0", "--data", dir}, io.Discard, log)
	}()
	address := <-log.address
	var all sync.WaitGroup
	for track, players := range map[string]int{"5": 5, "9": 9, "13": 13, "anytime": 5} {
		all.Go(func() {
			var out bytes.Buffer
			if got := run(t.Context(), []string{
				"join", "--url", "ws://" + address + "/ws/" + track, "--team", "den" + track + "x", "--count", fmt.Sprint(players),
			}, &out, &out); got != exitOK {
				t.Errorf("track %s: status %d\n%s", track, got, &out)
			}
		})
	}
	all.Wait()
	stop()
	if got := <-status; got != exitOK {
		t.Errorf("the server ends with %d\n%s", got, log)
	}
	holdsOneOfEach(t, dir)
	sameCounts(t, dir, 4)
}

// holdsOneOfEach checks that the folder holds a whole game of every track.
func holdsOneOfEach(t *testing.T, dir string) {
	t.Helper()
	var out bytes.Buffer
	if got := run(t.Context(), []string{"verify", dir}, &out, &out); got != exitOK {
		t.Errorf("verify: %d\n%s", got, &out)
	}
	if want := "12 files, 12 consistent"; !strings.Contains(out.String(), want) {
		t.Errorf("verify of records, logs and feeds: %s, want %s", &out, want)
	}
	found := map[string]int{}
	_ = filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.Contains(filepath.ToSlash(path), "/records/") || filepath.Ext(path) != gamelog.Extension {
			return err
		}
		rec, err := gamelog.ReadFile(path)
		if err != nil {
			t.Error(err)
			return nil
		}
		if from := rec.Header.Provenance; from == nil || from.Program != release || from.Command != "serve" || from.Plan == "" {
			t.Errorf("%s: its provenance is %+v", path, from)
		}
		if w := rec.Result().Winner; w == werewolf.NoTeam {
			t.Errorf("%s: nobody has won", path)
		}
		found[fmt.Sprint(len(rec.Header.Seats), " ", rec.Header.Rules.Talk.Mode)]++
		return nil
	})
	for _, want := range []string{"5 serial", "9 serial", "13 serial", "5 anytime"} {
		if found[want] != 1 {
			t.Errorf("games found: %v, want one of %s", found, want)
		}
	}
}

// A second signal ends a server at once that still waits for a game.
func TestSecondSignal(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("no signals")
	}
	file := filepath.Join(t.TempDir(), "five.yml")
	config := "server: {shutdown_grace: 10m, timeout: {action: 5m}}\nmatching: {self_match: true}\n"
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	data := t.TempDir()
	cmd := &exec.Cmd{
		Path: os.Args[0], Env: os.Environ(),
		Args: []string{"wolfden", "serve", "-c", file, "--listen", "127.0.0.1:0", "--data", data},
	}
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = cmd.Process.Kill() }()
	lines := make(chan string, 100)
	go func() {
		for s := bufio.NewScanner(stderr); s.Scan(); {
			lines <- s.Text()
		}
		close(lines)
	}()
	_, address, _ := strings.Cut(awaitLine(t, lines, "address="), "address=")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	// Players who never answer keep the game going on.
	go run(ctx, []string{
		"join", "--url", "ws://" + strings.Fields(address)[0] + "/ws", "--bot", "chaos:silent", "--team", "mute", "--count", "5",
	}, io.Discard, io.Discard)
	waittest.Until(t, "a game is going on", func() bool {
		running, _ := filepath.Glob(filepath.Join(data, "records", "running", "*"+gamelog.Extension))
		return len(running) > 0
	})
	_ = cmd.Process.Signal(os.Interrupt)
	awaitLine(t, lines, "Ctrl-C again stops at once")
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatalf("one signal has ended the server with a game going on: %v", err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = cmd.Wait()
	}()
	await(t, "the server ends after two signals", ended)
	s, deaf := cmd.ProcessState.Sys().(syscall.WaitStatus), signal.Ignored(os.Interrupt) // as in the background of a script
	if deaf && s.ExitStatus() != exitFailure || !deaf && (!s.Signaled() || s.Signal() != syscall.SIGINT) {
		t.Errorf("the server ends with %v", cmd.ProcessState)
	}
}

func awaitLine(t *testing.T, lines <-chan string, part string) (line string) {
	t.Helper()
	for !strings.Contains(line, part) {
		// A closed channel gives nothing.
		if line = await(t, "the server says "+part, lines); line == "" {
			t.Fatalf("the server has ended before it says %q", part)
		}
	}
	return line
}

// await waits for what comes from a channel; what says what that is.
func await[T any](t *testing.T, what string, from <-chan T) (came T) {
	t.Helper()
	waittest.Until(t, what, func() bool {
		select {
		case came = <-from:
			return true
		default:
			return false
		}
	})
	return came
}
