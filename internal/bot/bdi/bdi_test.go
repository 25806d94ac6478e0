package bdi

import (
	"math"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot/personality"
	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/task"
	"wolfden/internal/ledger"
	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/speech"
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
	return task.NewDesk(nil, lang, m)
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
func say(t *testing.T, o *werewolf.Observation, m *MicroBeliefs, by werewolf.SeatID, text string, says ...speech.Rows) {
	t.Helper()
	o.Talks = append(o.Talks, werewolf.Utterance{Day: o.Day, Seat: by, Text: text, Idx: len(o.Talks), Skip: text == werewolf.SkipText})
	at, w := len(o.Talks)-1, ledger.NewWriter(o.Rules.Table, o.Rules.Roles)
	for i := range at {
		w.Hear(&o.Talks[i], m.heard.Rows(i))
	}
	w.Hear(&o.Talks[at], speech.Join(says...))
	m.AddUtterances(t.Context(), o, &scene.Scene{}, at, w.Reader())
}

func found(target werewolf.SeatID, s werewolf.Species) speech.Rows {
	return speech.Found(werewolf.Divines, target, s)
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func TestRecordOfAnUtterance(t *testing.T) {
	claim := speech.Claim(bela, werewolf.Seer)
	tests := []struct {
		text string
		says []speech.Rows
		kind Type
		to   werewolf.SeatID
	}{
		{"nothing", nil, Null, 0},
		{"ask all", []speech.Rows{speech.Ask(0, speech.AnyTopic, 0)}, Question, 0},
		{"ask Ada", []speech.Rows{speech.Ask(ada, speech.AnyTopic, 0)}, Question, ada},
		{"@Dov fine", nil, Null, dov},
		{"trust", []speech.Rows{speech.Trust(dov)}, Positive, 0},
		{"a charge is to whom it is against", []speech.Rows{speech.Suspect(ada)}, Negative, ada},
		{"two charges are to all", []speech.Rows{speech.Suspect(ada), speech.Do(speech.Vote, dov)}, Negative, 0},
		{"negative before positive and question", []speech.Rows{speech.Trust(dov), speech.Ask(emil, speech.AnyTopic, 0), speech.Do(speech.Vote, cleo)}, Negative, emil},
		{"Seer CO before negative", []speech.Rows{speech.Suspect(dov), claim, speech.Ask(0, speech.AnyTopic, 0)}, CO, dov},
		{"Seer result: Dov is human", []speech.Rows{found(dov, werewolf.Human)}, CO, 0},
		{"占い師です、Dovは白", []speech.Rows{found(dov, werewolf.Human)}, CO, 0},
		{"a result without a word for a role: Dov is human", []speech.Rows{found(dov, werewolf.Human)}, Null, 0},
		{"Dov is black", []speech.Rows{found(dov, werewolf.Wolf)}, Negative, dov},
		{"Dov is black; who agrees", []speech.Rows{found(dov, werewolf.Human), speech.Ask(0, speech.AnyTopic, 0)}, Question, 0},
	}
	for _, tt := range tests {
		o, m := table(t, werewolf.Villager, 1), NewMicroBeliefs(desk(t, "en", nil), somebody())
		say(t, o, m, bela, tt.text, tt.says...)
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
	o, m := table(t, werewolf.Villager, 1), NewMicroBeliefs(desk(t, "en", model), p)
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

// fixed gives everything the same metrics.
func fixed(p llmtest.Prompt) llmtest.Answer {
	if strings.Contains(string(p.Schema), "clarity") {
		return llmtest.Answer{Text: `{"logical_consistency":0.8,"specificity_and_detail":0.8,"intuitive_depth":0.8,"clarity_and_conciseness":0.8}`}
	}
	return llmtest.Answer{Text: "none"}
}

// Whatever does not fit an earlier word halves honesty and consistency, by hand.
func TestContradictionsByHand(t *testing.T) {
	claim := func(r werewolf.Role) speech.Rows { return speech.Claim(bela, r) }
	const social, honesty, consistent = 0.776, 0.52875, 0.794 / 1.4
	const trust, liking, bias = (social + honesty + consistent) / 3, (0.68/1.2 + 0.48 + 0.70) / 3, 0.66 + 0.42 + 0.61 + 0.65
	next := func(credibility, liked, honest float64) float64 {
		weighted := (bias*0.8 + trust*credibility + liking*liked) / (bias + trust + liking)
		shown := (social*0.5 + honesty*honest + consistent*0.8*honest) / (3 * trust)
		return credibility + 0.25*((weighted+shown)/2-credibility)
	}
	for name, acts := range map[string][2]speech.Rows{"two results": {found(dov, werewolf.Human), found(dov, werewolf.Wolf)}, "two roles": {claim(werewolf.Seer), claim(werewolf.Medium)}, "taken back": {claim(werewolf.Seer), speech.Retract(bela)}} {
		o, m := table(t, werewolf.Villager, 1), NewMicroBeliefs(desk(t, "en", llmtest.Model(fixed)), somebody())
		say(t, o, m, bela, "x y z w", acts[0])
		first, liked := m.Of(bela).Credibility, m.Of(bela).Liking
		if want := next(0.5, 0.5, 1); !near(first, want) {
			t.Errorf("%s: at first %.9f, want %.9f", name, first, want)
		}
		say(t, o, m, bela, "x y z w", acts[1])
		if got, want := m.Of(bela).Credibility, next(first, liked, 0.5); !near(got, want) {
			t.Errorf("%s: then %.9f, want %.9f", name, got, want)
		}
	}
}

// Who speaks ill of me and of another is liked less, by hand: warmth and what it says to me, one good and one bad to
// begin with.
func TestLikingByHand(t *testing.T) {
	for says, share := range map[speech.Act]float64{speech.Suspect(ada)[0]: 1.0 / 3, speech.Trust(ada)[0]: 2.0 / 3} {
		o, m := table(t, werewolf.Villager, 1), NewMicroBeliefs(desk(t, "en", llmtest.Model(fixed)), somebody())
		say(t, o, m, bela, "x y z w", speech.Of(says))
		shown := (0.68/1.2*share + 0.48*share + 0.70*0.8) / (0.68/1.2 + 0.48 + 0.70)
		if got, want := m.Of(bela).Liking, 0.5+0.25*(shown-0.5); !near(got, want) {
			t.Errorf("liking %.9f, want %.9f", got, want)
		}
	}
}

func TestBeliefs(t *testing.T) {
	o, m := table(t, werewolf.Villager, 1), NewMicroBeliefs(desk(t, "en", nil), somebody())
	if b := m.Of(bela); b.Credibility != 0.5 || b.Liking != 0.5 {
		t.Errorf("begins with %+v", b)
	}
	say(t, o, m, bela, "one", speech.Claim(bela, werewolf.Seer), found(dov, werewolf.Wolf))
	say(t, o, m, bela, "two", speech.Suspect(dov), speech.Do(speech.Vote, dov), speech.Trust(cleo))
	say(t, o, m, bela, "three", speech.RequestVote(dov))
	say(t, o, m, ada, "mine")
	say(t, o, m, cleo, werewolf.SkipText)
	b := m.Of(bela)
	if m.heard.ClaimOf(bela) != werewolf.Seer || b.Negative[dov] != 2 || b.Positive[cleo] != 1 {
		t.Errorf("believes of Bela %+v", b)
	}
	if !m.judgedWolf(dov) || m.judgedWolf(cleo) {
		t.Errorf("who was judged a werewolf: %v", m.heard.Findings())
	}
	if len(m.Records()) != 3 || !slices.Equal(m.Own(), []string{"mine"}) {
		t.Errorf("%d records, own %q", len(m.Records()), m.Own())
	}
	say(t, o, m, bela, "four", speech.Retract(bela))
	if m.contradictions(bela, 4) != 0 || m.contradictions(bela, 5) != 1 {
		t.Errorf("%d contradictions of who took a claim back", m.contradictions(bela, 5))
	}
}

// What speaks against somebody lowers credibility or liking beside somebody who says the same without it.
func TestImpressionsMove(t *testing.T) {
	two := func() (*werewolf.Observation, *MicroBeliefs) {
		return table(t, werewolf.Villager, 1), NewMicroBeliefs(desk(t, "en", nil), somebody())
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
	say(t, o, m, bela, "x", speech.Suspect(ada))
	say(t, o, m, cleo, "x", speech.Trust(ada))
	if m.Of(bela).Liking >= m.Of(cleo).Liking-0.01 {
		t.Errorf("who accuses me is liked %.2f, who trusts me %.2f", m.Of(bela).Liking, m.Of(cleo).Liking)
	}
	o, m = two()
	say(t, o, m, bela, "x", speech.Suspect(emil))
	say(t, o, m, cleo, "x", speech.Suspect(emil))
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
	accuse := speech.Suspect(dov)
	plain, reasoned := score("en", "I suspect Dov.", bela, accuse), score("en", "I suspect Dov because he hides. If he is human who else?", bela, accuse)
	if want := (Metrics{0.6, 0.4, 0.3, 1}); plain != want {
		t.Errorf("plain %v, want %v", plain, want)
	}
	if want := (Metrics{0.9, 0.5, 0.9, 1}); !near(reasoned[0], want[0]) || !near(reasoned[1], want[1]) || !near(reasoned[2], want[2]) {
		t.Errorf("reasoned %v, want %v", reasoned, want)
	}
	long := score("en", strings.Repeat("word ", 40), bela, nil)
	if !near(long[3], 1-0.8*(200-80)/240.0) || long[0] != 0.5 {
		t.Errorf("long %v", long)
	}
	if commas := score("en", strings.Repeat("word, ", 40), bela, nil); commas != long {
		t.Errorf("with commas %v, without %v", commas, long)
	}
	if told := score("en", "x", bela, found(dov, werewolf.Human)); !near(told[1], 0.7) || !near(told[0], 0.5) {
		t.Errorf("a result %v", told)
	}
	if ja := score("ja", "嘘をついたのでDovさんが怪しい。", bela, accuse); !near(ja[0], 0.9) {
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
		got := respond(tt.records, ada)
		if at := -1; got != nil && got.At != tt.want || got == nil && tt.want != at {
			t.Errorf("%s: %+v, want %d", tt.name, got, tt.want)
		}
	}
}
