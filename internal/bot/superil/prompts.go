package superil

import (
	"embed"
	"fmt"
	"strings"
)

//go:embed en.txt ja.txt
var files embed.FS

// readPrompts reads lines "ROLE: text" and "limit: text".
func readPrompts(lang string) (map[string]string, error) {
	if lang == "" {
		lang = "en"
	}
	text, err := files.ReadFile(lang + ".txt")
	if err != nil {
		return nil, fmt.Errorf("superil: no prompts in %q: %w", lang, err)
	}
	all := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if key, value, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && !strings.HasPrefix(key, "#") {
			all[key] = value
		}
	}
	return all, nil
}
