package doubt

import (
	"embed"
	"strings"
	"sync"

	"wolfden/werewolf"
)

//go:embed words
var words embed.FS

// phrases are the lines of a language's table, in the order of the reasons.
var phrases = map[string]func() []string{
	"en": sync.OnceValue(func() []string { return readPhrases("words/en.txt") }),
	"ja": sync.OnceValue(func() []string { return readPhrases("words/ja.txt") }),
}

func readPhrases(path string) (list []string) {
	text, err := words.ReadFile(path)
	if err != nil {
		return nil // an embedded file is there; the test counts the lines
	}
	for line := range strings.Lines(string(text)) {
		if name, phrase, ok := strings.Cut(strings.TrimSpace(line), " "); ok && name != "#" {
			list = append(list, strings.TrimSpace(phrase))
		}
	}
	return list
}

// Phrase returns the reason in words, for a prompt or a note, with the players and roles of the observation. It is "" if
// there are no words for the reason or the language.
func (r Reason) Phrase(lang string, o *werewolf.Observation) string {
	table := phrases[lang]
	if table == nil || r.Why < 1 || int(r.Why) > len(table()) {
		return ""
	}
	return strings.NewReplacer("S", o.Name(r.Seat), "O", o.Name(r.Other), "T", o.Name(r.Third), "R", o.Rules.Table.Name(r.Role)).Replace(table()[r.Why-1])
}
