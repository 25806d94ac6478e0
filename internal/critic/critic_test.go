package critic

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A log of many lines and a turn of many sentences take their time and no more.
func TestHostileTalk(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and much of it")
	}
	var b strings.Builder
	for range 600 {
		b.WriteString("1 Anna: Look elsewhere David. I agree with David about Ben. Nobody has claimed to be the seer yet.\n")
	}
	b.WriteString("1 Ben: " + strings.Repeat("I will vote for Anna. \u202e\x00 ", 5000) + "\n")
	g := game(t, "en", b.String())
	if r := Read(g); r.Turns[1] != 600 || r.Turns[2] != 1 {
		t.Errorf("%d and %d turns", r.Turns[1], r.Turns[2])
	}
}

// Every cue that the code asks for stands in the file of each language, but for those of one language's registers, and the code asks
// for every cue that stands there.
func TestCuesAreWhole(t *testing.T) {
	wanted, alone := slices.Collect(maps.Keys(checks)), map[string]string{"set phrase": "ja", "ceremony": "en", "slang": "en"}
	sources, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	asked, name := regexp.MustCompile(`\.(?:has|says|some)\([^)\n]*\)`), regexp.MustCompile(`"([a-z ]+)"`)
	for _, path := range sources {
		code, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, call := range asked.FindAllString(string(code), -1) {
			for _, m := range name.FindAllStringSubmatch(call, -1) {
				wanted = append(wanted, m[1])
			}
		}
	}
	for lang, numbers := range map[string]string{"en": "zero", "ja": "零"} {
		b, err := read(lang, numbers)
		if err != nil || b.opening == nil || b.perhaps.Regexp == nil {
			t.Errorf("%s: %v, or no opening, or no perhaps", lang, err)
		}
		for _, name := range wanted {
			if only := alone[name]; len(b.words[name]) == 0 && (only == "" || only == lang) {
				t.Errorf("%s: no cue %q", lang, name)
			}
		}
		for name := range b.words {
			if !slices.Contains(wanted, name) {
				t.Errorf("%s: nobody asks for the cue %q", lang, name)
			}
		}
	}
}
