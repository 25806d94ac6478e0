package understand

import (
	"embed"
	"errors"
	"fmt"
	"sync"

	"wolfden/internal/speech/roletext"
	"wolfden/werewolf"
)

//go:embed en/*.lex en/*.pat ja/*.lex ja/*.pat
var files embed.FS

// language is the compiled data of one language, shared by all listeners and never changed.
type language struct {
	name    string
	lexicon lexicon
	grammar *grammar
}

// languages are those that the package reads, each when something is said in it. The tests find faulty files; a program
// that passed them can use what was read.
var languages = [...]func() *language{english: read("en"), japanese: read("ja")}

func read(name string) func() *language {
	return sync.OnceValue(func() *language {
		l, _ := load(files, name)
		return l
	})
}

// Indices of the languages.
const (
	english = iota
	japanese
)

// isWord reports whether a text is a phrase of the language, as a whole.
func (l *language) isWord(text string) bool {
	_, end := l.lexicon.trie.longest([]byte(text), 0, false)
	return end == len(text)
}

// mostNodes is more than the phrases of a language take today. Room made at once spares copying them again and again.
const mostNodes = 400_000

// load compiles the files of a language: first all words, then all patterns. After an error the language knows all but
// the faulty lines.
func load(fs embed.FS, name string) (*language, error) {
	cats := newCategories()
	standard := werewolf.StandardRoles()
	l := &language{name: name, lexicon: lexicon{cats: cats, roles: standard}, grammar: newGrammar(cats)}
	l.lexicon.trie.reserve(mostNodes)
	words := eachFile(fs, name, ".lex", l.lexicon.parse)
	roles := l.lexicon.parseRoles(roletext.In(name), standard.Roles())
	return l, errors.Join(words, roles, eachFile(fs, name, ".pat", l.grammar.parse))
}

// eachFile reads the files of a language that have the ending, in the order of their names.
func eachFile(fs embed.FS, name, ending string, read func(string) error) error {
	entries, err := fs.ReadDir(name)
	if err != nil {
		return fmt.Errorf("language %q: %w", name, err)
	}
	var faults []error
	for _, e := range entries {
		path := name + "/" + e.Name()
		if len(path) < len(ending) || path[len(path)-len(ending):] != ending {
			continue
		}
		data, err := fs.ReadFile(path)
		if err != nil {
			return err
		}
		if err := read(string(data)); err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", path, err))
		}
	}
	return errors.Join(faults...)
}

// languageOf tells a text's language by its letters.
func languageOf(text string) int {
	latin, others := 0, 0
	for _, r := range text {
		switch {
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
			latin++
		case r >= 0x3040 && r <= 0x9fff:
			others++
		}
	}
	if others*3 > latin {
		return japanese
	}
	return english
}
