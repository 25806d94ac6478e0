package contestlog

import (
	"bytes"
	"fmt"
	"io"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/gamelogtest"
	"wolfden/werewolf"
)

// mustParse reads a record.
func mustParse(tb testing.TB, data []byte) *gamelog.Record {
	tb.Helper()
	rec, err := gamelog.Parse(data)
	if err != nil {
		tb.Fatal(err)
	}
	return rec
}

// shortRecord is a five-player game of one vote.
func shortRecord(tb testing.TB) []byte {
	h := gamelogtest.Header(tb, 5, 2)
	standard, err := werewolf.Standard(5)
	if err != nil {
		tb.Fatal(err)
	}
	h.Rules = standard
	h.Rules.Talk.MaxCount.PerAgent, h.Rules.MaxDay = 1, 1
	for i := range h.Seats {
		h.Seats[i].Profile, h.Seats[i].Avatar = "", ""
	}
	return gamelogtest.Record(tb, h, 100)
}

func isInput(e gamelog.Entry) bool { return e.Input != nil }

type brokenPipe struct{}

func (brokenPipe) Read([]byte) (int, error)  { return 0, io.ErrClosedPipe }
func (brokenPipe) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// firstDifference is the first line in which two texts differ, nil when they are the same.
func firstDifference(want, got []byte) error {
	a, b := bytes.SplitAfter(want, []byte{'\n'}), bytes.SplitAfter(got, []byte{'\n'})
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) || !bytes.Equal(a[i], b[i]) {
			return fmt.Errorf("line %d differs", i+1)
		}
	}
	return nil
}
