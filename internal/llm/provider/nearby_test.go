package provider

import (
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
)

// pagesOf is a server that answers with a text by path, and lets nobody come with a key.
func pagesOf(t *testing.T, pages map[string]string) (s *httptest.Server, port int) {
	t.Helper()
	s = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "" {
			t.Errorf("a key was sent to %s", r.URL)
		}
		page, there := pages[r.URL.Path]
		if !there {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write([]byte(page))
	}))
	t.Cleanup(s.Close)
	_, text, err := net.SplitHostPort(s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	if port, err = strconv.Atoi(text); err != nil {
		t.Fatal(err)
	}
	return s, port
}

func TestLookNearby(t *testing.T) {
	t.Setenv("WOLFDEN_LLM_KEY", "a key that must not go anywhere")
	_, llama := pagesOf(t, map[string]string{
		"/v1/models": `{"data":[{"id":"small","owned_by":"llamacpp","meta":{"n_ctx_train":32768}}]}`,
		"/api/tags":  `{"models":[{"name":"small"}]}`,
		"/props":     `{"total_slots":4,"default_generation_settings":{"n_ctx":8192}}`,
		"/slots":     `[{"is_processing":true},{"is_processing":false}]`,
	})
	_, ollama := pagesOf(t, map[string]string{
		"/v1/models": `{"data":[{"id":"llama3.1:8b","owned_by":"library"}]}`,
		"/api/tags":  `{"models":[{"name":"llama3.1:8b","model":"llama3.1:8b"},{"name":"x:latest"}]}`,
	})
	_, vllm := pagesOf(t, map[string]string{"/v1/models": `{"data":[{"id":"my/model","owned_by":"vllm","max_model_len":4096}]}`})
	_, studio := pagesOf(t, map[string]string{
		"/v1/models":     `{"data":[{"id":"a"},{"id":"b"}]}`,
		"/api/v0/models": `{"data":[{"id":"a","loaded_context_length":4096,"max_context_length":131072},{"id":"b","max_context_length":2048}]}`,
	})
	_, website := pagesOf(t, map[string]string{"/": "<html>"})
	want := []struct {
		software Software
		name     string
		window   int
	}{
		{LlamaCPP, "openai@http://127.0.0.1:" + strconv.Itoa(llama) + "/v1:small", 8192},
		{Ollama, "ollama@http://127.0.0.1:" + strconv.Itoa(ollama) + ":llama3.1:8b", 0},
		{VLLM, "openai@http://127.0.0.1:" + strconv.Itoa(vllm) + "/v1:my/model", 4096},
		{LMStudio, "openai@http://127.0.0.1:" + strconv.Itoa(studio) + "/v1:a", 4096},
	}
	found := LookNearby(t.Context(), []int{llama, ollama, website, vllm, 9, studio})
	if len(found) != len(want) {
		t.Fatalf("%d servers: %+v", len(found), found)
	}
	for i, w := range want {
		got := found[i]
		name, err := got.NameOf(got.Models[0].ID)
		if err != nil || got.Software != w.software || name.String() != w.name || got.Models[0].Window != w.window {
			t.Errorf("%s: %s, window %d, %v; want %v", got.Software, name, got.Models[0].Window, err, w)
		}
	}
	if found[0].Slots != 4 || found[0].Busy != 1 || len(found[1].Models) != 2 {
		t.Errorf("%+v", found)
	}
}

// What a server calls its models steers no terminal, and what no name can hold has none.
func TestHostileNames(t *testing.T) {
	_, port := pagesOf(t, map[string]string{"/v1/models": `{"data":[{"id":"\u001b]0;owned\u0007 a"},{"id":"` + strings.Repeat("x", 5000) +
		`"},{"id":"two words"},{"id":"\u202eevil"},{"id":7},{"id":null},"text",{"id":"u:p@host"}]}`})
	found := LookNearby(t.Context(), []int{port})
	if len(found) != 1 {
		t.Fatalf("%+v", found)
	}
	named := 0
	for _, m := range found[0].Models {
		if shown := Shown(m.ID); len([]rune(shown)) > 90 || llm.Clean(shown) != shown || strings.Contains(shown, "\n") {
			t.Errorf("%q", shown)
		}
		if name, err := found[0].NameOf(m.ID); err == nil {
			named++
			if llm.Clean(name.String()) != name.String() || strings.ContainsAny(name.String(), " \n") {
				t.Errorf("%q", name)
			}
		}
	}
	if named != 1 { // the long one
		t.Errorf("%d names", named)
	}
}

// Who names a model that the server has not is told what it has.
func TestWhatThereIsInstead(t *testing.T) {
	s := llmtest.During(t, func(llmtest.Prompt) llmtest.Answer {
		return llmtest.Answer{Status: http.StatusNotFound, Text: "no such model"}
	})
	s.Offer(map[string]any{"id": "small"}, map[string]any{"id": "big\x1b[2J"})
	var told []string
	o := New(Options{Warn: func(err error) { told = append(told, err.Error()) }})
	defer o.Close()
	name, err := ParseName(s.Name("openai"))
	if err != nil {
		t.Fatal(err)
	}
	m, err := o.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	for range patienceCalls + 1 {
		if _, err := m.Complete(t.Context(), llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "Hello"}}}); !errors.Is(err, llm.ErrRejected) && !errors.Is(err, llm.ErrResting) {
			t.Error(err)
		}
	}
	if len(told) != 1 || !strings.Contains(told[0], "the server has small, big[2J") {
		t.Errorf("told %q", told)
	}
}
