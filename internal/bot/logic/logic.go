// Package logic puts the consequences of claims into the words of a prompt.
//
// The law of the package: it concludes nothing itself; package reason/logic does. This package orders the elements in a
// prompt, leaves none out (Watanabe and Kano, AIWolfDial 2024, section 4.2), and says which name is the reader's own.
package logic

import (
	"fmt"
	"slices"
	"strings"

	"wolfden/internal/bot/agent"
	"wolfden/internal/reason/logic"
	"wolfden/werewolf"
)

// Elements are the paper's four elements in sentences and in its order; each is empty where nothing follows. A line
// that begins with a dash belongs to the line above it.
type Elements struct {
	Excesses  []string `json:"excesses,omitempty"`   // roles with more claimants than the setup has places
	Patterns  []string `json:"patterns,omitempty"`   // who is what if a claimant is real
	NotWolves []string `json:"not_wolves,omitempty"` // who cannot be a werewolf, and who must be one
	Possible  []string `json:"possible,omitempty"`   // what each player can be
}

// Tracker keeps the elements of one game. It is not safe for concurrent use.
type Tracker struct {
	lang     string
	elements Elements
}

// New returns a tracker that speaks lang, "en" or "ja"; the empty string is English.
func New(lang string) (*Tracker, error) {
	if lang == "" {
		lang = "en"
	}
	if _, err := (&logic.Elements{}).Sentences(lang, nil); err != nil {
		return nil, fmt.Errorf("bot/logic: %w", err)
	}
	return &Tracker{lang: lang}, nil
}

// Infer is what a module of a player does: it concludes what follows, and returns the note.
func (t *Tracker) Infer(table *agent.Table) string {
	e := table.Reason().Logic()
	t.update(table.O, &e)
	return t.Note()
}

// TellLogic tells the model all that follows. Where a window is too small for it, the talk gives way.
func (t *Tracker) TellLogic(_ *agent.Table, b *agent.Brief) { b.Logic = strings.Join(t.Lines(), "\n") }

// ownNames say after the reader's name that it is the reader's.
var ownNames = map[string]string{"en": "%s (you)", "ja": "%s（あなた）"}

// update words the elements for the player that they are of.
func (t *Tracker) update(o *werewolf.Observation, e *logic.Elements) {
	names := slices.Clone(o.Names)
	names[o.Seat-1] = fmt.Sprintf(ownNames[t.lang], o.Name(o.Seat))
	say := func(part logic.Elements) []string {
		part.Roles = e.Roles
		lines, err := part.Sentences(t.lang, names)
		if err != nil {
			return nil // New has tried the language
		}
		return lines
	}
	t.elements = Elements{
		Excesses: say(logic.Elements{Excesses: e.Excesses}), Patterns: say(logic.Elements{Patterns: e.Patterns}),
		NotWolves: say(logic.Elements{NotWolves: e.NotWolves, Wolves: e.Wolves}),
		Possible:  say(logic.Elements{Possible: e.Possible, Worlds: e.Worlds}),
	}
}

// Elements returns the current elements. Its slices must not be changed.
func (t *Tracker) Elements() *Elements { return &t.elements }

// Lines returns all sentences in order. The slice is fresh.
func (t *Tracker) Lines() []string {
	e := &t.elements
	return slices.Concat(e.Excesses, e.Patterns, e.NotWolves, e.Possible)
}

// Note returns the elements as JSON, "" where nothing follows.
func (t *Tracker) Note() string {
	if len(t.Lines()) == 0 {
		return ""
	}
	return agent.JSON(&t.elements)
}
