package logic

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"wolfden/internal/ledger"
	"wolfden/internal/reason"
	"wolfden/internal/reason/belief"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// concluded is what Ada, a villager of five, concludes: Bela and Cleo claim to be the seer, and Emil was executed while the
// game went on.
func concluded(t *testing.T) (*werewolf.Observation, *reason.Reasoner) {
	t.Helper()
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	o := &werewolf.Observation{
		Rules: &rules, Seat: 1, Day: 2, Names: []string{"Ada", "Bela", "Cleo", "Dov", "Emil"}, Living: werewolf.SetOf(1, 2, 3, 4),
		Roles:   []werewolf.Role{0, werewolf.Villager, 0, 0, 0, 0},
		Request: werewolf.Request{Seat: 1, Kind: werewolf.Talk},
		Talks:   []werewolf.Utterance{{Day: 1, Seat: 2, Text: "b"}, {Day: 1, Seat: 3, Text: "c"}},
		Deaths:  []werewolf.Death{{Day: 1, Seat: 5, Cause: werewolf.ByExecution}},
	}
	table, err := belief.Standard()
	if err != nil {
		t.Fatal(err)
	}
	m := reason.NewReasoner(table)
	var heard ledger.Writer
	for i := range o.Talks {
		heard.Hear(&o.Talks[i], speech.Claim(o.Talks[i].Seat, werewolf.Seer))
	}
	m.See(o, heard.Reader())
	return o, m
}

func tracker(t *testing.T, lang string) *Tracker {
	t.Helper()
	g, err := New(lang, 0)
	if err != nil {
		t.Fatal(err)
	}
	o, m := concluded(t)
	e := m.Logic()
	g.update(o.Names, &e)
	return g
}

// The parts are those of reason/logic, all of them, in its order but for nothing.
func TestElementsAreThoseOfReason(t *testing.T) {
	o, m := concluded(t)
	for _, lang := range []string{"en", "ja"} {
		g := tracker(t, lang)
		e := m.Logic()
		want, err := e.Sentences(lang, o.Names)
		if err != nil {
			t.Fatal(err)
		}
		if got := g.Lines(); !slices.Equal(got, want) || len(want) < 10 {
			t.Errorf("%s: %q\nwant %q", lang, got, want)
		}
		parts := g.Elements()
		if len(parts.Excesses) != 1 || len(parts.Patterns) < 2 || len(parts.NotWolves) != 1 || len(parts.Possible) < 3 {
			t.Errorf("%s: parts %+v", lang, parts)
		}
		for part, lines := range map[string][]string{"Bela": parts.Excesses, "Cleo": parts.Patterns, "Emil": parts.NotWolves, "Ada": parts.Possible} {
			if !strings.Contains(strings.Join(lines, ""), part) {
				t.Errorf("%s: %q does not name %s", lang, lines, part)
			}
		}
	}
}

func TestPrompt(t *testing.T) {
	g := tracker(t, "en")
	whole := g.Prompt(0)
	if whole != strings.Join(g.Lines(), "\n") {
		t.Errorf("the whole prompt is %q", whole)
	}
	for most := 1; most <= utf8.RuneCountInString(whole); most++ {
		text := g.Prompt(most)
		if utf8.RuneCountInString(text) > most || !inOrder(strings.Split(text, "\n"), g.Lines()) {
			t.Fatalf("of %d characters: %q", most, text)
		}
		supposed := strings.Contains(text, g.Elements().Patterns[0])
		for _, certain := range slices.Concat(g.Elements().NotWolves, g.Elements().Possible) {
			if supposed && !strings.Contains(text, certain) {
				t.Fatalf("of %d characters a pattern is kept rather than %q:\n%s", most, certain, text)
			}
		}
		if strings.HasSuffix(text, ":") {
			t.Fatalf("of %d characters a heading is left alone: %q", most, text)
		}
	}
	first := g.Elements().Excesses[0]
	if got := g.Prompt(len(first)); got != first {
		t.Errorf("what fits is left out: %q", got)
	}
}

// inOrder reports whether the lines stand in the list in their order.
func inOrder(lines, list []string) bool {
	if len(lines) == 1 && lines[0] == "" {
		return true
	}
	for _, l := range lines {
		i := slices.Index(list, l)
		if i < 0 {
			return false
		}
		list = list[i+1:]
	}
	return true
}

func TestNote(t *testing.T) {
	g := tracker(t, "en")
	var e Elements
	if err := json.Unmarshal([]byte(g.Note()), &e); err != nil || !slices.Equal(e.Patterns, g.Elements().Patterns) {
		t.Errorf("noted %+v, %v", e, err)
	}
	fresh, err := New("", 0)
	if err != nil || fresh.Note() != "" || fresh.Prompt(0) != "" {
		t.Errorf("of nothing: %q, %v", fresh.Prompt(0), err)
	}
	if _, err := New("fr", 0); err == nil {
		t.Error("there is logic in French")
	}
}
