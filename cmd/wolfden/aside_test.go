package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/aside"
	"wolfden/internal/bot/probe"
	"wolfden/werewolf"
	"wolfden/wire"
)

// confidantWord is the first argument of a program that plays on the address behind it, notes why, and says what it believes. It plays one game,
// or with another argument again and again.
const confidantWord = "confidant"

func confide(url string, again bool) int {
	client := wire.Client{URL: url, Name: "confidant1", Reconnect: again, Aside: true, New: func(string) (wire.Player, error) { return &confidant{}, nil }}
	if !again {
		client.Games = 1
	}
	if err := client.Run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

type confidant struct{ noted string }

// Answer listens and takes the first.
func (c *confidant) Answer(_ context.Context, o werewolf.Observation) (string, error) {
	switch {
	case o.Request.Kind.Chooses():
		c.noted = "the first is as good as any"
		return o.Name(o.Request.Targets.First()), nil
	case o.Request.Kind.Speaks() && o.Request.Turn == 0:
		return "I listen.", nil
	default:
		return werewolf.OverText, nil
	}
}

// Notes is why it chose.
func (c *confidant) Notes() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		text := c.noted
		if c.noted = ""; text != "" {
			yield("reason", text)
		}
	}
}

// Believe takes everybody for a werewolf by half.
func (*confidant) Believe(_ context.Context, q wire.Aside) (wire.Beliefs, error) {
	all := wire.Beliefs{}
	for _, name := range q.Agents {
		all[name] = map[string]float64{"WEREWOLF": .5, "VILLAGER": .5}
	}
	return all, nil
}

// TestProbedPrograms: games of programs that say what they believe are those in which they are not asked, byte for byte but for that; all
// that live are asked in play and compare, whether they are programs or built-in. What programs note is shown and counted as what built-in
// players note.
func TestProbedPrograms(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("one command after another, with processes")
	}
	if aside.TopicBeliefs != probe.Topic {
		t.Errorf("beliefs of programs stand under %s, those of others under %s", aside.TopicBeliefs, probe.Topic)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	exec := []string{"--exec", "mine=" + self + " " + confidantWord + " {url}", "--seed", "5"}
	for _, play := range [][]string{
		{"play", "--bots", "mine,random", "--games", "2", "--parallel", "2", "-q"},
		{"compare", "mine", "random", "--games", "2", "-q"},
	} {
		dir := t.TempDir()
		without, with := filepath.Join(dir, "without"), filepath.Join(dir, "with")
		args := slices.Concat(play, exec)
		run(t.Context(), slices.Concat(args, []string{"--out", without}), io.Discard, io.Discard) // a comparison may end undecided
		run(t.Context(), slices.Concat(args, []string{"--probe", "--out", with}), io.Discard, io.Discard)
		before, err := below(without)
		if err != nil || len(before) < 2 {
			t.Fatalf("%v: %d games, %v", play, len(before), err)
		}
		for _, file := range before {
			name, err := filepath.Rel(without, file)
			if err != nil {
				t.Fatal(err)
			}
			want, got := written(t, file), written(t, filepath.Join(with, name))
			if !got.probe || want.probe || got.asked == 0 || got.asked != got.living || want.asked != 0 {
				t.Errorf("%v: %d of %d were asked with a probe, %d without", play, got.asked, got.living, want.asked)
			}
			if !bytes.Equal(got.text, want.text) {
				t.Errorf("%v: the games differ in %s", play, name)
			}
			if !bytes.Contains(got.text, []byte("the first is as good as any")) {
				t.Errorf("%v: nothing is noted in %s", play, name)
			}
		}
		var told bytes.Buffer
		if status := run(t.Context(), []string{"analyze", with, "--table", "beliefs"}, &told, io.Discard); status != exitOK || !strings.Contains(told.String(), "mine") {
			t.Errorf("%v: analyze ends with %d: %.300s", play, status, told.String())
		}
	}
}

// snippetAgent is the program around the snippet of the page: it listens, takes the first, and says why.
const snippetAgent = `import json, sys
import websocket

url = sys.argv[1]
%s
if aside:
    socket.send(json.dumps({"wolfden.aside": {"note": "too early"}}))
alive, me = [], ""
while True:
    packet = json.loads(socket.recv())
    info = packet.get("info")
    if info:
        me, alive = info["agent"], sorted(name for name, state in info["status_map"].items() if state == "ALIVE")
    request = packet["request"]
    if request == "wolfden.aside":
        beside(packet)
    elif request == "NAME":
        socket.send("mine1")
    elif request in ("TALK", "WHISPER"):
        note("nothing to say")
        socket.send("Over")
    elif request in ("VOTE", "DIVINE", "GUARD", "ATTACK"):
        socket.send(next(name for name in alive if name != me))
    elif request == "FINISH":
        break
`

// TestTheSnippetInPython plays with what docs/write-an-agent.md says in Python, where there is a Python with websocket-client.
func TestTheSnippetInPython(t *testing.T) {
	python := ""
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(name, "-c", "from websocket import create_connection").Run() == nil {
			python = name
		}
	}
	if python == "" {
		t.Skip("no Python with websocket-client is here")
	}
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "write-an-agent.md"))
	if err != nil {
		t.Fatal(err)
	}
	snippet := ""
	for _, s := range regexp.MustCompile("(?s)```python\n(.*?)```").FindAllStringSubmatch(string(page), -1) {
		if strings.Contains(s[1], "wolfden.aside") {
			snippet = s[1]
		}
	}
	if snippet == "" {
		t.Fatal("the page has no such snippet")
	}
	dir := t.TempDir()
	agent := filepath.Join(dir, "agent.py")
	if err := os.WriteFile(agent, fmt.Appendf(nil, snippetAgent, snippet), 0o600); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out")
	var told bytes.Buffer
	command := []string{"play", "--bots", "mine,random", "--exec", "mine=" + python + " " + agent + " {url}", "--games", "1", "--seed", "5", "--probe", "--out", out, "-q"}
	if status := run(t.Context(), command, io.Discard, &told); status != exitOK {
		t.Fatalf("exit %d: %s", status, told.String())
	}
	files, err := below(out)
	if err != nil || len(files) != 1 {
		t.Fatalf("%d records, %v", len(files), err)
	}
	got := written(t, files[0])
	if got.asked == 0 || got.asked != got.living {
		t.Errorf("%d of %d said what they believe", got.asked, got.living)
	}
	for text, want := range map[string]bool{`"reason","text":"nothing to say"`: true, "too early": false, "refused": false} {
		if bytes.Contains(got.text, []byte(text)) != want {
			t.Errorf("that the record has %q is %v", text, !want)
		}
	}
	printed := ""
	if err := filepath.WalkDir(filepath.Join(out, "programs"), func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			text, readErr := os.ReadFile(path)
			printed, err = printed+string(text), readErr
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(printed, "the game has not begun") {
		t.Errorf("a note before the game is not refused; it printed %q", printed)
	}
}
