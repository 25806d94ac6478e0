package match

import (
	"context"
	"fmt"
	"iter"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// noter writes down how often it was asked.
type noter struct {
	asked int
	wild  bool
	notes []string
}

func (n *noter) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	if o.Request.Kind.Speaks() || o.Request.Kind.Chooses() {
		n.asked++
		n.notes = append(n.notes, fmt.Sprint("answer ", n.asked, " \xff"))
	}
	return obedient(ctx, o)
}

func (n *noter) Notes() iter.Seq2[string, string] {
	if n.wild {
		panic("boo")
	}
	return func(yield func(string, string) bool) {
		for _, text := range n.notes {
			if !yield("plan", text) {
				return
			}
		}
		n.notes = n.notes[:0]
	}
}

// What players write down stands beside their answers, for their own seat's eyes.
func TestNotesAreRecorded(t *testing.T) {
	p := &noter{}
	table := newTable(t, testHeader(t, 5, 1), map[int]Player{3: p})
	if _, err := table.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	rec, n := table.mustVerify(t), 0
	for _, e := range rec.View(3) {
		if e.Input != nil {
			n++
			if want := fmt.Sprint("answer ", n, " \uFFFD"); len(e.Input.Notes) != 1 || e.Input.Notes[0].Text != want || e.Input.Notes[0].Topic != "plan" {
				t.Errorf("notes %q, want %q", e.Input.Notes, want)
			}
		}
	}
	if n == 0 || n != p.asked {
		t.Errorf("%d answers with notes, %d in all", n, p.asked)
	}
	for _, seat := range []werewolf.SeatID{0, 1} {
		for _, e := range rec.View(seat) {
			if e.Input != nil && len(e.Input.Notes) > 0 {
				t.Errorf("seat %d sees notes", seat)
			}
		}
	}
}

// Notes that cannot be had, or are endless, cost nothing but themselves.
func TestBadNotes(t *testing.T) {
	endless := &noter{}
	for range 2000 {
		endless.notes = append(endless.notes, strings.Repeat("x", 1000))
	}
	table := newTable(t, testHeader(t, 5, 1), map[int]Player{2: &noter{wild: true}, 3: endless})
	if _, err := table.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	rec := table.mustVerify(t)
	for _, e := range rec.Entries {
		if e.Input == nil {
			continue
		}
		if e.Input.Fault != 0 {
			t.Errorf("fault %v", e.Input.Fault)
		}
		size := 0
		for _, n := range e.Input.Notes {
			size += len(n.Text)
		}
		if size > maxNotes || e.Input.Action.Seat == 2 && size > 0 {
			t.Errorf("%d bytes of notes of seat %d", size, e.Input.Action.Seat)
		}
	}
}

// lateNoter answers its second question too late, and notes each.
type lateNoter struct{ noter }

func (n *lateNoter) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	answer, err := n.noter.Answer(ctx, o)
	if n.asked == 2 && (o.Request.Kind.Speaks() || o.Request.Kind.Chooses()) {
		time.Sleep(time.Duration(o.Rules.Timeout.Action+o.Rules.Timeout.Acceptable)*time.Millisecond + 100*time.Millisecond)
	}
	return answer, err
}

// What was noted with an answer that came too late, or with silence on an open floor, stands beside the next answer.
func TestNotesOfAnswersThatDoNotCountAreKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &lateNoter{}
		table := newTable(t, testHeader(t, 5, 1), map[int]Player{3: p})
		if _, err := table.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		checkNotes(t, table.mustVerify(t), p.asked, gamelog.Late)
	})
	h := testHeader(t, 5, 1)
	h.Rules.Talk.Mode = werewolf.Anytime
	h.Rules.Talk.Duration = 60_000
	silent := &silentNoter{}
	table := newTable(t, h, map[int]Player{3: silent})
	if _, err := table.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	checkNotes(t, table.mustVerify(t), silent.asked, gamelog.NoFault)
}

// silentNoter says nothing on an open floor, and notes that.
type silentNoter struct{ noter }

func (n *silentNoter) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	answer, err := n.noter.Answer(ctx, o)
	if o.Request.Open {
		return "", nil
	}
	return answer, err
}

// checkNotes wants the notes of seat 3, in order, and an answer with the fault, if there is one.
func checkNotes(t *testing.T, rec *gamelog.Record, asked int, fault gamelog.Fault) {
	t.Helper()
	found, n := fault == gamelog.NoFault, 0
	for _, e := range rec.View(3) {
		if e.Input == nil {
			continue
		}
		found = found || e.Input.Fault == fault
		for _, note := range e.Input.Notes {
			n++
			if want := fmt.Sprint("answer ", n, " \uFFFD"); note.Text != want {
				t.Errorf("note %q, want %q", note.Text, want)
			}
		}
	}
	if !found || n != asked || n == 0 {
		t.Errorf("%d notes of %d answers, the fault is there: %v", n, asked, found)
	}
}
