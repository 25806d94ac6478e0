package camelliadragons

import (
	"embed"
	"fmt"
	"strings"
)

//go:embed en.txt ja.txt
var files embed.FS

// book is the rules' plans in one language.
type book struct {
	plans map[string]string   // by role
	steps map[string][]string // by role
}

// readBook reads lines "plan ROLE: text" and "step ROLE: text".
func readBook(lang string) (*book, error) {
	if lang == "" {
		lang = "en"
	}
	text, err := files.ReadFile(lang + ".txt")
	if err != nil {
		return nil, fmt.Errorf("camelliadragons: no plans in %q: %w", lang, err)
	}
	b := &book{plans: map[string]string{}, steps: map[string][]string{}}
	for line := range strings.Lines(string(text)) {
		key, value, ok := strings.Cut(strings.TrimSpace(line), ": ")
		what, name, _ := strings.Cut(key, " ")
		switch {
		case !ok:
		case what == "plan":
			b.plans[name] = value
		case what == "step":
			b.steps[name] = append(b.steps[name], value)
		}
	}
	return b, nil
}
