package task

import (
	"slices"
	"strings"
)

// Wordlist is words by what they stand for, as a data file lists them.
type Wordlist []Entry

// Entry is a name with its words.
type Entry struct {
	Name  string
	Words []string
}

// in is what the words stand for, in a language: the first Japanese one is what it is called there.
func (e *Entry) in(lang string) string {
	japanese := slices.IndexFunc(e.Words, func(word string) bool { return !strings.HasPrefix(word, " ") })
	if lang == "ja" && japanese >= 0 {
		return e.Words[japanese]
	}
	return e.Name
}

// ReadWords reads lines of "name: word, word"; '#' begins a comment.
func ReadWords(text string) (list Wordlist) {
	for line := range strings.Lines(text) {
		name, words, found := strings.Cut(strings.TrimSpace(line), ":")
		if !found || strings.HasPrefix(name, "#") {
			continue
		}
		e := Entry{Name: name}
		for word := range strings.SplitSeq(words, ",") {
			e.Words = append(e.Words, stem(word))
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

// Count is how often each name's words stand in a text.
func (l Wordlist) Count(text string) map[string]int {
	text = spaced(text)
	found := map[string]int{}
	for _, e := range l {
		for _, word := range e.Words {
			found[e.Name] += strings.Count(text, word)
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
