package kanolab

import (
	"embed"
	"slices"
	"strings"

	"wolfden/internal/bot/phrase"
	"wolfden/werewolf"
)

//go:embed en.txt ja.txt
var files embed.FS

// commands are the element that asks for the utterance (table 2).
var commands = map[string]string{
	"en": "Carry the game on in casual talk. Be hard to suspect: give a reason that others can check and draw a conclusion from it.",
	"ja": "くだけた会話としてゲームを続けてください。疑われないように、他の人が確かめられる理由を挙げ、そこから結論を述べてください。",
}

// strategy is what is commonly known to be good play: what the file has for ALL, and for the player's role where roles are told theirs.
func strategy(b *phrase.Book, o *werewolf.Observation, roles bool) string {
	all := b.All("ALL")
	if roles {
		all = slices.Concat(all, b.All(o.Heading(func(name string) bool { return b.Say(name) != "" })))
	}
	return strings.Join(all, "\n")
}

// strangers are the examples that name nobody of the game: of a player they would be a false report.
func strangers(examples, names []string) []string {
	return slices.DeleteFunc(slices.Clone(examples), func(example string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return strings.Contains(example, name) })
	})
}
