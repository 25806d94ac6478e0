package wording

import "strings"

// echo is what others have said of whomever: their sentences without the names, and when each was last heard.
type echo struct {
	names *strings.Replacer
	at    map[string]int
	heard int // utterances of others so far
}

// A sentence echoes another within so many utterances of others.
const echoes = 10

func newEcho(names []string) echo {
	var pairs []string
	for _, name := range names {
		if name != "" {
			pairs = append(pairs, name, "\x00")
		}
	}
	return echo{names: strings.NewReplacer(pairs...), at: map[string]int{}}
}

func (e *echo) note(sentence string) { e.at[e.names.Replace(sentence)] = e.heard }

// lately reports whether another has just said a sentence of the text, of the same player or of another.
func (e *echo) lately(text string) bool {
	for len(text) > 0 {
		var sentence string
		sentence, text = cutSentence(text)
		if at, known := e.at[e.names.Replace(sentence)]; known && e.heard-at < echoes {
			return true
		}
	}
	return false
}
