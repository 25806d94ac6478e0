package situation

import (
	"cmp"
	"embed"
	"fmt"
	"path"
	"strings"

	"wolfden/internal/spelling"
)

//go:embed suite/*.yml
var files embed.FS

// SuiteVersion tells results that can be compared: it grows whenever a situation of the suite changes.
const SuiteVersion = 1

// Names are those of the situations that come with the program.
func Names() (names []string) {
	entries, _ := files.ReadDir("suite")
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), Extension))
	}
	return names
}

// Text is the file of a situation that comes with the program.
func Text(name string) ([]byte, error) {
	text, err := files.ReadFile(path.Join("suite", name+Extension))
	if err == nil {
		return text, nil
	}
	return nil, fmt.Errorf("no situation %q%s", name, cmp.Or(spelling.Hint(name, Names()), "; wolfden situation list names them"))
}

// Suite is all situations that come with the program. They are not checked again: that plays each of them once.
func Suite() (all []*Situation, err error) {
	for _, name := range Names() {
		text, err := Text(name)
		if err != nil {
			return nil, err
		}
		s, err := read(name, text)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}
