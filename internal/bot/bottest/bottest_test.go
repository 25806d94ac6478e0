package bottest

import (
	"context"
	"errors"
	"strings"
	"testing"

	"wolfden/werewolf"
)

// stubborn answers everything with one text.
type stubborn struct {
	text string
	err  error
	told []werewolf.RequestKind
}

func (s *stubborn) Answer(_ context.Context, o werewolf.Observation) (string, error) {
	if !o.Request.Kind.Speaks() && !o.Request.Kind.Chooses() {
		s.told = append(s.told, o.Request.Kind)
	}
	return s.text, s.err
}

func TestPlay(t *testing.T) {
	r := werewolf.With(werewolf.RoleCounts{werewolf.Werewolf: 1, werewolf.Villager: 2})
	one, two := &stubborn{text: "Bob"}, &stubborn{text: "Nobody"}
	table, err := Sit(r, Seats("Alice", "Bob", "Carol"), 1, []Player{one, two, &stubborn{err: errors.New("broken")}})
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	table.Observe = func(*werewolf.Observation, string) { seen++ }
	if err := table.Play(); err != nil {
		t.Fatal(err)
	}
	problems := strings.Join(table.Illegal, "; ")
	if !strings.Contains(problems, `VOTE "Nobody"`) || !strings.Contains(problems, "broken") || strings.Contains(problems, "seat 1") {
		t.Errorf("illegal: %s", problems)
	}
	if n := len(one.told); n < 4 || one.told[0] != werewolf.Initialize || one.told[1] != werewolf.DailyInitialize || one.told[n-1] != werewolf.Finish {
		t.Errorf("announced: %v", one.told)
	}
	if text := table.Transcript(); seen == 0 || !strings.Contains(text, "Alice: Bob") || !strings.Contains(text, "--- day 1") {
		t.Errorf("transcript:\n%s", text)
	}
	if _, err := Sit(r, Seats("Alice"), 1, nil); err == nil {
		t.Error("a table for one")
	}
}

// An open floor is closed when nobody speaks.
func TestOpenFloorEnds(t *testing.T) {
	r := werewolf.With(werewolf.RoleCounts{werewolf.Werewolf: 1, werewolf.Villager: 2})
	r.Talk.Mode, r.Talk.Duration = werewolf.Anytime, 1
	table, err := Sit(r, Seats("Alice", "Bob", "Carol"), 1, []Player{&stubborn{}, &stubborn{}, &stubborn{}})
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Play(); err != nil {
		t.Fatal(err)
	}
}
