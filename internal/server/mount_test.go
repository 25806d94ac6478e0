package server

import (
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"wolfden/internal/contest/access"
	"wolfden/internal/waittest"
)

// A site that is mounted is told who may see secrets, and its visitors count among the spectators.
func TestMount(t *testing.T) {
	inside, leave := make(chan string), make(chan bool)
	for name, c := range map[string]struct {
		server           string
		anybody, receive bool // may know
	}{
		"tokens": {"server: {data_dir: DIR/data, authentication: {enable: true}}", false, true}, "open": {"server: {data_dir: DIR/data}", false, false}, "all": {"server: {data_dir: DIR/data, realtime_roles: all}", true, true},
	} {
		limited := strings.Replace(c.server, "{data_dir", "{max_connections: {per_address: 1}, data_dir", 1)
		s := start(t, t.TempDir(), limited+"\nmatching: {self_match: true}\n", func(s *Server) {
			s.Mount("/view/", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/view/stay" {
					inside <- r.URL.Path
					<-leave
				}
				if s.MayKnow(r) {
					_, _ = io.WriteString(w, "secrets")
				}
			}))
		})
		if _, body := s.get(t, "/view/x"); (string(body) == "secrets") != c.anybody {
			t.Errorf("%s: anybody is shown %q", name, body)
		}
		if _, body := s.get(t, "/view/x", bearer(t, access.ReceiverToken)...); (string(body) == "secrets") != c.receive {
			t.Errorf("%s: a receiver is shown %q", name, body)
		}
		if _, body := s.get(t, "/view/x", bearer(t, access.PlayerToken)...); (string(body) == "secrets") != c.anybody {
			t.Errorf("%s: a player is shown %q", name, body)
		}
		if answer, body := s.get(t, "/"); answer.Request.URL.Path != "/view/" || (string(body) == "secrets") != c.anybody {
			t.Errorf("%s: the root leads to %s, %q", name, answer.Request.URL, body)
		}
		if answer, _ := s.get(t, "/nothing"); answer.StatusCode != http.StatusNotFound {
			t.Errorf("%s: nothing is %s", name, answer.Status)
		}
		for _, dir := range s.server.Records() {
			if !strings.HasPrefix(dir, filepath.Join(s.Dir, "data")) {
				t.Errorf("%s: records in %s", name, dir)
			}
		}
		var visit sync.WaitGroup
		visit.Go(func() { s.get(t, "/view/stay") })
		<-inside
		if answer, _ := s.get(t, "/view/x"); answer.StatusCode != http.StatusTooManyRequests {
			t.Errorf("%s: one visitor too many is answered %d", name, answer.StatusCode)
		}
		leave <- true
		visit.Wait()
		waittest.Until(t, "the place is free", func() bool {
			answer, _ := s.get(t, "/view/x")
			return answer.StatusCode == http.StatusOK
		})
	}
}

// get asks for something and returns the answer with its body.
func (s *testServer) get(tb testing.TB, path string, header ...string) (*http.Response, []byte) {
	tb.Helper()
	return s.ask(tb, http.MethodGet, path, "", header...)
}

func (s *testServer) ask(tb testing.TB, method, path, sent string, header ...string) (*http.Response, []byte) {
	tb.Helper()
	r, err := http.NewRequestWithContext(tb.Context(), method, s.web.URL+path, strings.NewReader(sent))
	if err != nil {
		tb.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		tb.Fatal(err)
	}
	return answer, body
}

func bearer(tb testing.TB, role string) []string {
	tb.Helper()
	token, err := access.NewToken([]byte(testKey), role, "team", time.Now().Add(time.Hour))
	if err != nil {
		tb.Fatal(err)
	}
	return []string{"Authorization", "Bearer " + token}
}
