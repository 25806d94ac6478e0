package llmtest

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"wolfden/internal/llm"
)

// Handler answers the providers' interfaces by a behaviour, and counts. It serves below any prefix.
type Handler struct {
	mu      sync.Mutex
	behave  Behaviour
	prompts []Prompt // the first of them
	calls   int
	offered []map[string]any
}

// NewHandler makes a handler; nil behaves like Echo.
func NewHandler(b Behaviour) *Handler {
	h := &Handler{}
	h.Behave(b)
	return h
}

// Behave changes how the handler behaves from now on; nil is Echo. The prompts seen so far are forgotten.
func (h *Handler) Behave(b Behaviour) {
	if b == nil {
		b = Echo
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.behave, h.prompts, h.calls = b, nil, 0
}

// maxKept bounds what a long-lived server remembers.
const maxKept = 1000

// Prompts lists the first thousand prompts since the last Behave, in the order in which they came.
func (h *Handler) Prompts() []Prompt {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.prompts)
}

// Calls is how many prompts came since the last Behave.
func (h *Handler) Calls() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.calls
}

// Offer lists models, where OpenAI's interface does, from now on: rows with an id and whatever else a server puts beside it. Before the
// first Offer the handler has no list.
func (h *Handler) Offer(rows ...map[string]any) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.offered = rows
}

// list answers a request for the list of models; it reports false where there is none.
func (h *Handler) list(w http.ResponseWriter, r *http.Request) bool {
	h.mu.Lock()
	rows := h.offered
	h.mu.Unlock()
	if rows == nil || r.Method != http.MethodGet || !strings.HasSuffix(r.URL.Path, "/v1/models") {
		return false
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"object": "list", "data": rows}) // an asker who is gone needs no answer
	return true
}

const maxBody = 16 << 20

// ServeHTTP answers one prompt. What is no prompt of a known interface gets status 404 or 400 and is not counted.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if h.list(w, r) {
		return
	}
	s, ok := shapeOf(r.URL.Path)
	if !ok || r.Method != http.MethodPost {
		http.Error(w, "llmtest: no such interface", http.StatusNotFound)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		http.Error(w, "llmtest: reading the request: "+err.Error(), http.StatusBadRequest)
		return
	}
	p, err := readPrompt(body)
	if err != nil {
		http.Error(w, "llmtest: reading the request: "+err.Error(), http.StatusBadRequest)
		return
	}
	if p.Schema == nil {
		p.Schema = inWords(p.Last())
	}
	p.Dialect, p.Header, p.Body = s.name, r.Header.Clone(), body
	p.Model = cmp.Or(p.Model, s.model(r.URL.Path))
	send(w, r, s, p, h.answer(&p).limited(p.MaxTokens))
}

func (h *Handler) answer(p *Prompt) Answer {
	h.mu.Lock()
	p.N = h.calls
	h.calls++
	if p.N < maxKept {
		h.prompts = append(h.prompts, *p)
	}
	behave := h.behave
	h.mu.Unlock()
	return behave(*p)
}

func send(w http.ResponseWriter, r *http.Request, s shape, p Prompt, a Answer) {
	if !llm.Wait(r.Context(), a.Delay) {
		return
	}
	if a.Drop {
		drop(w)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	for name, values := range a.Header {
		w.Header()[name] = values
	}
	body, status := a.Raw, cmp.Or(a.Status, http.StatusOK)
	if body == nil {
		var shown any = map[string]any{"error": map[string]any{"message": a.Text, "type": "llmtest"}}
		if status == http.StatusOK {
			shown = s.write(p, a, s.finish(a.Finish))
		}
		body, _ = json.Marshal(shown) // plain maps of text and numbers
		if whole, is := shown.(map[string]any); is && status == http.StatusOK && a.Pieces && p.Streamed && s.name == "openai" {
			w.Header().Set("Content-Type", "text/event-stream")
			body = streamed(whole, "", 7)
		}
	}
	w.WriteHeader(status)
	_, _ = w.Write(body) // an asker who is gone needs no answer
}

func drop(w http.ResponseWriter) {
	if hijacker, ok := w.(http.Hijacker); ok {
		if conn, _, err := hijacker.Hijack(); err == nil {
			_ = conn.Close() // it is meant to be gone
		}
	}
}

// Server is a handler that listens on loopback.
type Server struct {
	*Handler
	URL    string // without a slash at its end
	server *http.Server
	done   chan struct{}
}

// Start listens on a free port of 127.0.0.1.
func Start(b Behaviour) (*Server, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	return serve(l, b), nil
}

// Test is what a server needs of a *testing.T or *testing.B.
type Test interface {
	Helper()
	Fatal(...any)
	Error(...any)
	Cleanup(func())
}

// During starts a server that is closed with the test.
func During(t Test, b Behaviour) *Server {
	t.Helper()
	s, err := Start(b)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// serve answers on a listener until Close.
func serve(l net.Listener, b Behaviour) *Server {
	h := NewHandler(b)
	s := &Server{
		Handler: h, URL: "http://" + l.Addr().String(), done: make(chan struct{}),
		server: &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second},
	}
	go func() {
		defer close(s.done)
		_ = s.server.Serve(l) // always ends with an error, after Close with the expected one
	}()
	return s
}

// Close stops the server and cuts its connections.
func (s *Server) Close() error {
	err := s.server.Close()
	<-s.done
	if errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}

// Name is a model of this server as users write it, for one of the dialects: openai, responses, anthropic, gemini or ollama.
func (s *Server) Name(dialect string) string {
	base := s.URL
	if dialect == "openai" || dialect == "responses" {
		base += "/v1"
	}
	return dialect + "@" + base + ":test"
}
