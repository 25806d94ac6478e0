package server

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"wolfden/wire"
)

// figures is what /metrics shows.
func (s *bubbled) figures(t *testing.T) string {
	answer := httptest.NewRecorder()
	s.metrics.handler().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Error(err)
	}
	return string(text)
}

// A player that is silent at its night action would show everybody who it is.
func TestFiguresKeepTheSecretsOfARunningGame(t *testing.T) {
	feed := "server: {data_dir: DIR, realtime_roles: all}\nrealtime_broadcaster: {enable: true, output_dir: DIR/feed}\n"
	bubble(t, feed+"matching: {self_match: false}\n", func(t *testing.T, s *bubbled) {
		var all sync.WaitGroup
		for i := range 5 {
			g := s.come(t, "team"+string(rune('a'+i))+"1")
			all.Go(func() {
				g.play(0, func(g *guest) bool {
					if g.packet.Request != wire.RequestFinish {
						if got := s.figures(t); strings.Contains(got, "wolfden_faults_total{") || strings.Contains(got, "wolfden_answer_seconds_count{") ||
							strings.Contains(got, `{kind="realtime"} `) && !strings.Contains(got, `{kind="realtime"} 0`) {
							t.Errorf("at %s the figures are told", g.packet.Request)
						}
					}
					if g.packet.Request == wire.RequestDivine || g.packet.Request == wire.RequestVote {
						g.next() // its name, as a sign of life
						g.say(g.name)
						g.packet.Request = wire.RequestDailyInitialize // nothing more to say
					}
					return false
				})
			})
		}
		all.Wait()
		time.Sleep(time.Second)
		got := s.figures(t)
		if !strings.Contains(got, `{kind="realtime"} `) || strings.Contains(got, `{kind="realtime"} 0`) {
			t.Error("when the game is over the bytes of its feed are missing")
		}
		for _, want := range []string{`fault="late",team="team`, `wolfden_answer_seconds_count{request="TALK"`} {
			if !strings.Contains(got, want) {
				t.Errorf("when the game is over %s is missing", want)
			}
		}
	})
}

// lines is a log that several goroutines write.
type logLines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logLines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

// Clients that close after FINISH do what they should.
func TestAGoodGameWarnsOfNothing(t *testing.T) {
	var said logLines
	bubble(t, defaults, func(t *testing.T, s *bubbled) {
		log := slog.New(slog.NewTextHandler(&said, nil))
		s.log = log
		s.hosts[0].log = log
		g := s.come(t, "good1")
		o := s.others(t, "good", 0)
		g.play(0, nil)
		g.lose()
		o.all.Wait()
		synctest.Wait()
		s.only(t)
	})
	if strings.Contains(said.text.String(), "WARN") || !strings.Contains(said.text.String(), "game ended") {
		t.Errorf("the log:\n%s", said.text.String())
	}
}

// Also who closes before the server has noted that the game is over.
func TestClosingAfterFinishIsNoLoss(t *testing.T) {
	for finished, want := range map[bool]bool{true: false, false: true} {
		var said logLines
		lost := false
		s := &session{
			closed: finished, over: make(chan struct{}), log: slog.New(slog.NewTextHandler(&said, nil)),
			vacated: func() { lost = true },
		}
		s.parted(&conn{ctx: t.Context()})
		if warned := strings.Contains(said.text.String(), "WARN"); warned != want || lost != want {
			t.Errorf("after FINISH %t: warned %t, its seat is free %t", finished, warned, lost)
		}
	}
}
