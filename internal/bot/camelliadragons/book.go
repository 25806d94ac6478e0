package camelliadragons

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"wolfden/internal/bot/task"
	"wolfden/werewolf"
)

//go:embed en.txt ja.txt
var files embed.FS

// planBook is the rules' plans in one language.
type planBook struct {
	plans map[string]string   // by role
	steps map[string][]string // by role, or by role and situation
}

// readBook reads lines "plan ROLE: text", "step ROLE: text" and "step ROLE SITUATION: text".
func readBook(lang string) (*planBook, error) {
	if lang == "" {
		lang = "en"
	}
	text, err := files.ReadFile(lang + ".txt")
	if err != nil {
		return nil, fmt.Errorf("camelliadragons: no plans in %q: %w", lang, err)
	}
	b := &planBook{plans: map[string]string{}, steps: map[string][]string{}}
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

// plan is that of the player's role, with the steps of the situation first.
func (b *planBook) plan(o *werewolf.Observation, situation string) task.Plan {
	name := o.Heading(func(name string) bool { return b.plans[name] != "" })
	return task.Plan{Plan: b.plans[name], Steps: slices.Concat(b.steps[name+" "+situation], b.steps[name])}
}
