package random

import (
	"context"
	"strings"
	"testing"

	"wolfden/werewolf"
)

func observation(kind werewolf.RequestKind) werewolf.Observation {
	r, _ := werewolf.Standard(5)
	o := werewolf.Observation{
		Rules: &r, Seat: 1, Living: werewolf.SeatsUpTo(5), Names: []string{"Alice", "Bob", "Carol", "Dave", "Erin"},
		Request: werewolf.Request{Seat: 1, Kind: kind, Left: werewolf.Left{Count: 3, Length: werewolf.NoLimit}},
	}
	if kind.Chooses() {
		o.Request.Targets = werewolf.SetOf(2, 4)
	}
	return o
}

func TestChoicesAreUniform(t *testing.T) {
	p := New(1, "en")
	count := map[string]int{}
	for range 10_000 {
		answer, err := p.Answer(context.Background(), observation(werewolf.Vote))
		if err != nil {
			t.Fatal(err)
		}
		count[answer]++
	}
	if len(count) != 2 || count["Bob"] < 4700 || count["Dave"] < 4700 {
		t.Errorf("answers %v", count)
	}
}

func TestUtterancesVaryAndAreClean(t *testing.T) {
	for _, lang := range []string{"en", "ja"} {
		p := New(2, lang)
		seen := map[string]int{}
		mentions := 0
		for range 2000 {
			text, _ := p.Answer(context.Background(), observation(werewolf.Talk))
			seen[text]++
			if strings.HasPrefix(text, "@") {
				mentions++
			}
			if text == "" || strings.ContainsAny(text, ",\n") {
				t.Errorf("%s: %q", lang, text)
			}
		}
		if len(seen) < 30 || mentions == 0 || seen[werewolf.OverText] == 0 {
			t.Errorf("%s: %d utterances, %d mentions, %d Over", lang, len(seen), mentions, seen[werewolf.OverText])
		}
	}
}

func TestAnnouncementsAndLimits(t *testing.T) {
	p := New(3, "en")
	for _, kind := range []werewolf.RequestKind{werewolf.Initialize, werewolf.DailyInitialize, werewolf.DailyFinish, werewolf.Finish} {
		if text, err := p.Answer(context.Background(), observation(kind)); text != "" || err != nil {
			t.Errorf("%s: %q, %v", kind, text, err)
		}
	}
	o := observation(werewolf.Talk)
	o.Rules.Talk.MaxLength.PerTalk = 3
	for range 100 {
		if text, _ := p.Answer(context.Background(), o); text != werewolf.OverText {
			t.Errorf("%q does not fit three letters", text)
		}
	}
}

func BenchmarkAnswer(b *testing.B) {
	for _, kind := range []werewolf.RequestKind{werewolf.Talk, werewolf.Vote} {
		b.Run(kind.String(), func(b *testing.B) {
			p, o := New(1, "en"), observation(kind)
			b.ReportAllocs()
			for b.Loop() {
				_, _ = p.Answer(context.Background(), o)
			}
		})
	}
}
