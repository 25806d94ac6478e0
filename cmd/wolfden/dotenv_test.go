package main

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// emptied takes variables out of the environment, for a test.
func emptied(t *testing.T, names ...string) {
	t.Helper()
	for _, name := range names {
		t.Setenv(name, "")
		if err := os.Unsetenv(name); err != nil {
			t.Fatal(err)
		}
	}
}

func TestDotenv(t *testing.T) {
	t.Chdir(t.TempDir())
	emptied(t, "W_PLAIN", "W_QUOTED", "W_SINGLE", "W_EXPORTED", "W_SECOND", "W_EMPTY")
	t.Setenv("W_THERE", "the environment's")
	t.Setenv("W_HOLLOW", "")
	if err := os.Mkdir("config", 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		".env": "# keys\n\nW_PLAIN=a=b # not this\nW_QUOTED=\"x # y\" # z\r\nW_SINGLE='s p'\n export W_EXPORTED = e\nthis is none\n" +
			"W_THERE=the file's\nW_HOLLOW=filled\nW_EMPTY=\n",
		"config/.env": "\ufeffW_SECOND=2\nW_PLAIN=second",
	} {
		if err := os.WriteFile(filepath.FromSlash(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var said strings.Builder
	if err := loadDotenv(slog.New(slog.NewTextHandler(&said, nil))); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"W_PLAIN": "a=b", "W_QUOTED": "x # y", "W_SINGLE": "s p", "W_EXPORTED": "e", "W_SECOND": "2", "W_EMPTY": "",
		"W_THERE": "the environment's", "W_HOLLOW": "filled",
	} {
		if got := os.Getenv(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if log := said.String(); !strings.Contains(log, "file=.env line=7") || strings.Contains(log, "x # y") || strings.Contains(log, "filled") {
		t.Errorf("the log is %s", log)
	}
	if err := os.WriteFile(".env", []byte(strings.Repeat("#", longestDotenv+1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := loadDotenv(slog.New(slog.DiscardHandler)); err == nil || !strings.Contains(err.Error(), ".env is longer than") {
		t.Errorf("a file without end: %v", err)
	}
}

// The key of tokens may stand in the file; a short one is taken with a warning.
func TestTokenKeyFromDotenv(t *testing.T) {
	t.Chdir(t.TempDir())
	emptied(t, "SECRET_KEY")
	if err := os.WriteFile(".env", []byte("SECRET_KEY=short\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, errs strings.Builder
	if status := run(context.Background(), []string{"token", "receiver"}, &out, &errs); status != exitOK {
		t.Fatalf("it ends with %d: %s", status, errs.String())
	}
	if strings.Count(out.String(), ".") != 2 || !strings.Contains(errs.String(), "shorter than 16 bytes") {
		t.Errorf("%s%s", out.String(), errs.String())
	}
}
