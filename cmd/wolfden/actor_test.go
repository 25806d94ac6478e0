package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The actors play a game through their server: a player of the model "seer" claims to be the seer. The server ends when it
// is told to, whatever answer it still owes.
func TestActorPlays(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var errs spoken
	ended := make(chan int, 1)
	heard, said := io.Pipe()
	go func() {
		status := run(ctx, []string{"actor", "--listen", "127.0.0.1:0"}, said, &errs)
		_ = said.Close()
		ended <- status
	}()
	line, err := bufio.NewReader(heard).ReadString('\n')
	name := regexp.MustCompile(`openai@http://127\.0\.0\.1:\d+/v1:`).FindString(line)
	if name == "" {
		t.Fatalf("it does not say where: %q, %v, %s", line, err, errs.String())
	}
	for lang, claim := range map[string]string{"en": "I am the seer. I divined ", "ja": "私は占い師です。"} {
		dir := t.TempDir()
		var said bytes.Buffer
		args := []string{"play", "--bots", "kanolab,plain,plain,plain,plain", "--lang", lang, "--seed", "3", "-q", "--model", name + "seer", "--out", dir}
		if status := run(t.Context(), args, &said, &said); status != exitOK {
			t.Fatalf("status %d\n%s", status, &said)
		}
		records, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
		if err != nil || len(records) != 1 {
			t.Fatalf("%v, %v", records, err)
		}
		if run(t.Context(), []string{"show", records[0]}, &said, &said); !strings.Contains(said.String(), claim) {
			t.Errorf("%s: nobody claims:\n%s", lang, &said)
		}
	}
	owed := make(chan error, 1)
	go func() {
		base, _, _ := strings.Cut(strings.TrimPrefix(name, "openai@"), "/v1:")
		resp, err := http.Post(base+"/v1/chat/completions", "application/json", strings.NewReader(`{"model":"sleeper","messages":[{"role":"user","content":"hello"}]}`))
		if err == nil {
			_, err = io.ReadAll(resp.Body)
			_ = resp.Body.Close()
		}
		owed <- err
	}()
	stop()
	if status := <-ended; status != exitOK {
		t.Errorf("status %d: %s", status, errs.String())
	}
	if err := <-owed; err == nil {
		t.Log("the request in flight was answered before the end")
	}
}

// Who is not there is named, with all who are.
func TestActorUnknown(t *testing.T) {
	t.Parallel()
	var said bytes.Buffer
	if status := run(t.Context(), []string{"actor", "sear"}, &said, &said); status != exitUsage || !strings.Contains(said.String(), "known are seer, silent") {
		t.Errorf("status %d: %s", status, &said)
	}
	said.Reset()
	if status := run(t.Context(), []string{"actor", "--list"}, &said, &said); status != exitOK || !strings.Contains(said.String(), "never speaks") || !strings.Contains(said.String(), "status 500") {
		t.Errorf("status %d: %s", status, &said)
	}
}
