package logic

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot/agent"
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
	g, err := New(lang)
	if err != nil {
		t.Fatal(err)
	}
	o, m := concluded(t)
	e := m.Logic()
	g.update(o, &e)
	return g
}

// The parts are those of reason/logic, all of them, in its order but for nothing; beside the reader's name stands that it is the reader's.
func TestElementsAreThoseOfReason(t *testing.T) {
	o, m := concluded(t)
	for _, lang := range []string{"en", "ja"} {
		g := tracker(t, lang)
		e := m.Logic()
		me := map[string]string{"en": "Ada (you)", "ja": "Ada（あなた）"}[lang]
		want, err := e.Sentences(lang, append([]string{me}, o.Names[1:]...))
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
		for part, lines := range map[string][]string{"Bela": parts.Excesses, "Cleo": parts.Patterns, "Emil": parts.NotWolves, me: parts.Possible} {
			if !strings.Contains(strings.Join(lines, ""), part) {
				t.Errorf("%s: %q does not name %s", lang, lines, part)
			}
		}
	}
}

// A model is told every line.
func TestTellLogic(t *testing.T) {
	g, b := tracker(t, "en"), &agent.Brief{}
	if g.TellLogic(nil, b); b.Logic != strings.Join(g.Lines(), "\n") || len(g.Lines()) < 10 {
		t.Errorf("the model is told %q", b.Logic)
	}
}

func TestNote(t *testing.T) {
	g := tracker(t, "en")
	var e Elements
	if err := json.Unmarshal([]byte(g.Note()), &e); err != nil || !slices.Equal(e.Patterns, g.Elements().Patterns) {
		t.Errorf("noted %+v, %v", e, err)
	}
	fresh, err := New("")
	if err != nil || fresh.Note() != "" {
		t.Errorf("of nothing: %q, %v", fresh.Note(), err)
	}
	if _, err := New("fr"); err == nil {
		t.Error("there is logic in French")
	}
}
