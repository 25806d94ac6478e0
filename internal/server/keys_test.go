package server

import (
	"log/slog"
	"strings"
	"testing"

	"wolfden/internal/contest/config"
	"wolfden/internal/contest/contesttest"
)

func TestKeys(t *testing.T) {
	for key, want := range map[string]string{"": "SECRET_KEY, which is empty", "short": "", strings.Repeat("k", 16): ""} {
		cfg, err := config.Parse("test.yml", []byte("server: {authentication: {enable: true}, data_dir: "+t.TempDir()+"}"))
		if err != nil {
			t.Fatal(err)
		}
		var said strings.Builder
		s, err := New(Options{Config: cfg, Characters: contesttest.Cast(20), Key: []byte(key), Log: slog.New(slog.NewTextHandler(&said, nil))})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("key %q: %v", key, err)
		}
		if weak := strings.Contains(said.String(), "shorter than 16 bytes"); weak != (key == "short") {
			t.Errorf("key %q: said %s", key, said.String())
		}
		if err == nil {
			s.stop()
		}
	}
}
