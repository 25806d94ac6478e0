package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// TestTheExampleAgentPlays builds the agent of docs/write-an-agent.md and lets five of it play on the server.
func TestTheExampleAgentPlays(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("builds a program")
	}
	dir := t.TempDir()
	agent := filepath.Join(dir, "agent")
	if out, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", agent, "wolfden/examples/agent").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	log := &served{address: make(chan string, 1)}
	ctx, stop := context.WithCancel(t.Context())
	status := make(chan int, 1)
	go func() {
		status <- run(ctx, []string{"serve", "--listen", "127.0.0.1:0", "--data", dir}, io.Discard, log)
	}()
	url := "ws://" + <-log.address + "/ws"
	var all sync.WaitGroup
	for i := range 5 {
		all.Go(func() {
			if out, err := exec.CommandContext(ctx, agent, url, fmt.Sprint("mine", i+1)).CombinedOutput(); err != nil {
				t.Errorf("agent %d: %v\n%s", i+1, err, out)
			}
		})
	}
	all.Wait()
	stop()
	if code := <-status; code != exitOK {
		t.Errorf("the server ends with %d\n%s", code, log)
	}
	var out bytes.Buffer
	if got := run(t.Context(), []string{"verify", dir}, &out, &out); got != exitOK || !strings.Contains(log.String(), "game ended") {
		t.Errorf("verify: %d\n%s%s", got, &out, log)
	}
}

// TestTheProjectInGoPlays: what agent new writes builds outside this module, with nothing of it and without a network, and passes the check.
// Without the names of folders in it, what was built before does again.
func TestTheProjectInGoPlays(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("builds a program")
	}
	dir := filepath.Join(t.TempDir(), "my agent")
	var out bytes.Buffer
	if got := run(t.Context(), []string{"agent", "new", "--lang", "go", dir}, &out, &out); got != exitOK {
		t.Fatalf("agent new: %d\n%s", got, &out)
	}
	if err := os.WriteFile(filepath.Join(dir, "play_test.go"), []byte(testOfFaults), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"vet", "."}, {"test", "."}, {"build", "-ldflags=-s -w", "-o", "agent", "."}} {
		command := exec.CommandContext(t.Context(), "go", args...)
		command.Dir, command.Env = dir, append(os.Environ(), "GOFLAGS=-mod=readonly -trimpath", "GOPROXY=off", "GOWORK=off")
		if said, err := command.CombinedOutput(); err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, said)
		}
	}
	out.Reset()
	got := run(t.Context(), []string{"check", "--quiet", "50ms", "--", filepath.Join(dir, "agent"), "{url}"}, &out, io.Discard)
	if got != exitOK || !strings.Contains(out.String(), "failed 0, warnings 0") {
		t.Errorf("check: %d\n%s", got, &out)
	}
}

// testOfFaults is a test beside those of the project: whatever is sent in place of the agent's answer is noted as a fault of it.
const testOfFaults = `package main

import (
	"strings"
	"testing"

	"wolfden/werewolf"
)

func TestFaultsAreNoted(t *testing.T) {
	for want, answer := range map[string]func(werewolf.Observation) string{
		"":                                 func(werewolf.Observation) string { return "Cat" },
		"fault-illegal VOTE: \"Nobody\" may": func(werewolf.Observation) string { return "Nobody" },
		"fault-crashed VOTE: panic: oh":    func(werewolf.Observation) string { panic("oh") },
		"fault-late VOTE: no answer":       func(werewolf.Observation) string { select {} },
	} {
		o := asked(werewolf.Vote, 3, 4)
		o.Rules.Timeout.Action = 100
		p := &player{answer: answer}
		if sent, err := p.Answer(t.Context(), o); sent != "Cat" || err != nil {
			t.Errorf("%s: %q is sent: %v", want, sent, err)
		}
		noted := ""
		for topic, text := range p.Notes() {
			noted += topic + " " + text
		}
		if !strings.HasPrefix(noted, want) || (noted == "") != (want == "") {
			t.Errorf("noted %q, want %q", noted, want)
		}
		for topic := range p.Notes() {
			t.Errorf("%s is noted twice", topic)
		}
	}
}
`

// TestTheProjectInJavaIsOneOfMaven: Maven builds it, with its tests, and what it makes passes the check. Maven's plugins are fetched
// with -long only; otherwise they have to be there.
func TestTheProjectInJavaIsOneOfMaven(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("builds a program")
	}
	if _, err := exec.LookPath("mvn"); err != nil || !hasJava() {
		t.Skip("Maven is not here, or JAVA names no JDK of 17 or later")
	}
	dir := filepath.Join(t.TempDir(), "mine")
	var out bytes.Buffer
	if got := run(t.Context(), []string{"agent", "new", "--lang", "java", dir}, &out, &out); got != exitOK {
		t.Fatalf("agent new: %d\n%s", got, &out)
	}
	args := []string{"-B", "-q", "package"}
	if !*long {
		args = append(args, "-o")
	}
	maven := exec.CommandContext(t.Context(), "mvn", args...)
	maven.Dir = dir
	// As in agentnewjava.txtar: what pays off in long runs takes half of the time of short ones.
	maven.Env = append(os.Environ(), "MAVEN_OPTS="+os.Getenv("MAVEN_OPTS")+" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
	said, err := maven.CombinedOutput()
	switch {
	case err != nil && unreachable.Match(said):
		t.Skip("the plugins of Maven are not here; with -long they are fetched, if they can be")
	case err != nil:
		t.Fatalf("mvn: %v\n%s", err, said)
	}
	if _, err := os.Stat(filepath.Join(dir, "target", "surefire-reports", "AgentTest.txt")); err != nil {
		t.Errorf("Maven has run no tests: %v", err)
	}
	out.Reset()
	jar := filepath.Join(dir, "target", "agent.jar")
	got := run(t.Context(), []string{"check", "--timeout", "1m", "--quiet", "10ms", "--", "java", "-jar", jar, "{url}"}, &out, io.Discard)
	if got != exitOK || !strings.Contains(out.String(), "failed 0, warnings 0") {
		t.Errorf("check: %d\n%s", got, &out)
	}
}

// unreachable is what Maven says where it could not get what it needs, rather than build with it.
var unreachable = regexp.MustCompile(`in offline mode|Could not transfer artifact|Unknown host|could not be resolved`)
