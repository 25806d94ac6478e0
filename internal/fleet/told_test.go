package fleet

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go"

	"wolfden/internal/waittest"
)

// A server that is there and cannot do what it is asked for, as with a full disk, is told of, once in a while.
func TestWaitingIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var lines []string
		f := &Fleet{nc: &nats.Conn{}, told: func(line string) { lines = append(lines, line) }}
		began := time.Now()
		err := f.insist(t.Context(), func(context.Context) error {
			if time.Since(began) < 90*time.Second {
				return errors.New("no space left")
			}
			return nil
		})
		if err != nil || len(lines) != 2 || !strings.Contains(lines[0], "trying again: no space left") {
			t.Errorf("%v, %q", err, lines)
		}
	})
}

// A run that nobody works at says so.
func TestNoWorkerIsTold(t *testing.T) {
	t.Parallel()
	own, err := Serve(Settings{Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	defer own.Close()
	var told atomic.Bool
	f := connect(t, Access{URL: own.URL(), Told: func(line string) {
		if strings.HasPrefix(line, "no worker is there that can do the jobs of play;") {
			told.Store(true)
		}
	}})
	f.look = 10 * time.Millisecond
	c := begin(t, f, Run{ID: "run", Program: "p", Command: "play"})
	waittest.Until(t, "it is told that nobody works", told.Load)
	end(t, c, true)
}
