package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/contest/config"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/waittest"
)

const inventing = `
server: {timeout: {action: 20s}}
matching: {self_match: true}
custom_profile:
  dynamic_profile: {enable: true, model: "openai@URL/v1:small", prompt: "Tell me of somebody.", attempts: 2}
`

// A game of characters that a model has made up; the first answer of each is no use, and the model hears why.
func TestInventedCharacters(t *testing.T) {
	t.Parallel()
	var calls atomic.Int32
	model, err := llmtest.Start(func(llmtest.Prompt) llmtest.Answer {
		n := calls.Add(1)
		if n%2 == 1 {
			return llmtest.Say(`{"name":"Ann","age":30,"gender":"female","personality":"Hunts every werewolf."}`)(llmtest.Prompt{})
		}
		return llmtest.Say(fmt.Sprintf(`{"name":"Name%c","age":%d,"gender":"male","personality":"Made up."}`, 'a'+n/2, 20+n))(llmtest.Prompt{})
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = model.Close() }()
	dir := t.TempDir()
	file := filepath.Join(dir, "contest.yml")
	if err := os.WriteFile(file, []byte(strings.ReplaceAll(inventing, "URL", model.URL)), 0o600); err != nil {
		t.Fatal(err)
	}
	log := &served{address: make(chan string, 1)}
	ctx, stop := context.WithCancel(t.Context())
	status := make(chan int, 1)
	go func() {
		status <- run(ctx, []string{"serve", "-c", file, "--listen", "127.0.0.1:0", "--data", dir}, io.Discard, log)
	}()
	address := <-log.address
	waittest.Until(t, "twenty calls", func() bool { return calls.Load() >= 20 })
	var out bytes.Buffer
	if got := run(t.Context(), []string{"join", "--url", "ws://" + address + "/ws", "--team", "den", "--count", "5"}, &out, &out); got != exitOK {
		t.Errorf("join: %d\n%s", got, &out)
	}
	stop()
	<-status
	paths, _ := filepath.Glob(filepath.Join(dir, "records", "*"+gamelog.Extension))
	if len(paths) != 1 {
		t.Fatalf("games %q\n%s", paths, log)
	}
	rec, err := gamelog.ReadFile(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range rec.Header.Seats {
		if !strings.HasPrefix(s.Name, "Name") || !strings.Contains(s.Profile, "personality: Made up.") {
			t.Errorf("seat %+v", s)
		}
	}
	told := func(text string) bool {
		return slices.ContainsFunc(model.Prompts(), func(p llmtest.Prompt) bool { return strings.Contains(p.Text(), text) })
	}
	for _, text := range []string{"Tell me of somebody.", "English", "to do with the game", "taken: Ann"} {
		if !told(text) {
			t.Errorf("no prompt says %q", text)
		}
	}
}

// Without a key the server starts all the same.
func TestNoKeyNoInventor(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "")
	cfg, err := config.Parse("contest.yml", []byte("custom_profile:\n  dynamic_profile: {enable: true, model: gpt-4o-mini}\n"))
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	in, err := newInventor(cfg, "en", slog.New(slog.NewTextHandler(&log, nil)))
	if in != nil || err != nil || !strings.Contains(log.String(), "OPENAI_API_KEY") || !strings.Contains(log.String(), "contest.yml:2") {
		t.Errorf("%v, %v, %s", in, err, &log)
	}
}

// A character is made up for its picture: a model is shown it, by each interface in the form that it has. One that sees none is told what it
// shows, from then on; where nobody has said that, it is made up without, and that is logged once.
func TestCharactersAreMadeForTheirPictures(t *testing.T) {
	const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
	image, err := base64.StdEncoding.DecodeString(dot)
	if err != nil {
		t.Fatal(err)
	}
	pictures := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, ".png") {
			http.Error(w, "there is none", http.StatusNotFound)
			return
		}
		_, _ = w.Write(image)
	}))
	defer pictures.Close()
	somebody := llmtest.Say(`{"name":"Ann","age":30,"gender":"female","personality":"Kind."}`)
	forms := map[string]string{
		"openai": `"image_url":{"url":"data:image/png;base64,` + dot, "responses": `"image_url":"data:image/png;base64,` + dot, "anthropic": `"data":"` + dot,
		"gemini": `"inlineData":{"data":"` + dot + `","mimeType":"image/png"}`, "ollama": `"images":["` + dot,
	}
	for vendor, form := range forms {
		for _, sees := range []bool{true, false} {
			server := llmtest.During(t, func(p llmtest.Prompt) llmtest.Answer {
				if !sees && strings.Contains(string(p.Body), dot) {
					return llmtest.Answer{Status: http.StatusBadRequest, Text: "image input is not supported"}
				}
				return somebody(p)
			})
			cfg, err := config.Parse("contest.yml", []byte("custom_profile:\n  dynamic_profile: {enable: true, model: \""+server.Name(vendor)+"\"}\n"))
			if err != nil {
				t.Fatal(err)
			}
			var log bytes.Buffer
			in, err := newInventor(cfg, "en", slog.New(slog.NewTextHandler(&log, nil)))
			if err != nil {
				t.Fatal(err)
			}
			ask := func(a config.Avatar) string {
				before := len(server.Prompts())
				if _, err := in.Invent(t.Context(), &cfg.Tracks[0].Characters.Dynamic, a, ""); err != nil {
					t.Fatalf("%s: %v", vendor, err)
				}
				var bodies strings.Builder
				for _, p := range server.Prompts()[before:] {
					bodies.Write(p.Body)
				}
				return bodies.String()
			}
			bearded := config.Avatar{URL: pictures.URL + "/a.png", Shows: "a man with a beard"}
			if body := ask(bearded); !strings.Contains(body, form) || strings.Contains(body, "with a beard") == sees {
				t.Errorf("%s, sees: %v: asked with\n%s", vendor, sees, body)
			}
			if body := ask(bearded); strings.Contains(body, dot) != sees || strings.Contains(body, "with a beard") == sees || strings.Contains(body, "The picture shows") != sees {
				t.Errorf("%s, sees: %v: asked again with\n%s", vendor, sees, body)
			}
			if body := ask(config.Avatar{URL: pictures.URL + "/none", Shows: "a hat"}); strings.Contains(body, "base64") || !strings.Contains(body, "a hat") {
				t.Errorf("%s: without a picture that can be had it is asked with\n%s", vendor, body)
			}
			for range 2 {
				if body := ask(config.Avatar{URL: pictures.URL + "/b.png"}); strings.Contains(body, "The picture shows") != sees {
					t.Errorf("%s, sees: %v: of a picture nobody tells of it is asked with\n%s", vendor, sees, body)
				}
			}
			if once := strings.Count(log.String(), "is made up without it"); once > 1 || (once == 1) == sees || strings.Count(log.String(), "sees no pictures") != map[bool]int{false: 2}[sees] || !strings.Contains(log.String(), "404") {
				t.Errorf("%s, sees: %v: logged\n%s", vendor, sees, &log)
			}
		}
	}
}
