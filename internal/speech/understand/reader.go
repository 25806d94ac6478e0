package understand

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"wolfden/werewolf"
)

// reader turns a text into clauses.
type reader struct {
	raw []byte // the text with plain quotation marks
	low []byte // the same in lower case, with the same number of bytes
	at  int
	// lateBreak is set where a clause was cut at a break or for its length, so the next clause starts no new sentence.
	lateBreak bool
	nameEnd   int      // where the last name ended
	wordEnd   int      // where the quotation marks around a single word end
	own       *lexicon // words of the table's own roles, nil where it has none
	katakana  bool     // the whole text is in katakana, so names have no ends that can be seen
}

// load prepares a text.
func (r *reader) load(text string) {
	r.raw, r.low, r.at, r.lateBreak, r.nameEnd, r.wordEnd = r.raw[:0], r.low[:0], 0, false, -1, -1
	for i := 0; i < len(text); {
		if text[i] < utf8.RuneSelf {
			r.raw = append(r.raw, text[i])
			i++
			continue
		}
		c, size := utf8.DecodeRuneInString(text[i:])
		switch c {
		case '’', '‘':
			r.raw = append(r.raw, '\'')
		case '“', '”', '„':
			r.raw = append(r.raw, '"')
		case '＠':
			r.raw = append(r.raw, '@')
		case '\u00a0', '　':
			r.raw = append(r.raw, ' ')
		default:
			r.raw = append(r.raw, text[i:i+size]...)
		}
		i += size
	}
	for _, b := range r.raw {
		if b >= 'A' && b <= 'Z' {
			b += 'a' - 'A'
		}
		r.low = append(r.low, b)
	}
	r.soften()
}

// next reads the next clause and reports whether there was one.
func (r *reader) next(c *clause, l *lexicon, names *roster) bool {
	c.reset()
	c.first = !r.lateBreak
	r.lateBreak = false
	var prefix []category
	for r.at < len(r.raw) {
		if c.n == maxTokens {
			r.lateBreak = true
			return true
		}
		r.stutter()
		from := r.at
		if r.readName(c, names, &prefix) || r.readWord(c, l, &prefix) {
			if c.n > 0 && c.is(c.n-1, catBreak) {
				c.dropLastToken()
				r.lateBreak = true
				c.cut = r.asksLater()
				c.asked = c.cut
				return true
			}
			if r.joined(l) {
				return true
			}
			continue
		}
		if r.readMark(c, l) {
			if !c.asked && len(bytes.TrimSpace(r.raw[r.at:])) == 0 {
				c.has[catLast] |= bit(c.n - 1)
			}
			return true
		}
		if r.at == from {
			r.readUnknown(c, names)
			if r.joined(l) {
				return true
			}
		}
	}
	return c.n > 0
}

// asksLater reports whether the sentence goes on to a question mark, within the length of a sentence.
func (r *reader) asksLater() bool {
	const far = 200
	rest := r.raw[r.at:min(len(r.raw), r.at+far)]
	i := bytes.IndexAny(rest, ".!?\n")
	return i >= 0 && rest[i] == '?'
}

// readName reads a player's name.
func (r *reader) readName(c *clause, names *roster, prefix *[]category) bool {
	id, end := names.longest(r.raw, r.low, r.at)
	if id == 0 && r.katakana {
		if found, stop := names.exact.begins(r.raw, r.at); found != nil {
			id, end = *found, stop
		}
	}
	if id == 0 && r.at == r.nameEnd {
		id, end = names.following(r.raw, r.at)
	}
	if id == 0 {
		return false
	}
	i := c.appendToken(catName)
	c.prefix(i, prefix)
	if r.at > 0 && r.raw[r.at-1] == '@' {
		c.has[catAt] |= bit(i)
	}
	c.tokens[i].who = werewolf.SetOf(id)
	r.at, r.nameEnd = end, end
	return true
}

// readWord reads a phrase of the lexicon.
func (r *reader) readWord(c *clause, l *lexicon, prefix *[]category) bool {
	found, end := l.longest(r.low, r.at)
	if r.own != nil {
		if own, ends := r.own.longest(r.low, r.at); own != nil && ends >= end {
			found, end = own, ends
		}
	}
	if found == nil {
		return false
	}
	title := r.isTitle(found)
	r.at = end - found.back
	if title {
		return true
	}
	if len(found.prefix) > 0 {
		*prefix = append(*prefix, found.prefix...)
		return true
	}
	for _, cat := range found.suffix {
		c.has[cat] |= bit(c.n) >> 1
	}
	for _, t := range found.tokens {
		if c.n == maxTokens {
			return true
		}
		if c.n == 0 && contains(t.cats, catHead) {
			c.appendToken(catOther)
			continue
		}
		i := c.appendToken(t.cats...)
		c.prefix(i, prefix)
		c.tokens[i].role = t.role
	}
	return true
}

// prefix adds the categories that earlier words have set aside for this token.
func (c *clause) prefix(i int, set *[]category) {
	for _, p := range *set {
		c.has[p] |= bit(i)
	}
	*set = (*set)[:0]
}

// setRoleMeanings replaces the roles that words name by the roles they mean.
func (c *clause) setRoleMeanings(meant *[werewolf.MaxRoles]werewolf.Role) {
	for i := range c.tokens[:c.n] {
		c.tokens[i].role = meant[c.tokens[i].role]
	}
}

// dropLastToken removes the last token.
func (c *clause) dropLastToken() {
	c.n--
	for i := range c.has {
		c.has[i] &^= bit(c.n)
	}
}

// readMark reads blanks and punctuation and reports whether the clause ends with it.
func (r *reader) readMark(c *clause, l *lexicon) bool {
	p, size := utf8.DecodeRune(r.raw[r.at:])
	switch p {
	case '.', '!', '?', '\n', '\r', '。', '！', '？', '…', '．', '♪', '☆', '★', '♡', '♥':
		r.at += size
		for r.at < len(r.raw) {
			more, size := utf8.DecodeRune(r.raw[r.at:])
			if !strings.ContainsRune(".!?！？", more) {
				break
			}
			if more == '?' || more == '？' {
				p = '?'
			}
			r.at += size
		}
		if r.hesitates(c, p) {
			c.comma()
			return false
		}
		c.asked = p == '?' || p == '？'
		return c.n > 0
	case ' ', '\t':
		r.readBlanks(c)
	case ',', '、', '，':
		r.at += size
		c.comma()
	case '@':
		r.at += size
		if r.at-size == r.nameEnd {
			c.comma() // who stands before the sign is called by it
		}
	case '"', '「', '『':
		r.readQuotation(c, l, p, size)
	case '」', '』', '【', '■', '◆', '▼':
		r.at += size // end of a single word, or the beginning of a heading
	case '】':
		r.at += size
		return c.n > 0
	}
	return false
}

// stutter skips what is repeated at the beginning of a word: "w-we".
func (r *reader) stutter() {
	for i := r.at; i+2 < len(r.low) && r.low[i+1] == '-' && r.low[i] == r.low[i+2] && isLatin(r.low[i]) && !insideWord(r.low, i, false); i += 2 {
		r.at = i + 2
	}
}

// hesitates reports whether the sentence goes on after the dots that were just read.
func (r *reader) hesitates(c *clause, last rune) bool {
	dots := last == '…' || last == '.' && r.at > 1 && r.raw[r.at-2] == '.'
	rest := bytes.TrimLeft(r.raw[r.at:min(len(r.raw), r.at+4)], " ")
	return dots && len(rest) > 0 && (rest[0] >= 'a' && rest[0] <= 'z' || c.is(c.n-1, catTopic))
}

// comma adds a comma, which also separates the members of a list.
func (c *clause) comma() {
	if c.n > 0 && !c.is(c.n-1, catComma) {
		c.appendToken(catComma, catList)
	}
}

// readBlanks skips blanks. Two blanks between words stand for a comma, unless a mention is beside them; so does one between a mention
// that opens a sentence and a word for oneself: "@Ann I trust Bob" calls Ann.
func (r *reader) readBlanks(c *clause) {
	from := r.at
	for r.at < len(r.raw) && (r.raw[r.at] == ' ' || r.raw[r.at] == '\t') {
		r.at++
	}
	mention := r.at < len(r.raw) && r.raw[r.at] == '@'
	if r.at-from > 1 && r.at < len(r.raw) && c.n > 0 && !mention && !c.is(c.n-1, catAt) {
		c.comma()
		return
	}
	if r.at == from+1 && c.n == 1 && c.is(0, catAt) && ofOneself(r.low[r.at:]) {
		c.comma()
	}
}

// ofOneself reports whether a text goes on with "I" or "my".
func ofOneself(low []byte) bool {
	return bytes.HasPrefix(low, []byte("i ")) || bytes.HasPrefix(low, []byte("i'")) || bytes.HasPrefix(low, []byte("my "))
}

// closings are the marks that end a quotation. A quotation without its end is none.
var closings = map[rune]string{'"': `"`, '「': "」", '『': "』"}

// maxQuote is the largest number of bytes in a quotation, so that the search for its end is bounded.
const maxQuote = 400

// maxWord is the number of bytes up to which Japanese quotation marks emphasise a word instead of quoting: two kanji.
const maxWord = 6

// readQuotation adds one token for everything between quotation marks, unless they emphasise a word.
func (r *reader) readQuotation(c *clause, l *lexicon, opening rune, size int) {
	r.at += size
	if opening == '"' && (r.at-size == r.wordEnd || r.emphasises(l)) {
		return
	}
	rest := r.raw[r.at:min(len(r.raw), r.at+maxQuote)]
	closing := closings[opening]
	for i := 0; i+len(closing) <= len(rest); i++ {
		if string(rest[i:i+len(closing)]) == closing {
			if opening != '"' && i <= maxWord && !bytes.ContainsAny(rest[:i], "?？!！") {
				return
			}
			c.appendToken(catQuote)
			r.at += i + len(closing)
			return
		}
	}
}

// emphasises reports whether plain quotation marks that open here hold nothing but a word for what somebody is. Longer
// ones quote what somebody said.
func (r *reader) emphasises(l *lexicon) bool {
	if r.at == len(r.raw) {
		return false
	}
	found, end := l.longest(r.low, r.at)
	if found == nil || len(found.tokens) != 1 || found.back > 0 {
		return false
	}
	cats := found.tokens[0].cats
	if end < len(r.raw) && (r.raw[end] == '.' || r.raw[end] == ',') {
		end++
	}
	if end == len(r.raw) || r.raw[end] != '"' || !contains(cats, catWolf) && !contains(cats, catHuman) {
		return false
	}
	r.wordEnd = end
	return true
}

// readUnknown reads an unknown word; several in a row are one token.
func (r *reader) readUnknown(c *clause, names *roster) {
	from := r.at
	_, size := utf8.DecodeRune(r.raw[r.at:])
	r.at += size
	if id, end := names.misspeltKana(r.raw, from); id != 0 {
		c.tokens[c.appendToken(catName)].who = werewolf.SetOf(id)
		r.at, r.nameEnd = end, end
		return
	}
	if !isLatin(r.raw[from]) {
		if r.isDash(from) {
			c.comma()
		}
		if r.raw[from] >= utf8.RuneSelf && !r.readStranger(c, from) {
			r.readOther(c)
		}
		return
	}
	for r.at < len(r.raw) && isLatin(r.raw[r.at]) {
		r.at++
	}
	if id := names.misspelt(r.raw[from:r.at]); id != 0 && r.at < len(r.raw) {
		c.tokens[c.appendToken(catName)].who = werewolf.SetOf(id)
		return
	}
	alone := !c.is(c.n-1, catOther)
	r.readOther(c)
	if alone && c.n > 1 && r.raw[from] != r.low[from] {
		c.has[catStranger] |= bit(c.n - 1)
	}
}

// isDash tells a dash between blanks from a hyphen.
func (r *reader) isDash(i int) bool {
	return r.raw[i] == '-' && i > 0 && r.raw[i-1] == ' ' && i+1 < len(r.raw) && r.raw[i+1] == ' '
}

func (r *reader) readOther(c *clause) {
	if !c.is(c.n-1, catOther) {
		c.appendToken(catOther)
	}
	c.has[catStranger] &^= bit(c.n - 1)
}
