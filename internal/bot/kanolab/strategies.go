package kanolab

import (
	"embed"
	"fmt"
	"slices"
	"strings"
)

//go:embed en.txt ja.txt
var files embed.FS

// commands are the element that asks for the utterance (table 2).
var commands = map[string]string{
	"en": "Carry the game on in casual talk. Be hard to suspect: give a reason that others can check and draw a conclusion from it.",
	"ja": "くだけた会話としてゲームを続けてください。疑われないように、他の人が確かめられる理由を挙げ、そこから結論を述べてください。",
}

// readStrategies reads the common strategies, by the name of the role, and the examples of talk. A line "ROLE: text"
// belongs to a role, "ALL: text" to every role, "TALK: text" is an example.
func readStrategies(lang string) (map[string]string, []string, error) {
	if lang == "" {
		lang = "en"
	}
	text, err := files.ReadFile(lang + ".txt")
	if err != nil {
		return nil, nil, fmt.Errorf("kanolab: no strategies in %q: %w", lang, err)
	}
	byRole, forAll := map[string]string{}, ""
	var examples []string
	for line := range strings.Lines(string(text)) {
		key, value, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || strings.HasPrefix(key, "#") {
			continue
		}
		switch key {
		case "TALK":
			examples = append(examples, value)
		case "ALL":
			forAll += value + "\n"
		default:
			byRole[key] += value + "\n"
		}
	}
	for role, text := range byRole {
		byRole[role] = strings.TrimSpace(forAll + text)
	}
	return byRole, examples, nil
}

// strangers are the examples that name nobody of the game: of a player they would be a false report.
func strangers(examples, names []string) []string {
	return slices.DeleteFunc(slices.Clone(examples), func(example string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return strings.Contains(example, name) })
	})
}
