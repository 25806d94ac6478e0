package origin

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
)

// Entrant is what sat in a seat, in words that are harmless to print. Two players with equal ones play alike, as
// far as records tell.
type Entrant struct {
	Player string `json:"player"`           // as a user names it, a program by its command; "a person", "a program elsewhere", or "unknown"
	Lang   string `json:"lang,omitempty"`   // if not the game's
	Models string `json:"models,omitempty"` // that it asks; "" if rules answer
	// Prompts and Settings are short hashes of what it asks and of how; "" if rules answer.
	Prompts  string `json:"prompts,omitempty"`
	Settings string `json:"settings,omitempty"`
	Files    string `json:"files,omitempty"`   // short hash of those of a program that was started for the game
	Program  string `json:"program,omitempty"` // the version of wolfden that it is part of; "" of programs elsewhere
}

// describe describes the player of a seat, with the program that it is part of.
func describe(from *gamelog.Provenance, seat int) Entrant {
	e := &from.Players[seat]
	d := Describe(e)
	if e.Player != "" && !e.Remote {
		d.Program = program(from)
	}
	return d
}

// Describe describes a player, but for the program that it is part of.
func Describe(e *gamelog.Entrant) Entrant {
	d := Entrant{Player: chronicle.Label(named(e))}
	if e.Files != "" {
		d.Files = chronicle.Label(short(e.Files))
	}
	if e.Lang != "" {
		d.Lang = chronicle.Label(e.Lang)
	}
	if e.Model == "" && len(e.Models) == 0 {
		return d
	}
	models := []string{}
	if e.Model != "" {
		models = append(models, e.Model)
	}
	for _, what := range slices.Sorted(maps.Keys(e.Models)) {
		models = append(models, what+": "+e.Models[what])
	}
	d.Models = chronicle.Label(strings.Join(models, ", "))
	prompts, settings := map[string]string{}, map[string]gamelog.Generation{}
	for task, g := range e.Tasks {
		prompts[task] = g.Prompt
		g.Prompt, g.Model = "", ""
		settings[task] = g
	}
	if len(prompts) > 0 {
		d.Prompts, d.Settings = digest(prompts), digest([]any{settings, e.Window})
	}
	return d
}

// named is a player's name as a user gives it.
func named(e *gamelog.Entrant) string {
	switch {
	case e.Person:
		return "a person"
	case e.Command != "":
		return "exec:" + e.Command
	case e.Remote:
		return "a program elsewhere"
	case e.Player == "":
		return "unknown"
	}
	var settings []string
	if len(e.Off) > 0 {
		settings = append(settings, "off="+strings.Join(e.Off, "+"))
	}
	for _, p := range slices.Sorted(maps.Keys(e.Parameters)) {
		settings = append(settings, fmt.Sprintf("%s=%g", p, e.Parameters[p]))
	}
	if option := cmp.Or(e.Option, strings.Join(settings, ",")); option != "" {
		return e.Player + ":" + option
	}
	return e.Player
}

// String is like "kanolab, model openai:gpt-4o-mini, prompts 0a1b2c3d, settings 4e5f6a7b".
func (d Entrant) String() string {
	text := d.Player
	for _, part := range []struct{ what, value string }{{"in", d.Lang}, {"model", d.Models}, {"prompts", d.Prompts}, {"settings", d.Settings}, {"files", d.Files}} {
		if part.value != "" {
			text += ", " + part.what + " " + part.value
		}
	}
	return text
}

// shortened is how many characters of a hash are shown.
const shortened = 8

func short(hash string) string {
	runes := []rune(hash)
	return string(runes[:min(len(runes), shortened)])
}

// digest is a short hash of anything that JSON can write.
func digest(what any) string {
	text, err := json.Marshal(what)
	if err != nil {
		return "?" // raw fields of a request that are no JSON; nothing else can fail
	}
	sum := sha256.Sum256(text)
	return short(hex.EncodeToString(sum[:]))
}
