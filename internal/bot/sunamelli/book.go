package sunamelli

import (
	"embed"
	"fmt"
	"strings"

	"wolfden/internal/bot/task"
	"wolfden/werewolf"
)

// phase is what is going on; prompts differ by it.
type phase string

// The phases that the overview names, and what lies between them.
const (
	introduction phase = "introduction"
	discussion   phase = "discussion"
	encouraging  phase = "encouraging"
	voting       phase = "voting"
)

//go:embed en.txt ja.txt
var files embed.FS

// book is what is said of strategies in one language.
type book struct {
	options  map[phase][]task.Option
	sides    map[string]string // title of what a team does in a phase
	commands map[phase]string
}

// readBook reads lines "phase | team | title | when | advice; advice" and "phase | command | text". Team is VILLAGER,
// WEREWOLF or both; what suits a team first is what rules choose.
func readBook(lang string) (*book, error) {
	if lang == "" {
		lang = "en"
	}
	text, err := files.ReadFile(lang + ".txt")
	if err != nil {
		return nil, fmt.Errorf("sunamelli: no strategies in %q: %w", lang, err)
	}
	b := &book{options: map[phase][]task.Option{}, sides: map[string]string{}, commands: map[phase]string{}}
	for line := range strings.Lines(string(text)) {
		parts := strings.Split(strings.TrimSpace(line), " | ")
		switch {
		case len(parts) == 3 && parts[1] == "command":
			b.commands[phase(parts[0])] = parts[2]
		case len(parts) == 5:
			at := phase(parts[0])
			b.options[at] = append(b.options[at], task.Option{Title: parts[2], When: parts[3], Advice: strings.Split(parts[4], "; ")})
			for _, team := range []string{"VILLAGER", "WEREWOLF"} {
				if key := parts[0] + team; b.sides[key] == "" && (parts[1] == team || parts[1] == "both") {
					b.sides[key] = parts[2]
				}
			}
		}
	}
	return b, nil
}

// suggest is the title of what rules do.
func (b *book) suggest(at phase, team werewolf.Team) string { return b.sides[string(at)+team.String()] }

// advice is a strategy as text.
func (b *book) advice(at phase, s *task.Strategy) string {
	for _, o := range b.options[at] {
		if o.Title == s.Title {
			return strings.TrimSpace(s.Title + ". " + s.Reason + "\n" + strings.Join(o.Advice, "\n"))
		}
	}
	return s.Reason
}
