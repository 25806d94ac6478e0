package main

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"unicode"
)

// TestModelsOfIllWill: whatever a server calls its models, a line stays a line and a terminal is not steered.
func TestModelsOfIllWill(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v1/models" {
			http.NotFound(w, r)
			return
		}
		var rows []string
		for _, id := range []string{`\u001b[2J\u001b]0;owned\u0007`, `a\nkeys in the environment`, `\u202egnihton`, `\u009b31m`, strings.Repeat("x", 20000), `good`} {
			rows = append(rows, `{"id":"`+id+`"}`)
		}
		for i := range 200 {
			rows = append(rows, fmt.Sprintf(`{"id":"m%d"}`, i))
		}
		_, _ = fmt.Fprintf(w, `{"data":[%s]}`, strings.Join(rows, ","))
	}))
	t.Cleanup(s.Close)
	port := s.URL[strings.LastIndexByte(s.URL, ':')+1:]
	for _, args := range [][]string{{"models", "--port", port}, {"models", "list", "--port", port, "--json"}} {
		var out bytes.Buffer
		if got := run(t.Context(), args, &out, &out); got != exitOK {
			t.Fatalf("%v: status %d\n%s", args, got, &out)
		}
		for line := range strings.Lines(out.String()) {
			line = strings.TrimSuffix(line, "\n")
			if strings.ContainsFunc(line, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }) {
				t.Errorf("%v: %q", args, line)
			}
			if len(args) == 3 && len(line) > 300 {
				t.Errorf("%v: a line of %d bytes", args, len(line))
			}
		}
		if !strings.Contains(out.String(), "/v1:good") {
			t.Errorf("%v:\n%s", args, &out)
		}
		if len(args) == 3 && (strings.Contains(out.String(), "\nkeys in the environment\n") || !strings.Contains(out.String(), "more (--json has all)")) {
			t.Errorf("%v:\n%s", args, &out)
		}
	}
	// What play says of a model that is not there.
	var said bytes.Buffer
	run(t.Context(), []string{"models", "check", "openai@http://127.0.0.1:" + port + "/v1:absent"}, &said, &said)
	if !strings.Contains(said.String(), "the server lists no model of that name; it has [2J]0;owned, ") {
		t.Errorf("%s", &said)
	}
}
