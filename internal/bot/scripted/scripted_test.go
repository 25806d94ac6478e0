package scripted

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"wolfden/werewolf"
)

func ask(t *testing.T, p *Player, seat werewolf.SeatID, kind werewolf.RequestKind, day, turn int) string {
	t.Helper()
	o := werewolf.Observation{
		Seat: seat, Day: day, Names: []string{"Alice", "Bob", "Carol Ann"}, Living: werewolf.SeatsUpTo(3),
		Request: werewolf.Request{Seat: seat, Kind: kind, Turn: turn},
	}
	if kind.Chooses() {
		o.Request.Targets = werewolf.SetOf(2, 3)
	}
	text, err := p.Answer(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func parsed(t *testing.T, text string) *Script {
	t.Helper()
	s, err := parse(strings.NewReader(text), "test")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestAnswers(t *testing.T) {
	s := parsed(t, `# a script
TALK Hello everybody.
1 TALK I am the seer.
1.2 TALK In turn two.
TALK "a\nb"
VOTE Carol Ann
SEAT Carol Ann
TALK I am Carol.
DEFAULT TALK Skip
DEFAULT VOTE Alice
SEAT *
WHISPER   psst
DEFAULT GUARD FIRST
`)
	const talk, vote = werewolf.Talk, werewolf.Vote
	alice, carol := New(s), New(s)
	for i, c := range []struct {
		p         *Player
		seat      werewolf.SeatID
		kind      werewolf.RequestKind
		day, turn int
		want      string
	}{
		{alice, 1, talk, 0, 0, "Hello everybody."},
		{alice, 1, talk, 1, 2, "I am the seer."},
		{alice, 1, talk, 1, 2, "In turn two."},
		{alice, 1, talk, 1, 3, "a\nb"},
		{alice, 1, talk, 1, 3, "Over"},
		{alice, 1, vote, 1, 0, "Carol Ann"},
		{alice, 1, vote, 2, 0, "Bob"},
		{alice, 1, werewolf.Whisper, 2, 0, "psst"},
		{alice, 1, werewolf.Guard, 2, 0, "Bob"},
		{alice, 1, werewolf.Divine, 2, 0, "Bob"},
		{alice, 1, werewolf.Initialize, 0, 0, ""},
		{carol, 3, talk, 0, 0, "Hello everybody."},
		{carol, 3, talk, 0, 0, "a\nb"},
		{carol, 3, talk, 0, 0, "I am Carol."},
		{carol, 3, talk, 0, 0, "Skip"},
		{carol, 3, vote, 0, 0, "Carol Ann"},
		{carol, 3, vote, 0, 0, "Alice"},
	} {
		if got := ask(t, c.p, c.seat, c.kind, c.day, c.turn); got != c.want {
			t.Errorf("%d: %s of seat %d on day %d: %q, want %q", i, c.kind, c.seat, c.day, got, c.want)
		}
	}
}

func TestOpenFloor(t *testing.T) {
	p := New(parsed(t, "TALK once"))
	o := werewolf.Observation{Names: []string{"A"}, Seat: 1, Request: werewolf.Request{Seat: 1, Kind: werewolf.Talk, Open: true}}
	for _, want := range []string{"once", "", ""} {
		if got, _ := p.Answer(context.Background(), o); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestFaultsNameTheirLine(t *testing.T) {
	for text, says := range map[string]string{
		"TALK":                               "f:1: TALK without an answer",
		"TALK hi\n\nSHOUT hi":                `f:3: "SHOUT" is no kind of request`,
		"talk hi":                            `f:1: "talk" is no kind`,
		"FINISH hi":                          `f:1: "FINISH" is no kind`,
		"1":                                  `f:1: "" is no kind`,
		"1.x TALK hi":                        `f:1: "1.x" is no day`,
		"1x TALK hi":                         `f:1: "1x" is no day`,
		"1.-2 TALK hi":                       `f:1: "1.-2" is no day`,
		"TALK \"open":                        `f:1: "open is not a quoted text`,
		"SEAT":                               "f:1: SEAT without a name",
		"DEFAULT":                            `f:1: "" is no kind`,
		"DEFAULT 1 TALK hi":                  "f:1: a DEFAULT has no day",
		"\uFEFFVOTE":                         "f:1: VOTE without an answer",
		"TALK " + strings.Repeat("x", 5<<20): "f:1: bufio.Scanner: token too long",
	} {
		_, err := parse(strings.NewReader(text), "f")
		if !errors.Is(err, ErrScript) || !strings.Contains(err.Error(), says) {
			t.Errorf("%.20q: %v, want %q", text, err, says)
		}
	}
	_, err := parse(strings.NewReader("A b\nTALK hi\nB c"), "f")
	if err == nil || !strings.Contains(err.Error(), "f:1:") || !strings.Contains(err.Error(), "f:3:") {
		t.Errorf("two faults: %v", err)
	}
}

func TestOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "script")
	if err := os.WriteFile(path, []byte("TALK hi\r\nVOTE Bob\r\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := ask(t, New(s), 1, werewolf.Talk, 0, 0); got != "hi" {
		t.Errorf("%q", got)
	}
	if _, err := Open(path + ".not"); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

// FuzzParse: no text breaks the parser, and what it takes can be played.
func FuzzParse(f *testing.F) {
	f.Add("TALK hi\nSEAT Bob\n1.2 VOTE Bob\nDEFAULT TALK \"\"")
	f.Add("\uFEFF1. TALK \"\\xff\"")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := parse(strings.NewReader(text), "f")
		if (err == nil) == (s == nil) {
			t.Fatalf("script %v, error %v", s, err)
		}
		if err != nil {
			return
		}
		p := New(s)
		for kind := werewolf.Talk; kind <= werewolf.Finish; kind++ {
			ask(t, p, 2, kind, 1, 1)
		}
	})
}
