package critic

import (
	"strings"
	"testing"
)

// A log of many lines and a turn of many sentences take their time and no more.
func TestHostileTalk(t *testing.T) {
	var b strings.Builder
	for range 3000 {
		b.WriteString("1 Anna: Look elsewhere David. I agree with David about Ben. Nobody has claimed to be the seer yet.\n")
	}
	b.WriteString("1 Ben: " + strings.Repeat("I will vote for Anna. \u202e\x00 ", 5000) + "\n")
	g := game(t, "en", b.String())
	if r := Read(g); r.Turns[1] != 3000 || r.Turns[2] != 1 {
		t.Errorf("%d and %d turns", r.Turns[1], r.Turns[2])
	}
}

func TestCuesAreWhole(t *testing.T) {
	for lang, numbers := range map[string]string{"en": "zero", "ja": "零"} {
		b, err := read(lang, numbers)
		if err != nil {
			t.Error(err)
		}
		names := map[string]bool{}
		for _, c := range b.cues {
			names[c.name] = true
		}
		for name := range checks {
			if !names[name] || kindOf[name] == 0 {
				t.Errorf("%s: no cue, or no kind, for %q", lang, name)
			}
		}
	}
}
