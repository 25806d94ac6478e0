package mille

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// understood is what was understood in any game of these tests: many begin alike.
var understood = understand.NewShared()

var englishNames = []string{"Ann", "Bert", "Cleo", "Dan", "Emi"}
var japaneseNames = []string{"アンナ", "ベルト", "クレオ", "ダン", "エミ"}

func newRecogniser(t testing.TB, ja bool) *recogniser {
	t.Helper()
	book, names := english, englishNames
	if ja {
		book, names = japanese, japaneseNames
	}
	p, err := book()
	if err != nil {
		t.Fatal(err)
	}
	return &recogniser{phrases: p, names: names, slow: patience}
}

func protocol(acts []speech.Rows) string {
	var all []string
	for _, a := range acts {
		all = append(all, a.String())
	}
	return strings.Join(all, "; ")
}

// What mille says it recognises as what it meant.
func TestOwnWordingsAreRecognised(t *testing.T) {
	for _, ja := range []bool{false, true} {
		h := newRecogniser(t, ja)
		for _, p := range h.patterns {
			for _, w := range p.hear {
				h.slow = patience
				text := strings.NewReplacer("{a}", h.names[1], "{b}", h.names[2]).Replace(w)
				want := p.rows.Place(1, 2, 3)
				got := h.recognise(1, text)
				if p.rows[0].Verb == speech.Skip {
					if len(got) > 0 {
						t.Errorf("%s: recognised %s", text, protocol(got))
					}
					continue
				}
				if len(got) == 0 || !slices.Equal(got[len(got)-1], want) {
					t.Errorf("%s: recognised %q, want %s", text, protocol(got), want)
				}
			}
		}
	}
}

// What it says is recognised in every voice.
func TestEveryVoiceIsRecognised(t *testing.T) {
	for _, ja := range []bool{false, true} {
		h, lang := newRecogniser(t, ja), map[bool]string{false: "en", true: "ja"}[ja]
		for _, p := range h.patterns {
			want := p.rows.Place(1, 2, 3)
			for _, text := range bottest.Voiced(t, lang, slices.Concat(p.say, p.again), wording.Seating{Me: 1, Names: h.names}, wording.Slots{T: 2, O: 3}) {
				h.slow = patience
				if got := h.recognise(1, text); len(got) == 0 || !slices.Equal(got[len(got)-1], want) {
					t.Errorf("%s: recognised %q, want %s", text, protocol(got), want)
				}
			}
		}
	}
}

// What others say is recognised when it is near, and left alone when it is not.
func TestRecognition(t *testing.T) {
	for text, want := range map[string]string{
		"Hello all. I am the real seer here.":         "COMINGOUT Agent[01] SEER",
		"I divined Bert, and the result is werewolf!": "DIVINED Agent[02] WEREWOLF",
		"I will vote for Dan and nobody else.":        "VOTE Agent[04]",
		"I really suspect that Emi is a werewolf.":    "ESTIMATE Agent[05] WEREWOLF",
		"The weather has turned cold this week.":      "",
		"My grandmother used to bake apple pies.":     "",
	} {
		if got := protocol(newRecogniser(t, false).recognise(1, text)); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"皆さん、私は占い師です。":       "COMINGOUT Agent[01] SEER",
		"ベルトさんを占った結果は人狼でした！": "DIVINED Agent[02] WEREWOLF",
		"今日はダンさんに投票します。":     "VOTE Agent[04]",
		"昨日の夕飯はカレーでした。":      "",
	} {
		if got := protocol(newRecogniser(t, true).recognise(1, text)); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// When its patience is at an end, single words have to do.
func TestQuickMethod(t *testing.T) {
	h := newRecogniser(t, false)
	h.slow = 1
	text := "I think of nothing. My vote today, friends, is with good reason put upon the head of Cleo."
	if got := protocol(h.recognise(1, text)); got != "VOTE Agent[03]" {
		t.Errorf("quickly %q", got)
	}
	h.slow = patience
	if got := protocol(h.recognise(1, text)); got != "" {
		t.Errorf("slowly %q", got)
	}
}

// Games come to their end without an illegal answer or a wording said twice, and the same seed gives the same game.
func TestGames(t *testing.T) {
	for _, n := range []int{5, 9, 13} {
		for _, lang := range []string{"en", "ja"} {
			for seed := range uint64(6) {
				said := table(t, n, lang, seed)
				if again := table(t, n, lang, seed); said != again {
					t.Fatalf("%d players, %s, seed %d: two games", n, lang, seed)
				}
			}
		}
	}
}

func table(t *testing.T, n int, lang string, seed uint64) string {
	t.Helper()
	rules, err := werewolf.Standard(n)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	players := make([]bottest.Player, n)
	for i := range players {
		names = append(names, fmt.Sprintf("%s%c", englishNames[i%5], 'a'+i))
		if players[i], err = New(agent.Config{Seed: seed, Lang: lang, Shared: understood}); err != nil {
			t.Fatal(err)
		}
	}
	game, err := bottest.Sit(rules, bottest.Seats(names...), seed, players)
	if err != nil {
		t.Fatal(err)
	}
	if err := game.Play(); err != nil || len(game.Illegal) > 0 {
		t.Fatalf("%v, illegal: %v", err, game.Illegal)
	}
	var all strings.Builder
	mine := map[string]bool{}
	for _, e := range game.Game.Log() {
		if e.Kind == werewolf.Talked && !e.Skip && !e.Over {
			key := fmt.Sprint(e.Seat, e.Text)
			if mine[key] || e.Cut || strings.ContainsAny(e.Text, ",\n") {
				t.Fatalf("seat %d says %q (again: %v, cut: %v)", e.Seat, e.Text, mine[key], e.Cut)
			}
			mine[key] = true
		}
		fmt.Fprintln(&all, e)
	}
	return all.String()
}

func TestPhrasesAreRefused(t *testing.T) {
	for _, line := range []string{"VOTE Agent[02]", "VOTE = I vote.", "VOTE Agent[02] = I vote {a}. | I vote.", "VOTE Agent[02] ="} {
		if _, err := readPhrases("x.txt", line, false); err == nil || !strings.Contains(err.Error(), "x.txt:1") {
			t.Errorf("%s: %v", line, err)
		}
	}
}

func FuzzRecognise(f *testing.F) {
	f.Add("I am the seer. Ann is a werewolf!")
	f.Add("アンナ\x01{a}\xff.")
	p, err := english()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		h := recogniser{phrases: p, names: englishNames, slow: 3}
		for _, a := range h.recognise(1, text) {
			if a.String() == "" {
				t.Errorf("%q: an empty act", text)
			}
		}
	})
}

func BenchmarkRecognise(b *testing.B) {
	for _, ja := range []bool{false, true} {
		h := newRecogniser(b, ja)
		text := "Good morning. I divined Bert and Bert is a werewolf. Let us all vote for Bert."
		if ja {
			text = "おはようございます。ベルトさんを占った結果は人狼でした。みなさんでベルトさんに投票しましょう。"
		}
		b.Run(map[bool]string{false: "en", true: "ja"}[ja], func(b *testing.B) {
			for b.Loop() {
				h.slow = patience
				h.recognise(1, text)
			}
		})
	}
}
