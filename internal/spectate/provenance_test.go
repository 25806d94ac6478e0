package spectate

import (
	"bufio"
	"context"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/contest/contesttest"
	"wolfden/internal/waittest"
)

// The record of a served game says what the server knows of its making. Spectators are told neither that nor the seed, while
// the game goes on and after it, whatever they ask for, also where roles are shown.
func TestProvenanceIsNotPublished(t *testing.T) {
	t.Parallel()
	s := openTheatre(t, t.TempDir(), feedFive, lively)
	p := contesttest.PauseOn(1)
	over := s.join(t, 5, "cats", p)
	p.Await(t)
	paths, _ := filepath.Glob(filepath.Join(s.Dir, "data", "records", "running", "*"+gamelog.Extension))
	if len(paths) != 1 {
		t.Fatalf("records: %v", paths)
	}
	rec, err := gamelog.ReadFile(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	from := rec.Header.Provenance
	if from == nil || from.Program != testProgram || from.Plan != "main" || from.Match == "" || len(from.Players) != 5 || !from.Players[0].Remote || from.Players[0].Entry != "cats" {
		t.Errorf("the record says %+v", from)
	}
	look := func(when string) {
		read := 0
		for _, path := range append([]string{
			"/api/v1/games", "/api/v1/games/" + rec.Header.ID, "/api/v1/games/" + rec.Header.ID + "/events", "/api/v1/games/" + rec.Header.ID + "/record",
			"/api/v1/archive", "/api/v1/teams", "/api/v1/ruleset", "/realtime/" + feedList, "/metrics",
		}, feeds(s.Dir)...) {
			body := s.some(t, path)
			read += len(body)
			for _, secret := range []string{testProgram, "provenance", strconv.FormatUint(rec.Header.Seed, 10)} {
				if strings.Contains(body, secret) {
					t.Errorf("%s %s tells %q", path, when, secret)
				}
			}
		}
		if read < 1000 {
			t.Errorf("only %d bytes %s: nothing was looked at", read, when)
		}
	}
	look("while it goes on")
	close(p.Release)
	over()
	waittest.Until(t, "the game is over", func() bool { return len(ask[page](t, s, "/api/v1/archive?state=finished").Games) == 1 })
	look("after it")
}

// feeds are the addresses of the feeds that there are.
func feeds(dir string) (paths []string) {
	files, _ := filepath.Glob(filepath.Join(dir, "realtime", "*.jsonl"))
	for _, f := range files {
		paths = append(paths, "/realtime/"+filepath.Base(f))
	}
	return paths
}

// some is what an address gives until it has nothing more to say: a stream gives a sign of life then.
func (s *theatre) some(t *testing.T, path string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), waittest.Longest)
	defer cancel()
	ask, err := http.NewRequestWithContext(ctx, http.MethodGet, s.web+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(ask)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, 8<<20)
	body := soFar(lines)
	if err := lines.Err(); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return string(body)
}
