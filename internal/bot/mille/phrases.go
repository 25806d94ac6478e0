package mille

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"wolfden/internal/speech"
)

// pattern is one protocol sentence and its wordings.
type pattern struct {
	rows  speech.Rows // of seats 1, who speaks, 2 and 3, who is named first and second
	say   []string    // with {a} and {b}
	hear  []string    // that are recognised, say among them
	named int         // how many players its wordings name
}

// phrases are the patterns of one language. They do not change and may be shared.
type phrases struct {
	patterns []pattern
	by       map[string]*pattern // by the protocol sentence
	index    *index
	japanese bool
}

//go:embed en.txt
var englishText string

//go:embed ja.txt
var japaneseText string

var english = sync.OnceValues(func() (*phrases, error) { return readPhrases("en.txt", englishText, false) })

var japanese = sync.OnceValues(func() (*phrases, error) { return readPhrases("ja.txt", japaneseText, true) })

// readPhrases reads a file of phrases; en.txt explains the format.
func readPhrases(file, text string, japanese bool) (*phrases, error) {
	p := &phrases{by: map[string]*pattern{}, japanese: japanese}
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		one, err := readPattern(line)
		if err != nil {
			return nil, fmt.Errorf("mille: %s:%d: %w", file, i+1, err)
		}
		p.patterns = append(p.patterns, one)
	}
	for i := range p.patterns {
		p.by[p.patterns[i].rows.String()] = &p.patterns[i]
	}
	p.index = newIndex(p)
	return p, nil
}

func readPattern(line string) (p pattern, err error) {
	protocol, wordings, found := strings.Cut(line, "=")
	if !found {
		return p, fmt.Errorf("%q: no = between the protocol's sentence and its wordings", line)
	}
	if p.rows, err = speech.Parse(strings.TrimSpace(protocol)); err != nil {
		return p, err
	}
	said, heard, _ := strings.Cut(wordings, "||")
	p.say = parts(said)
	p.hear = append(parts(said), parts(heard)...)
	if len(p.hear) == 0 {
		return p, fmt.Errorf("%q: no wordings", line)
	}
	for _, w := range p.hear {
		named := 0
		for _, slot := range []string{"{a}", "{b}"} {
			if strings.Contains(w, slot) {
				named++
			}
		}
		if p.named = max(p.named, named); named != p.named {
			return p, fmt.Errorf("%q does not name the players that the other wordings name", w)
		}
	}
	return p, nil
}

func parts(list string) (all []string) {
	for one := range strings.SplitSeq(list, "|") {
		if one = strings.TrimSpace(one); one != "" {
			all = append(all, one)
		}
	}
	return all
}
