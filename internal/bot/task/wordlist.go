package task

import (
	"slices"
	"strings"
)

// wordlist is words by what they stand for, as a data file lists them.
type wordlist []entry

type entry struct {
	name  string
	words []string
}

// in is what the words stand for, in a language: the first Japanese one is what it is called there.
func (e *entry) in(lang string) string {
	japanese := slices.IndexFunc(e.words, func(word string) bool { return !strings.HasPrefix(word, " ") })
	if lang == "ja" && japanese >= 0 {
		return e.words[japanese]
	}
	return e.name
}

// readWords reads lines of "name: word, word"; '#' begins a comment.
func readWords(text string) (list wordlist) {
	for line := range strings.Lines(text) {
		name, words, found := strings.Cut(strings.TrimSpace(line), ":")
		if !found || strings.HasPrefix(name, "#") {
			continue
		}
		e := entry{name: name}
		for word := range strings.SplitSeq(words, ",") {
			e.words = append(e.words, stem(word))
		}
		list = append(list, e)
	}
	return list
}

// stem is what to look for in a text made by spaced: a word of letters from its beginning on, any other anywhere.
func stem(word string) string {
	word = strings.TrimSpace(word)
	if word != "" && word[0] < 0x80 {
		return " " + word
	}
	return word
}

// count is how often each name's words stand in a text.
func (l wordlist) count(text string) map[string]int {
	text = spaced(text)
	found := map[string]int{}
	for _, e := range l {
		for _, word := range e.words {
			found[e.name] += strings.Count(text, word)
		}
	}
	return found
}

// spaced is the text in lower case with a space before every word of letters, whatever stands before it.
func spaced(text string) string {
	var b strings.Builder
	letter := false
	for _, r := range strings.ToLower(text) {
		ascii := r >= 'a' && r <= 'z' || r == '\'' || r == '-'
		if ascii && !letter {
			b.WriteByte(' ')
		}
		if ascii || r > 0x7f {
			b.WriteRune(r)
		}
		letter = ascii
	}
	return b.String()
}
