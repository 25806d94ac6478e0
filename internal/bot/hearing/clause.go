package hearing

import (
	"strings"
	"unicode/utf8"

	"wolfden/werewolf"
)

// clause is the tokens of one sentence, in clauses parted by the letter '/'.
type clause struct {
	letters []byte
	args    []int8
}

func (c *clause) put(letter byte, arg int8) {
	if letter == 'x' && len(c.letters) > 0 && c.letters[len(c.letters)-1] == 'x' {
		return
	}
	c.letters = append(c.letters, letter)
	c.args = append(c.args, arg)
}

// putAll appends the tokens of a known phrase.
func (c *clause) putAll(n *node) {
	for i := 0; i < len(n.letters); i++ {
		letter := n.letters[i]
		switch {
		case letter == '_':
		case letter == 'N':
			c.put('N', n.arg)
		case letter >= '1' && letter <= '5':
			c.put('R', int8(roleLetters[letter]))
		default:
			c.put(letter, 0)
		}
	}
}

// read takes the next sentence off the text. mentioned is the last player it names after an @; asked tells a question.
func (c *clause) read(names *trie, text string) (rest string, mentioned werewolf.SeatID, asked bool) {
	c.letters, c.args = c.letters[:0], c.args[:0]
	vocabulary := words()
	for i := 0; i < len(text); {
		if n, end := names.longest(text, i, false); n != nil && !insideWord(text, i) {
			c.putAll(n)
			if i > 0 && text[i-1] == '@' {
				mentioned = werewolf.SeatID(n.arg)
				c.address(text[end:])
			}
			i = end
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		switch marks(r) {
		case endOfSentence:
			return text[i+size:], mentioned, c.asks(r)
		case endOfClause:
			c.put('/', 0)
			i += size
		case quote:
			c.put('x', 0)
			i = afterQuote(text, i+size, r)
		case blank:
			i += size
		default:
			i = c.readWord(vocabulary, text, i, size)
		}
	}
	return "", mentioned, c.asks(0)
}

// address parts a mention that opens a Japanese sentence from what is said to the player: a blank does there what a
// comma does elsewhere.
func (c *clause) address(after string) {
	rest, spaced := strings.CutPrefix(after, " ")
	if spaced && len(c.letters) == 1 && isJapanese(rest) && !strings.ContainsAny(firstOf(rest), "がはをにのともへで") {
		c.put('/', 0)
	}
}

// firstOf is the first character of a text.
func firstOf(text string) string {
	_, size := utf8.DecodeRuneInString(text)
	return text[:size]
}

// readWord takes the phrase at place i, or an unknown word, and returns where the next one begins.
func (c *clause) readWord(vocabulary *trie, text string, i, size int) int {
	if n, end := vocabulary.longest(text, i, true); n != nil {
		c.putAll(n)
		return end
	}
	c.put('x', 0)
	i += size
	for isLatin(text[i-1]) && i < len(text) && isLatin(text[i]) {
		i++
	}
	return i
}

// asks reports whether the sentence is a question: by its mark, or by a Japanese か at its end.
func (c *clause) asks(mark rune) bool {
	n := len(c.letters)
	return mark == '?' || mark == '？' || n > 0 && c.letters[n-1] == '?'
}

// insideWord reports whether a name at place i would be the end of a longer word.
func insideWord(text string, i int) bool { return i > 0 && text[i-1] != '@' && joins(text, i, true) }

// mark is what a character that is no word does.
type mark uint8

const (
	noMark mark = iota
	blank
	quote
	endOfClause
	endOfSentence
)

func marks(r rune) mark {
	switch r {
	case '.', '!', '?', '。', '！', '？', '\n', '…', '．':
		return endOfSentence
	case ',', ';', '、', '，', '—', '–':
		return endOfClause
	case '"', '“', '「', '『', '‘':
		return quote
	case ' ', '@', ':', '：', '　', '\t', '*', '(', ')', '-', '’', '\'', '・':
		return blank
	}
	return noMark
}

// afterQuote is the place after the end of what was opened by r; a quotation nobody closes is no quotation.
func afterQuote(text string, i int, r rune) int {
	closing := map[rune]string{'"': `"`, '“': "”", '「': "」", '『': "』", '‘': "’"}[r]
	if at := strings.Index(text[i:], closing); at >= 0 {
		return i + at + len(closing)
	}
	return i
}
