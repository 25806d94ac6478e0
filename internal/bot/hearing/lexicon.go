package hearing

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"wolfden/werewolf"
)

//go:embed en.lex
var englishWords string

//go:embed ja.lex
var japaneseWords string

// words is both word lists in one: their scripts keep them apart.
var words = sync.OnceValue(func() *trie {
	t := &trie{}
	for _, list := range []string{englishWords, japaneseWords} {
		if err := readWords(t, list); err != nil {
			// The lists are part of the program and a test reads them; a faulty one ends at its fault.
			continue
		}
	}
	return t
})

// roleLetters write a role in a word list; they become the token R with the role as its argument.
var roleLetters = map[byte]werewolf.Role{
	'1': werewolf.Villager, '2': werewolf.Seer, '3': werewolf.Medium, '4': werewolf.Bodyguard, '5': werewolf.Possessed,
}

// readWords adds the lines of a word list: a row of letters, "_" for words that mean nothing, then the phrases it
// stands for, parted by "|".
func readWords(t *trie, list string) error {
	for i, line := range strings.Split(list, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		letters, phrases, ok := strings.Cut(line, " ")
		if !ok {
			return fmt.Errorf("hearing: line %d: %q has no phrases", i+1, line)
		}
		for _, phrase := range strings.Split(phrases, "|") {
			phrase = strings.TrimSpace(phrase)
			if phrase == "" {
				return fmt.Errorf("hearing: line %d: an empty phrase", i+1)
			}
			t.add(phrase, letters, 0, false)
		}
	}
	return nil
}
