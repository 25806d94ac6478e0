package main

import (
	"context"
	"io"
	"strings"
	"testing"
)

// TestFiguresComeFirst: how good a program is stands there before it is looked into why it lost: who has seen enough stops there.
func TestFiguresComeFirst(t *testing.T) {
	if testing.Short() {
		t.Skip("games, with nothing in them that trystop.txtar has not at once")
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	out := &stopping{at: "ahead of the others", stop: stop}
	status := run(ctx, []string{"try", "random", "--games", "5", "--judge", "1", "--ways", "8", "--out", t.TempDir()}, out, io.Discard)
	if text := out.String(); status != exitOK || !strings.Contains(text, ", not looked into since it was stopped\n") || strings.Contains(text, " judged") {
		t.Errorf("ends with %d: %s", status, text)
	}
}
