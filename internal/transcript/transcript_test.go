package transcript

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// script is a night and a day of five players in which everything happens.
var script = []werewolf.Event{
	{Kind: werewolf.Dealt, Seat: 1, Role: werewolf.Seer},
	{Kind: werewolf.Dealt, Seat: 2, Role: werewolf.Werewolf},
	{Kind: werewolf.DayBegan},
	{Kind: werewolf.Talked, Seat: 1, Text: "Good morning"},
	{Kind: werewolf.Talked, Seat: 2, Text: "I \x1b[31mam a \u202evillager", Cut: true},
	{Kind: werewolf.Talked, Seat: 3, Text: "Skip", Skip: true, Forced: true},
	{Kind: werewolf.Talked, Seat: 4, Text: "Over", Over: true},
	{Kind: werewolf.Whispered, Seat: 2, Text: "Let us bite Ann"},
	{Kind: werewolf.NightBegan},
	{Kind: werewolf.VoteCast, Seat: 1, Target: 3},
	{Kind: werewolf.Executed, Seat: 3},
	{Kind: werewolf.DivineChosen, Seat: 1, Target: 2},
	{Kind: werewolf.GuardChosen, Seat: 4, Target: 1},
	{Kind: werewolf.AttackCast, Seat: 2, Target: 1},
	{Kind: werewolf.AttackMade, Target: 1},
	{Kind: werewolf.AttackMade, Target: 4, Killed: true},
	{Kind: werewolf.AttackMade},
	{Kind: werewolf.FoundDead, Seat: 4},
	{Kind: werewolf.VotesShown, Votes: []werewolf.Ballot{{Seat: 1, Target: 3}}},
	{Kind: werewolf.AttackVotesShown, Votes: []werewolf.Ballot{{Seat: 2, Target: 1}}},
	{Kind: werewolf.MediumTold, Seat: 5, Target: 3, Species: werewolf.Human},
	{Kind: werewolf.SeerTold, Seat: 1, Target: 2, Species: werewolf.Wolf},
	{Kind: werewolf.Failed, Seat: 5},
	{Kind: werewolf.RoleShown, Seat: 3, Role: werewolf.Villager},
	{Kind: werewolf.GameOver, Winner: werewolf.WerewolfTeam, End: werewolf.Parity},
}

func render(t *testing.T, limited, colour bool) string {
	t.Helper()
	h := &gamelog.Header{ID: "01TEST", Seed: 7}
	for _, name := range []string{"Ann", "Bob", "Cy", "Di", "Eve"} {
		h.Seats = append(h.Seats, werewolf.Seat{Name: name, Team: "te\x07am"})
	}
	var out bytes.Buffer
	p := New(&out, h, colour)
	if limited {
		p.Limit()
	}
	p.Title(h)
	for i := range script {
		p.Event(&script[i])
	}
	p.Fault(&gamelog.Input{
		Action: werewolf.Action{Seat: 2, Request: werewolf.Vote}, Raw: "no\x1b]0;body", Fault: gamelog.Illegal,
	})
	p.Fault(&gamelog.Input{Action: werewolf.Action{Seat: 2, Request: werewolf.Vote}})
	if p.Err() != nil {
		t.Fatal(p.Err())
	}
	return out.String()
}

func TestGoldenTranscript(t *testing.T) {
	for name, got := range map[string]string{
		"all.txt": render(t, false, false), "limited.txt": render(t, true, false), "colour.txt": render(t, false, true),
	} {
		path := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
}

func TestNothingDrivesTheTerminal(t *testing.T) {
	if text := render(t, false, false); strings.ContainsAny(text, "\x1b\x07\u202e") {
		t.Errorf("control characters in %q", text)
	}
	// With colour the only escapes are our own attributes.
	for i, part := range strings.Split(render(t, false, true), "\x1b") {
		if i > 0 && !strings.HasPrefix(part, "[") || strings.ContainsAny(part, "\x07\u202e") {
			t.Errorf("control characters in %q", part)
		}
	}
	if got := Safe("a\x9bb\u2028c\xff"); got != "a\uFFFDb\uFFFDc\uFFFD" {
		t.Errorf("Safe gives %q", got)
	}
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestTheFirstErrorOfWritingStays(t *testing.T) {
	p := New(brokenPipe{}, &gamelog.Header{}, false)
	p.Title(&gamelog.Header{})
	if p.Err() == nil {
		t.Error("a broken pipe is no error")
	}
}
