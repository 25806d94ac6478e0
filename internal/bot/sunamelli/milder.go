package sunamelli

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// pair is a word of the game with a milder one.
type pair struct{ hard, soft string }

var pairs = sync.OnceValue(func() map[string][]pair {
	return map[string][]pair{"en": readPairs("terms/en.txt"), "ja": readPairs("terms/ja.txt")}
})

func readPairs(path string) (list []pair) {
	text, err := files.ReadFile(path)
	if err != nil {
		return nil // an embedded file is there; the tests substitute
	}
	for line := range strings.Lines(string(text)) {
		hard, soft, found := strings.Cut(strings.TrimSpace(line), " | ")
		if found && hard[0] != '#' {
			list = append(list, pair{hard, soft})
		}
	}
	return list
}

// swap is a word with what stands for it.
type swap struct{ from, to string }

// swaps are, for every byte, the words that can begin with it, the longest first, among equals the first in the table.
type swaps [256][]swap

// ways are the words that are replaced, in both directions.
type ways struct{ soft, hard swaps }

var waysOf = sync.OnceValue(func() map[string]*ways {
	made := map[string]*ways{}
	for lang, table := range pairs() {
		w := &ways{}
		for _, p := range table {
			w.soft.add(swap{p.hard, p.soft})
			w.hard.add(swap{p.soft, p.hard})
		}
		made[lang] = w
	}
	return made
})

func (s *swaps) add(one swap) {
	small, capital := one.from[0], strings.ToUpper(one.from)[0]
	for _, b := range slices.Compact([]byte{small, capital}) {
		s[b] = append(s[b], one)
		slices.SortStableFunc(s[b], func(x, y swap) int { return len(y.from) - len(x.from) })
	}
}

// soften replaces words of the game that a model's safety filter may refuse by milder ones: attack becomes bite, execute becomes vote out. It leaves alone the names in keep and names of the protocol
// such as ATTACKED. A language without a table leaves the text as it is.
func soften(lang, text string, keep []string) string {
	if w := waysOf()[lang]; w != nil {
		return w.soft.substitute(text, keep)
	}
	return text
}

// harden replaces the milder words by the game's, so that a softened answer is understood. It also replaces milder
// words that were there from the start.
func harden(lang, text string, keep []string) string {
	if w := waysOf()[lang]; w != nil {
		return w.hard.substitute(text, keep)
	}
	return text
}

// substitute replaces words from left to right: at each place the longest one that fits.
func (s *swaps) substitute(text string, keep []string) string {
	var begins [256]bool // what a name, or a word to be replaced, can begin with: at most places of a text nothing does
	for b, words := range s {
		begins[b] = len(words) > 0
	}
	for _, name := range keep {
		if name != "" {
			begins[name[0]] = true
		}
	}
	var out strings.Builder
	kept := 0 // of the text, before this nothing is left to be copied
	for i := 0; i < len(text); {
		if !begins[text[i]] {
			i++
			continue
		}
		size, replacement := s.step(text, i, keep)
		if replacement != text[i:i+size] {
			out.WriteString(text[kept:i] + replacement)
			kept = i + size
		}
		i += size
	}
	if kept == 0 {
		return text
	}
	return out.String() + text[kept:]
}

// step is how much of the text is taken at a place, and what stands for it.
func (s *swaps) step(text string, i int, keep []string) (int, string) {
	for _, name := range keep {
		if name != "" && strings.HasPrefix(text[i:], name) {
			return len(name), name
		}
	}
	for _, p := range s[text[i]] {
		if n := len(p.from); i+n <= len(text) && strings.EqualFold(text[i:i+n], p.from) && whole(text, i, i+n) && !shouted(text[i:i+n]) {
			return n, cased(text[i:i+n], p.to)
		}
	}
	_, size := utf8.DecodeRuneInString(text[i:])
	return size, text[i : i+size]
}

// whole reports whether no Latin word goes on beyond the ends.
func whole(text string, from, to int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:from])
	after, _ := utf8.DecodeRuneInString(text[to:])
	first, _ := utf8.DecodeRuneInString(text[from:])
	return !latin(first) || !latin(before) && !latin(after)
}

func latin(r rune) bool { return unicode.Is(unicode.Latin, r) || unicode.IsDigit(r) }

func shouted(s string) bool {
	return strings.ToUpper(s) == s && strings.ToLower(s) != s
}

// cased gives the replacement the capital that the word had.
func cased(word, to string) string {
	first, _ := utf8.DecodeRuneInString(word)
	if !unicode.IsUpper(first) {
		return to
	}
	r, size := utf8.DecodeRuneInString(to)
	return string(unicode.ToUpper(r)) + to[size:]
}
