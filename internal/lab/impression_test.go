package lab

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/llm/llmtest/actor"
)

func run(t *testing.T, x *Impressions) *ImpressionResult {
	t.Helper()
	r, err := x.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestImpressionsByRules(t *testing.T) {
	x := &Impressions{Seed: 5, Lang: "ja"}
	r := run(t, x)
	if len(r.Rows) != 8 || r.By != "rules" || r.Rules != r.Calls {
		t.Fatalf("%+v", r)
	}
	for i, row := range r.Rows {
		if row.Votes.Trials != paperRuns*listening {
			t.Errorf("row %d: %d votes, want 100", i, row.Votes.Trials)
		}
		if fits := (row.Group == Positive) == (row.Topic == Chosen); fits != (row.Votes.Share() > 0.5) {
			t.Errorf("row %d: %+v", i, row)
		}
	}
	if got := r.Rows[0].Paper + r.Rows[1].Paper; got != 100 {
		t.Errorf("the paper's votes are %d", got)
	}
	x.Parallel = 4
	if again := run(t, x); !reflect.DeepEqual(r, again) {
		t.Error("side by side comes out otherwise")
	}
	x.Seed++
	if other := run(t, x); reflect.DeepEqual(r, other) {
		t.Error("another seed comes out the same")
	}
}

// listener is a model that obeys in English, and notes what it was asked.
type listener struct {
	mu    sync.Mutex
	said  []string // who spoke, in order
	asked []string // requests, without the rules
	// argue makes an utterance for a plan; nil names it once.
	argue func(plan string, again bool) string
}

func (l *listener) Complete(_ context.Context, r llm.Request) (llm.Response, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	rules, asked := r.Messages[0].Text, r.Messages[1].Text
	l.asked = append(l.asked, rules+"\n"+asked)
	name, _, _ := strings.Cut(strings.TrimPrefix(rules, "Your name is "), ".")
	text, again := "Hm.", strings.Contains(asked, "Your last answer cannot be used")
	for _, plan := range []string{planA, planB} {
		if strings.Contains(asked, "You are convinced that Plan "+plan) {
			text = "Plan " + plan + " it is."
			if l.argue != nil {
				text = l.argue(plan, again)
			}
		}
	}
	if r.Label.Task == "impression-vote" {
		text = "Plan 111"
	}
	if r.Label.Task == "impression-utter" && !again {
		l.said = append(l.said, name)
	}
	return llm.Response{Text: text, JSON: []byte(`{"text":"` + text + `"}`)}, nil
}

func TestImpressionsByModel(t *testing.T) {
	l := &listener{}
	r := run(t, &Impressions{Seed: 1, Runs: 2, Model: l, Lang: "en"})
	if r.By != "model" || r.Rules+r.Again+r.Repeated+r.Other != 0 || r.Arguments != 8*8*utterances {
		t.Errorf("%+v", r)
	}
	for _, row := range r.Rows {
		if want := map[string]float64{"000": 0, "111": 1}[row.Plan]; row.Votes.Share() != want {
			t.Errorf("%+v, want %v", row, want)
		}
	}
	const people = 2*arguing + listening
	for round := 0; round < len(l.said); round += people {
		seen := map[string]bool{}
		for _, name := range l.said[round : round+people] {
			seen[name] = true
		}
		if len(seen) != people {
			t.Fatalf("round at %d: somebody speaks twice before all have spoken: %v", round, l.said[round:round+people])
		}
	}
	if want := 8 * people * utterances; len(l.said) != want {
		t.Errorf("%d utterances, want %d", len(l.said), want)
	}
	f, err := (&Impressions{Seed: 1, Runs: 2, Lang: "en"}).Forecast()
	if err != nil || f.Calls != len(l.asked) || f.In < f.Calls*100 || f.Out < 8*people*utterances*typicalTokens {
		t.Errorf("the forecast is %+v of %d calls, %v", f, len(l.asked), err)
	}
}

// The actor that is served to try a setup argues and votes as the prompts ask, in both languages: no rule answers in its place.
func TestImpressionsAgainstAnActor(t *testing.T) {
	for _, lang := range []string{"en", "ja"} {
		model := llm.Structured(llmtest.Model(actor.Playing()))
		if r := run(t, &Impressions{Seed: 1, Runs: 1, Model: model, Lang: lang}); r.By != "model" || r.Again+r.Repeated+r.Other != 0 || r.Arguments != 4*8*utterances {
			t.Errorf("%s: %+v", lang, r)
		}
	}
}

// Both groups argue for both plans, under either question (section 4.1): what the one has in the first round the other has in the second.
func TestImpressionsReverseThePlans(t *testing.T) {
	var mu sync.Mutex
	argued := map[string]int{}
	x := &Impressions{Seed: 1, Runs: 1, Model: &listener{}, Lang: "en", Keep: func(_ int, d *Discussion) error {
		mu.Lock()
		defer mu.Unlock()
		groups := map[string]Group{}
		for _, p := range d.People {
			groups[p.Name] = p.Group
		}
		for _, s := range d.Said {
			if g := groups[s.Name]; g != Neutral {
				argued[string(d.Topic)+" "+string(g)+": "+s.Text]++
			}
		}
		return nil
	}}
	r := run(t, x)
	for _, topic := range []Topic{Chosen, NotChosen} {
		for _, g := range []Group{Positive, Negative} {
			for _, plan := range []string{planA, planB} {
				if said := string(topic) + " " + string(g) + ": Plan " + plan + " it is."; argued[said] != arguing*utterances {
					t.Errorf("%q: %d times", said, argued[said])
				}
				if !slices.ContainsFunc(r.Rows, func(row ImpressionRow) bool { return row.Topic == topic && row.Group == g && row.Plan == plan }) {
					t.Errorf("no row of %s, %s, %s", topic, g, plan)
				}
			}
		}
	}
}

// An answer that cannot be used is asked for once more, which is counted. A plan named again all the same is taken as it is; one that
// is not named has rules speak.
func TestImpressionsAskAgain(t *testing.T) {
	const arguments = 4 * 8 * utterances
	for _, c := range []struct {
		name                   string
		argue                  func(plan string, again bool) string
		again, repeated, rules int
	}{
		{"names it again at first", func(plan string, again bool) string {
			if again {
				return "Plan " + plan + "."
			}
			return plan + " and " + plan
		}, arguments, 0, 0},
		{"names it again and again", func(plan string, _ bool) string { return plan + " and " + plan }, arguments, arguments, 0},
		{"never names it", func(string, bool) string { return "This one." }, arguments, 0, arguments},
		{"names the other too", func(plan string, _ bool) string { return plan + " is better than " + otherPlan(plan) }, 0, 0, 0},
	} {
		l := &listener{argue: c.argue}
		r := run(t, &Impressions{Seed: 1, Runs: 1, Model: l, Lang: "en"})
		if r.Again != c.again || r.Repeated != c.repeated || r.Rules != c.rules || r.Arguments != arguments-c.rules {
			t.Errorf("%s: %+v", c.name, r)
		}
		if others := map[bool]int{true: arguments}[strings.Contains(c.name, "other")]; r.Other != others {
			t.Errorf("%s: the other plan is named %d times", c.name, r.Other)
		}
		reason := 0
		for _, asked := range l.asked {
			if strings.Contains(asked, "names Plan 000 more than once") || strings.Contains(asked, "does not name Plan 000") {
				reason++
			}
		}
		if reason != c.again/2 {
			t.Errorf("%s: told why %d times of plan 000", c.name, reason)
		}
	}
}

// The prompts hold what the paper's do (section 4.2, appendices A.1 and A.2), each for those whom it is for.
func TestImpressionsPromptsAreThePapers(t *testing.T) {
	parts := map[string][]struct {
		text   string
		groups []Group
	}{
		"en": {
			{"train its new employees", nil}, {"has to end with a conclusion", nil}, {"know nothing about either plan", []Group{Neutral}},
			{"to vote: answer with the view", nil}, {"get the discussion going", nil}, {"no line breaks", nil}, {`who say "Over"`, nil},
			{"Trust me and vote for NAME", []Group{Positive, Negative}}, {"If we do not vote for NAME we lose", []Group{Positive, Negative}},
			{"say what gives the others good feelings", []Group{Positive}}, {"say what gives the others bad feelings", []Group{Negative}},
			{"do not spoil the mood", []Group{Negative}}, {`say "this one" or another pronoun`, []Group{Positive, Negative}},
			{"Name the other plan as little", []Group{Positive, Negative}}, {"Speak to all participants", []Group{Positive, Negative}},
			{"side with neither plan", []Group{Neutral}},
		},
		"ja": {
			{"新入社員の研修", nil}, {"この会話の中で出さなければ", nil}, {"何も知りません", []Group{Neutral}}, {"投票の依頼: 最終的に賛成する", nil},
			{"話し合いを始めて", nil}, {"改行は入れません", nil}, {"「Over」と言う", nil}, {"私を信じて", []Group{Positive, Negative}},
			{"投票しなければ負けて", []Group{Positive, Negative}}, {"良い感情を持たせる発言をしながら", []Group{Positive}},
			{"悪い感情を持たせる発言をしながら", []Group{Negative}}, {"雰囲気は壊さない", []Group{Negative}}, {"「こちら」などの代名詞", []Group{Positive, Negative}},
			{"もう一方のプランの名前は", []Group{Positive, Negative}}, {"参加者全員に向けて", []Group{Positive, Negative}}, {"どちらのプランにも肩入れ", []Group{Neutral}},
		},
	}
	for lang, list := range parts {
		s, err := readScript(lang, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range []Group{Positive, Negative, Neutral} {
			for _, topic := range []Topic{Chosen, NotChosen} {
				messages, err := s.prompt("utter", promptData{Name: "Yumi", Group: g, Topic: topic, Plan: condition{topic, planA}.plan(g)})
				if err != nil {
					t.Fatal(err)
				}
				text := messages[0].Text + messages[1].Text
				for _, p := range list {
					if want := p.groups == nil || slices.Contains(p.groups, g); strings.Contains(text, p.text) != want {
						t.Errorf("%s, %s: %q is there: %v", lang, g, p.text, !want)
					}
				}
				if not := map[string]string{"en": "should not be chosen", "ja": "ではない"}[lang]; strings.Contains(text, not) != (topic == NotChosen) {
					t.Errorf("%s, %s, %s: %s", lang, g, topic, text)
				}
			}
		}
		names := s.sentences["name"]
		if slices.Sort(names); len(slices.Compact(names)) != 2*arguing+listening {
			t.Errorf("%s: participants %q", lang, names)
		}
	}
}

// What was held before is not held again: a run that is broken off and goes on finds what one in a piece finds, and asks no more.
func TestImpressionsGoOn(t *testing.T) {
	whole := &listener{}
	want := run(t, &Impressions{Seed: 3, Runs: 2, Model: whole, Lang: "en"})
	kept := map[int]*Discussion{}
	var mu sync.Mutex
	ctx, stop := context.WithCancel(t.Context())
	l := &listener{}
	x := &Impressions{
		Seed: 3, Runs: 2, Model: l, Lang: "en",
		Kept: func(n int) (*Discussion, error) { mu.Lock(); defer mu.Unlock(); return kept[n], nil },
		Keep: func(_ int, d *Discussion) error {
			mu.Lock()
			defer mu.Unlock()
			if kept[d.Number] = d; len(kept) == 3 {
				stop()
			}
			return nil
		},
	}
	if _, err := x.Run(ctx); err == nil || len(kept) != 3 {
		t.Fatalf("%v, %d discussions kept", err, len(kept))
	}
	told := 0
	x.Done = func() { told++ }
	got := run(t, x)
	if told != x.Held() {
		t.Errorf("told of %d discussions of %d", told, x.Held())
	}
	if !reflect.DeepEqual(got, want) || len(kept) != 8 {
		t.Errorf("in two parts %+v\nin one %+v", got, want)
	}
	if asked, all := len(l.asked), len(whole.asked); asked != all {
		t.Errorf("%d calls in two parts, %d in one", asked, all)
	}
	broken := errors.New("disk full")
	x.Kept, x.Keep = nil, func(int, *Discussion) error { return broken }
	if _, err := x.Run(t.Context()); !errors.Is(err, broken) {
		t.Errorf("what cannot be kept ends with %v", err)
	}
}

func TestImpressionsSurviveBadModels(t *testing.T) {
	for _, m := range llmtest.Modes() {
		if m.Name == "slow" {
			continue // waits as it should
		}
		b, err := llmtest.Find(m.Name)
		if err != nil {
			t.Fatal(err)
		}
		r := run(t, &Impressions{Runs: 1, Model: llm.Structured(llmtest.Model(b)), Parallel: 4})
		if len(r.Rows) != 8 || r.Rows[0].Votes.Trials != listening {
			t.Errorf("%s: %+v", m.Name, r)
		}
	}
}

func TestImpressionsEndWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (&Impressions{}).Run(ctx); err == nil {
		t.Error("no error")
	}
}
