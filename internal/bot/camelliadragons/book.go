package camelliadragons

import (
	"embed"
	"slices"

	"wolfden/internal/bot/phrase"
	"wolfden/werewolf"
)

// files have the rules' plans, by "plan ROLE", and their steps, by "step ROLE" and "step ROLE SITUATION".
//
//go:embed en.txt ja.txt prompts testdata/macro-plan.json variables.txt
var files embed.FS

// planFor is that of the player's role, with the steps of the situation first.
func planFor(b *phrase.Book, o *werewolf.Observation, situation string) Plan {
	role := o.Heading(func(name string) bool { return b.Say("plan "+name) != "" })
	return Plan{Plan: b.Say("plan " + role), Steps: slices.Concat(b.All("step "+role+" "+situation), b.All("step "+role))}
}
