package contest

import (
	"bytes"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
)

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
