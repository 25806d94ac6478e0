// Command learn learns from annotated games which clues make an act that the rules of understanding have not heard, and
// measures it on games that it has not seen.
//
// The law of the program: the same games and sentences give the same weights, byte for byte; weights are written only of
// acts that are heard better with them than without, each game being read by weights learned without it.
// docs/speech-en.md says how to use it.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1) //nolint:forbidigo // the program ends here
	}
}

const usage = `usage:
  learn [-sentences DIR] [-o DIR] GAMES=ANNOTATIONS...

reads every game of each folder GAMES for which ANNOTATIONS has a file of the same name, as wolfden parse writes them`

func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("learn", flag.ContinueOnError)
	folder := flags.String("o", "", "folder of the languages, whose learned.tsv are written (default: none)")
	sentences := flags.String("sentences", "", "folder of files of sentences with their meaning, learned from as well")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() == 0 {
		return errors.New(usage)
	}
	var games []*game
	for _, arg := range flags.Args() {
		logs, notes, ok := strings.Cut(arg, "=")
		if !ok {
			return errors.New(usage)
		}
		some, err := loadGames(logs, notes)
		if err != nil {
			return err
		}
		games = append(games, some...)
	}
	ours, err := loadSentences(*sentences)
	if err != nil {
		return err
	}
	for _, lang := range []string{"en", "ja"} {
		house, err := worded(lang)
		if err != nil {
			return err
		}
		text := learnLanguage(out, lang, &material{games: ofLanguage(games, lang), sentences: ours[lang], house: house})
		if *folder == "" || text == "" {
			continue
		}
		if err := os.WriteFile(filepath.Join(*folder, lang, "learned.tsv"), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func ofLanguage(games []*game, lang string) (some []*game) {
	for _, g := range games {
		if g.lang == lang {
			some = append(some, g)
		}
	}
	return some
}

// material is what there is of a language: annotated games to learn from and to measure with, sentences to learn from as well,
// and the house's own wordings, of which next to none may be misheard.
type material struct {
	games            []*game
	sentences, house []example
}

// learnLanguage measures each act on the games of a language and returns the file of weights, "" where there are no games.
func learnLanguage(out io.Writer, lang string, m *material) string {
	if len(m.games) < 2 {
		return ""
	}
	fmt.Fprintf(out, "%s: %d games, %d examples in sentences, %d in the house's wordings\n", lang, len(m.games), len(m.sentences), len(m.house))
	text := "# act\tclue\tweight, written by internal/speech/understand/learn\n"
	for a := range acts {
		w := m.learnWithout(nil, a)
		found := m.measure(a, m.lowest(w, a))
		found.print(out, m.games, a)
		if found.worth() {
			text += w.text(acts[a].name, found.limit)
		}
	}
	return text
}

// learnWithout learns the weights of an act from all games but one.
func (m *material) learnWithout(one *game, act int) *weights {
	all := slices.Clone(m.sentences)
	for _, g := range m.games {
		if g != one {
			all = append(all, g.examples...)
		}
	}
	return learn(all, act)
}

// lowest is the lowest limit at which next to nothing of the house's wordings is misheard.
func (m *material) lowest(w *weights, act int) float64 {
	for _, limit := range limits {
		misheard := 0
		for i := range m.house {
			if e := &m.house[i]; !e.meant[act] && w.more(e, act, limit) {
				misheard++
			}
		}
		if misheard*tolerated <= len(m.house) {
			return limit
		}
	}
	return limits[len(limits)-1]
}
