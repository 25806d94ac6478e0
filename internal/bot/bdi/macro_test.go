package bdi

import (
	"strings"
	"testing"
	"unicode/utf8"

	"wolfden/internal/bot/personality"
	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/task"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// The bank has every role and situation in both languages, with leans that are behaviors and texts that fit.
func TestBank(t *testing.T) {
	for _, lang := range []string{"en", "ja"} {
		for _, role := range werewolf.StandardRoles().Roles() {
			bank, err := Bank(lang, nil, role)
			if err != nil || len(bank) != len(applies)+1 {
				t.Fatalf("%s, %s: %d situations, %v", lang, role, len(bank), err)
			}
			english, _ := Bank("en", nil, role)
			for i, s := range bank {
				if (applies[s.Key] == nil) != (i == len(bank)-1) || s.Title == "" || s.When == "" || s.Key != english[i].Key {
					t.Errorf("%s, %s: situation %+v", lang, role, s)
				}
				leans := map[personality.Feature]bool{}
				for j, w := range s.Ways {
					leans[w.Lean] = true
					text := strings.ReplaceAll(w.Text, "{t}", "Minako")
					if n := utf8.RuneCountInString(text); n == 0 || n > task.MaxIntention || strings.ContainsAny(text, "{}") {
						t.Errorf("%s, %s, %s: %q has %d characters", lang, role, s.Key, text, n)
					}
					if w.Lean != english[i].Ways[j].Lean {
						t.Errorf("%s, %s, %s: way %d leans to %s", lang, role, s.Key, j, w.Lean)
					}
				}
				if len(leans) != 3 {
					t.Errorf("%s, %s, %s: ways lean to %v", lang, role, s.Key, leans)
				}
			}
		}
		text, err := files.ReadFile("bank/" + lang + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			name, _, isWay := strings.Cut(line, ": ")
			if f := leaning(name); isWay && !strings.HasPrefix(line, "#") && f.String() != name {
				t.Errorf("%s: %q is no behavior", lang, name)
			}
		}
	}
	if _, err := Bank("fr", nil, werewolf.Seer); err == nil {
		t.Error("there is a bank in French")
	}
}

func TestMacroFollowsThePersonality(t *testing.T) {
	for name, tt := range map[string]struct {
		p    personality.Personality
		want personality.Feature
	}{"bold": {somebody(), personality.Assertiveness}, "shy": {shy(), personality.AvoidantBehavior}} {
		w, err := Macro(desk(t, "en", nil), nil, werewolf.Villager, tt.p)
		if err != nil {
			t.Fatal(err)
		}
		if got := w.Situations()[0].Ways[0].Lean; got != tt.want {
			t.Errorf("the %s villager leans to %s", name, got)
		}
	}
}

func TestNowFindsTheSituation(t *testing.T) {
	tests := []struct {
		want string
		role werewolf.Role
		set  func(o *werewolf.Observation, m *MicroBeliefs)
	}{
		{"day-zero", werewolf.Villager, func(o *werewolf.Observation, _ *MicroBeliefs) { o.Day = 0 }},
		{"usual", werewolf.Villager, func(*werewolf.Observation, *MicroBeliefs) {}},
		{"accused", werewolf.Villager, func(o *werewolf.Observation, m *MicroBeliefs) { say(t, o, m, bela, "x", speech.Do(speech.Vote, ada)) }},
		{"accused", werewolf.Villager, func(o *werewolf.Observation, m *MicroBeliefs) { say(t, o, m, bela, "x", found(ada, werewolf.Wolf)) }},
		{"usual", werewolf.Villager, func(o *werewolf.Observation, m *MicroBeliefs) {
			say(t, o, m, bela, "x", speech.Ask(ada, speech.AnyTopic, 0))
		}},
		{"usual", werewolf.Villager, func(o *werewolf.Observation, m *MicroBeliefs) { say(t, o, m, bela, "x", found(ada, werewolf.Human)) }},
		{"usual", werewolf.Villager, func(o *werewolf.Observation, m *MicroBeliefs) {
			say(t, o, m, bela, "x", speech.Do(speech.Vote, ada))
			o.Day++ // a charge of yesterday
		}},
		{"endgame", werewolf.Villager, func(o *werewolf.Observation, _ *MicroBeliefs) { o.Living = werewolf.SetOf(ada, bela, cleo, dov) }},
		{"rivals", werewolf.Villager, func(o *werewolf.Observation, m *MicroBeliefs) {
			say(t, o, m, bela, "x", found(cleo, werewolf.Human))
			say(t, o, m, dov, "x", found(cleo, werewolf.Wolf))
		}},
		{"rivals", werewolf.Seer, func(o *werewolf.Observation, m *MicroBeliefs) { say(t, o, m, bela, "x", found(cleo, werewolf.Human)) }},
		{"black", werewolf.Villager, func(o *werewolf.Observation, m *MicroBeliefs) { say(t, o, m, bela, "x", found(cleo, werewolf.Wolf)) }},
	}
	for _, tt := range tests {
		o := table(t, tt.role, 1)
		d := desk(t, "en", nil)
		m := NewMicroBeliefs(d, somebody())
		w, err := Macro(d, nil, tt.role, somebody())
		if err != nil {
			t.Fatal(err)
		}
		tt.set(o, m)
		got := w.Now(t.Context(), o, &scene.Scene{}, m)
		if got.Key != tt.want || len(got.Guidelines) != 3 || strings.Contains(got.Text(), "{t}") {
			t.Errorf("%s: %+v", tt.want, got)
		}
	}
}

func TestNowAsksAModelOnceACase(t *testing.T) {
	asked := 0
	d := desk(t, "en", llmtest.Model(func(p llmtest.Prompt) llmtest.Answer {
		asked++
		return llmtest.Answer{Text: `{"title":"An ordinary day","guidelines":["Do as I like."]}`}
	}))
	o := table(t, werewolf.Villager, 0)
	m := NewMicroBeliefs(desk(t, "en", nil), somebody())
	w, err := Macro(d, nil, werewolf.Villager, somebody())
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if got := w.Now(t.Context(), o, &scene.Scene{}, m); got.Key != "usual" || got.Text() != "Do as I like." {
			t.Errorf("the model's desire became %+v", got)
		}
	}
	if asked != 1 {
		t.Errorf("asked %d times", asked)
	}
}
