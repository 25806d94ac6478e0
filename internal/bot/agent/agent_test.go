package agent

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/talker"
	"wolfden/internal/bot/task"
	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// plain is a system of rules with one module. It may have one sentence to say, which announces a vote for Emil.
type plain struct{ says string }

func plainly(says string) *System[plain] {
	return &System[plain]{
		Name: "plain", New: func(*Kit) (*plain, error) { return &plain{says}, nil },
		Modules: []Module[plain]{
			{Name: "module", Think: func(_ *plain, t *Table) Changes { return Changes{Note: fmt.Sprint("day ", t.O.Day)} }},
			{Name: "voice", Speak: func(s *plain, _ *Table, b *Brief) {
				b.First = talker.Words([]string{s.says}, wording.VoteFor, wording.Slots{T: 5})
			}},
		},
	}
}

func newAgent(t testing.TB, c Config, says string) *Agent[plain] {
	t.Helper()
	a, err := plainly(says).Player(c)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// table is what Ada, a villager of five, sees on day 2: Cleo was executed and voted for by Ada, Dov was killed, Bela said
// to be the seer and Dov human.
func table(t testing.TB, kind werewolf.RequestKind) werewolf.Observation {
	t.Helper()
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	o := werewolf.Observation{
		Rules: &rules, Seat: 1, Day: 2, Names: []string{"Ada", "Bela", "Cleo", "Dov", "Emil"}, Living: werewolf.SetOf(1, 2, 5),
		Roles:   []werewolf.Role{0, werewolf.Villager, 0, 0, 0, 0},
		Request: werewolf.Request{Seat: 1, Kind: kind, Left: werewolf.Left{Count: 1, Length: werewolf.NoLimit}},
		Talks: []werewolf.Utterance{
			{Day: 1, Seat: 2, Text: "I am the seer. I divined Dov and he is human."},
			{Day: 1, Idx: 1, Seat: 1, Text: "Good morning everyone."},
			{Day: 2, Seat: 5, Text: "The tea is cold."},
		},
		Deaths: []werewolf.Death{{Day: 1, Seat: 3, Cause: werewolf.ByExecution}, {Day: 1, Seat: 4, Cause: werewolf.ByAttack}},
		Votes:  []werewolf.Choice{{Day: 1, Seat: 2, Target: 3}, {Day: 1, Seat: 1, Target: 3}},
	}
	if kind.Chooses() {
		o.Request.Targets = werewolf.SetOf(2, 5)
	}
	return o
}

// saying is a model that words everything with one text.
func saying(text string) llm.Model {
	return llmtest.Model(func(p llmtest.Prompt) llmtest.Answer {
		if p.Task != "word" {
			return bottest.Mute(p)
		}
		return llmtest.Answer{Text: text}
	})
}

func answer(t testing.TB, p bottest.Player, o werewolf.Observation) string {
	t.Helper()
	text, err := p.Answer(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// A model's words stand, whatever they claim, tell or keep to themselves. What the game does not allow is asked for again
// with the reason, and then the rules speak.
func TestTheModelsWordsStand(t *testing.T) {
	draft := answer(t, newAgent(t, Config{Seed: 1}, ""), table(t, werewolf.Talk))
	letters := strings.Repeat("abcd ", 31) // 124 letters and as many blanks as words
	for _, tt := range []struct{ name, text, want string }{
		{"an opinion", "I have my eye on Emil.", "I have my eye on Emil."},
		{"markup", "**I have my eye** on `Emil`.", "I have my eye on Emil."},
		{"a role it does not have", "I am the seer.", "I am the seer."},
		{"a result it does not have", "I divined Emil and he is a werewolf.", "I divined Emil and he is a werewolf."},
		{"somebody who does not play", "I suspect Zoe today.", "I suspect Zoe today."},
		{"a death that was none", "Emil was attacked last night.", "Emil was attacked last night."},
		{"blanks do not count", letters, strings.TrimSpace(letters)},
		{"more after a mention", letters + "@Emil " + letters, strings.TrimSpace(letters + "@Emil " + letters)},
		{"silence", "Over", werewolf.OverText},
		{"silence for now", "Skip.", werewolf.SkipText},
		{"a mention of nobody", "@Zoe are you there?", "Zoe are you there?"},
		{"said before", "The sun is out.", werewolf.SkipText},
		{"nothing", " ** ", ""},
		{"too much", letters + "ab", ""},
	} {
		o := table(t, werewolf.Talk)
		o.Request.Left.Skip = 1
		o.Talks = append(o.Talks, werewolf.Utterance{Day: 2, Idx: 1, Seat: 1, Text: "The sun is out."})
		prompts := 0
		model := llmtest.Model(func(p llmtest.Prompt) llmtest.Answer {
			if prompts++; prompts == 2 && !strings.Contains(p.Text(), "cannot be used") {
				t.Errorf("%s: asked again without the reason:\n%s", tt.name, p.Text())
			}
			return llmtest.Answer{Text: tt.text}
		})
		a := newAgent(t, Config{Seed: 1, Model: model}, "")
		got, times := answer(t, a, o), 1
		if tt.want == "" || tt.name == "said before" {
			times = 2
		}
		if tt.want != "" && got != tt.want || tt.want == "" && (got == tt.text || got == werewolf.OverText) || prompts != times || a.ByModel() != (tt.want != "") {
			t.Errorf("%s: %q is said after %d prompts, not %q", tt.name, got, prompts, tt.want)
		}
		notes := strings.Join(slices.Collect(maps.Values(maps.Collect(a.Notes()))), "\n")
		if told := strings.Contains(notes, `"by":"rule","why":"`); told != (tt.want == "") {
			t.Errorf("%s: a refusal is noted: %v\n%s", tt.name, told, notes)
		}
	}
	if silent(draft) {
		t.Errorf("the rules say %q", draft)
	}
	over := llmtest.Model(llmtest.Say("Over"))
	if got := answer(t, newAgent(t, Config{Seed: 1, Model: over}, ""), table(t, werewolf.Talk)); got != werewolf.OverText {
		t.Errorf("over is %q", got)
	}
}

// A model speaks where the rules would be silent, sees no draft of theirs, and mends what it is told of.
func TestTheModelIsAskedWithoutADraft(t *testing.T) {
	first := true
	model := llmtest.Model(func(p llmtest.Prompt) llmtest.Answer {
		if strings.Contains(p.Text(), "Draft") || strings.Contains(p.Text(), "cold tea") {
			t.Errorf("the rules' words stand in the prompt:\n%s", p.Text())
		}
		if first {
			first = false
			return llmtest.Answer{Text: "Emil: hello."}
		}
		return llmtest.Answer{Text: "@Bela hello."}
	})
	a, err := plainly("I vote for Emil because of cold tea.").Player(Config{Seed: 1, Model: model})
	if err != nil {
		t.Fatal(err)
	}
	if got := answer(t, a, table(t, werewolf.Talk)); got != "@Bela hello." || !a.ByModel() {
		t.Errorf("%q is said", got)
	}
	note := maps.Collect(a.Notes())["model"]
	if !strings.Contains(note, `"by":"model"`) || !strings.Contains(note, `"again":"task word`) {
		t.Errorf("noted as %s", note)
	}
}

// Where the words must keep the draft's meaning, nothing else is said: no other claim, result, vote or attack.
func TestSameMeaning(t *testing.T) {
	o := table(t, werewolf.Talk)
	for _, tt := range []struct {
		draft, text string
		same        bool
	}{
		{"I vote for Emil.", "My vote is for Emil today.", true},
		{"I vote for Emil.", "I vote for Bela.", false},
		{"I vote for Emil.", "Emil is a fine fellow.", false},
		{"Emil is quiet.", "Emil does not say much.", true},
		{"Emil is quiet.", "I vote for Emil.", false},
		{"I am the seer.", "As the seer I speak to you.", true},
		{"I am the seer.", "I am the medium.", false},
		{"I am the seer.", "I am not the seer.", false},
		{"I divined Emil and he is human.", "I divined Emil and he is a werewolf.", false},
		{"I divined Emil and he is human.", "I divined Bela and she is human.", false},
		{"Let us all vote for Emil.", "Let us all vote for Bela.", false},
	} {
		if err := sameMeaning(&o, tt.draft, tt.text); (err == nil) != tt.same {
			t.Errorf("%q for %q: %v", tt.text, tt.draft, err)
		}
	}
	whisper := table(t, werewolf.Whisper)
	if err := sameMeaning(&whisper, "Let us attack Emil.", "Let us attack Bela."); err == nil {
		t.Error("another prey is the same")
	}
}

// A model that only words changes the words of a player and nothing else. What says something else is asked for again, once,
// with the reason; then the rules' own words go out.
func TestReword(t *testing.T) {
	reason := regexp.MustCompile(`the draft to "vote Emil", the utterance to "(vote|nothing)|named in only one of draft|and the draft does not`)
	for _, tt := range []struct {
		draft, first, second, want string
		prompts                    int
	}{
		{"I vote for Emil.", "My vote is for Emil today.", "", "My vote is for Emil today.", 1},
		{"I vote for Emil.", "I vote for Bela.", "My vote is for Emil today.", "My vote is for Emil today.", 2},
		{"I vote for Emil.", "I vote for Bela.", "I vote for Bela.", "I vote for Emil.", 2},
		{"I vote for Emil.", "I vote for Emil and I am the seer.", "I am the seer.", "I vote for Emil.", 2},
		{"I vote for Emil.", "Emil is a fine fellow.", "Over", "I vote for Emil.", 2},
		{"I vote for Emil.", "I vote for Emil.", "", "I vote for Emil.", 1},
		{"I vote for Emil.", "I divined Emil and he is a werewolf.", "I divined Emil and he is human.", "I vote for Emil.", 2},
	} {
		var asked []string
		model := llmtest.Model(func(p llmtest.Prompt) llmtest.Answer {
			asked = append(asked, p.Text())
			return llmtest.Answer{Text: []string{tt.first, tt.second}[len(asked)-1]}
		})
		s := plainly(tt.draft)
		s.Model = Words
		a, err := s.Player(Config{Seed: 1, Model: model})
		if err != nil {
			t.Fatal(err)
		}
		o := table(t, werewolf.Talk)
		if got := answer(t, a, o); got != tt.want || len(asked) != tt.prompts || a.ByModel() != (got == tt.first || got == tt.second) {
			t.Errorf("%q and %q in place of %q: %q is said after %d prompts", tt.first, tt.second, tt.draft, got, len(asked))
		}
		if again := asked[len(asked)-1]; strings.Contains(again, "cannot be used") != (tt.prompts == 2) || tt.prompts == 2 && !reason.MatchString(again) {
			t.Errorf("%q is asked for again so:\n%s", tt.first, again)
		}
		if note := maps.Collect(a.Notes())["model"]; strings.Contains(note, `"by":"model"`) != a.ByModel() || !a.ByModel() && tt.second != "Over" && !strings.Contains(note, `"cause":"does not hold: other meaning"`) {
			t.Errorf("%q: noted as %s", tt.first, note)
		}
		if asked = nil; answer(t, a, table(t, werewolf.Vote)) == "" || len(asked) > 0 {
			t.Errorf("a vote is asked for:\n%s", asked)
		}
	}
	s := plainly("")
	s.Model = Words
	mute, err := s.Player(Config{Seed: 1, Model: saying("Hello.")})
	if err != nil {
		t.Fatal(err)
	}
	answer(t, mute, table(t, werewolf.Vote))
	for _, silence := range []string{"", werewolf.OverText, werewolf.SkipText} {
		if got := mute.reword(t.Context(), silence); got != silence {
			t.Errorf("silence is worded: %q", got)
		}
	}
	if d := s.Design(); d.Has(paramAdvice) {
		t.Error("rules give advice to a model that decides nothing")
	}
}

// A model chooses among the legal, also against its word, which is noted. Whom it may not choose it is asked for again;
// then the rules choose.
func TestChoice(t *testing.T) {
	asked := 0
	choosing := func(name string) llm.Model {
		return llmtest.Model(func(p llmtest.Prompt) llmtest.Answer {
			if asked++; strings.Contains(p.Text(), "how good a choice") {
				t.Errorf("the rules' opinion is in the prompt:\n%s", p.Text())
			}
			return llmtest.Answer{Text: `{"reason": "test", "target": "` + name + `"}`}
		})
	}
	rules := answer(t, newAgent(t, Config{Seed: 1}, ""), table(t, werewolf.Vote))
	other := map[string]string{"Bela": "Emil", "Emil": "Bela"}[rules]
	for name, want := range map[string]string{other: other, rules: rules, "Ada": rules, "Cleo": rules, "Zoe": rules, "": rules} {
		asked = 0
		a := newAgent(t, Config{Seed: 1, Model: choosing(name)}, "")
		if got := answer(t, a, table(t, werewolf.Vote)); got != want || asked != map[bool]int{true: 1, false: 2}[name == want] {
			t.Errorf("the model says %q: %q is chosen after %d prompts, not %q", name, got, asked, want)
		}
		if note := maps.Collect(a.Notes())["choice"]; (note == name+": test") != (name == want) {
			t.Errorf("%q: noted as %q", name, note)
		}
	}
	for name, broken := range map[string]bool{"Bela": true, "Emil": false} {
		o := table(t, werewolf.Vote)
		o.Talks = append(o.Talks, werewolf.Utterance{Day: 2, Idx: 1, Seat: 1, Text: "I vote for Emil."})
		a := newAgent(t, Config{Seed: 1, Model: choosing(name)}, "")
		if got := answer(t, a, o); got != name {
			t.Errorf("who announced Emil and whose model says %s votes %q", name, got)
		}
		if note := maps.Collect(a.Notes())["broken-word"]; (note != "") != broken {
			t.Errorf("%s: noted as %q", name, note)
		}
	}
}

// Reason has taken in what rules heard and what was learned, where rules heard nothing.
func TestReasonLearns(t *testing.T) {
	a := newAgent(t, Config{Seed: 1}, "")
	answer(t, a, table(t, werewolf.Talk))
	a.Table().learn([]task.Claim{
		{Day: 2, Idx: 0, Speaker: "Emil", Role: "SEER"},
		{Day: 2, Idx: 0, Speaker: "Emil", Target: "Cleo", Species: "HUMAN"},
		{Day: 2, Idx: 0, Speaker: "Emil", Target: "Dov", Species: "WEREWOLF"},
		{Day: 2, Idx: 0, Speaker: "Bela", Role: "VILLAGER"},                 // did not say it
		{Day: 1, Idx: 0, Speaker: "Bela", Target: "Emil", Species: "HUMAN"}, // rules have heard a result there
	})
	signs, heard := a.Table().Reason().Evidence(), a.Table().Heard
	if heard.ClaimOf(5) != werewolf.Seer || heard.ClaimOf(2) != werewolf.Seer {
		t.Errorf("claims %s, %s", heard.ClaimOf(5), heard.ClaimOf(2))
	}
	got := signs.Results(5, werewolf.Seer)
	if len(got) != 2 || got[0].Target != 3 || got[0].Species != werewolf.Human || got[1].Target != 4 || got[1].Species != werewolf.Wolf {
		t.Errorf("of Emil's two results %v came", got)
	}
	if got := signs.Results(2, werewolf.Seer); len(got) != 1 || got[0].Target != 4 {
		t.Errorf("of Bela's results %v came", got)
	}
	if first := a.Table().Reason(); first != a.Table().Reason() {
		t.Error("a second reasoner")
	}
}

// A result without a role is that of the role its speaker claimed before.
func TestLearnedResultOfAStandingClaim(t *testing.T) {
	o := table(t, werewolf.Talk)
	rules := *o.Rules
	rules.Roles[werewolf.Medium], rules.Roles[werewolf.Villager] = 1, 1
	o.Rules = &rules
	o.Talks[0].Text = "I am the medium."
	o.Talks = append(o.Talks, werewolf.Utterance{Day: 2, Idx: 1, Seat: 2, Text: "The spirits were clear about one of us."})
	a := newAgent(t, Config{Seed: 1}, "")
	answer(t, a, o)
	a.Table().learn([]task.Claim{{Day: 2, Idx: 1, Speaker: "Bela", Target: "Cleo", Species: "HUMAN"}})
	if got := a.Table().Reason().Evidence().Results(2, werewolf.Medium); len(got) != 1 || got[0].Target != 3 {
		t.Errorf("the medium's results are %v", got)
	}
}

// Notes are handed out once, a text once in a row, and nothing is lost or overwritten by what is noted meanwhile.
func TestNotes(t *testing.T) {
	a := newAgent(t, Config{}, "")
	for _, text := range []string{"x", "x", "", "y", "x"} {
		a.mind.notes.add("topic", text)
	}
	var got []string
	for topic, text := range a.Notes() {
		a.mind.notes.add("meanwhile", text+"?")
		if a.mind.notes.add("meanwhile", text+"!"); topic == "topic" {
			got = append(got, text)
		}
	}
	if !slices.Equal(got, []string{"x", "y", "x"}) {
		t.Errorf("noted %q", got)
	}
	if later := maps.Collect(a.Notes()); len(later) != 1 || later["meanwhile"] != "x!" {
		t.Errorf("noted later %q", later)
	}
	for range a.Notes() {
		t.Error("a note is handed out twice")
	}
}

// A module that is taken out by name does not work; chance is its own and follows from the seed.
func TestModules(t *testing.T) {
	with, without := newAgent(t, Config{Seed: 4}, ""), newAgent(t, Config{Seed: 4, Off: []string{"module"}}, "")
	answer(t, with, table(t, werewolf.Talk))
	answer(t, without, table(t, werewolf.Talk))
	noted := maps.Collect(without.Notes())
	if delete(noted, talker.TopicRules); maps.Collect(with.Notes())["module"] != "day 2" || len(noted) > 0 {
		t.Error("the module works though it is out, or does not though it is in")
	}
	draw := func(seed uint64, module string) uint64 {
		return random(seed, module).Uint64()
	}
	if first := draw(1, "a"); first != draw(1, "a") || first == draw(1, "b") || first == draw(2, "a") {
		t.Error("chance does not follow from seed and module")
	}
	if _, err := plainly("").Player(Config{Lang: "fr"}); err == nil || !strings.Contains(err.Error(), "fr") {
		t.Errorf("French: %v", err)
	}
}

// A target is kept while it lives and looks no better than another by more than the margin.
func TestSteady(t *testing.T) {
	a := newAgent(t, Config{Seed: 1}, "")
	answer(t, a, table(t, werewolf.Talk))
	p := a.Table().Self
	s := Steady{Margin: 1}
	for _, tt := range []struct {
		bela, emil float32
		top, want  werewolf.SeatID
	}{{2, 1, 2, 2}, {2, 2.9, 5, 2}, {2, 3.1, 5, 5}, {4, 3.1, 2, 5}, {9, 3.1, 2, 2}, {9, 3, 0, 0}, {1, 0, 2, 2}} {
		opinion := p.Opinion()
		opinion.Score[2], opinion.Score[5] = tt.bela, tt.emil
		a.mind.talker.Correct(opinion)
		if got := s.hold(p, tt.top); got != tt.want {
			t.Errorf("%+v: %d is held", tt, got)
		}
	}
	o := table(t, werewolf.Talk)
	o.Living = werewolf.SetOf(1, 5)
	answer(t, a, o)
	if got := s.hold(p, 5); got != 5 {
		t.Errorf("a dead target is held: %d", got)
	}
}

// With advice the model is told what the rules would say and choose, and decides all the same; where it fails, that is what
// is said and chosen. Without it nothing of that is in a prompt.
func TestAdvice(t *testing.T) {
	const says = "I vote for Emil because of cold tea."
	for advice, told := range map[float64]bool{0: false, 1: true} {
		for _, kind := range []werewolf.RequestKind{werewolf.Talk, werewolf.Vote} {
			answers := map[string]string{"word": "The sun is out.", "choose-target": `{"reason": "test", "target": "Bela"}`}
			prompt := ""
			model := llmtest.Model(func(p llmtest.Prompt) llmtest.Answer {
				prompt = p.Text()
				return llmtest.Answer{Text: answers[p.Task]}
			})
			a := newAgent(t, Config{Seed: 1, Model: model, Params: map[string]float64{"advice": advice}}, says)
			rules := answer(t, newAgent(t, Config{Seed: 1}, says), table(t, kind))
			want := "The sun is out."
			if kind == werewolf.Vote {
				want = "Bela"
			}
			if got := answer(t, a, table(t, kind)); got != want {
				t.Errorf("advice %v, %s: %q", advice, kind, got)
			}
			if strings.Contains(prompt, "cautious player") != told || told && !strings.Contains(prompt, rules) {
				t.Errorf("advice %v, %s: the rules would answer %q, and the model is asked:\n%s", advice, kind, rules, prompt)
			}
			mute := newAgent(t, Config{Seed: 1, Model: llmtest.Model(bottest.Mute), Params: map[string]float64{"advice": advice}}, says)
			if got := answer(t, mute, table(t, kind)); got != rules {
				t.Errorf("advice %v, %s: a mute model's player answers %q, not %q", advice, kind, got, rules)
			}
		}
	}
}
