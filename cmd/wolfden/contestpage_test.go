package main

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"wolfden/internal/contest/access"
	"wolfden/internal/contest/config"
	"wolfden/internal/server"
	"wolfden/internal/viewer"
)

// The page of a contest says to its organiser which matches wait for whom, and to nobody else who will meet whom.
func TestWhoMeetsWhomIsOnTheOrganisersPage(t *testing.T) {
	t.Parallel()
	const key = "a key that is only for tests"
	cfg, err := config.Parse("test.yml", []byte(strings.ReplaceAll(`
server: {data_dir: DIR, authentication: {enable: true}}
matching: {self_match: false, is_optimize: true, game_count: 4, output_path: DIR/journal.jsonl}
teams: [ann, bob, cid, dan, eve, fay]
`, "DIR", t.TempDir())))
	if err != nil {
		t.Fatal(err)
	}
	if err := (&serveCmd{Listen: "127.0.0.1:0"}).listen(cfg); err != nil {
		t.Fatal(err)
	}
	characters, err := charactersIn("en")
	if err != nil {
		t.Fatal(err)
	}
	listens := make(chan net.Addr, 1)
	s, err := server.New(server.Options{
		Config: cfg, Characters: characters, Key: []byte(key), Log: slog.New(slog.DiscardHandler), Listening: func(a net.Addr) { listens <- a },
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := mountPages(s, cfg, viewer.Options{}); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.ListenAndServe(ctx) }()
	at := <-listens
	for role, want := range map[string]bool{access.ReceiverToken: false, access.OrganiserToken: true} {
		token, err := access.NewToken([]byte(key), role, "", time.Now().Add(time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+at.String()+viewPath+"contest?lang=en", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+token)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		page, err := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if met := strings.Contains(string(page), "1-0001-"); err != nil || met != want || !strings.Contains(string(page), "fay</bdi>: since") {
			t.Errorf("%s, who meets whom: %t, %v", role, met, err)
		}
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
