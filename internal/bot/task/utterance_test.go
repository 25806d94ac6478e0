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
		if got := Cut(tt.text, tt.most); got != tt.want {
			t.Errorf("%q to %d: %q, not %q", tt.text, tt.most, got, tt.want)
		}
	}
}

func TestDistinct(t *testing.T) {
	if got := Distinct([]string{"a", "b", ""}, []string{"a", "c"}); !slices.Equal(got, []string{"b", "a", "c"}) {
		t.Errorf("%q", got)
	}
}

// TestWordlists: every name of the lists has words, and nothing else stands in them.
func TestWordlists(t *testing.T) {
	for text, names := range map[string]int{loadedText: 12} {
		list := ReadWords(text)
		if len(list) != names {
			t.Errorf("%d names, not %d", len(list), names)
		}
		for _, e := range list {
			if e.Name == "" || len(e.Words) < 2 || slices.Contains(e.Words, "") {
				t.Errorf("%+v", e)
			}
			for i, w := range e.Words {
				if slices.Contains(e.Words[i+1:], w) {
					t.Errorf("%s: %q twice", e.Name, w)
				}
			}
		}
	}
}
