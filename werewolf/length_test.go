package werewolf

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// slowFit is Fit as the rules page words it: of each part the longest
// beginning that may stand, found by trying all of them.
func slowFit(l *LengthRules, text string, names []string, budget int) (string, int) {
	if l.PerAgent == NoLimit {
		budget = 0
		if l.BaseLength == NoLimit {
			return longest(text, func(s string) bool { return l.PerTalk == NoLimit || slowMeasure(l, s) <= l.PerTalk }), 0
		}
	}
	budget = max(0, budget)
	paid := func(s string, free int) int { return max(0, slowMeasure(l, s)-max(0, free)) }
	before, after, mention := text, "", ""
	if l.MentionLength != NoLimit {
		b, a, found := slowMention(text, names)
		if found {
			before, after, mention = b, a, text[len(b):len(text)-len(a)]
		}
	}
	before = longest(before, func(s string) bool { return paid(s, l.BaseLength) <= budget })
	n := slowMeasure(l, before)
	if l.PerTalk != NoLimit && n > l.PerTalk {
		before = longest(before, func(s string) bool { return slowMeasure(l, s) <= l.PerTalk })
		return before, paid(before, l.BaseLength)
	}
	cost := paid(before, l.BaseLength)
	if mention == "" {
		return before, cost
	}
	after = longest(after, func(s string) bool {
		return cost+paid(s, l.MentionLength) <= budget && (l.PerTalk == NoLimit || n+slowMeasure(l, s) <= l.PerTalk)
	})
	return before + mention + after, cost + paid(after, l.MentionLength)
}

// longest is the longest beginning, at a rune's end, that is all right.
func longest(text string, ok func(string) bool) (best string) {
	for i := range text {
		if ok(text[:i]) {
			best = text[:i]
		}
	}
	if ok(text) {
		best = text
	}
	return best
}

// unset are length rules without any limit.
func unset(change func(*LengthRules)) LengthRules {
	l := LengthRules{PerTalk: NoLimit, MentionLength: NoLimit, PerAgent: NoLimit, BaseLength: NoLimit}
	change(&l)
	return l
}

func TestFit(t *testing.T) {
	names := []string{"Bo", "Bob", "花子"} // the speaker is Ann
	contest := unset(func(l *LengthRules) { l.BaseLength, l.MentionLength = 5, 3 })
	budgeted := unset(func(l *LengthRules) { l.BaseLength, l.MentionLength, l.PerAgent = 2, 1, 10 })
	perTalk := unset(func(l *LengthRules) { l.PerTalk = 4 })
	capped := unset(func(l *LengthRules) { l.BaseLength, l.MentionLength, l.PerTalk = 5, 3, 4 })
	words := unset(func(l *LengthRules) { l.BaseLength, l.MentionLength, l.CountInWord = 2, 1, true })
	spaces := unset(func(l *LengthRules) { l.BaseLength, l.MentionLength, l.CountSpaces = 5, 3, true })
	cases := []struct {
		name   string
		rules  LengthRules
		text   string
		budget int
		kept   string
		cost   int
	}{
		{"fits", contest, "12345", 0, "12345", 0},
		{"cut", contest, "1234567", 0, "12345", 0},
		{"blanks are free", contest, "1 2 3 4 5  6", 0, "1 2 3 4 5  ", 0},
		{"mention at the start", contest, "@Bo12345", 0, "@Bo123", 0},
		{"mention in the middle", contest, "1234567@Bo12345", 0, "12345@Bo123", 0},
		{"mention at the end", contest, "1234567@Bo", 0, "12345@Bo", 0},
		{"the first of two mentions counts", contest, "1@Bo@花子4", 0, "1@Bo@花子", 0},
		{"the first in the text, not in the list", contest, "@花子@Bo4", 0, "@花子@Bo", 0},
		{"of oneself", contest, "@Ann4567", 0, "@Ann4", 0},
		{"of oneself, then of another", contest, "@Ann@Bo1234", 0, "@Ann@Bo123", 0},
		{"unknown name", contest, "@Eve4567", 0, "@Eve4", 0},
		{"a bare sign", contest, "@ @@ 4567", 0, "@ @@ 45", 0},
		{"the longer of two names", contest, "@Bob1234", 0, "@Bob123", 0},
		{"a name goes on", contest, "@Bobby1234", 0, "@Bobby1", 0},
		{"Japanese", contest, "こんにちは、花子", 0, "こんにちは", 0},
		{"Japanese mention", contest, "おーい@花子さんこんにちは", 0, "おーい@花子さんこ", 0},
		{"words", words, "one two three", 0, "one two ", 0},
		{"words with a mention", words, "one two three @Bo four five", 0, "one two @Bo four ", 0},
		{"half a word after a mention", words, "one@Bo's two", 0, "one@Bo's ", 0},
		{"spaces count", spaces, "1 2 3 4", 0, "1 2 3", 0},
		{"spaces count after a mention", spaces, "@Bo 1 2", 0, "@Bo 1 ", 0},
		{"budget pays", budgeted, "12345", 10, "12345", 3},
		{"budget runs out", budgeted, "1234567", 3, "12345", 3},
		{"budget spent", budgeted, "1234567", 0, "12", 0},
		{"budget overspent", budgeted, "1234567", -5, "12", 0},
		{"budget pays before and after", budgeted, "1234@Bo123", 10, "1234@Bo123", 4},
		{"budget spent before the mention", budgeted, "12345@Bo123", 3, "12345@Bo1", 3},
		{"budget runs out after the mention", budgeted, "123@Bo1234", 3, "123@Bo123", 3},
		{"per_talk alone", perTalk, "1234567", 0, "1234", 0},
		{"per_talk alone, a mention is text", perTalk, "@Bo4567", 0, "@Bo4", 0},
		{"per_talk below the base", capped, "1234567", 0, "1234", 0},
		{"per_talk cuts after the mention", capped, "123@Bo123", 0, "123@Bo1", 0},
		{"per_talk reached at the mention", capped, "1234@Bo123", 0, "1234@Bo", 0},
		{"per_talk cuts before the mention", capped, "12345@Bo123", 0, "1234", 0},
		{
			"per_talk looks at what the base leaves",
			unset(func(l *LengthRules) { l.BaseLength, l.MentionLength, l.PerTalk = 2, 3, 4 }),
			"123456@Bo123", 0, "12@Bo12", 0,
		},
		{
			"per_talk does not pay for what it cuts",
			unset(func(l *LengthRules) { l.BaseLength, l.PerAgent, l.PerTalk = 1, 10, 3 }),
			"123456", 10, "123", 2,
		},
		{"mention_length unset", unset(func(l *LengthRules) { l.BaseLength = 5 }), "1@Bo5678", 0, "1@Bo5", 0},
		{"mention_length 0", unset(func(l *LengthRules) { l.BaseLength, l.MentionLength = 5, 0 }), "1@Bo5678", 0, "1@Bo", 0},
		{"base unset beside a budget", unset(func(l *LengthRules) { l.PerAgent = 3 }), "12345", 3, "123", 3},
		{"nothing set", unset(func(*LengthRules) {}), strings.Repeat("長い", 500), 0, strings.Repeat("長い", 500), 0},
		{"everything zero", LengthRules{}, "1", 0, "", 0},
		{"everything zero, a mention costs nothing", LengthRules{}, "1@Bo2", 0, "@Bo", 0},
		{"everything zero, nothing but a mention", LengthRules{}, "@Bo2", 0, "@Bo", 0},
		{"empty", contest, "", 0, "", 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			kept, cost := c.rules.Fit(c.text, names, c.budget)
			if kept != c.kept || cost != c.cost {
				t.Errorf("%q becomes %q for %d, want %q for %d", c.text, kept, cost, c.kept, c.cost)
			}
			if kept, cost := slowFit(&c.rules, c.text, names, c.budget); kept != c.kept || cost != c.cost {
				t.Errorf("the oracle makes %q for %d of %q", kept, cost, c.text)
			}
		})
	}
}

func TestFitLikeTheOracle(t *testing.T) {
	t.Parallel()
	rng := newRand(7)
	names := []string{"P1", "P2", "P10", "花子", "a b"}
	pieces := []string{"@P1", "@P10", "@P2", "@花子", "@a b", "@", " ", "  ", "x", "word", "言葉", "\xff", "\t", "\u00a0", "é"}
	for range seeds(200_000, 20_000) {
		l := randomLength(rng)
		text := ""
		for range rng.IntN(10) {
			text += oneOf(rng, pieces...)
		}
		compareFit(t, &l, text, names, rng.IntN(12)-2)
	}
}

func compareFit(t *testing.T, l *LengthRules, text string, names []string, budget int) {
	t.Helper()
	kept, cost := l.Fit(text, names, budget)
	want, price := slowFit(l, text, names, budget)
	if kept != want || cost != price {
		t.Fatalf("%+v budget %d: %q becomes %q for %d, the oracle says %q for %d", *l, budget, text, kept, cost, want, price)
	}
	if l.Measure(text) != slowMeasure(l, text) {
		t.Fatalf("%+v: %q measures %d, the oracle says %d", *l, text, l.Measure(text), slowMeasure(l, text))
	}
}

func FuzzFit(f *testing.F) {
	f.Add("1234@P1 567 @P2", "P1", "P2", 5, 3, 10, 8, 4, uint8(0))
	f.Add("言葉 @花子 です", "花子", "花", 2, 1, -1, -1, 0, uint8(1))
	f.Add("one two @a b three", "a", "a b", -1, 0, 3, 2, 1, uint8(2))
	f.Add("", "", "@", 0, 0, 0, 0, 0, uint8(3))
	f.Fuzz(func(t *testing.T, text, one, two string, base, mention, perAgent, perTalk, budget int, unit uint8) {
		limit := func(n int) int { return max(NoLimit, n%300) }
		l := LengthRules{
			CountInWord: unit%3 == 1, CountSpaces: unit%3 == 2,
			BaseLength: limit(base), MentionLength: limit(mention), PerAgent: limit(perAgent), PerTalk: limit(perTalk),
		}
		var names []string
		for _, n := range []string{one, two} {
			if n = Clean(n); n != "" {
				names = append(names, n)
			}
		}
		if len(text) < 300 { // the oracle tries every beginning
			compareFit(t, &l, text, names, budget%300)
		}
	})
}

func TestClean(t *testing.T) {
	cases := []struct{ text, want string }{
		{"plain", "plain"},
		{"  trimmed  ", "trimmed"},
		{"a\nb\r\nc", "abc"},
		{"a\tb", "a b"},
		{"\ta", "a"},
		{"\u3000全角\u3000", "全角"},
		{"a\u2028b\u2029c\u0085d", "abcd"},
		{"\x1b[31mred\x07", "[31mred"},
		{"\u202eright to left\u2066", "right to left"},
		{"bad \xff\xfe bytes", "bad \uFFFD bytes"},
		{"\n \n", ""},
		{"", ""},
		{"\x7f", ""},
		{"👩‍💻 stays", "👩‍💻 stays"},
	}
	for _, c := range cases {
		if got := Clean(c.text); got != c.want {
			t.Errorf("%q becomes %q, want %q", c.text, got, c.want)
		}
	}
}

func FuzzClean(f *testing.F) {
	for _, s := range []string{"plain", "a\nb", "\u202e\u2028 x", "\xff", "\t", " \u0085 ", "\u00a0x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := Clean(text)
		if !utf8.ValidString(got) || strings.TrimSpace(got) != got || Clean(got) != got {
			t.Errorf("%q becomes %q", text, got)
		}
		for _, r := range got {
			if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
				t.Errorf("%q becomes %q with %U", text, got, r)
			}
		}
	})
}
