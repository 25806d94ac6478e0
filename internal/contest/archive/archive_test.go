package archive

import (
	"os"
	"path/filepath"
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

// A game that does not count any more is counted by no later start, and what was written of it takes nothing of another game away.
func TestAnnulledGamesAreGone(t *testing.T) {
	dir := t.TempDir()
	a, h := New(dir), &gamelog.Header{ID: secret.ID(), Seats: []werewolf.Seat{{Team: "a"}}}
	over := []gamelog.Entry{{Event: &werewolf.Event{Kind: werewolf.GameOver, End: werewolf.Elimination, Winner: werewolf.VillagerTeam}}}
	a.Add(Summarize(h, over))
	if err := os.WriteFile(a.Path(h.ID), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if a.Completed(h.ID) || a.Complete(h.ID) != nil || !a.Completed(h.ID) {
		t.Error("it is not known when all is done for a game")
	}
	for range 2 { // as after a crash
		if err := a.Annul(h.ID); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.Complete(h.ID); err != nil || a.Game(h.ID) != nil || a.teams["a"].Games != 0 || a.teams["a"].Decided != 0 {
		t.Errorf("%v, %+v", err, a.teams["a"])
	}
	again := New(dir)
	if err := again.Open(func(*gamelog.Record) { t.Error("it is told of again") }); err != nil || len(again.Games()) != 0 {
		t.Errorf("%v: %d games", err, len(again.Games()))
	}
	path := filepath.Join(dir, "T.log")
	for n, id := range []string{"one", "two"} {
		if err := os.WriteFile(path, []byte(id), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := PutAside(path, id); err != nil {
			t.Fatal(err)
		}
		if kept, err := filepath.Glob(filepath.Join(dir, "T.log*"+Annulled)); err != nil || len(kept) != n+1 {
			t.Errorf("%v are kept, %v", kept, err)
		}
	}
}
