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

// languages are those that the package reads. The tests find faulty files; a program that passed them can use what was
// read.
var languages = sync.OnceValue(func() (all [2]*language) {
	for i, name := range [...]string{english: "en", japanese: "ja"} {
		all[i], _ = load(files, name)
	}
	return all
})

// Indices of the languages.
const (
	english = iota
	japanese
)

// load compiles the files of a language: first all words, then all patterns. After an error the language knows all but
// the faulty lines.
func load(fs embed.FS, name string) (*language, error) {
	cats := newCategories()
	standard := werewolf.StandardRoles()
	l := &language{name: name, lexicon: lexicon{cats: cats, roles: standard}, grammar: newGrammar(cats)}
	words := eachFile(fs, name, ".lex", l.lexicon.parse)
	roles := l.lexicon.parseRoles(roletext.In(name), standard.Roles())
	return l, errors.Join(words, roles, eachFile(fs, name, ".pat", l.grammar.parse))
}

// eachFile reads the files of a language that have the ending, in the order of their names.
func eachFile(fs embed.FS, name, ending string, read func(string) error) error {
	entries, err := fs.ReadDir(name)
	if err != nil {
		return fmt.Errorf("understand: language %q: %w", name, err)
	}
	var faults []error
	for _, e := range entries {
		path := name + "/" + e.Name()
		if len(path) < len(ending) || path[len(path)-len(ending):] != ending {
			continue
		}
		data, err := fs.ReadFile(path)
		if err != nil {
			return fmt.Errorf("understand: %w", err)
		}
		if err := read(string(data)); err != nil {
			faults = append(faults, fmt.Errorf("understand: %s: %w", path, err))
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
