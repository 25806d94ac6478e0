package bdi

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"wolfden/internal/bot/scene"
	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
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
		a := c.Next(t.Context(), o, &scene.Scene{}, 0)
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
	if a := c.Next(t.Context(), o, &scene.Scene{}, 0); a.Stage != "voting_decision" {
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
		if a := c.Next(t.Context(), o, &scene.Scene{}, 0); a.Stage != tt.want {
			t.Errorf("after %d with %d left: %s, want %s", tt.said, tt.left, a.Stage, tt.want)
		}
	}
}

func TestNextAnswersOnce(t *testing.T) {
	for lang, want := range map[string]string{"en": "Answer Bela directly and give one reason.", "ja": "Belaの質問にまっすぐ答え、理由を一つ添える。"} {
		o, m, c := micro(t, lang, nil)
		say(t, o, m, bela, "Ada?", speech.Ask(ada, speech.AnyTopic, 0))
		say(t, o, m, cleo, "seer", speech.Claim(cleo, werewolf.Seer))
		a := c.Next(t.Context(), o, &scene.Scene{}, 0)
		if a.Answer == nil || a.Answer.From != bela || a.Response != want || a.Desire == "" {
			t.Errorf("%s: %+v", lang, a)
		}
		i := c.Intend(t.Context(), o, &scene.Scene{}, &a)
		if i.Content != want || i.Consist == "" || utf8.RuneCountInString(i.Consist) > 60 {
			t.Errorf("%s: intends %+v", lang, i)
		}
		if a = c.Next(t.Context(), o, &scene.Scene{}, 0); a.Answer == nil || a.Answer.From != cleo {
			t.Errorf("%s: then %+v", lang, a)
		}
		if a = c.Next(t.Context(), o, &scene.Scene{}, 0); a.Answer != nil || a.Response != "" {
			t.Errorf("%s: at last %+v", lang, a)
		}
		if i = c.Intend(t.Context(), o, &scene.Scene{}, &a); i.Content != a.Desire {
			t.Errorf("%s: intends %+v for %q", lang, i, a.Desire)
		}
	}
}

// heeds is a model that says what it is given about the micro-desire, and keeps the prompts.
func heeds(answer string, asked *[]string) llm.Model {
	return llmtest.Model(func(p llmtest.Prompt) llmtest.Answer {
		if p.Task != "micro-desire" {
			return llmtest.Answer{Text: "{}"}
		}
		*asked = append(*asked, p.Text())
		return llmtest.Answer{Text: answer}
	})
}

// Whom to answer is the rule's, and how the model's; a model that names somebody against whom nothing speaks, or who must not be
// named, is asked again, and then the rules want something.
func TestModelPlansTheAnswer(t *testing.T) {
	tests := []struct{ answer, response, desire string }{
		{`{"discussion_stage":"reasoning_analysis","current_desire":"Find out more.","content":"Tell Bela what I saw."}`, "Tell Bela what I saw.", "Find out more."},
		{`{"discussion_stage":"reasoning_analysis","current_desire":"Praise Emil.","content":"Tell Bela what I saw."}`, "Answer Bela directly and give one reason.", ""},
		{`{"discussion_stage":"reasoning_analysis","current_desire":"Find out more.","content":""}`, "Answer Bela directly and give one reason.", ""},
	}
	for _, tt := range tests {
		var asked []string
		o, m, c := micro(t, "en", heeds(tt.answer, &asked))
		say(t, o, m, bela, "Ada?", speech.Ask(ada, speech.AnyTopic, 0))
		say(t, o, m, cleo, "I am the seer", speech.Claim(cleo, werewolf.Seer))
		a := c.Next(t.Context(), o, &scene.Scene{Me: "Ada", Players: everybody()}, 0)
		if a.Answer == nil || a.Answer.From != bela || a.Response != tt.response || tt.desire != "" && a.Desire != tt.desire {
			t.Errorf("%s: %+v", tt.answer, a)
		}
		if again := len(asked) == 2; again == (tt.desire != "") {
			t.Errorf("%s: asked %d times", tt.answer, len(asked))
		}
	}
}

func everybody() (list []scene.Person) {
	for _, name := range []string{"Ada", "Bela", "Cleo", "Dov", "Emil"} {
		list = append(list, scene.Person{Name: name, Alive: true})
	}
	return list
}

// Those may be named against whom something speaks, who is believed less than at first, and who is answered; the dead and allies
// must not be. An announced vote is what it is about.
func TestWhoMayBeNamed(t *testing.T) {
	o, m, c := micro(t, "en", nil)
	var in MicroDesireIn
	c.limit(o, &in, nil, 0)
	if in.Targets != nil || in.Negatives != nil || in.LowTrust != nil || in.Unnamed != nil || in.Forced != nil {
		t.Errorf("before anything was said: %+v", in)
	}
	say(t, o, m, bela, "I suspect Cleo.", speech.Suspect(cleo))
	m.beliefs[bela].Credibility, m.beliefs[dov].Credibility = 0.6, 0.3
	c.limit(o, &in, nil, 0)
	if !slices.Equal(in.Targets, []string{"Cleo", "Dov"}) || !slices.Equal(in.Negatives, []string{"In all: 1.", "Cleo: 1."}) || !slices.Equal(in.LowTrust, []string{"Dov"}) {
		t.Errorf("%+v", in)
	}
	in, o.Living = MicroDesireIn{}, o.Living.Without(cleo)
	c.limit(o, &in, &Record{From: bela}, emil)
	if !slices.Equal(in.Targets, []string{"Bela", "Dov", "Emil"}) || !slices.Equal(in.Unnamed, []string{"Cleo"}) || !slices.Equal(in.Forced, []string{"Emil"}) {
		t.Errorf("%+v", in)
	}
}

// Whom the player found human itself it neither doubts nor accuses, however little it believes that one and whatever vote it
// announced; it may still answer.
func TestNothingAgainstOwnHuman(t *testing.T) {
	o, m, c := micro(t, "en", nil)
	o.Divined = []werewolf.Finding{{Target: cleo, Species: werewolf.Human}, {Target: dov, Species: werewolf.Wolf}}
	say(t, o, m, bela, "I suspect Cleo.", speech.Suspect(cleo))
	m.beliefs[bela].Credibility, m.beliefs[cleo].Credibility, m.beliefs[dov].Credibility = 0.6, 0.1, 0.3
	var in MicroDesireIn
	c.limit(o, &in, nil, cleo)
	if !slices.Equal(in.Cleared, []string{"Cleo"}) || !slices.Equal(in.Targets, []string{"Dov"}) || !slices.Equal(in.LowTrust, []string{"Dov"}) || in.Forced != nil {
		t.Errorf("%+v", in)
	}
	if known := c.known(o); !slices.Contains(known, "By your own divination Cleo is human.") || !slices.Contains(known, "By your own divination Dov is werewolf.") {
		t.Errorf("known: %q", known)
	}
	m.beliefs[dov].Credibility = 0.6
	in = MicroDesireIn{}
	if c.limit(o, &in, nil, 0); !slices.Equal(in.Targets, []string{"Dov"}) || in.LowTrust != nil {
		t.Errorf("the werewolf that is believed: %+v", in)
	}
	m.beliefs[dov].Credibility = 0.3
	in = MicroDesireIn{}
	c.limit(o, &in, &Record{From: cleo}, 0)
	if !slices.Equal(in.Targets, []string{"Cleo", "Dov"}) || !slices.Equal(in.LowTrust, []string{"Dov"}) {
		t.Errorf("where Cleo is answered: %+v", in)
	}
	in = MicroDesireIn{}
	if c.limit(o, &in, &Record{From: cleo}, cleo); in.Forced != nil {
		t.Errorf("who is answered is human by its own result, and must be spoken against: %+v", in)
	}
	want, err := Macro(c.desk, o.Rules.Table, werewolf.Villager, m.p)
	if err != nil {
		t.Fatal(err)
	}
	for i := range want.finals {
		want.finals[i] = Placeholder
	}
	if d := want.Now(o, m); d.Final != "Dov" {
		t.Errorf("wanted %q", d.Final)
	}
}

func TestNote(t *testing.T) {
	o, m, c := micro(t, "en", nil)
	if c.Note(o) != "" {
		t.Error("noted before anything")
	}
	say(t, o, m, bela, "I as the seer found Dov.", speech.Claim(bela, werewolf.Seer), found(dov, werewolf.Wolf), speech.Suspect(dov))
	say(t, o, m, cleo, "I trust Bela.", speech.Trust(bela))
	a := c.Next(t.Context(), o, &scene.Scene{}, 0)
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
	if n.Stage != a.Stage || n.Answer != "Bela: I as the seer found Dov." || !strings.Contains(n.Beliefs[0], "credibility 0.") {
		t.Errorf("noted %+v", n)
	}
}

// Words of both languages have the same kinds, and those that are outlines fit.
func TestBooks(t *testing.T) {
	en, ja := books("en"), books("ja")
	if !slices.Equal(en.Kinds(), ja.Kinds()) {
		t.Errorf("kinds %q beside %q", en.Kinds(), ja.Kinds())
	}
	for _, stage := range Stages() {
		if s := en.Say("consist-" + stage); s == "" || len(s) > MaxIntention {
			t.Errorf("%s: %q", stage, s)
		}
	}
	for k := Null; k <= CO; k++ {
		if s := en.Say("answer-"+k.String(), "s", "Minako"); s == "" || len(s) > MaxIntention || typeNamed(k.String()) != k {
			t.Errorf("%s: %q", k, s)
		}
	}
}
