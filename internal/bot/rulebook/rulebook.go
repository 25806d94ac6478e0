// Package rulebook says in words what everybody at the table knows of a game: how many play, what each role is for, and what its
// player does.
//
// The law of the package: it knows the rules, the seat's own role and nothing else, so its text is the same in the whole game
// (Watanabe and Kano, AIWolfDial 2024, section 3.2: game settings).
package rulebook

import (
	"embed"
	"strconv"

	"wolfden/internal/bot/phrase"
	"wolfden/werewolf"
)

//go:embed words
var files embed.FS

var books = phrase.Shelf(files, "words")

// Lines are a game in sentences for one of its players, in "en" or "ja". roles is a line for each role of the game with its side, its
// ability and what a divination shows, the same for everybody; own is the player's place and what the player of its role does. Roles
// that nobody wrote texts for are described as those that they are most like.
func Lines(lang string, o *werewolf.Observation) (roles, own []string) {
	b, table := books(lang), o.Rules.Table
	mine := table.Name(o.Role())
	for i, n := range o.Rules.Roles {
		role := werewolf.Role(i)
		if n == 0 {
			continue
		}
		spec := table.Spec(role)
		line := b.Say("role", "r", spec.Name, "k", strconv.Itoa(n), "side", b.Say("side "+spec.Team.String()), "does", say(&b, table, "does ", role))
		if o.Rules.Count(werewolf.Divines) > 0 {
			line += between(lang) + b.Say("seen", "r", spec.Name, "s", spec.Species.String())
		}
		roles = append(roles, line)
	}
	return roles, []string{b.Say("game", "n", strconv.Itoa(len(o.Names)), "r", mine), say(&b, table, "part ", o.Role(), "r", mine)}
}

// say is the sentence of a kind for a role.
func say(b *phrase.Book, table *werewolf.RoleTable, kind string, role werewolf.Role, gaps ...string) string {
	heading := table.Heading(role, func(name string) bool { return b.Say(kind+name) != "" })
	return b.Say(kind+heading, gaps...)
}

// between stands between sentences.
func between(lang string) string {
	if lang == "ja" {
		return ""
	}
	return " "
}
