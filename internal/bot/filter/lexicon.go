package filter

import (
	"embed"
	"strings"
	"sync"

	"wolfden/werewolf"
)

//go:embed words terms
var files embed.FS

// lexicon is the words of one language.
type lexicon struct {
	gap, and, pause         string          // between sentences; between names; for a comma
	before, after, ordinary map[string]bool // around a capitalised word, see the file
	titled                  map[string]bool
	behind, ahead           []telling
	voted, ownVote, unless  []string
	needs                   []need
}

// telling is a phrase beside a name that tells how its player died; no cause is any.
type telling struct {
	phrase string
	cause  werewolf.Cause
}

// need is a phrase that holds only after something has happened.
type need struct{ phrase, event string }

var lexicons = sync.OnceValue(func() map[string]*lexicon {
	return map[string]*lexicon{
		"en": readLexicon("words/en.txt", &lexicon{gap: " ", and: " and", pause: ""}),
		"ja": readLexicon("words/ja.txt", &lexicon{and: "と", pause: "、"}),
	}
})

// readLexicon fills in the words of a file.
func readLexicon(path string, words *lexicon) *lexicon {
	text, err := files.ReadFile(path)
	if err != nil {
		return words // an embedded file is there; the tests use every kind of word
	}
	words.before, words.after, words.ordinary, words.titled = map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}
	sets := map[string]map[string]bool{"before": words.before, "after": words.after, "ordinary": words.ordinary, "titled": words.titled}
	lists := map[string]*[]string{"voted": &words.voted, "own-vote": &words.ownVote, "unless": &words.unless}
	for line := range strings.Lines(string(text)) {
		kind, rest, _ := strings.Cut(strings.TrimRight(line, "\n"), " ")
		rest = strings.TrimLeft(rest, " ")
		switch set, list := sets[kind], lists[kind]; {
		case set != nil:
			for _, w := range strings.Fields(rest) {
				set[w] = true
			}
		case list != nil:
			*list = append(*list, strings.Split(rest, "|")...)
		default:
			words.addPhrases(kind, rest)
		}
	}
	return words
}

var causes = map[string]werewolf.Cause{"attacked": werewolf.ByAttack, "executed": werewolf.ByExecution}

// addPhrases fills in a line whose second word says what its phrases tell.
func (x *lexicon) addPhrases(kind, rest string) {
	what, phrases, _ := strings.Cut(rest, " ")
	for phrase := range strings.SplitSeq(strings.TrimLeft(phrases, " "), "|") {
		switch kind {
		case "tells-behind":
			x.behind = append(x.behind, telling{phrase, causes[what]})
		case "tells-before":
			x.ahead = append(x.ahead, telling{strings.TrimRight(phrase, " ") + " ", causes[what]})
		case "needs":
			x.needs = append(x.needs, need{phrase, what})
		default: // a comment or an empty line
		}
	}
}
