package character

import (
	"encoding/json"
	"fmt"
	"strings"

	"wolfden/internal/bot/task"
	"wolfden/werewolf"
)

// Persona is a hand-made character with examples of utterances for each role (UEC-IL: Tanaka and others, AIWolfDial
// 2024, section 4.3: a king, a bright schoolboy, a stammering gamer). The sentences are ours.
type Persona struct {
	Key string `json:"key"` // king, schoolboy or gamer
	task.Character
	Profile string              `json:"profile"` // as an organiser would write it; package wording speaks accordingly
	Lines   map[string][]string `json:"lines"`   // examples of utterances by role
}

// Personas returns those of a language in a fixed order. It fails for a language without
// personas. The slice is fresh.
func Personas(lang string) (list []Persona, err error) {
	text, err := files.ReadFile("personas/" + lang + ".json")
	if err == nil {
		err = json.Unmarshal(text, &list)
	}
	if err != nil {
		return nil, fmt.Errorf("no personas in %q (there are: %s): %w", lang, strings.Join(languages(), ", "), err)
	}
	return list, nil
}

// For returns the persona's character for a role of a table: with the examples of the role, or of the role that it is most
// like, or the villager's. Its Name is the persona's; a player puts its own there.
func (p *Persona) For(t *werewolf.RoleTable, r werewolf.Role) task.Character {
	c := p.Character
	if c.Examples = p.Lines[t.Heading(r, func(role string) bool { return len(p.Lines[role]) > 0 })]; len(c.Examples) == 0 {
		c.Examples = p.Lines[t.Name(werewolf.Villager)]
	}
	return c
}
