package spectate

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/contest"
	"wolfden/internal/contest/access"
	"wolfden/internal/contest/archive"
	"wolfden/internal/contest/config"
	"wolfden/internal/contest/contesttest"
	"wolfden/internal/secret"
	"wolfden/werewolf"
)

// opened is a observer whose one track plays nothing by itself.
func opened(t *testing.T, dir, yaml string) (*Observer, *config.Config) {
	t.Helper()
	cfg, err := config.Parse("test.yml", []byte(strings.ReplaceAll(yaml, "DIR", dir)))
	if err != nil {
		t.Fatal(err)
	}
	for _, sub := range []string{"data/running", "feed"} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	g, err := Open(cfg, func(*config.Track) *archive.Archive { return archive.New(filepath.Join(dir, "data")) }, contesttest.Log())
	if err != nil {
		t.Fatal(err)
	}
	return g, cfg
}

// A stream goes on for longer than an answer may take.
func TestStreamsOutliveTheTimeOfAnswers(t *testing.T) {
	const longerThanAnAnswer = 5 * time.Minute
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		g, cfg := opened(t, dir, "server: {data_dir: DIR}\nrealtime_broadcaster: {enable: false}\n")
		mux := http.NewServeMux()
		NewAPI(g, Options{Contest: stuck{}, Limits: cfg.Server.MaxConnections}).Register(mux, cfg.Tracks[0].Port)
		net := contesttest.NewWires()
		web := access.NewHTTPServer(mux, &cfg.Server, contesttest.Log())
		go func() { _ = web.Serve(net) }()
		header := &gamelog.Header{ID: secret.ID(), Started: time.Now().UnixMilli(), Rules: cfg.Tracks[0].Rules, Seats: make([]werewolf.Seat, 5)}
		w := g.Watch(contest.Game{Track: &cfg.Tracks[0], Header: header, Fresh: true})
		w.Play()
		c, err := net.Dial()
		if err != nil {
			t.Fatal(err)
		}
		_, _ = c.Write([]byte("GET /api/v1/games/" + header.ID + "/record HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
		events := 0
		for began := time.Now(); time.Since(began) < longerThanAnAnswer; time.Sleep(30 * time.Second) {
			said := &werewolf.Event{Kind: werewolf.Talked, Text: time.Since(began).String(), Seat: 1, Audience: werewolf.Everybody}
			w.Record([]gamelog.Entry{{At: time.Since(began).Milliseconds(), Event: said}}, time.Now())
			events++
		}
		w.End(func() {})
		text, err := io.ReadAll(c)
		if n := strings.Count(string(text), "\ndata: "); err != nil || n != events || !strings.Contains(string(text), "4m30s") {
			t.Errorf("%d events of %d, %v", n, events, err)
		}
		_ = web.Close()
		net.CloseAll()
		synctest.Wait()
	})
}

// A player that is silent at its night action would show everybody who it is.
func TestFiguresKeepTheSecretsOfARunningGame(t *testing.T) {
	t.Parallel()
	played := openTheatre(t, t.TempDir(), feedFive)
	played.join(t, 5, "team", contesttest.PauseOn(-1))()
	rec, _ := played.record(t)
	late := 0
	for i, e := range rec.Entries {
		if e.Input != nil && (e.Input.Action.Request == werewolf.Vote || e.Input.Action.Request == werewolf.Divine) {
			input := *e.Input
			input.Fault = gamelog.Late
			rec.Entries[i].Input = &input
			late++
		}
	}
	g, cfg := opened(t, t.TempDir(), "server: {data_dir: DIR/data, realtime_roles: all}\nrealtime_broadcaster: {enable: true, output_dir: DIR/feed}\n")
	ctx, stop := context.WithCancel(t.Context())
	shown := make(chan struct{})
	go func() {
		defer close(shown)
		g.Run(ctx)
	}()
	figures := func() string {
		answer := httptest.NewRecorder()
		g.metrics.handler().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/metrics", nil))
		return answer.Body.String()
	}
	w := g.Watch(contest.Game{Track: &cfg.Tracks[0], Header: &rec.Header, Fresh: true})
	w.Play()
	for n, e := range rec.Entries {
		if e.Event != nil && e.Event.Kind == werewolf.GameOver {
			break
		}
		w.Record(rec.Entries[n:n+1:n+1], time.Now())
		if got := figures(); strings.Contains(got, "wolfden_faults_total{") || strings.Contains(got, "wolfden_answer_seconds_count{") ||
			strings.Contains(got, `{kind="realtime"} `) && !strings.Contains(got, `{kind="realtime"} 0`) {
			t.Fatalf("after entry %d the figures are told", n)
		}
	}
	w.Record(rec.Entries[len(rec.Entries)-1:], time.Now())
	completed := false
	w.End(func() { completed = true })
	stop()
	<-shown
	got := figures()
	for _, want := range []string{`fault="late",team="team`, `wolfden_answer_seconds_count{request="TALK"`, `wolfden_games_ended_total{`, `{kind="realtime"} `} {
		if !strings.Contains(got, want) || strings.Contains(got, `{kind="realtime"} 0`) {
			t.Errorf("when the game is over %s is missing", want)
		}
	}
	if !completed || late == 0 {
		t.Errorf("the game is complete: %t; %d late answers", completed, late)
	}
}
