package topic

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/task"
	"wolfden/internal/ledger"
	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/speech"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

func desk(t *testing.T, m llm.Model) *task.Desk {
	t.Helper()
	return task.NewDesk(nil, "en", m)
}

// heard is a table of five on a day, and a ledger that has heard these utterances of seat 2, 3 and so on, each of which
// accuses the next number of acts: a number stands for the target.
func heard(t *testing.T, day int, said []string, targets []werewolf.SeatID) (*werewolf.Observation, *ledger.Writer) {
	t.Helper()
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	o := &werewolf.Observation{
		Rules: &rules, Seat: 1, Day: day, Names: []string{"Ada", "Bela", "Cleo", "Dov", "Emil"}, Living: werewolf.SeatsUpTo(5),
		Request: werewolf.Request{Seat: 1, Kind: werewolf.Talk, Left: werewolf.Left{Count: 3}},
	}
	acts := map[string]werewolf.SeatID{}
	for i, text := range said {
		o.Talks = append(o.Talks, werewolf.Utterance{Day: day, Seat: werewolf.SeatID(2 + i%2), Text: text, Skip: text == werewolf.SkipText})
		acts[text] = targets[i]
	}
	b := &ledger.Writer{}
	for i := range o.Talks {
		var rows speech.Rows
		if target := acts[o.Talks[i].Text]; target != 0 {
			rows = speech.Suspect(target)
		}
		b.Hear(&o.Talks[i], rows)
	}
	return o, b
}

func TestStagnation(t *testing.T) {
	tests := []struct {
		name    string
		said    []string
		targets []werewolf.SeatID
		want    float64
	}{
		{"a short talk", []string{"a", "b", "c"}, []werewolf.SeatID{0, 0, 0}, 0},
		{"all news", []string{"red one", "blue two", "green three", "pink four"}, []werewolf.SeatID{4, 4, 5, 5}, 0},
		{"no acts", []string{"red", "blue", "green", "pink"}, []werewolf.SeatID{0, 0, 0, 0}, 1},
		{"the same acts again", []string{"red", "blue", "green", "pink"}, []werewolf.SeatID{4, 4, 4, 4}, 0.5},
		{"the same words", []string{"he is so quiet today", "he is so quiet Today!", "blue", "green"}, []werewolf.SeatID{4, 5, 5, 4}, 0.25},
		{"silence", []string{"red", werewolf.SkipText, werewolf.SkipText, "blue"}, []werewolf.SeatID{4, 0, 0, 5}, 0.5},
		{"only the last eight", strings.Fields("a b c d e f g h i j"), []werewolf.SeatID{0, 0, 4, 4, 5, 5, 0, 0, 0, 0}, 0.5},
	}
	for _, tt := range tests {
		o, b := heard(t, 1, tt.said, tt.targets)
		if got := Stagnation(o, b.Reader()); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("%s: %.3f, want %.3f", tt.name, got, tt.want)
		}
	}
}

func TestLikenessInJapanese(t *testing.T) {
	a, b := piecesOf("健太さんが怪しいと思います"), piecesOf("健太さんが怪しいと思いますね")
	if got := likeness(a, b); got < alike {
		t.Errorf("nearly the same is %.2f alike", got)
	}
	if got := likeness(a, piecesOf("美咲さんを信じています")); got > 0.3 {
		t.Errorf("something else is %.2f alike", got)
	}
}

func TestPhaseOf(t *testing.T) {
	tests := []struct {
		name string
		set  func(o *werewolf.Observation, b *ledger.Writer)
		want Phase
	}{
		{"day 0", func(o *werewolf.Observation, _ *ledger.Writer) { o.Day = 0; o.Request.Left.Count = 0 }, Greeting},
		{"nothing yet", func(*werewolf.Observation, *ledger.Writer) {}, Opening},
		{"a villager", func(_ *werewolf.Observation, b *ledger.Writer) {
			b.Hear(&werewolf.Utterance{Seat: 2}, speech.Claim(2, werewolf.Villager))
		}, Opening},
		{"a seer", func(_ *werewolf.Observation, b *ledger.Writer) {
			b.Hear(&werewolf.Utterance{Seat: 2}, speech.Claim(2, werewolf.Seer))
		}, Claims},
		{"a claim taken back", func(_ *werewolf.Observation, b *ledger.Writer) {
			b.Hear(&werewolf.Utterance{Seat: 2}, speech.Claim(2, werewolf.Seer))
			b.Hear(&werewolf.Utterance{Seat: 2}, speech.Retract(2))
		}, Opening},
		{"half is spent", func(o *werewolf.Observation, _ *ledger.Writer) { o.Request.Left.Count = 1 }, Late},
		{"half of three is spent", func(o *werewolf.Observation, _ *ledger.Writer) {
			o.Request.Left.Count, o.Rules.Talk.MaxCount.PerAgent = 1, 3
		}, Late},
		{"few live", func(o *werewolf.Observation, _ *ledger.Writer) { o.Living = werewolf.SetOf(1, 2, 3, 4) }, Endgame},
		{"the last word", func(o *werewolf.Observation, _ *ledger.Writer) {
			o.Living, o.Request.Left.Count = werewolf.SetOf(1, 2, 3), 0
		}, Closing},
		{"no limit", func(o *werewolf.Observation, _ *ledger.Writer) { o.Request.Left.Count = werewolf.NoLimit }, Opening},
	}
	for _, tt := range tests {
		o, b := heard(t, 1, nil, nil)
		tt.set(o, b)
		if got := phaseOf(o, b.Reader()); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// Both tables name the same subjects with the same kinds of sentence, at least four a phase, and the kinds have wordings.
func TestTables(t *testing.T) {
	book, err := wording.In("en")
	if err != nil {
		t.Fatal(err)
	}
	speaker := wording.NewSpeaker(book, "", wording.Seating{Names: []string{"Bela", "Cleo", "Dov"}}, rand.New(rand.NewPCG(1, 1)))
	for p := Greeting; p <= Closing; p++ {
		en, ja := Subjects("en", p), Subjects("ja", p)
		if len(en) < 4 || len(en) != len(ja) {
			t.Fatalf("%s: %d subjects in English, %d in Japanese", p, len(en), len(ja))
		}
		for i := range en {
			if en[i].Name != ja[i].Name || en[i].Kind != ja[i].Kind || en[i].Text == "" || ja[i].Text == "" {
				t.Errorf("%s: %+v beside %+v", p, en[i], ja[i])
			}
			if kind := en[i].Kind; kind != "" {
				if _, ok := speaker.Say(kind, wording.Slots{T: 1, O: 2, X: 3, Role: werewolf.Seer, N: 2}, nil); !ok {
					t.Errorf("%s: nothing says %q", en[i].Name, kind)
				}
			}
		}
	}
}

// While the talk moves a suggestion comes in Base of the cases, when it stands still in all; none comes twice in a row.
func TestSuggest(t *testing.T) {
	moving, b1 := heard(t, 1, nil, nil)
	still, b2 := heard(t, 1, strings.Fields("a b c d e f"), make([]werewolf.SeatID, 6))
	const times = 2000
	c, n, last := New(desk(t, nil), 7, Base), 0, ""
	names := map[string]int{}
	for turn := range times {
		moving.Request.Turn = turn
		if s, ok := c.Suggest(t.Context(), moving, &scene.Scene{}, b1.Reader()); ok {
			n++
			if s.Name == last {
				t.Fatalf("%s twice in a row", last)
			}
			last = s.Name
			names[last]++
		}
	}
	if share := float64(n) / times; math.Abs(share-0.25) > 0.03 {
		t.Errorf("suggested in %.3f of the cases", share)
	}
	if len(names) != len(Subjects("en", Opening)) {
		t.Errorf("only %v were suggested", names)
	}
	for turn := range 50 {
		still.Request.Turn = turn
		if _, ok := c.Suggest(t.Context(), still, &scene.Scene{}, b2.Reader()); !ok {
			t.Fatal("a talk that stands still gets no suggestion")
		}
	}
	a, _ := New(desk(t, nil), 7, Base).Suggest(t.Context(), still, &scene.Scene{}, b2.Reader())
	if again, _ := New(desk(t, nil), 7, Base).Suggest(t.Context(), still, &scene.Scene{}, b2.Reader()); again != a {
		t.Errorf("of one seed came %v and %v", a, again)
	}
	if note := c.Note(); !strings.Contains(note, "stagnation 1.00") || c.Note() != "" {
		t.Errorf("the note is %q", note)
	}
}

func TestSuggestAsksAModel(t *testing.T) {
	o, b := heard(t, 1, strings.Fields("a b c d e f"), make([]werewolf.SeatID, 6))
	want := Subjects("en", Opening)[3]
	c := New(desk(t, llmtest.Model(llmtest.Say(`{"topic":"`+want.Text+`","why":"x"}`))), 7, Base)
	if got, _ := c.Suggest(t.Context(), o, &scene.Scene{}, b.Reader()); got != want {
		t.Errorf("suggested %v, the model %v", got, want)
	}
	if got, _ := c.Suggest(t.Context(), o, &scene.Scene{}, b.Reader()); got == want {
		t.Error("the model may repeat itself")
	}
}

// A model is not offered to introduce itself once it has spoken, nor to bring in the silent once all have spoken.
func TestNothingIsOfferedThatIsDone(t *testing.T) {
	tests := []struct {
		said      []werewolf.SeatID
		greet, in bool
	}{
		{[]werewolf.SeatID{2, 3, 2, 3}, true, true},
		{[]werewolf.SeatID{2, 3, 1, 3}, false, true},
		{[]werewolf.SeatID{2, 3, 4, 5}, true, false},
		{[]werewolf.SeatID{2, 3, 1, 4, 5}, false, false},
	}
	subjects := Subjects("en", Greeting)
	for _, tt := range tests {
		o, b := heard(t, 0, []string{"a", "b", "c", "d", "e"}[:len(tt.said)], make([]werewolf.SeatID, len(tt.said)))
		for i, seat := range tt.said {
			o.Talks[i].Seat = seat
		}
		var asked string
		c := New(desk(t, llmtest.Model(func(p llmtest.Prompt) llmtest.Answer {
			asked = p.Text()
			return llmtest.Answer{Text: `{"topic":"","why":""}`}
		})), 7, 1)
		if got, ok := c.Suggest(t.Context(), o, &scene.Scene{}, b.Reader()); !ok || !strings.Contains(asked, got.Text) {
			t.Errorf("%v: suggested %v", tt.said, got)
		}
		if greet, in := strings.Contains(asked, subjects[0].Text), strings.Contains(asked, subjects[5].Text); greet != tt.greet || in != tt.in {
			t.Errorf("%v: offered to introduce itself: %v, to bring somebody in: %v", tt.said, greet, in)
		}
	}
}
