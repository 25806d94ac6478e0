package wording

import "strings"

// echo is what others have said of whomever: their sentences without the names, and when each was last heard.
type echo struct {
	names *strings.Replacer
	begun bool // the beginning of a sentence tells it: the end is its speaker's manner
	at    map[string]int
	heard int // utterances of others so far
}

// A sentence echoes another within so many utterances of others.
const echoes = 10

func newEcho(names []string, spaced bool) echo {
	var pairs []string
	for _, name := range names {
		if name != "" {
			pairs = append(pairs, name+"さん", "\x00", name, "\x00")
		}
	}
	return echo{names: strings.NewReplacer(pairs...), begun: !spaced, at: map[string]int{}}
}

func (e *echo) note(sentence string) { e.at[e.key(sentence)] = e.heard }

// beginning is how many letters of a Japanese sentence tell it from others, after an opening of at most so many.
const (
	beginning = 12
	opening   = 6
)

// key is what two sentences have in common that say one thing of two players, or in two manners of speaking.
func (e *echo) key(sentence string) string {
	key := e.names.Replace(sentence)
	if !e.begun {
		return key
	}
	if opened, rest, found := strings.Cut(key, "、"); found && len([]rune(opened)) <= opening {
		key = rest
	}
	letters := []rune(key)
	return string(letters[:min(beginning, len(letters))])
}

// lately reports whether another has just said a sentence of the text, of the same player or of another.
func (e *echo) lately(text string) bool {
	for len(text) > 0 {
		var sentence string
		sentence, text = cutSentence(text)
		if at, known := e.at[e.key(sentence)]; known && e.heard-at < echoes {
			return true
		}
	}
	return false
}
