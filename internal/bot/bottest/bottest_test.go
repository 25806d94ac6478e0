package bottest

import (
	"context"
	"errors"
	"iter"
	"strings"
	"testing"

	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
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

// thinker asks a model before every utterance and notes that it did.
type thinker struct {
	model llm.Model
	notes []string
}

func (p *thinker) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	if !o.Request.Kind.Speaks() || p.model == nil {
		return o.Name(o.Request.Targets.First()), nil
	}
	p.notes = append(p.notes, "asks")
	r, err := p.model.Complete(ctx, llm.Request{Label: llm.Label{Task: "speak"}, Messages: []llm.Message{{Role: llm.User, Text: o.Profile}}})
	return r.Text, err
}

func (p *thinker) Notes() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		notes := p.notes
		p.notes = nil
		for _, n := range notes {
			yield("thought", n)
		}
	}
}

func TestSolo(t *testing.T) {
	spoken, chosen := 0, 0
	seeds := map[uint64]bool{}
	s := Solo[*thinker]{
		Players: 5, Seed: 1, Profile: Profile("ja"), Behave: llmtest.Say("私は人狼ではない"),
		New: func(seed uint64, lang string, m llm.Model) (*thinker, error) {
			if seeds[seed] = true; lang != "ja" {
				t.Errorf("an odd seed speaks %s", lang)
			}
			return &thinker{model: m}, nil
		},
		Watch: func(m *Moment[*thinker]) {
			if !m.Spoke() {
				chosen++
				return
			}
			spoken++
			if of := m.Of("speak"); len(of) != 1 || of[0] != Profile("ja") || len(m.Of("other")) > 0 || len(m.Notes["thought"]) != 1 {
				t.Errorf("%v, %v", m.Asked, m.Notes)
			}
			if m.O.Names[0] != Roster("ja", 5)[0] || len(m.Says()) > 2 {
				t.Errorf("%v: %v", m.O.Names, m.Says())
			}
		},
	}
	if _, err := s.Play(); err != nil || spoken < 20 || chosen < 5 || len(seeds) != 5 {
		t.Errorf("%v: %d spoken, %d chosen, %d seeds", err, spoken, chosen, len(seeds))
	}
	s.Behave, s.Watch = nil, nil
	s.New = func(uint64, string, llm.Model) (*thinker, error) { return &thinker{}, errors.New("no player") }
	if _, err := s.Play(); err == nil {
		t.Error("a game without players")
	}
	if s.Players = 4; true {
		if _, err := s.Play(); err == nil {
			t.Error("no standard game has four players")
		}
	}
}

func TestSailor(t *testing.T) {
	for _, lang := range []string{"en", "ja"} {
		name := Roster(lang, 5)[2]
		a := Sailor(lang)(llmtest.Prompt{Task: "expand-character", Messages: []llm.Message{{Text: "Name: " + name}}})
		if !strings.Contains(a.Text, name) || !strings.Contains(a.Text, Habit) || Sailor(lang)(llmtest.Prompt{Task: "word"}).Text != "{}" {
			t.Errorf("%s: %s", lang, a.Text)
		}
	}
	if !OnOneLine("a b\nc", "a", "b") || OnOneLine("a b\nc", "a", "c") {
		t.Error("lines are mixed up")
	}
}
