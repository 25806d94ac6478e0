// Package logic puts the consequences of claims into the words of a prompt.
//
// The law of the package: it concludes nothing itself; package reason/logic does. This package orders the elements in a
// prompt, cuts them to a budget, and knows which are new (Watanabe and Kano, AIWolfDial 2024, section 4.2).
package logic

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"wolfden/internal/bot/agent"
	"wolfden/internal/reason/logic"
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
	budget   int // characters in a prompt
	elements Elements
}

// New returns a tracker that speaks lang, "en" or "ja"; the empty string is English. It tells a model at most budget characters.
func New(lang string, budget int) (*Tracker, error) {
	if lang == "" {
		lang = "en"
	}
	if _, err := (&logic.Elements{}).Sentences(lang, nil); err != nil {
		return nil, fmt.Errorf("bot/logic: %w", err)
	}
	return &Tracker{lang: lang, budget: budget}, nil
}

// Infer is what a module of a player does: it concludes what follows, and returns the note.
func (t *Tracker) Infer(_ context.Context, table *agent.Table) string {
	e := table.Reason().Logic()
	t.update(table.O.Names, &e)
	return t.Note()
}

// TellLogic tells the model what follows.
func (t *Tracker) TellLogic(_ *agent.Table, b *agent.Brief) { b.Logic = t.Prompt(t.budget) }

func (t *Tracker) update(names []string, e *logic.Elements) {
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

// Lines returns all sentences in order, for a task that takes notes. The slice is fresh.
func (t *Tracker) Lines() []string {
	e := &t.elements
	return slices.Concat(e.Excesses, e.Patterns, e.NotWolves, e.Possible)
}

// Prompt returns the sentences as a text of at most most characters; 0 is no limit. Where not all fit, it drops the
// patterns from the last on, then the sentences at the end, each with its dashed lines. So certain facts outlive
// assumptions, and the count of claimants outlives both. It is "" if nothing follows or nothing fits.
func (t *Tracker) Prompt(most int) string {
	e := &t.elements
	patterns, rest := e.Patterns, slices.Concat(e.NotWolves, e.Possible)
	for {
		text := strings.Join(slices.Concat(e.Excesses, patterns, rest), "\n")
		switch fits := most <= 0 || utf8.RuneCountInString(text) <= most; {
		case fits:
			return text
		case len(patterns) > 0:
			patterns = withoutLast(patterns)
		case len(rest) > 0:
			rest = withoutLast(rest)
		default:
			return cutLines(e.Excesses, most)
		}
	}
}

// withoutLast leaves out the last sentence with its lines.
func withoutLast(lines []string) []string {
	last := len(lines) - 1
	for last > 0 && strings.HasPrefix(lines[last], "-") {
		last--
	}
	return lines[:last]
}

// cutLines is as many of the lines as fit.
func cutLines(lines []string, most int) string {
	for utf8.RuneCountInString(strings.Join(lines, "\n")) > most {
		lines = lines[:len(lines)-1]
	}
	return strings.Join(lines, "\n")
}

// Note returns the elements as JSON, "" where nothing follows.
func (t *Tracker) Note() string {
	if len(t.Lines()) == 0 {
		return ""
	}
	return agent.JSON(&t.elements)
}
