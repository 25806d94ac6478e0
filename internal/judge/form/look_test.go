package form

import (
	"os"
	"regexp"
	"testing"
)

// The form has the colours and the letters of all pages, in the light and in the dark.
func TestFormLooksLikeThePages(t *testing.T) {
	pages, err := os.ReadFile("../../viewer/static/wolfden.css")
	if err != nil {
		t.Fatal(err)
	}
	themes := func(css string) (all []map[string]string) {
		for _, block := range regexp.MustCompile(`(?s):root \{(.*?)\}`).FindAllStringSubmatch(css, -1) {
			names := map[string]string{}
			for _, v := range regexp.MustCompile(`(--[a-z-]+): ([^;]+);`).FindAllStringSubmatch(block[1], -1) {
				names[v[1]] = v[2]
			}
			all = append(all, names)
		}
		return all
	}
	ours, theirs := themes(styleText), themes(string(pages))
	if len(ours) != 2 || len(theirs) < 2 {
		t.Fatalf("%d and %d themes", len(ours), len(theirs))
	}
	for i := range ours {
		for _, name := range []string{"--paper", "--card", "--ink", "--soft", "--line", "--faint", "--accent"} {
			if ours[i][name] == "" {
				t.Errorf("theme %d has no %s", i, name)
			}
		}
		for name, value := range ours[i] {
			if theirs[i][name] != value {
				t.Errorf("theme %d: %s is %q, that of the pages %q", i, name, value, theirs[i][name])
			}
		}
	}
}
