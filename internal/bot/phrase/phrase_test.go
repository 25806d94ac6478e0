package phrase

import (
	"slices"
	"testing"
	"testing/fstest"
)

func book(t *testing.T) Book {
	t.Helper()
	files := fstest.MapFS{"d/en.txt": {Data: []byte("# a comment: x\nb: {t} meets {o}.\na: one\nb: {o} waits: here.\n\nno kind\n")}}
	b, err := Read(files, "d", "")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestBook(t *testing.T) {
	b := book(t)
	if got := b.All("b", "t", "{o}", "o", "Bela"); !slices.Equal(got, []string{"{o} meets Bela.", "Bela waits: here."}) {
		t.Errorf("a name was taken for a gap: %q", got)
	}
	if got := b.Say("a"); got != "one" {
		t.Errorf("said %q", got)
	}
	if got := b.Say("c", "t"); got != "" {
		t.Errorf("said %q of an unknown kind", got)
	}
	if !slices.Equal(b.Kinds(), []string{"b", "a"}) {
		t.Errorf("kinds %q", b.Kinds())
	}
	if _, err := Read(fstest.MapFS{}, "d", "fr"); err == nil {
		t.Error("a file that is not there was read")
	}
}

func TestShuffled(t *testing.T) {
	b := book(t)
	firsts := map[string]bool{}
	for seed := range uint64(20) {
		s, again := b.Shuffled(seed), b.Shuffled(seed)
		if !slices.Equal(s.All("b"), again.All("b")) {
			t.Errorf("seed %d gives two orders", seed)
		}
		firsts[s.Say("b")] = true
	}
	if len(firsts) != 2 || b.Say("b") != "{t} meets {o}." {
		t.Errorf("the first of an order is always %v", firsts)
	}
}
