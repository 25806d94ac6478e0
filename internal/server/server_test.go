package server

import (
	"net/http/httptest"
	"strings"
	"testing"

	"wolfden/internal/contest/config"
	"wolfden/internal/contest/contesttest"
)

const (
	testKey  = "a key that is only for tests"
	defaults = "\nserver: {data_dir: DIR}\n"
	fiveSelf = `
server:
  data_dir: DIR
game:
  agent_count: 5
matching:
  self_match: true
game_logger: {enable: true, output_dir: DIR/game, filename: "{timestamp}_{teams}"}
json_logger: {enable: true, output_dir: DIR/json, filename: "{timestamp}_{teams}"}
`
)

// testServer is a server on loopback.
type testServer struct {
	contesttest.Server
	server *Server
	web    *httptest.Server
}

func start(tb testing.TB, dir, yaml string, adjust ...func(*Server)) *testServer {
	tb.Helper()
	cfg, err := config.Parse("test.yml", []byte(strings.ReplaceAll(yaml, "DIR", dir)))
	if err != nil {
		tb.Fatal(err)
	}
	s, err := New(Options{Config: cfg, Characters: contesttest.Cast(20), Key: []byte(testKey), Log: contesttest.Log()})
	if err != nil {
		tb.Fatal(err)
	}
	for _, f := range adjust {
		f(s)
	}
	track := &cfg.Tracks[0]
	web := httptest.NewServer(s.handler(track.Port))
	tb.Cleanup(func() {
		s.stop()
		web.CloseClientConnections()
		web.Close()
	})
	return &testServer{Server: contesttest.Server{URL: "ws" + strings.TrimPrefix(web.URL, "http") + track.Path, Dir: dir}, server: s, web: web}
}
