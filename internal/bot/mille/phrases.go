package mille

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"wolfden/internal/speech"
	"wolfden/internal/speech/roletext"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// pattern is one protocol sentence and its wordings.
type pattern struct {
	rows  speech.Rows // of seats 1, who speaks, 2 and 3, who is named first and second
	say   []string    // as package wording reads them
	again []string    // what is said of another player than before on the day
	hear  []string    // that are recognised, with {a} and {b}, what is said among them
	named int         // how many players its wordings name
}

// phrases are the patterns of one language. They do not change and may be shared.
type phrases struct {
	patterns []pattern
	others   []string            // lines about a role that has no line of its own
	by       map[string]*pattern // by the protocol sentence
	index    *index
	words    *roletext.Book
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
	lang, _, _ := strings.Cut(file, ".")
	p := &phrases{words: roletext.In(lang), japanese: japanese}
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		line, isAgain := strings.CutPrefix(line, "again ")
		isOther := strings.Contains(line, anyRole)
		one, err := readPattern(strings.Replace(line, anyRole, " "+someRole.String(), 1))
		switch {
		case err != nil:
			return nil, fmt.Errorf("%s:%d: %w", file, i+1, err)
		case isAgain && (len(p.patterns) == 0 || !slices.Equal(p.patterns[len(p.patterns)-1].rows, one.rows)):
			return nil, fmt.Errorf("%s:%d: nothing stands before to say again", file, i+1)
		case isAgain:
			p.patterns[len(p.patterns)-1].again = one.say
		case isOther:
			p.others = append(p.others, line)
		default:
			p.patterns = append(p.patterns, one)
		}
	}
	p.find()
	return p, nil
}

// find makes the patterns known by their protocol sentences and wordings.
func (p *phrases) find() {
	p.by = map[string]*pattern{}
	for i := range p.patterns {
		p.by[p.patterns[i].rows.String()] = &p.patterns[i]
	}
	p.index = newIndex(p)
}

// anyRole stands in the lines that serve for every role without a line of its own, and {r} in their wordings for its name.
// They are read with someRole in its place.
const (
	anyRole  = " ROLE"
	someRole = werewolf.Villager
)

// forRoles is the phrases for a game: with those for the roles in play of which no line says how they are claimed.
func (p *phrases) forRoles(rules *werewolf.Rules) *phrases {
	own := *p
	own.patterns = slices.Clone(p.patterns)
	for _, role := range rules.Roles.InPlay().Slice() {
		if p.by[speech.Claim(1, role).String()] != nil {
			continue
		}
		for _, line := range p.others {
			line = strings.ReplaceAll(strings.Replace(line, anyRole, " "+someRole.String(), 1), "{r}", p.words.Name(rules.Table, role))
			one, _ := readPattern(line) // it was read when the file was
			for i := range one.rows {
				if one.rows[i].Role == someRole {
					one.rows[i].Role = role
				}
			}
			own.patterns = append(own.patterns, one)
		}
	}
	if len(own.patterns) == len(p.patterns) {
		return p
	}
	own.find()
	return &own
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
	for _, w := range p.say {
		p.hear = append(p.hear, spoken(w)...)
	}
	p.hear = append(p.hear, parts(heard)...)
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

// parts are what stands between the bars of a list, but for those in brackets.
func parts(list string) (all []string) {
	depth, from := 0, 0
	for i, r := range list + "|" {
		switch {
		case strings.ContainsRune("[(", r):
			depth++
		case strings.ContainsRune("])", r):
			depth--
		case r == '|' && depth <= 0:
			if one := strings.TrimSpace(list[from:i]); one != "" {
				all = append(all, one)
			}
			from = i + 1
		}
	}
	return all
}

// choice is what a wording leaves to the tone of its speaker.
var choice = regexp.MustCompile(`\[([^\]]*)\]`)

// spoken are the forms of a wording in every tone, as they are recognised: with {a} and {b}, and without what a style adds.
func spoken(text string) (forms []string) {
	for tone := range 4 {
		title := "さん"
		if wording.Tone(tone) == wording.Rough || !strings.ContainsAny(text, "。？") { // English has none
			title = ""
		}
		form := choice.ReplaceAllStringFunc(text, func(s string) string {
			options := strings.Split(s[1:len(s)-1], "|")
			return options[tone%len(options)]
		})
		form = strings.NewReplacer("{t}", "{a}"+title, "{o}", "{b}"+title, "{I}", "私", "+", "").Replace(form)
		if !slices.Contains(forms, form) {
			forms = append(forms, form)
		}
	}
	return forms
}
