package bdi

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"wolfden/internal/bot/personality"
	"wolfden/internal/bot/scene"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// The bank has every role and situation in both languages, with leans that are behaviors and texts that fit.
func TestBank(t *testing.T) {
	for _, lang := range []string{"en", "ja"} {
		for _, role := range werewolf.StandardRoles().Roles() {
			situations, err := bank(lang, nil, role)
			if err != nil || len(situations) != len(applies)+1 {
				t.Fatalf("%s, %s: %d situations, %v", lang, role, len(situations), err)
			}
			english, _ := bank("en", nil, role)
			for i, s := range situations {
				if (applies[s.Key] == nil) != (i == len(situations)-1) || s.Title == "" || s.When == "" || s.Key != english[i].Key {
					t.Errorf("%s, %s: situation %+v", lang, role, s)
				}
				leans := map[personality.Feature]bool{}
				for j, w := range s.Ways {
					leans[w.Lean] = true
					text := strings.ReplaceAll(w.Text, "{t}", "Minako")
					if n := utf8.RuneCountInString(text); n == 0 || n > MaxIntention || strings.ContainsAny(text, "{}") {
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
	if _, err := bank("fr", nil, werewolf.Seer); err == nil {
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
		got := w.Now(o, m)
		if got.Key != tt.want || got.Title == "" || got.When == "" || got.Final == "" || len(got.Others) != len(applies) || strings.Contains(got.Final, "{t}") {
			t.Errorf("%s: %+v", tt.want, got)
		}
	}
}

// A model is asked about every situation and the plan, once; what it says of whom it will believe least is said of that player
// when it comes.
func TestInferAsksBeforeTheGame(t *testing.T) {
	var asked []string
	var several sync.Mutex // are asked at the same time
	d := desk(t, "en", llmtest.Model(func(p llmtest.Prompt) llmtest.Answer {
		several.Lock()
		asked = append(asked, p.Task)
		several.Unlock()
		if p.Task == "policies" {
			return llmtest.Answer{Text: `{"strategy_summary":"s","co_policy":"c","results_policy":"r","analysis_policy":"a","persuasion_policy":"p","vote_policy":"v"}`}
		}
		for _, part := range []string{"Behavior tendency, from 0 to 1: avoidant_behavior 0.", "Desire tendency, from 0 to 1: self_realization 0."} {
			if !strings.Contains(p.Text(), part) {
				t.Errorf("%s lacks %q:\n%s", p.Task, part, p.Text())
			}
		}
		if strings.Contains(p.Text(), "An ordinary day") {
			return llmtest.Answer{Text: `{"reasons":"assertive","final":"Corner {t} as I like."}`}
		}
		return llmtest.Answer{Text: `{"reasons":"calm","final":"Wait and see."}`}
	}))
	o := table(t, werewolf.Villager, 1)
	m := NewMicroBeliefs(desk(t, "en", nil), somebody())
	w, err := Macro(d, nil, werewolf.Villager, somebody())
	if err != nil {
		t.Fatal(err)
	}
	w.Infer(t.Context(), &scene.Scene{Me: "Ada"})
	if slices.Sort(asked); !slices.Equal(asked, append(slices.Repeat([]string{"macro-desire"}, len(applies)+1), "policies")) || w.Plan().CO != "c" {
		t.Errorf("asked %v, plans %+v", asked, w.Plan())
	}
	if got := w.Now(o, m); got.Key != "usual" || got.Final != "Corner somebody as I like." {
		t.Errorf("of nobody yet: %+v", got)
	}
	m.beliefs[dov].Credibility = 0.4
	if got := w.Now(o, m); got.Final != "Corner Dov as I like." || !slices.Contains(got.Others, "Rival seers: Wait and see.") {
		t.Errorf("of Dov: %+v", got)
	}
	if len(asked) != len(applies)+2 {
		t.Errorf("asked again: %v", asked)
	}
}

// Every role has a duty and policies in both languages, as brief as prompts show them.
func TestUsualPlans(t *testing.T) {
	for _, role := range werewolf.StandardRoles().Roles() {
		for lang, most := range map[string]int{"en": 50, "ja": 50} {
			duty, p := usualPlan(lang, nil, role)
			for _, part := range []string{duty, p.Summary, p.CO, p.Results, p.Analysis, p.Persuasion, p.Vote} {
				if part == "" || utf8.RuneCountInString(part) > 200 {
					t.Errorf("%s, %s: %q", lang, role, part)
				}
			}
			if utf8.RuneCountInString(p.CO) > most {
				t.Errorf("%s, %s: %q is long", lang, role, p.CO)
			}
		}
	}
}
