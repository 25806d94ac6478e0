package story

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"wolfden/internal/viewer/viewertest"
	"wolfden/werewolf"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// told is what a reader is told, an item a line.
func told(s *Story) []byte {
	var b bytes.Buffer
	for _, i := range s.Items {
		fmt.Fprintf(&b, "%s %s", i.ID(), i.Kind)
		put := func(when bool, format string, args ...any) {
			if when {
				fmt.Fprintf(&b, " "+format, args...)
			}
		}
		put(i.Seat != 0, "seat=%d", i.Seat)
		put(i.Target != 0, "target=%d", i.Target)
		put(i.Species != werewolf.NoSpecies, "%s", i.Species)
		put(i.Killed, "killed")
		put(len(i.Ballots) > 0, "votes of day %d: %v", i.VotedOn, i.Ballots)
		put(i.Skip, "skip")
		put(i.Over, "over")
		put(i.Forced, "forced")
		put(i.Cut, "cut")
		put(i.Fault != 0, "%s at %s", i.Fault, i.Request)
		put(i.Winner != werewolf.NoTeam, "%s %s", i.Winner, i.How)
		text := ""
		for _, w := range i.Words {
			text += w.Text
		}
		put(text != "", "%q", text)
		b.WriteByte('\n')
	}
	return b.Bytes()
}

// TestGoldenPerspectives: what each role reads of one game, one golden file for each perspective.
func TestGoldenPerspectives(t *testing.T) {
	rec := viewertest.Play(t, 13, 4, nil)
	as := map[string]Perspective{"all": {All: true}, "village": {}, "village-end": {End: true}}
	for i := range rec.Header.Seats {
		as[rec.Header.Seats[i].Role.String()] = Perspective{Seat: werewolf.SeatID(i + 1)} // of several of a role, the last
	}
	for name, y := range as {
		got := told(Of(rec, y))
		path := filepath.Join("testdata", "eyes", name+".txt")
		if *update {
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			a, b := bytes.Split(got, []byte("\n")), bytes.Split(want, []byte("\n"))
			for n := range min(len(a), len(b)) {
				if !bytes.Equal(a[n], b[n]) {
					t.Errorf("%s: line %d is %q, want %q", name, n+1, a[n], b[n])
					break
				}
			}
			if len(a) != len(b) {
				t.Errorf("%s: %d lines, want %d", name, len(a), len(b))
			}
		}
	}
}
