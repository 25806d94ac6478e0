package critic

import (
	"regexp/syntax"
	"slices"
	"testing"

	"wolfden/internal/chronicle"
)

func TestWhatAPatternNeeds(t *testing.T) {
	for text, want := range map[string][]string{
		`\bi was told\b`:          {"i was told"},
		`(?:trust|believe) (<1>)`: {"trust", "believe"},
		`(?:a|believe)x?(?:s)*`:   {"a", "believe"},
		`a(?:longer|b?)`:          {"a"},
		`(?:never )?(?:says?)+`:   {"say"},
		`(?:black){2}|white`:      {"black", "white"},
		`(?:black){0,2}`:          nil,
		`black|(?i:white)`:        nil,
		`[ab]|c`:                  nil,
		`^$`:                      nil,
	} {
		re, err := syntax.Parse(text, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		if got := needed(re); !slices.Equal(got, want) {
			t.Errorf("%s needs %q, want %q", text, got, want)
		}
	}
}

// What a pattern is not even tried on, it does not match.
func TestPatternsMatchWithoutTheirNeeds(t *testing.T) {
	tried, kept := 0, 0
	for lang, b := range map[string]*book{"en": english(), "ja": japanese()} {
		g := played(t, "lycaon", lang, some(5, 13), 1600).heard
		names := newNamer(called(g))
		for i := range g.Lines {
			plain, _ := names.normal(g.Lines[i].Text)
			for name, patterns := range b.words {
				for _, p := range patterns {
					tried++
					if p.possible(plain) {
						kept++
					} else if p.MatchString(plain) {
						t.Errorf("%s: %q needs one of %q and matches %q", name, p, p.needs, plain)
					}
				}
			}
		}
	}
	if kept*10 > tried {
		t.Errorf("%d of %d patterns are tried on a sentence: they need too little", kept, tried)
	}
}

func called(g *chronicle.Game) (names []string) {
	for i := range g.Players {
		names = append(names, g.Players[i].Called)
	}
	return names
}

func BenchmarkRead(b *testing.B) {
	for _, lang := range []string{"en", "ja"} {
		b.Run(lang, func(b *testing.B) {
			g := played(b, "lycaon", lang, 5, 1600).heard
			for b.Loop() {
				Read(g)
			}
		})
	}
}
