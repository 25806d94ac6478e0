package archive

import (
	"os"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/secret"
	"wolfden/werewolf"
)

func TestFaultsAreCountedOnce(t *testing.T) {
	h := &gamelog.Header{ID: secret.ID(), Seats: []werewolf.Seat{{Team: "a"}, {Team: "b"}}}
	in := func(seat werewolf.SeatID, kind werewolf.ActionKind, fault gamelog.Fault) gamelog.Entry {
		return gamelog.Entry{Input: &gamelog.Input{Action: werewolf.Action{Kind: kind, Seat: seat}, Fault: fault}}
	}
	s := Summarize(h, []gamelog.Entry{
		in(1, werewolf.Answer, gamelog.Late), in(1, werewolf.Answer, gamelog.Lost), in(1, werewolf.Fail, gamelog.Lost),
		in(2, werewolf.Answer, gamelog.Illegal), in(2, werewolf.Answer, gamelog.NoFault), in(9, werewolf.Answer, gamelog.Late),
		{Event: &werewolf.Event{Kind: werewolf.GameOver, End: werewolf.Failure}},
	})
	a := New(t.TempDir())
	a.Add(s)
	a.Add(s)
	if got := a.teams["a"]; got.Games != 1 || got.Failed != 1 || got.Wins != 0 || got.Faults["late"] != 1 || got.Faults["lost"] != 1 {
		t.Errorf("a: %+v", got)
	}
	if got := a.teams["b"]; got.Faults["illegal"] != 1 || got.Faults["late"] != 0 {
		t.Errorf("b: %+v", got)
	}
}

// Where the disk takes nothing more nothing is left behind, and a disk that does says so.
func TestWritable(t *testing.T) {
	t.Parallel()
	a := New(t.TempDir())
	if a.Writable() == nil {
		t.Error("a folder that is not there can be written to")
	}
	if err := os.MkdirAll(a.Running(), 0o750); err != nil {
		t.Fatal(err)
	}
	if err := a.Writable(); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(a.Running()); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
