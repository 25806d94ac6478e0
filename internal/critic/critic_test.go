package critic

import "testing"

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
