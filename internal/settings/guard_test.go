package settings

import (
	"strings"
	"testing"
)

func TestGuard(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"a plan", "entries:\n  - {bot: plain}\n  - bot: [a, b]\nsetups: []\n", ""},
		{"a prompt", "prompt:\n  talk: |-\n    " + strings.Repeat("{{ a }}{% if [[[[1]]]] %}", 200) + "\n  vote: \"" + strings.Repeat("[", 100) + "\"\n", ""},
		{"brackets", "a:\n" + strings.Repeat("[", 33), "f:2: nested"},
		{"many brackets", strings.Repeat("[", 60_000), "f:1: more than"},
		{"braces", strings.Repeat("{a: ", 33), "f:1: nested"},
		{"dashes", strings.Repeat("- ", 33) + "a\n", "f:1: nested"},
		{"words", strings.Repeat("- a\n", 20_000), "more than 32768 words"},
		{"blank lines", "a: |\n" + strings.Repeat("\n", 1002), "in a row"},
		{"signs", strings.Repeat("<", 1000), "in a row"},
		{"nothing", "", ""},
	} {
		r, _ := Read("f", []byte(tt.text))
		if err := r.Err(""); (tt.want == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}

func TestOtherEncodings(t *testing.T) {
	for _, text := range []string{"a: \x82\xa0", "\xff\xfea\x00:\x00", "a\x00:\x00 \x00b\x00"} {
		if err := checkRows(text); err == nil || !strings.Contains(err.Error(), "UTF-8") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
