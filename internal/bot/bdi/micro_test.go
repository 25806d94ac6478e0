package bdi

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/task"
	"wolfden/internal/llm"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

func micro(t *testing.T, lang string, m llm.Model) (*werewolf.Observation, *MicroBeliefs, *Micro) {
	t.Helper()
	d := desk(t, lang, m)
	mind := NewMicroBeliefs(d, somebody())
	w, err := Macro(d, nil, werewolf.Villager, somebody())
	if err != nil {
		t.Fatal(err)
	}
	return table(t, werewolf.Villager, 1), mind, NewMicro(d, w, mind)
}

// Over long talk no stage is one of the last two used, and all five are used.
func TestStagesRotate(t *testing.T) {
	o, _, c := micro(t, "en", nil)
	used := map[string]bool{}
	var last []string
	for turn := range 12 {
		o.Day, o.Request.Left.Count = turn/4, 3-turn%4
		a := c.Next(t.Context(), o, &scene.Scene{})
		if slices.Contains(last, a.Stage) {
			t.Fatalf("turn %d: %s after %q", turn, a.Stage, last)
		}
		if turn == 0 && a.Stage != "self_introduction" {
			t.Errorf("begins with %s", a.Stage)
		}
		last = append(last, a.Stage)
		last = last[max(0, len(last)-2):]
		used[a.Stage] = true
		o.Talks = append(o.Talks, werewolf.Utterance{Day: o.Day, Seat: ada, Text: "x"})
	}
	if len(used) < 5 {
		t.Errorf("used only %v", used)
	}
	o, _, c = micro(t, "en", nil)
	o.Request.Left.Count = 0
	if a := c.Next(t.Context(), o, &scene.Scene{}); a.Stage != "voting_decision" {
		t.Errorf("the last word is for %s", a.Stage)
	}
}

func TestStageOfTheMoment(t *testing.T) {
	tests := []struct {
		said, left int
		want       string
	}{
		{0, 3, "information_sharing"}, {1, 2, "reasoning_analysis"}, {2, 1, "discussion_persuasion"}, {3, 0, "voting_decision"},
		{5, werewolf.NoLimit, "reasoning_analysis"},
	}
	for _, tt := range tests {
		o, _, c := micro(t, "en", nil)
		o.Rules.Talk.MaxCount.PerDay = werewolf.NoLimit
		o.Request.Left.Count = tt.left
		for range tt.said {
			o.Talks = append(o.Talks, werewolf.Utterance{Day: o.Day, Seat: ada, Text: "x"})
		}
		if a := c.Next(t.Context(), o, &scene.Scene{}); a.Stage != tt.want {
			t.Errorf("after %d with %d left: %s, want %s", tt.said, tt.left, a.Stage, tt.want)
		}
	}
}

func TestNextAnswersOnce(t *testing.T) {
	for lang, want := range map[string]string{"en": "Answer Bela directly and give one reason.", "ja": "Belaの質問にまっすぐ答え、理由を一つ添える。"} {
		o, m, c := micro(t, lang, nil)
		say(t, o, m, bela, "Ada?", speech.Ask(ada, speech.AnyTopic, 0))
		say(t, o, m, cleo, "seer", speech.Claim(cleo, werewolf.Seer))
		a := c.Next(t.Context(), o, &scene.Scene{})
		if a.Answer == nil || a.Answer.From != bela || a.Response != want || a.Desire == "" || a.Target == 0 {
			t.Errorf("%s: %+v", lang, a)
		}
		i := c.Intend(t.Context(), o, &scene.Scene{}, &a)
		if i.Content != want || i.Consist == "" || utf8.RuneCountInString(i.Consist) > 60 {
			t.Errorf("%s: intends %+v", lang, i)
		}
		if a = c.Next(t.Context(), o, &scene.Scene{}); a.Answer == nil || a.Answer.From != cleo {
			t.Errorf("%s: then %+v", lang, a)
		}
		if a = c.Next(t.Context(), o, &scene.Scene{}); a.Answer != nil || a.Response != "" {
			t.Errorf("%s: at last %+v", lang, a)
		}
		if i = c.Intend(t.Context(), o, &scene.Scene{}, &a); i.Content != a.Desire {
			t.Errorf("%s: intends %+v for %q", lang, i, a.Desire)
		}
	}
}

func TestNote(t *testing.T) {
	o, m, c := micro(t, "en", nil)
	if c.Note(o) != "" {
		t.Error("noted before anything")
	}
	say(t, o, m, bela, "I found Dov.", speech.Claim(bela, werewolf.Seer), found(dov, werewolf.Wolf), speech.Suspect(dov))
	say(t, o, m, cleo, "I trust Bela.", speech.Trust(bela))
	a := c.Next(t.Context(), o, &scene.Scene{})
	c.Intend(t.Context(), o, &scene.Scene{}, &a)
	var n microNote
	if err := json.Unmarshal([]byte(c.Note(o)), &n); err != nil || c.Note(o) != "" {
		t.Fatal(err)
	}
	for _, want := range []string{"Bela claims to be the seer.", "Bela judged Dov to be werewolf.", "Bela spoke against Dov 1 times.", "Cleo spoke for Bela 1 times."} {
		if !slices.Contains(n.Beliefs, want) {
			t.Errorf("%q lacks %q", n.Beliefs, want)
		}
	}
	if n.Stage != a.Stage || n.Answer != "Bela: I found Dov." || !strings.Contains(n.Beliefs[0], "credibility 0.") {
		t.Errorf("noted %+v", n)
	}
}

// Words of both languages have the same kinds, and those that are outlines fit.
func TestBooks(t *testing.T) {
	en, ja := books("en"), books("ja")
	if !slices.Equal(en.Kinds(), ja.Kinds()) {
		t.Errorf("kinds %q beside %q", en.Kinds(), ja.Kinds())
	}
	for _, stage := range task.Stages() {
		if s := en.Say("consist-" + stage); s == "" || len(s) > task.MaxIntention {
			t.Errorf("%s: %q", stage, s)
		}
	}
	for k := Null; k <= CO; k++ {
		if s := en.Say("answer-"+k.String(), "s", "Minako"); s == "" || len(s) > task.MaxIntention || typeNamed(k.String()) != k {
			t.Errorf("%s: %q", k, s)
		}
	}
}
