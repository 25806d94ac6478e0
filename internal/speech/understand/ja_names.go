package understand

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"wolfden/werewolf"
)

// maxRow is how many names without anything between them are recognised.
const maxRow = 3

// inRow returns the name after an @ where another name follows at once, as in "@トシオトシオさん".
func (r *roster) inRow(raw []byte, i int) (werewolf.SeatID, int) {
	if i == 0 || i >= len(raw) || raw[i-1] != '@' {
		return 0, i
	}
	return r.following(raw, i)
}

// following returns the name at place i, inside or at the end of a row of names.
func (r *roster) following(raw []byte, i int) (werewolf.SeatID, int) {
	var first werewolf.SeatID
	end := i
	for at, n := i, 0; n < maxRow && at < len(raw); n++ {
		id, next := r.exact.begins(raw, at)
		if id == nil {
			return 0, i
		}
		if first == 0 {
			first, end = *id, next
		}
		if !insideWord(raw, next, true) {
			return first, end
		}
		at = next
	}
	return 0, i
}

// isTitle reports whether a word is an honorific of the name before it. A word that has other meanings too must follow
// the name directly.
func (r *reader) isTitle(w *word) bool {
	if r.nameEnd < 0 || len(w.tokens) != 1 || !contains(w.tokens[0].cats, catTitle) {
		return false
	}
	between := r.raw[r.nameEnd:r.at]
	return len(between) == 0 || len(w.tokens[0].cats) == 1 && len(bytes.TrimSpace(between)) == 0
}

// The lengths in kana of names that may be misspelt, cut short, or misspelt twice.
const (
	minSlip     = 4
	minTwoSlips = 6
	minShort    = 2
	maxKana     = 12
)

// misspeltKana returns the one player whose name in katakana is meant by the katakana at place i, and where they end.
// They may use other signs of the same sound, contain a slip, or be cut short to at least two signs.
func (r *roster) misspeltKana(raw []byte, i int) (werewolf.SeatID, int) {
	if insideWord(raw, i, true) {
		return 0, i
	}
	end, n := kanaRun(raw, i)
	if n < minShort || n > maxKana {
		return 0, i
	}
	said := string(raw[i:end])
	for _, alike := range []func(said, name string) bool{soundsAlike, slipsAlike, shortFor} {
		var found werewolf.SeatID
		for k, name := range r.names {
			if !alike(said, name) {
				continue
			}
			if found != 0 {
				return 0, i
			}
			found = werewolf.SeatID(k + 1)
		}
		if found != 0 {
			return found, end
		}
	}
	return 0, i
}

// kanaRun returns where the katakana from place i end and how many there are, up to the length of a name.
func kanaRun(raw []byte, i int) (end, n int) {
	for end = i; end < len(raw) && n <= maxKana; n++ {
		c, size := utf8.DecodeRune(raw[end:])
		if !isKatakana(c) {
			break
		}
		end += size
	}
	return end, n
}

// joined reports whether a sentence ends here though no mark stands before the next one, as where line breaks were lost.
func (r *reader) joined(l *lexicon) bool {
	if len(l.ends) == 0 || r.at >= len(r.raw) || r.raw[r.at] < utf8.RuneSelf {
		return false
	}
	if next, _ := utf8.DecodeRune(r.raw[r.at:]); !isKatakana(next) && !unicode.Is(unicode.Han, next) {
		return false
	}
	for _, end := range l.ends {
		if bytes.HasSuffix(r.low[:r.at], []byte(end)) {
			return true
		}
	}
	return false
}

// readStranger reads an unknown word of katakana behind a known word as the name that somebody may go by, and reports whether there
// is one.
func (r *reader) readStranger(c *clause, from int) bool {
	if c.is(c.n-1, catOther) || insideWord(r.low, from, true) {
		return false
	}
	end, n := kanaRun(r.low, from)
	if n < minShort || n > maxKana {
		return false
	}
	c.appendToken(catOther, catStranger)
	r.at = end
	return true
}

// oneSign maps signs of the same sound to one of them.
var oneSign = strings.NewReplacer(
	"ヅ", "ズ", "ヂ", "ジ", "ヴァ", "バ", "ヴィ", "ビ", "ヴェ", "ベ", "ヴォ", "ボ", "ヴ", "ブ", "ヲ", "オ", "ー", "")

func soundsAlike(said, name string) bool { return oneSign.Replace(said) == oneSign.Replace(name) }

// slipsAlike allows one slip in a name of four kana, and two in one of six.
func slipsAlike(said, name string) bool {
	a, b := []rune(said), []rune(name)
	allowed := 0
	if short := min(len(a), len(b)); short >= minTwoSlips {
		allowed = 2
	} else if short >= minSlip {
		allowed = 1
	}
	if allowed == 0 || len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			allowed--
		}
	}
	return allowed >= 0
}

// shortFor reports whether the word is the beginning of the name.
func shortFor(said, name string) bool {
	return len(said) < len(name) && strings.HasPrefix(name, said)
}

// soften reads a text that has katakana where others write hiragana as if it were in hiragana. The two differ by the same
// distance for every sign, and take as many bytes.
func (r *reader) soften() {
	const hiragana, katakana = 'ァ' - 'ぁ', 8
	soft, hard := 0, 0
	for i := 0; i < len(r.low); {
		c, size := utf8.DecodeRune(r.low[i:])
		switch {
		case c >= 'ぁ' && c <= 'ゖ':
			soft++
		case c >= 'ァ' && c <= 'ヶ':
			hard++
		}
		i += size
	}
	r.katakana = hard >= katakana && soft*8 < hard
	for i := 0; r.katakana && i < len(r.low); {
		c, size := utf8.DecodeRune(r.low[i:])
		if c >= 'ァ' && c <= 'ヶ' {
			utf8.EncodeRune(r.low[i:], c-hiragana)
		}
		i += size
	}
}
