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

// soften replaces words of the game that a model's safety filter may refuse by milder ones: attack becomes bite, execute becomes vote out. It leaves alone the names in keep and names of the protocol
// such as ATTACKED. A language without a table leaves the text as it is.
func soften(lang, text string, keep []string) string {
	return substitute(pairs()[lang], text, keep, func(p pair) (string, string) { return p.hard, p.soft })
}

// harden replaces the milder words by the game's, so that a softened answer is understood. It also replaces milder
// words that were there from the start.
func harden(lang, text string, keep []string) string {
	return substitute(pairs()[lang], text, keep, func(p pair) (string, string) { return p.soft, p.hard })
}

// substitute replaces words from left to right: at each place the longest one that fits, among equals the first in the
// table.
func substitute(table []pair, text string, keep []string, way func(pair) (from, to string)) string {
	order := slices.Clone(table)
	slices.SortStableFunc(order, func(a, b pair) int {
		x, _ := way(a)
		y, _ := way(b)
		return len(y) - len(x)
	})
	begins := firsts(order, keep, way)
	var b strings.Builder
	for i := 0; i < len(text); {
		size, replacement := 1, text[i:i+1]
		if begins[text[i]] {
			size, replacement = step(order, text, i, keep, way)
		}
		i += size
		b.WriteString(replacement)
	}
	return b.String()
}

// firsts are the bytes that a word to be replaced, or a name, can begin with: at most places of a text nothing does.
func firsts(order []pair, keep []string, way func(pair) (from, to string)) (begins [256]bool) {
	for _, p := range order {
		from, _ := way(p)
		begins[from[0]] = true
		begins[strings.ToUpper(from)[0]] = true
	}
	for _, name := range keep {
		if name != "" {
			begins[name[0]] = true
		}
	}
	return begins
}

// step is how much of the text is taken at a place, and what stands for it.
func step(order []pair, text string, i int, keep []string, way func(pair) (from, to string)) (int, string) {
	for _, name := range keep {
		if name != "" && strings.HasPrefix(text[i:], name) {
			return len(name), name
		}
	}
	for _, p := range order {
		from, to := way(p)
		if n := len(from); i+n <= len(text) && strings.EqualFold(text[i:i+n], from) && whole(text, i, i+n) && !shouted(text[i:i+n]) {
			return n, cased(text[i:i+n], to)
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
