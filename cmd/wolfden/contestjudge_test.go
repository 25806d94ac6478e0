package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"wolfden/internal/judge"
	"wolfden/internal/judge/judgetest"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/waittest"
)

// A model judges while pages are served, a rater answers at the link that the status tells, and the status counts both.
func TestContestIsJudgedByAll(t *testing.T) {
	t.Setenv("SECRET_KEY", "a key of this test and of no other")
	dir := filepath.Join(t.TempDir(), "autumn")
	wolfden(t, exitOK, "contest", "init", dir, "--team", "a", "--team", "b", "--team", "c", "--team", "d", "--team", "e")
	wolfden(t, exitOK, "play", "--bots", "plain", "--games", "2", "--seed", "4", "-q", "--out", filepath.Join(dir, "data", "records", "five"))
	server := llmtest.During(t, func(p llmtest.Prompt) llmtest.Answer { return judgetest.Ranking(judgetest.Players(p)...) })
	ctx, stop := context.WithCancel(t.Context())
	var stdout, stderr bytes.Buffer
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{
			"contest", "judge", "--dir", dir, "--criteria", "A,C", "--rater", "anna", "--rater", "ben", "--model", server.Name("openai"), "--listen", "127.0.0.1:0",
		}, &stdout, &stderr)
	}()
	defer stop()
	status := func() (s judgingStatus) {
		var out, errs bytes.Buffer
		if run(t.Context(), []string{"contest", "judge", "--dir", dir, "--status", "--json"}, &out, &errs) != exitOK {
			return s // not begun
		}
		if err := json.Unmarshal(out.Bytes(), &s); err != nil {
			t.Fatal(err)
		}
		return s
	}
	var s judgingStatus
	waittest.Until(t, "rules and the model have judged, and pages are served", func() bool {
		s = status()
		return len(s.Judges) == 2 && s.Judges[0].open()+s.Judges[1].open() == 0 && strings.HasPrefix(s.People[0].Link, "http://")
	})
	if s.Done || len(s.People) != 2 || s.People[0].open() != 4 || s.Judges[1].Name != server.Name("openai") {
		t.Fatalf("the status is %+v", s)
	}
	resp, err := http.Get(s.People[0].Link)
	if err != nil {
		t.Fatal(err)
	}
	page, err := io.ReadAll(resp.Body)
	_ = resp.Body.Close()
	if err != nil {
		t.Fatal(err)
	}
	var shown struct {
		Rater string
		Games []struct {
			ID      string
			Players []struct {
				Name string `json:"player_name"`
			}
		}
	}
	if err := json.Unmarshal(regexp.MustCompile(`(?s)id="data">(.*?)</script>`).FindSubmatch(page)[1], &shown); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, p := range shown.Games[0].Players {
		names = append(names, p.Name)
	}
	answer, err := json.Marshal(map[string]any{"game": shown.Games[0].ID, "criterion": "A", "rater": shown.Rater, "ranking": names})
	if err != nil {
		t.Fatal(err)
	}
	if resp, err = http.Post(s.People[0].Link+"answers", "application/json", bytes.NewReader(answer)); err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	if s = status(); resp.StatusCode != http.StatusNoContent || s.People[1].Name != "anna" || s.People[1].Answered != 1 {
		t.Errorf("%s, and then the status is %+v", resp.Status, s)
	}
	stop()
	if code := <-ended; code != exitOK || strings.Contains(stderr.String(), "/rate/") || !strings.Contains(stdout.String(), s.People[1].Link) {
		t.Errorf("it ended with %d, said\n%s\nand printed\n%s", code, stderr.String(), stdout.String())
	}
}

// Where the pages cannot be served, no model is asked and paid for nothing.
func TestAPortThatIsTakenCostsNothing(t *testing.T) {
	t.Setenv("SECRET_KEY", "a key of this test and of no other")
	dir := filepath.Join(t.TempDir(), "autumn")
	wolfden(t, exitOK, "contest", "init", dir, "--team", "a", "--team", "b", "--team", "c", "--team", "d", "--team", "e")
	wolfden(t, exitOK, "play", "--bots", "plain", "--seed", "4", "-q", "--out", filepath.Join(dir, "data", "records", "five"))
	server := llmtest.During(t, func(p llmtest.Prompt) llmtest.Answer { return judgetest.Ranking(judgetest.Players(p)...) })
	taken, err := listenOn("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	var stdout, stderr bytes.Buffer
	code := run(t.Context(), []string{
		"contest", "judge", "--dir", dir, "--criteria", "A", "--rater", "anna", "--rater", "ben", "--model", server.Name("openai"), "--listen", taken.Addr().String(),
	}, &stdout, &stderr)
	if code == exitOK || !strings.Contains(stderr.String(), "in use") || server.Calls() > 0 {
		t.Errorf("it ended with %d after %d calls, and said %s", code, server.Calls(), stderr.String())
	}
	// That was too soon for most models; what begins to ask them has not been called at all.
	command := contestJudgeCmd{Listen: taken.Addr().String()}
	err = command.serve(&env{ctx: t.Context(), stdout: &stdout, stderr: &stderr}, &judging{}, []judgedGame{{Game: &judge.Game{}}}, nil, nil, func() {
		t.Error("models are asked before the pages can be served")
	})
	if err == nil {
		t.Error("one port is served twice")
	}
}
