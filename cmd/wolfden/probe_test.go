package main

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/bot/probe"
	"wolfden/werewolf"
)

// TestProbeChangesNothing: games with a probe are those without one, byte for byte, but for the notes and the word of the header that
// there was one; and everybody who lives at the end of a day is asked.
func TestProbeChangesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("one command after another, each in one goroutine")
	}
	for _, play := range [][]string{
		{"play", "--players", "5", "--bots", "lycaon,plain,mille,gptaku,random", "--games", "2"},
		{"play", "--players", "13", "--bots", "lycaon,kanolab,plain,yharada", "--lang", "ja", "--games", "1"},
		{"compare", "lycaon", "plain", "--games", "2"},
	} {
		dir := t.TempDir()
		without, with := filepath.Join(dir, "without"), filepath.Join(dir, "with")
		args := slices.Concat(play, []string{"--seed", "3", "-q"})
		run(t.Context(), slices.Concat(args, []string{"--out", without}), io.Discard, io.Discard) // a comparison may end undecided
		run(t.Context(), slices.Concat(args, []string{"--probe", "--out", with}), io.Discard, io.Discard)
		before, err := below(without)
		if err != nil || len(before) < 1 {
			t.Fatalf("%v: %d games, %v", play, len(before), err)
		}
		for _, file := range before {
			name, err := filepath.Rel(without, file)
			if err != nil {
				t.Fatal(err)
			}
			want, got := written(t, file), written(t, filepath.Join(with, name))
			if !got.probe || want.probe || got.asked == 0 || got.asked != got.living || want.asked != 0 {
				t.Errorf("%v: %d of %d were asked with a probe, %d without", play, got.asked, got.living, want.asked)
			}
			if !bytes.Equal(got.text, want.text) {
				t.Errorf("%v: the games differ in %s", play, name)
			}
		}
	}
}

// probedGame is a record without what a probe leaves.
type probedGame struct {
	text   []byte
	probe  bool
	asked  int // answers to probes
	living int // players that lived at the end of a day
}

func written(t *testing.T, file string) (g probedGame) {
	t.Helper()
	rec, err := gamelog.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	g.probe, rec.Header.Provenance.Probe = rec.Header.Provenance.Probe, false
	living := werewolf.SeatsUpTo(len(rec.Header.Seats))
	for i := range rec.Entries {
		if in := rec.Entries[i].Input; in != nil {
			left := slices.DeleteFunc(slices.Clone(in.Notes), func(n gamelog.Note) bool { return n.Topic == probe.Topic })
			g.asked += len(in.Notes) - len(left)
			in.Notes = left
			continue
		}
		switch e := rec.Entries[i].Event; e.Kind {
		case werewolf.Executed, werewolf.FoundDead:
			living = living.Without(e.Seat)
		case werewolf.NightBegan:
			if e.Day > 0 {
				g.living += living.Len()
			}
		default:
		}
	}
	var out bytes.Buffer
	if err := gamelog.Write(&out, rec); err != nil {
		t.Fatal(fmt.Errorf("%s: %w", file, err))
	}
	g.text = out.Bytes()
	return g
}
