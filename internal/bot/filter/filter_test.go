package filter

import (
	"errors"
	"strings"
	"testing"
	"unicode"

	"wolfden/werewolf"
)

// table is what Ada of five sees on day 2: Cleo was executed, Dov was killed, Bela said to be the seer and Dov human.
func table(t testing.TB, names ...string) *werewolf.Observation {
	t.Helper()
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	if len(names) == 0 {
		names = []string{"Ada", "Bela", "Cleo", "Dov", "Emil"}
	}
	rules.Talk.MaxLength = werewolf.LengthRules{
		PerTalk: werewolf.NoLimit, MentionLength: werewolf.NoLimit, PerAgent: werewolf.NoLimit, BaseLength: werewolf.NoLimit,
	}
	return &werewolf.Observation{
		Rules: &rules, Seat: 1, Day: 2, Names: names, Living: werewolf.SetOf(1, 2, 5),
		Request: werewolf.Request{Seat: 1, Kind: werewolf.Talk, Left: werewolf.Left{Count: 3, Length: werewolf.NoLimit, Skip: 1}},
		Talks: []werewolf.Utterance{
			{Day: 1, Seat: 2, Text: "I am the seer. I divined " + names[3] + " and he is human."},
			{Day: 1, Seat: 1, Text: "Good morning everyone."},
			{Day: 2, Seat: 1, Text: "I trust Bela. What a night."},
		},
		Deaths: []werewolf.Death{{Day: 1, Seat: 3, Cause: werewolf.ByExecution}, {Day: 1, Seat: 4, Cause: werewolf.ByAttack}},
		Votes:  []werewolf.Choice{{Day: 1, Seat: 2, Target: 3}, {Day: 1, Seat: 1, Target: 2}},
	}
}

func TestPassMends(t *testing.T) {
	tests := []struct{ name, lang, text, want string }{
		{"nothing to mend", "en", "I suspect Emil.", "I suspect Emil."},
		{"lines", "en", "I suspect Emil.\nHe is too quiet.", "I suspect Emil. He is too quiet."},
		{"commas", "en", "Well, I suspect Emil, and you?", "Well I suspect Emil and you?"},
		{"commas between names", "en", "Bela, Emil, and I live.", "Bela and Emil and I live."},
		{"commas in numbers", "en", "There are 1,000 reasons.", "There are 1000 reasons."},
		{"commas in Japanese", "ja", "Emilさんが怪しい,と思います。", "Emilさんが怪しい、と思います。"},
		{"lines in Japanese", "ja", "Emilさんが怪しいです。\n静かすぎます。", "Emilさんが怪しいです。静かすぎます。"},
		{"markup", "en", "**I** suspect `Emil` <b>today</b>.", "I suspect Emil today."},
		{"a list", "en", "# My view\n- I suspect Emil.\n2. He is quiet.", "My view I suspect Emil. He is quiet."},
		{"a fence", "en", "```text\nI suspect Emil.\n```", "I suspect Emil."},
		{"a link", "en", "I suspect [Emil](http://x.y).", "I suspect Emil."},
		{"emoji", "en", "I suspect Emil 🐺👍🏽 now ☆.", "I suspect Emil now ."},
		{"control characters", "en", "I sus\x1bpect\u202e Emil.\u200b", "I suspect Emil."},
		{"its own name", "en", "Ada: I suspect Emil.", "I suspect Emil."},
		{"quotes", "en", `"I suspect Emil."`, "I suspect Emil."},
		{"Japanese quotes", "ja", "「Emilさんが怪しいです。」", "Emilさんが怪しいです。"},
		{"quotes within stay", "en", `"Emil" is not my word.`, `"Emil" is not my word.`},
		{"a trailing Over", "en", "I suspect Emil. Over", "I suspect Emil."},
		{"the word over in a sentence", "en", "Let us start Over", "Let us start Over"},
		{"Over", "en", " over. ", "Over"},
		{"Skip", "en", "Skip", "Skip"},
		{"a sentence of today again", "en", "I trust Bela! But I suspect Emil.", "But I suspect Emil."},
		{"a sentence of the day before", "en", "Good morning everyone.", "Good morning everyone."},
		{"the same twice", "en", "I suspect Emil. I suspect Emil.", "I suspect Emil."},
		{"a true death", "en", "Dov was killed by the wolves and Cleo was executed.", "Dov was killed by the wolves and Cleo was executed."},
		{"a true vote", "en", "Bela voted for Cleo.", "Bela voted for Cleo."},
		{"a death that may come", "en", "If Emil was attacked I would wonder.", "If Emil was attacked I would wonder."},
		{"a question", "en", "Was it Emil who died? Emil was attacked?", "Was it Emil who died? Emil was attacked?"},
		{"the other's result", "en", "Bela divined Dov as human.", "Bela divined Dov as human."},
		{"words that look like names", "en", "I trust God and the Seer on Monday.", "I trust God and the Seer on Monday."},
		{"titles", "ja", "皆さん、Emilさんと騎士さんはどう思いますか。", "皆さん、Emilさんと騎士さんはどう思いますか。"},
		{"a true death in Japanese", "ja", "Dovさんが襲撃されました。", "Dovさんが襲撃されました。"},
		{"a true vote in Japanese", "ja", "BelaさんはCleoさんに投票しました。", "BelaさんはCleoさんに投票しました。"},
	}
	for _, tt := range tests {
		got, err := New(tt.lang).Pass(table(t), tt.text)
		if err != nil || got != tt.want {
			t.Errorf("%s: %q became %q, %v; want %q", tt.name, tt.text, got, err, tt.want)
		}
	}
}

func TestPassRefuses(t *testing.T) {
	tests := []struct {
		name, lang, text string
		want             error
	}{
		{"nothing", "en", " \n ** ", ErrEmpty},
		{"said today", "en", "i trust Bela", ErrRepeated},
		{"both sentences said today", "en", "What a night! I trust Bela.", ErrRepeated},
		{"an unknown mention", "en", "@Zoe what do you think?", ErrStranger},
		{"an agent of another game", "en", "I suspect Agent[07].", ErrStranger},
		{"somebody suspected", "en", "I suspect Zoe today.", ErrStranger},
		{"somebody who claims", "en", "Then Zoe claims too much.", ErrStranger},
		{"somebody with a title", "ja", "健太さんが怪しいです。", ErrStranger},
		{"a living victim", "en", "Emil was attacked last night.", ErrNotHappened},
		{"a wrong cause", "en", "Dov was executed.", ErrNotHappened},
		{"a wrong cause before the name", "en", "Sadly we executed Dov.", ErrNotHappened},
		{"a death of the living", "en", "Bela is dead.", ErrNotHappened},
		{"a quiet night", "en", "Luckily nobody died.", ErrNotHappened},
		{"a vote nobody cast", "en", "Emil voted for Bela.", ErrNotHappened},
		{"an own vote not cast", "en", "I voted for Emil.", ErrNotHappened},
		{"a victim in Japanese", "ja", "Emilさんが襲撃されました。", ErrNotHappened},
		{"a vote in Japanese", "ja", "EmilさんはBelaさんに投票しました。", ErrNotHappened},
		{"an own vote in Japanese", "ja", "昨日はEmilさんに投票しました。", ErrNotHappened},
	}
	for _, tt := range tests {
		f := New(tt.lang)
		got, err := f.Pass(table(t), tt.text)
		if !errors.Is(err, tt.want) || got != "" {
			t.Errorf("%s: %q became %q, %v; want %v", tt.name, tt.text, got, err, tt.want)
		}
		if note := f.Note(); !strings.Contains(note, tt.want.Error()) || f.Note() != "" {
			t.Errorf("%s: the note is %s", tt.name, note)
		}
	}
}

// What has happened depends on the day: of the first day there is no yesterday.
func TestPassOnTheFirstDay(t *testing.T) {
	o := table(t)
	o.Day, o.Deaths, o.Votes, o.Living = 1, nil, nil, werewolf.SeatsUpTo(5)
	for _, text := range []string{"I wonder about last night's victim.", "Let us look at yesterday's vote."} {
		if got, err := New("en").Pass(o, text); !errors.Is(err, ErrNotHappened) {
			t.Errorf("%q became %q, %v", text, got, err)
		}
	}
	if _, err := New("en").Pass(o, "Luckily nobody died."); err != nil {
		t.Errorf("a quiet night: %v", err)
	}
	later := table(t)
	later.Day = 3
	if _, err := New("en").Pass(later, "Luckily nobody died."); err != nil {
		t.Errorf("a quiet night after another: %v", err)
	}
	if _, err := New("en").Pass(table(t), "Let us look at yesterday's vote."); err != nil {
		t.Errorf("a vote there was: %v", err)
	}
}

func TestSkipWithoutSkips(t *testing.T) {
	o := table(t)
	o.Request.Left.Skip = 0
	if got, err := New("en").Pass(o, "Skip"); got != werewolf.OverText || err != nil {
		t.Errorf("became %q, %v", got, err)
	}
}

func TestPassShortens(t *testing.T) {
	limits := werewolf.LengthRules{PerTalk: 40, MentionLength: werewolf.NoLimit, PerAgent: werewolf.NoLimit, BaseLength: werewolf.NoLimit}
	budget := werewolf.LengthRules{PerTalk: werewolf.NoLimit, MentionLength: 20, PerAgent: 60, BaseLength: 10}
	tests := []struct {
		name       string
		rules      werewolf.LengthRules
		left       int
		text, want string
		err        error
	}{
		{"a cap", limits, -1, "I suspect Emil today. He has been far too quiet for me.", "I suspect Emil today.", nil},
		{"the mention stays", limits, -1, "Emil is quiet. He says little. @Bela do you agree with me?", "Emil is quiet. @Bela do you agree with me?", nil},
		{"one long sentence", limits, -1, "I suspect Emil today since he has been far too quiet for my taste.", "", ErrTooLong},
		{"a fair share", budget, 50, "I suspect Emil today. He has been far too quiet.", "I suspect Emil today.", nil},
		{"nothing fair fits", budget, 20, "I suspect Emil and Bela today.", "I suspect Emil and Bela today.", nil},
		{"nothing fits", budget, 5, "I suspect Emil and Bela today.", "", ErrTooLong},
	}
	for _, tt := range tests {
		o := table(t)
		o.Rules.Talk.MaxLength = tt.rules
		o.Request.Left.Length = tt.left
		got, err := New("en").Pass(o, tt.text)
		if got != tt.want || !errors.Is(err, tt.err) {
			t.Errorf("%s: became %q, %v; want %q, %v", tt.name, got, err, tt.want, tt.err)
		}
	}
}

func TestNamesWithinWords(t *testing.T) {
	o := table(t, "Al", "Bela", "Cleo", "Dov", "Emil")
	for _, text := range []string{"Also I wonder.", "Allow me a word: Al is me."} {
		if got, err := New("en").Pass(o, text); err != nil || got != text {
			t.Errorf("%q became %q, %v", text, got, err)
		}
	}
}

func TestTerms(t *testing.T) {
	tests := []struct{ lang, hard, soft string }{
		{"en", "The werewolves attack Bela and we execute Emil.", "The werewolves bite Bela and we vote out Emil."},
		{"en", "Dov was attacked. Cleo was executed. Attack nobody!", "Dov was bitten. Cleo was voted out. Bite nobody!"},
		{"en", "The execution and the killing.", "The vote-out and the spiriting away."},
		{"en", "ATTACKED stays, attackers stay.", "ATTACKED stays, attackers stay."},
		{"ja", "今日はBelaさんを吊りましょう。吊った後で考えます。", "今日はBelaさんを追い出しましょう。追い出した後で考えます。"},
		{"ja", "昨夜の襲撃でDovさんが殺され、Cleoさんは処刑されました。", "昨夜の噛みつきでDovさんが連れ去られ、Cleoさんは追放投票されました。"},
	}
	for _, tt := range tests {
		soft := Soften(tt.lang, tt.hard, nil)
		if soft != tt.soft {
			t.Errorf("%q softened to %q, want %q", tt.hard, soft, tt.soft)
		}
		if back := Harden(tt.lang, soft, nil); back != tt.hard {
			t.Errorf("%q hardened to %q, want %q", soft, back, tt.hard)
		}
	}
	if got := Soften("en", "Kill Attack Bill", []string{"Attack"}); got != "Spirit away Attack Bill" {
		t.Errorf("a name is not kept: %q", got)
	}
}

// What people say of other things stays as it is: only what stands for a word of the game is put back.
func TestOrdinaryWordsAreNotHardened(t *testing.T) {
	for lang, list := range map[string][]string{
		"en": {"I am leaving that to you.", "What I take away from this is that Emil lies.", "He was taken away by his own story.", "They sent home nobody."},
		"ja": {"Emilさんを追放しましょう。", "追放先はまだ決めていません。", "Belaさんは離れました。"},
	} {
		for _, text := range list {
			if got := Harden(lang, text, nil); got != text {
				t.Errorf("%q became %q", text, got)
			}
		}
	}
}

// Every pair of the table goes both ways by itself.
func TestEveryTermComesBack(t *testing.T) {
	for lang, table := range pairs() {
		if len(table) < 10 {
			t.Errorf("%s: only %d terms", lang, len(table))
		}
		for _, p := range table {
			soft := Soften(lang, p.hard, nil)
			if soft == p.hard || Harden(lang, soft, nil) != p.hard {
				t.Errorf("%s: %q became %q and then %q", lang, p.hard, soft, Harden(lang, soft, nil))
			}
		}
	}
}

// Whatever comes in, what passes is one plain line that the rules leave as it is and that passes again.
func FuzzPass(f *testing.F) {
	for _, s := range []string{"I suspect Emil, Bela.\n**no**", "@Bela x,y. Over", "健太さん、「怪しい」,と。", "```\nSkip", "<b>a</b> 🐺 . !?", "Ada: Ada: x"} {
		f.Add(s, true)
		f.Add(s, false)
	}
	f.Fuzz(func(t *testing.T, text string, japanese bool) {
		lang := "en"
		if japanese {
			lang = "ja"
		}
		o := table(t)
		o.Rules.Talk.MaxLength.PerTalk = 50
		got, err := New(lang).Pass(o, text)
		if err != nil {
			if got != "" {
				t.Errorf("an error and %q", got)
			}
			return
		}
		if strings.ContainsAny(got, ",\n\r\t`<>") || got != werewolf.Clean(got) || strings.ContainsFunc(got, func(r rune) bool { return unicode.Is(unicode.So, r) }) {
			t.Errorf("%q became %q", text, got)
		}
		if kept, _ := o.Rules.Talk.MaxLength.Fit(got, o.Names[1:], 0); kept != got {
			t.Errorf("%q would be cut to %q", got, kept)
		}
	})
}
