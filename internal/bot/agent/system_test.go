package agent

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/talker"
	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// steps is a state that keeps what was run.
type steps struct {
	ran   []string
	value float64
}

func (s *steps) did(name, what string) { s.ran = append(s.ran, name+" "+what) }

// module is a module with every function. It decides for the named player, 0 for nothing.
func module(name string, target werewolf.SeatID) Module[steps] {
	return Module[steps]{
		Name: name,
		Think: func(s *steps, t *Table) Changes {
			opinion, shown := t.Self.Opinion(), t.Self.Pretence()
			s.did(name, fmt.Sprintf("thinks after %.0f, %d shown", opinion.Score[t.O.Seat], len(shown.Invented)))
			t.Scene.Advice += name
			opinion.Score[t.O.Seat]++
			shown.Invented = append(shown.Invented, werewolf.Finding{Target: 2, Species: werewolf.Human})
			t.Note(name + " weighed")
			return Changes{Opinion: opinion, Shown: &shown, Note: name + " found"}
		},
		Speak: func(s *steps, _ *Table, b *Brief) {
			s.did(name, "speaks")
			b.Strategy += name + " advises"
			b.Logic = name + " concludes"
			b.Order(name + " commands.")
			if target != 0 {
				b.First = talker.Words([]string{name + " says so."}, wording.SmallTalk, wording.Slots{})
			}
		},
		Choose: func(s *steps, _ *Table, c *talker.Choice) bool {
			s.did(name, fmt.Sprint("decides ", c.Of))
			c.Target, c.Profile = target, "Age: 91"
			return c.Of != talker.Pose && target != 0
		},
		Out: func(s *steps, _ *Table, text string) string { s.did(name, "sees "+text); return text },
	}
}

func stepping() *System[steps] {
	first, last := module("first", 2), module("last", 0)
	first.Params = []Param{Number("value", "a number", 5, 1, 9, "test")}
	return &System[steps]{
		Name: "steps", Paper: "test", Modules: []Module[steps]{first, last},
		New: func(k *Kit) (*steps, error) {
			k.Through("last", func(inner llm.Model) llm.Model {
				return llmtest.Model(func(p llmtest.Prompt) llmtest.Answer {
					answer, err := inner.Complete(context.Background(), llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "softly: " + p.Text()}}})
					if err != nil {
						return llmtest.Answer{}
					}
					return llmtest.Answer{Text: answer.Text}
				})
			})
			return &steps{value: k.Number("value")}, nil
		},
	}
}

// Modules think, weigh and tell in the list's order; they decide from the last to the first, and all see the answer.
func TestModulesRunInOrder(t *testing.T) {
	a, err := stepping().Player(Config{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if got := answer(t, a, table(t, werewolf.Talk)); got != "First says so." {
		t.Errorf("says %q", got)
	}
	decides := func(name string, m talker.Matter) string { return fmt.Sprint(name, " decides ", m) }
	want := []string{
		decides("last", talker.Voice), decides("first", talker.Voice), decides("last", talker.Pose), decides("first", talker.Pose),
		decides("last", talker.Show), decides("first", talker.Show), "first thinks after 0, 0 shown",
		"last thinks after 1, 1 shown",
		"last speaks", "first speaks", "first sees First says so.", "last sees First says so.",
	}
	if got := a.State().ran; !slices.Equal(got, want) {
		t.Errorf("ran %q\nnot %q", got, want)
	}
	var notes []string
	for topic, text := range a.Notes() {
		notes = append(notes, topic+": "+text)
	}
	if !slices.Equal(notes, []string{"first: first weighed", "first: first found", "last: last weighed", "last: last found", "rules: says: first; suspects most Emil, suspicion +0.6: nobody vouches for Emil"}) {
		t.Errorf("noted %q", notes)
	}
	if a.State().ran = nil; answer(t, a, table(t, werewolf.Vote)) != "Bela" || a.Table().Self.Target() != 2 {
		t.Errorf("votes otherwise than the module that decides: %q", a.State().ran)
	}
	if scene := a.Table().Scene; scene.Advice != "firstlast" {
		t.Errorf("the scene has the advice %q", scene.Advice)
	}
}

// What a module finds is noted once, and again when it has changed.
func TestNotedOnce(t *testing.T) {
	a := newAgent(t, Config{Seed: 1}, "")
	for i, want := range []string{"day 2", "", "day 3"} {
		o := table(t, werewolf.Talk)
		if i == 2 {
			o.Day = 3
		}
		answer(t, a, o)
		if note := maps.Collect(a.Notes())["module"]; note != want {
			t.Errorf("answer %d: noted %q, not %q", i, note, want)
		}
	}
}

// What modules tell stands in the prompts of utterances and of choices, asked through the module that stands before the
// model. A module that is left out leaves no trace.
func TestModulesTell(t *testing.T) {
	for _, off := range []string{"", "first", "last"} {
		var asked []string
		model := llmtest.Model(func(p llmtest.Prompt) llmtest.Answer {
			asked = append(asked, p.Text())
			return bottest.Mute(p)
		})
		a, err := stepping().Player(Config{Seed: 1, Model: model, Off: []string{off}})
		if err != nil {
			t.Fatal(err)
		}
		spoken := answer(t, a, table(t, werewolf.Talk))
		prompt := asked[0]
		for name, on := range map[string]bool{"first": off != "first", "last": off != "last"} {
			for _, told := range []string{name + " advises", name + " commands."} {
				if strings.Contains(prompt, told) != on {
					t.Errorf("without %q: %q in the prompt is not %v", off, told, on)
				}
			}
			trace := fmt.Sprint(a.State().ran, maps.Collect(a.Notes()), spoken)
			if strings.Contains(trace, name) != on {
				t.Errorf("without %q: %s has left a trace: %s", off, name, trace)
			}
		}
		if strings.HasPrefix(prompt, "softly: ") != (off != "last") {
			t.Errorf("without %q: asked %q", off, prompt[:20])
		}
		asked = nil
		answer(t, a, table(t, werewolf.Vote))
		if told := map[bool]string{true: "first", false: "last"}[off == "last"]; !strings.Contains(asked[0], told+" concludes") || strings.Contains(asked[0], "commands") {
			t.Errorf("without %q, to choose: %s", off, asked[0])
		}
	}
}

// A parameter has the list's value unless it is set, and only within its bounds.
func TestParameters(t *testing.T) {
	for want, set := range map[float64]map[string]float64{5: nil, 9: {"value": 9}} {
		if a, err := stepping().Player(Config{Params: set}); err != nil || a.State().value != want {
			t.Errorf("%v: %v", set, err)
		}
	}
	for says, set := range map[string]map[string]float64{
		"value cannot be 10: value = 5, a number (test; 1 to 9)":             {"value": 10},
		`no parameter "other" (it has: value = 5, a number (test; 1 to 9); `: {"other": 1},
	} {
		if a, err := stepping().Player(Config{Params: set}); err == nil || a != nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v: %v", set, err)
		}
	}
	s := stepping()
	s.Modules[0].Params = nil
	if _, err := s.Player(Config{}); err == nil || !strings.Contains(err.Error(), "value") {
		t.Errorf("a state that asks for what is not in the list: %v", err)
	}
}
