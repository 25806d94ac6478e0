package bdi

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"wolfden/internal/bot/hearing"
	"wolfden/internal/bot/personality"
	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/task"
	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
	"wolfden/werewolf"
)

const (
	ada = werewolf.SeatID(iota + 1)
	bela
	cleo
	dov
	emil
)

func desk(t *testing.T, lang string, m llm.Model) *task.Desk {
	t.Helper()
	b, err := task.Load()
	if err != nil {
		t.Fatal(err)
	}
	return task.NewDesk(b, lang, m)
}

// somebody leans to assertiveness, shy to avoidance.
func somebody() personality.Personality {
	return personality.Of(personality.MBTI{0.8, 0.2, 0.3, 0.7, 0.6, 0.4, 0.9, 0.1})
}

func shy() personality.Personality {
	return personality.Of(personality.MBTI{0.1, 0.9, 0.5, 0.5, 0.3, 0.3, 0.5, 0.5})
}

func table(t *testing.T, role werewolf.Role, day int) *werewolf.Observation {
	t.Helper()
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	return &werewolf.Observation{
		Rules: &rules, Seat: ada, Day: day, Names: []string{"Ada", "Bela", "Cleo", "Dov", "Emil"}, Living: werewolf.SeatsUpTo(5),
		Roles:   []werewolf.Role{0, role, 0, 0, 0, 0},
		Request: werewolf.Request{Seat: ada, Kind: werewolf.Talk, Left: werewolf.Left{Count: 3}},
	}
}

// say lets somebody say something that means these acts.
func say(t *testing.T, o *werewolf.Observation, m *Mind, by werewolf.SeatID, text string, acts ...hearing.Act) {
	t.Helper()
	o.Talks = append(o.Talks, werewolf.Utterance{Day: o.Day, Seat: by, Text: text, Idx: len(o.Talks), Skip: text == werewolf.SkipText})
	m.Hear(t.Context(), o, &scene.Scene{}, len(o.Talks)-1, acts)
}

func act(k hearing.Kind, target werewolf.SeatID) hearing.Act {
	return hearing.Act{Kind: k, Target: target}
}

func found(target werewolf.SeatID, s werewolf.Species) hearing.Act {
	return hearing.Act{Kind: hearing.Found, Target: target, Species: s, Role: werewolf.Seer}
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func TestRecordOfAnUtterance(t *testing.T) {
	claim := hearing.Act{Kind: hearing.Claim, Role: werewolf.Seer}
	tests := []struct {
		text string
		acts []hearing.Act
		kind Type
		to   werewolf.SeatID
	}{
		{"nothing", nil, Null, 0},
		{"ask all", []hearing.Act{act(hearing.Ask, 0)}, Question, 0},
		{"ask Ada", []hearing.Act{act(hearing.Ask, ada)}, Question, ada},
		{"@Dov fine", nil, Null, dov},
		{"trust", []hearing.Act{act(hearing.Trust, dov)}, Positive, 0},
		{"a charge is to whom it is against", []hearing.Act{act(hearing.Accuse, ada)}, Negative, ada},
		{"two charges are to all", []hearing.Act{act(hearing.Accuse, ada), act(hearing.Vote, dov)}, Negative, 0},
		{"negative before positive and question", []hearing.Act{act(hearing.Trust, dov), act(hearing.Ask, emil), act(hearing.Vote, cleo)}, Negative, emil},
		{"co before negative", []hearing.Act{act(hearing.Accuse, dov), claim, act(hearing.Ask, 0)}, CO, dov},
		{"a result is a co", []hearing.Act{found(dov, werewolf.Human)}, CO, 0},
	}
	for _, tt := range tests {
		o, m := table(t, werewolf.Villager, 1), NewMind(desk(t, "en", nil), somebody())
		say(t, o, m, bela, tt.text, tt.acts...)
		if r := m.Records()[0]; r.Type != tt.kind || r.To != tt.to || r.From != bela || r.Content != tt.text || r.Day != 1 {
			t.Errorf("%s: %+v; want %s to %d", tt.text, r, tt.kind, tt.to)
		}
	}
}

// The first record's credibility by hand: the metrics weighted by the statement bias, and the impression of one half.
func TestCredibilityByHand(t *testing.T) {
	answer := `{"logical_consistency":1,"specificity_and_detail":0.5,"intuitive_depth":0,"clarity_and_conciseness":0.25,` +
		`"content":"x y z w","type":"null","from":"Bela","to":"all"}`
	model := llmtest.Model(func(p llmtest.Prompt) llmtest.Answer {
		if strings.Contains(string(p.Schema), "clarity") {
			return llmtest.Answer{Text: answer[:strings.Index(answer, `,"content"`)] + "}"}
		}
		return llmtest.Answer{Text: "{" + answer[strings.Index(answer, `"content"`):]}
	})
	p := somebody()
	o, m := table(t, werewolf.Villager, 1), NewMind(desk(t, "en", model), p)
	say(t, o, m, bela, "x y z w")
	r := m.Records()[0]
	if !near(r.Raw, (1+0.5+0+0.25)/4) {
		t.Errorf("raw %f", r.Raw)
	}
	// Of this personality: bias 0.66, 0.42, 0.61, 0.65; trust 0.776, 0.52875, 0.794/1.4; liking 0.68/1.2, 0.48, 0.70.
	trust, liking := (0.776+0.52875+0.794/1.4)/3, (0.68/1.2+0.48+0.70)/3
	want := (0.66*1 + 0.42*0.5 + 0 + 0.65*0.25 + trust*0.5 + liking*0.5) / (0.66 + 0.42 + 0.61 + 0.65 + trust + liking)
	if !near(r.Credibility, want) {
		t.Errorf("credibility %.9f, want %.9f", r.Credibility, want)
	}
	// Nobody has spoken of Bela, so its standing is one half; it is honest, and its consistency 1.
	shown := (0.776*0.5 + 0.52875*1 + 0.794/1.4*1) / (3 * trust)
	if got := m.Of(bela).Credibility; !near(got, 0.5+0.25*((want+shown)/2-0.5)) {
		t.Errorf("personal credibility %.9f", got)
	}
	liked := (0.68/1.2*0.5 + 0.48*0.5 + 0.70*0.25) / (3 * liking)
	if got := m.Of(bela).Liking; !near(got, 0.5+0.25*(liked-0.5)) {
		t.Errorf("liking %.9f", got)
	}
}

func TestBeliefs(t *testing.T) {
	o, m := table(t, werewolf.Villager, 1), NewMind(desk(t, "en", nil), somebody())
	if b := m.Of(bela); b.Credibility != 0.5 || b.Liking != 0.5 {
		t.Errorf("begins with %+v", b)
	}
	say(t, o, m, bela, "one", hearing.Act{Kind: hearing.Claim, Role: werewolf.Seer}, found(dov, werewolf.Wolf))
	say(t, o, m, bela, "two", act(hearing.Accuse, dov), act(hearing.Vote, dov), act(hearing.Trust, cleo))
	say(t, o, m, bela, "three", act(hearing.Urge, dov))
	say(t, o, m, ada, "mine")
	say(t, o, m, cleo, werewolf.SkipText)
	b := m.Of(bela)
	if b.SelfCO != werewolf.Seer || b.Negative[dov] != 2 || b.Positive[cleo] != 1 {
		t.Errorf("believes of Bela %+v", b)
	}
	if got := m.Of(dov).SeerCO; !slices.Equal(got, []Judgement{{bela, werewolf.Wolf}}) {
		t.Errorf("Dov was judged %v", got)
	}
	if len(m.Records()) != 3 || !slices.Equal(m.Own(), []string{"mine"}) {
		t.Errorf("%d records, own %q", len(m.Records()), m.Own())
	}
	say(t, o, m, bela, "four", act(hearing.Retract, 0))
	if m.Of(bela).SelfCO != werewolf.NoRole {
		t.Error("a claim taken back is believed")
	}
}

// What speaks against somebody lowers credibility or liking beside somebody who says the same without it.
func TestImpressionsMove(t *testing.T) {
	two := func() (*werewolf.Observation, *Mind) {
		return table(t, werewolf.Villager, 1), NewMind(desk(t, "en", nil), somebody())
	}
	o, m := two()
	say(t, o, m, bela, "x", found(emil, werewolf.Human))
	say(t, o, m, cleo, "x", found(emil, werewolf.Human))
	say(t, o, m, bela, "x", found(emil, werewolf.Human))
	say(t, o, m, cleo, "x", found(emil, werewolf.Wolf))
	if m.Of(cleo).Credibility >= m.Of(bela).Credibility {
		t.Error("a contradiction does not cost credibility")
	}
	o, m = two()
	say(t, o, m, bela, "x", act(hearing.Accuse, ada))
	say(t, o, m, cleo, "x", act(hearing.Trust, ada))
	if m.Of(bela).Liking >= m.Of(cleo).Liking-0.01 {
		t.Errorf("who accuses me is liked %.2f, who trusts me %.2f", m.Of(bela).Liking, m.Of(cleo).Liking)
	}
	o, m = two()
	say(t, o, m, bela, "x", act(hearing.Accuse, emil))
	say(t, o, m, cleo, "x", act(hearing.Accuse, emil))
	say(t, o, m, dov, "x")
	say(t, o, m, emil, "x")
	if m.Of(emil).Credibility >= m.Of(dov).Credibility {
		t.Error("what others say of somebody does not count")
	}
	if got := m.Least(werewolf.SetOf(dov, emil)); got != emil || m.Least(0) != 0 {
		t.Errorf("the least credible is %d", got)
	}
}

func TestScore(t *testing.T) {
	accuse := []hearing.Act{act(hearing.Accuse, dov)}
	plain, reasoned := Score("en", "I suspect Dov.", accuse), Score("en", "I suspect Dov because he hides. If he is human who else?", accuse)
	if want := (Metrics{0.6, 0.4, 0.3, 1}); plain != want {
		t.Errorf("plain %v, want %v", plain, want)
	}
	if want := (Metrics{0.9, 0.5, 0.9, 1}); !near(reasoned[0], want[0]) || !near(reasoned[1], want[1]) || !near(reasoned[2], want[2]) {
		t.Errorf("reasoned %v, want %v", reasoned, want)
	}
	long := Score("en", strings.Repeat("word ", 40), nil)
	if !near(long[3], 1-0.8*(200-80)/240.0) || long[0] != 0.5 {
		t.Errorf("long %v", long)
	}
	if ja := Score("ja", "嘘をついたのでDovさんが怪しい。", accuse); !near(ja[0], 0.9) {
		t.Errorf("in Japanese %v", ja)
	}
}

func TestRespond(t *testing.T) {
	r := func(at int, k Type, to werewolf.SeatID, credibility float64) Record {
		return Record{At: at, Type: k, From: bela, To: to, Credibility: credibility}
	}
	tests := []struct {
		name    string
		records []Record
		want    int // At, -1 for none
	}{
		{"nothing", nil, -1},
		{"nothing to answer", []Record{r(0, Null, 0, 1), r(1, Negative, dov, 1), r(2, Question, dov, 1), r(3, Positive, 0, 1)}, -1},
		{"me before a co", []Record{r(0, CO, 0, 1), r(1, Null, ada, 0)}, 1},
		{"a co before a question", []Record{r(0, CO, dov, 0), r(1, Question, 0, 1)}, 0},
		{"a question to all", []Record{r(0, Question, 0, 0), r(1, Null, 0, 1)}, 0},
		{"the more credible", []Record{r(0, CO, 0, 0.6), r(1, CO, 0, 0.5)}, 0},
		{"the newer of equals", []Record{r(0, CO, 0, 0.5), r(1, CO, 0, 0.5)}, 1},
		{"only the last five", []Record{r(0, Null, ada, 1), r(1, Null, 0, 1), r(2, Null, 0, 1), r(3, Null, 0, 1), r(4, Question, 0, 1), r(5, Null, 0, 1)}, 4},
	}
	for _, tt := range tests {
		got := Respond(tt.records, ada)
		if at := -1; got != nil && got.At != tt.want || got == nil && tt.want != at {
			t.Errorf("%s: %+v, want %d", tt.name, got, tt.want)
		}
	}
}

// The bank has every role and situation in both languages, with leans that are behaviors and texts that fit.
func TestBank(t *testing.T) {
	for _, lang := range []string{"en", "ja"} {
		for _, role := range werewolf.Roles() {
			bank, err := Bank(lang, role)
			if err != nil || len(bank) != len(applies)+1 {
				t.Fatalf("%s, %s: %d situations, %v", lang, role, len(bank), err)
			}
			english, _ := Bank("en", role)
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
	if _, err := Bank("fr", werewolf.Seer); err == nil {
		t.Error("there is a bank in French")
	}
}

func TestMacroFollowsThePersonality(t *testing.T) {
	for name, tt := range map[string]struct {
		p    personality.Personality
		want personality.Feature
	}{"bold": {somebody(), personality.Assertiveness}, "shy": {shy(), personality.AvoidantBehavior}} {
		w, err := Macro(desk(t, "en", nil), werewolf.Villager, tt.p)
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
		set  func(o *werewolf.Observation, m *Mind)
	}{
		{"day-zero", werewolf.Villager, func(o *werewolf.Observation, _ *Mind) { o.Day = 0 }},
		{"usual", werewolf.Villager, func(*werewolf.Observation, *Mind) {}},
		{"accused", werewolf.Villager, func(o *werewolf.Observation, m *Mind) { say(t, o, m, bela, "x", act(hearing.Vote, ada)) }},
		{"accused", werewolf.Villager, func(o *werewolf.Observation, m *Mind) { say(t, o, m, bela, "x", found(ada, werewolf.Wolf)) }},
		{"usual", werewolf.Villager, func(o *werewolf.Observation, m *Mind) { say(t, o, m, bela, "x", found(ada, werewolf.Human)) }},
		{"usual", werewolf.Villager, func(o *werewolf.Observation, m *Mind) {
			say(t, o, m, bela, "x", act(hearing.Vote, ada))
			o.Day++ // a charge of yesterday
		}},
		{"endgame", werewolf.Villager, func(o *werewolf.Observation, _ *Mind) { o.Living = werewolf.SetOf(ada, bela, cleo, dov) }},
		{"rivals", werewolf.Villager, func(o *werewolf.Observation, m *Mind) {
			say(t, o, m, bela, "x", found(cleo, werewolf.Human))
			say(t, o, m, dov, "x", found(cleo, werewolf.Wolf))
		}},
		{"rivals", werewolf.Seer, func(o *werewolf.Observation, m *Mind) { say(t, o, m, bela, "x", found(cleo, werewolf.Human)) }},
		{"black", werewolf.Villager, func(o *werewolf.Observation, m *Mind) { say(t, o, m, bela, "x", found(cleo, werewolf.Wolf)) }},
	}
	for _, tt := range tests {
		o := table(t, tt.role, 1)
		d := desk(t, "en", nil)
		m := NewMind(d, somebody())
		w, err := Macro(d, tt.role, somebody())
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
	m := NewMind(desk(t, "en", nil), somebody())
	w, err := Macro(d, werewolf.Villager, somebody())
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

func micro(t *testing.T, lang string, m llm.Model) (*werewolf.Observation, *Mind, *Micro) {
	t.Helper()
	d := desk(t, lang, m)
	mind := NewMind(d, somebody())
	w, err := Macro(d, werewolf.Villager, somebody())
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

func TestNextAnswersOnce(t *testing.T) {
	for lang, want := range map[string]string{"en": "Answer Bela directly and give one reason.", "ja": "Belaの質問にまっすぐ答え、理由を一つ添える。"} {
		o, m, c := micro(t, lang, nil)
		say(t, o, m, bela, "Ada?", act(hearing.Ask, ada))
		say(t, o, m, cleo, "seer", hearing.Act{Kind: hearing.Claim, Role: werewolf.Seer})
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
	say(t, o, m, bela, "I found Dov.", hearing.Act{Kind: hearing.Claim, Role: werewolf.Seer}, found(dov, werewolf.Wolf), act(hearing.Accuse, dov))
	say(t, o, m, cleo, "I trust Bela.", act(hearing.Trust, bela))
	a := c.Next(t.Context(), o, &scene.Scene{})
	c.Intend(t.Context(), o, &scene.Scene{}, &a)
	var n note
	if err := json.Unmarshal([]byte(c.Note(o)), &n); err != nil || c.Note(o) != "" {
		t.Fatal(err)
	}
	for _, want := range []string{"Bela claims to be the seer.", "Bela judged Dov to be werewolf.", "Bela spoke against Dov 1 times.", "Cleo spoke for Bela 1 times."} {
		if !slices.Contains(n.Beliefs, want) {
			t.Errorf("%q lacks %q", n.Beliefs, want)
		}
	}
	if n.Stage != a.Stage || n.Answer != "Bela: I found Dov." || n.Plan.Content == "" || !strings.Contains(n.Beliefs[0], "credibility 0.") {
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
