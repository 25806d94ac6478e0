package main

import (
	"bufio"
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"wolfden/internal/stats"
	"wolfden/internal/versus"
	"wolfden/internal/waittest"
)

// A whole test takes minutes; see docs/league.md for what it found.
var wholeLeague = flag.Bool("league.whole", false, "kill a league of 8 entries and 2,000 games, instead of a small one")

// TestLeagueKilled ends a league ten times with kill -9, at moments drawn by
// chance, and compares what is there in the end with one that was left alone.
func TestLeagueKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("what is killed are processes; the goroutines of a league meet in its own tests")
	}
	games, apart := 160, 8*time.Millisecond
	bots := []string{"random", "random", "random", "random", "random", "plain", "random", "random"}
	if *wholeLeague {
		games, apart = 2000, 400*time.Millisecond
		bots = []string{"plain", "plain", "mille", "random", "gptaku", "chaos:illegal", "mille", "plain"}
	}
	// Where this process is the slower one, a league may be over before it has been killed often enough: then a longer one is.
	for tries := 1; !killedLeague(t, bots, games, apart); tries++ {
		if games *= 2; tries == 6 {
			t.Fatal("no league lasts long enough to be killed five times")
		}
	}
}

// killedLeague kills a league, plays it to its end, and reports whether it was killed five times at least.
func killedLeague(t *testing.T, bots []string, games int, apart time.Duration) bool {
	t.Helper()
	dir := t.TempDir()
	killed, alone := leaguePlanFile(t, dir, "killed", bots, games), leaguePlanFile(t, dir, "alone", bots, games)
	rng := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 1))
	verb, kills, seen := "run", 0, map[string]os.FileInfo{}
	for kills < 10 && killOnce(t, killed, verb, len(seen), time.Duration(rng.Int64N(int64(apart)))) {
		kills++
		before := len(seen)
		for _, name := range recordNames(t, filepath.Join(dir, "killed")) {
			info, err := os.Stat(name)
			if err != nil {
				t.Fatal(err)
			}
			if old := seen[name]; old != nil && (!os.SameFile(old, info) || !old.ModTime().Equal(info.ModTime())) {
				t.Errorf("%s was played twice", name)
			}
			seen[name] = info
		}
		t.Logf("killed with %d games there, %d of them new", len(seen), len(seen)-before)
		if len(seen) > 0 {
			verb = "resume"
		}
	}
	if kills < 5 {
		return false
	}
	out, err := exec.Command("wolfden", "league", verb, killed, "-q").CombinedOutput()
	if err != nil && !strings.Contains(string(out), "already") {
		t.Fatalf("%v: %s", err, out)
	}
	wolfden(t, exitOK, "league", "run", alone, "-q")
	got, want := recordsIn(t, filepath.Join(dir, "killed")), recordsIn(t, filepath.Join(dir, "alone"))
	if len(want) != games || len(got) != games {
		t.Fatalf("%d records, and %d of the league left alone, want %d", len(got), len(want), games)
	}
	for name, record := range want {
		if !bytes.Equal(got[name], record) {
			t.Errorf("%s differs", name)
		}
	}
	return true
}

// killOnce starts or resumes a league and kills it some time after its first new game. It returns false if the league was over before.
func killOnce(t *testing.T, plan, verb string, before int, after time.Duration) bool {
	t.Helper()
	cmd := exec.Command("wolfden", "league", verb, plan, "-q")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	games := strings.TrimSuffix(plan, ".yml")
	waittest.Until(t, "a new game, or the end", func() bool { return len(recordNames(t, games)) > before || len(ended) > 0 })
	time.Sleep(after)
	_ = cmd.Process.Kill() // it may be over
	return <-ended != nil
}

// TestLeagueRemote lets programs play in a league over the network, as their
// users start them.
func TestLeagueRemote(t *testing.T) {
	dir := t.TempDir()
	plan := filepath.Join(dir, "far.yml")
	text := "seating: sides\nlisten: 127.0.0.1:0\nparallel: 1\nentries: [{name: near, bot: random}, {remote: far}]\n" +
		"setups: [{roles: {WEREWOLF: 1, SEER: 1, VILLAGER: 3}, games: 8}]\n"
	if err := os.WriteFile(plan, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	run := exec.CommandContext(ctx, "wolfden", "league", "run", plan, "-q")
	var out strings.Builder
	run.Stdout = &out
	stderr, err := run.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(stderr)
	if !lines.Scan() {
		t.Fatal("no address")
	}
	url := regexp.MustCompile(`ws://\S+/ws`).FindString(lines.Text())
	if !strings.Contains(lines.Text(), "it takes 4 of far") {
		t.Errorf("told: %s", lines.Text())
	}
	join := exec.CommandContext(ctx, "wolfden", "join", "--url", url, "--team", "far", "--count", "4", "--bot", "random", "--games", "0", "--reconnect")
	if err := join.Start(); err != nil {
		t.Fatal(err)
	}
	came := 0
	for lines.Scan() { // what the league goes on to say must not fill the pipe
		if strings.Contains(lines.Text(), "program is here") {
			came++
		}
	}
	if came != 4 {
		t.Errorf("that four programs are there is told %d times", came)
	}
	if err := run.Wait(); err != nil {
		t.Fatal(err)
	}
	stop()
	_ = join.Wait() // it would come back for ever
	if !strings.Contains(out.String(), "8 of 8 games, 4 whole rounds\n") {
		t.Errorf("played: %s", &out)
	}
	if text, err := exec.CommandContext(t.Context(), "wolfden", "verify", filepath.Join(dir, "far", "games")).CombinedOutput(); err != nil || !strings.Contains(string(text), "8 consistent") {
		t.Errorf("%v: %s", err, text)
	}
}

func leaguePlanFile(t *testing.T, dir, name string, bots []string, games int) string {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "out: %s\nentries:\n", filepath.Join(dir, name))
	for i, bot := range bots {
		fmt.Fprintf(&b, "  - {name: e%d, bot: %q}\n", i, bot)
	}
	fmt.Fprintf(&b, "setups: [{players: 5, games: %d}]\n", games)
	path := filepath.Join(dir, name+".yml")
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func recordNames(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "games", "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// recordsIn are the records of a league's folder by name. Files that a kill left
// half written do not count; whatever else has the name of a record does.
func recordsIn(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	for _, f := range recordNames(t, dir) {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		all[filepath.Base(f)] = data
	}
	return all
}

// A difference of shares is a share at most, however few games its interval rests on.
func TestPointsKeepToTheirScale(t *testing.T) {
	e := stats.Estimate{Value: 0.15, Low: -4.73, High: 5.04, N: 2}
	if got := versus.Points(e); got != "+15.0 [-100.0, +100.0]" {
		t.Errorf("%q", got)
	}
	e.Low, e.High = -0.1, 0.4
	if got := versus.Points(e); got != "+15.0 [-10.0, +40.0]" {
		t.Errorf("%q", got)
	}
}
