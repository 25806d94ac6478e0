package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"wolfden/internal/experiment"
	"wolfden/internal/league"
	"wolfden/internal/llm/llmtest"
)

// An experiment that is stopped goes on with what is in its folder, which another does not take; without one nothing stays. It tells how far
// it is.
func TestExperimentGoesOn(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "kept")
	var stop context.CancelFunc
	did, stays, told := 0, "", false
	one := func(out, what string) *inquiry {
		did, told = 0, false
		return &inquiry{
			experimentFlags: &experimentFlags{}, alone: true, out: out, settings: func(*models) any { return what },
			run: func(s *stage) error {
				stays = s.folder.Dir
				p := s.show("game", 4)
				kept, keep := experiment.In[int](s.folder, "game-%d.json")
				games := experiment.Runs[int]{N: 4, Kept: kept, Keep: keep, Done: func() { p.add(1) }, Do: func(_ context.Context, i int) (*int, error) {
					if did++; i == 2 && stop != nil {
						stop()
					}
					time.Sleep(lineFrom + time.Second) // of the bubble; a line is due, and the one on no game is not
					return &i, nil
				}}
				_, err := games.All(s.ctx)
				return err
			},
			tell: func() ([]league.EntryCalls, error) { told = true; return nil, nil },
		}
	}
	synctest.Test(t, func(t *testing.T) {
		var said strings.Builder
		e := &env{stdout: io.Discard, stderr: &said}
		e.ctx, stop = context.WithCancel(t.Context())
		if err := one(dir, "this").perform(e); err == nil || err.Error() != "stopped; the same command goes on with "+dir || told {
			t.Errorf("stopped: %v", err)
		}
		if !strings.HasPrefix(said.String(), "1 of 4 games\n") {
			t.Errorf("says %q", &said)
		}
		stop, e.ctx = nil, t.Context()
		if err := one(dir, "this").perform(e); err != nil || did != 2 || !told {
			t.Errorf("goes on: %d done, told: %v, %v", did, told, err)
		}
		var usage usageError
		if err := one(dir, "other").perform(e); !errors.As(err, &usage) || did != 0 {
			t.Errorf("another: %d done, %v", did, err)
		}
		if err := one("", "this").perform(e); err != nil || did != 4 || !told {
			t.Errorf("without a folder: %d done, told: %v, %v", did, told, err)
		}
	})
	if _, err := os.Stat(stays); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s stays: %v", stays, err)
	}
}

// Figures of an experiment bear the model's name, so none comes of one whose model does not answer; once it does, the same command goes on.
func TestSilentModelsEndExperiments(t *testing.T) {
	t.Parallel()
	var speaks atomic.Bool
	speaker := llmtest.During(t, llmtest.Echo)
	at, err := url.Parse(speaker.URL)
	if err != nil {
		t.Fatal(err)
	}
	silent := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if speaks.Load() {
			httputil.NewSingleHostReverseProxy(at).ServeHTTP(w, r)
			return
		}
		http.Error(w, `{"error":{"message":"no such key"}}`, http.StatusUnauthorized)
	}))
	t.Cleanup(silent.Close)
	dir := t.TempDir()
	ask := func(name string, args ...string) (int, string) {
		var said bytes.Buffer
		args = append([]string{"lab", name, "--model", strings.Replace(speaker.Name("openai"), speaker.URL, silent.URL, 1), "-o", filepath.Join(dir, name)}, args...)
		return run(t.Context(), args, &said, &said), said.String()
	}
	all := map[string][]string{
		"inducement": {"--games", "1"}, "logic": {"--games", "1"}, "impressions": {"--runs", "1"}, "rounds": {"--games", "6"},
		"injection": {"--games", "2", "--bots", "baseline"},
	}
	for name, args := range all {
		status, said := ask(name, args...)
		if hint := "the same command goes on with " + filepath.Join(dir, name); status != exitFailure || !strings.Contains(said, "the model has not given one answer") || !strings.Contains(said, hint) {
			t.Errorf("lab %s: status %d\n%s", name, status, said)
		}
	}
	speaks.Store(true)
	status, said := ask("inducement", all["inducement"]...)
	if strings.Contains(said, " 0 (0.0%)") || !strings.Contains(said, "kanolab-nw") || status != exitOK {
		t.Errorf("the game is the rules' (status %d)\n%s", status, said)
	}
}
