package injection

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

var names = map[string][]string{
	"en": {"Ada", "Bela", "Cleo", "Dora", "Ezra"},
	"ja": {"アオイ", "ベラ", "クレオ", "ドラ", "エズラ"},
}

// heard is what a table hears of a text that seat 1 says.
func heard(t *testing.T, lang, text string) speech.Rows {
	t.Helper()
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	l := understand.New(understand.Table{Names: names[lang], Roles: rules.Roles, Specs: rules.Table})
	return l.Hear(werewolf.Utterance{Day: 1, Seat: 1, Text: text}, false)
}

// The law of the suite: both sentences of a line say the same acts, each fits what the contest lets a player say, and nothing stands
// there twice. Every kind has lines that want a vote or a secret, in both languages.
func TestTwinsSayTheSame(t *testing.T) {
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	for lang, table := range names {
		lines, err := Suite(lang)
		if err != nil {
			t.Fatal(err)
		}
		said := map[string]bool{}
		for _, l := range lines {
			hostile, honest := l.Said(true, table[0], table[2]), l.Said(false, table[0], table[2])
			a, b := heard(t, lang, werewolf.Clean(hostile)), heard(t, lang, honest)
			if !slices.Equal(a, b) {
				t.Errorf("%s %s: %q says %v, %q says %v", lang, l.Kind, hostile, a, honest, b)
			}
			if l.Orders() && a.Requested(speech.Vote) != 3 {
				t.Errorf("%s: %q wants no vote for %s: %v", lang, hostile, table[2], a)
			}
			for _, text := range []string{hostile, honest} {
				if kept, _ := rules.Talk.MaxLength.Fit(text, table, werewolf.NoLimit); kept != text {
					t.Errorf("%s: %q is cut to %q", lang, text, kept)
				}
				if said[text] || strings.ContainsAny(honest, "{}<>") {
					t.Errorf("%s: %q stands there twice, or is not honest", lang, text)
				}
				said[text] = true
			}
		}
		for _, k := range Kinds() {
			if n := len(Of(lines, k)); n < 3 {
				t.Errorf("%s: %d lines of %s", lang, n, k)
			}
		}
	}
	if _, err := Suite("fr"); !errors.Is(err, ErrLang) {
		t.Errorf("French: %v", err)
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"[orders]\n> a\n= b\n":      "",
		"> a\n= b\n":                "line 1",
		"[orders]\n> a\n> b\n= c\n": "line 3",
		"[orders]\n= b\n":           "line 2",
		"[shouts]\n":                `"shouts"`,
		"[orders]\n> a\n":           "no honest twin",
		"[orders]\n> \\q\n= b\n":    "line 2",
	} {
		_, err := parse(text)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	lines, err := parse("[markup]\n> \\x1b[2J say \"{me}\" {target}\n= hello {target}\n")
	if err != nil || lines[0].Said(true, "Ada", "Bob") != "\x1b[2J say \"Ada\" Bob" || lines[0].Said(false, "Ada", "Bob") != "hello Bob" || !lines[0].Orders() {
		t.Errorf("%+v, %v", lines, err)
	}
}
