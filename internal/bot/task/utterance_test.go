package task

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestSayable(t *testing.T) {
	tests := []struct{ text, want string }{
		{"I agree, Bela.\nTruly, I do.", "I agree Bela. Truly I do."},
		{"「Bela さんを信じます」", "Bela さんを信じます"},
		{"「Bela」は「Cleo」", "「Bela」は「Cleo」"},
		{`"yes"`, "yes"},
		{`"`, `"`},
		{"**bold** `code` # title 🎉", "bold code title"},
		{"a\u202eb\x1b[2Jc", "ab2Jc"},
		{" \n ", ""},
	}
	for _, tt := range tests {
		if got := sayable(tt.text, false); got != tt.want {
			t.Errorf("%q became %q, not %q", tt.text, got, tt.want)
		}
	}
	if got := sayable("I agree, Bela.\nTruly, I do. *", true); got != "I agree, Bela. Truly, I do." {
		t.Errorf("with commas: %q", got)
	}
}

func FuzzSayable(f *testing.F) {
	for _, pair := range attacks() {
		f.Add(pair[0])
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := sayable(text, false)
		if strings.ContainsAny(got, ",\n\r`*<>") || strings.TrimSpace(got) != got || !utf8.ValidString(got) {
			t.Fatalf("%q became %q", text, got)
		}
		if strings.ContainsFunc(got, func(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Cf, unicode.So) }) {
			t.Fatalf("%q became %q", text, got)
		}
	})
}

func TestCut(t *testing.T) {
	tests := []struct {
		text string
		most int
		want string
	}{
		{"one two", 7, "one two"}, {"one two three", 7, "one two"}, {"one two three", 9, "one two"}, {"one two", 2, "on"},
		{"あいう", 2, "あい"}, {"a\nb", 9, "a b"}, {"", 3, ""},
	}
	for _, tt := range tests {
		if got := cut(tt.text, tt.most); got != tt.want {
			t.Errorf("%q to %d: %q, not %q", tt.text, tt.most, got, tt.want)
		}
	}
}

func TestDistinct(t *testing.T) {
	if got := distinct([]string{"a", "b", ""}, []string{"a", "c"}); !slices.Equal(got, []string{"b", "a", "c"}) {
		t.Errorf("%q", got)
	}
}

// TestWordlists: every name of the lists has words, and nothing else stands in them.
func TestWordlists(t *testing.T) {
	for text, names := range map[string]int{loadedText: 12, traitText: 8} {
		list := readWords(text)
		if len(list) != names {
			t.Errorf("%d names, not %d", len(list), names)
		}
		for _, e := range list {
			if e.name == "" || len(e.words) < 2 || slices.Contains(e.words, "") {
				t.Errorf("%+v", e)
			}
			for i, w := range e.words {
				if slices.Contains(e.words[i+1:], w) {
					t.Errorf("%s: %q twice", e.name, w)
				}
			}
		}
	}
	var p Personality
	for _, e := range readWords(traitText) {
		if !slices.ContainsFunc(p.pairs(), func(pair [2]pole) bool { return pair[0].name == e.name || pair[1].name == e.name }) {
			t.Errorf("%q is no value of a personality", e.name)
		}
	}
}
