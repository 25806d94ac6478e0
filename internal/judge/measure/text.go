package measure

import (
	"math"
	"strings"
	"unicode"
)

// grams counts the runs of three letters of a text, which works for languages with and without blanks.
func grams(text string) map[string]float64 {
	letters := make([]rune, 0, len(text))
	for _, r := range strings.ToLower(text) {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			letters = append(letters, r)
		}
	}
	counts := map[string]float64{}
	for i := 0; i+3 <= len(letters); i++ {
		counts[string(letters[i:i+3])]++
	}
	return counts
}

// alike is how much two texts share, from 0 to 1: common runs by all runs, each counted once.
func alike(a, b map[string]float64) float64 {
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	common := 0
	for g := range a {
		if _, ok := b[g]; ok {
			common++
		}
	}
	return float64(common) / float64(len(a)+len(b)-common)
}

// cosine is the likeness of two voices by how often they use what.
func cosine(a, b map[string]float64) float64 {
	dot := 0.0
	for _, g := range sorted(a) {
		dot += a[g] * b[g]
	}
	if dot == 0 {
		return 0
	}
	return dot / (norm(a) * norm(b))
}

func norm(a map[string]float64) float64 {
	sum := 0.0
	for _, v := range a {
		sum += v * v // whole numbers: the order does not matter
	}
	return math.Sqrt(sum)
}

// variety is how many different runs of letters stand in windows of a text, on average: unlike the whole text's share,
// it does not fall with its length.
func variety(text string) float64 {
	const window = 150
	var letters []rune
	for _, r := range strings.ToLower(text) {
		if unicode.IsLetter(r) {
			letters = append(letters, r)
		}
	}
	if len(letters) < 3 {
		return 0
	}
	total, n := 0.0, 0
	for at := 0; at == 0 || at+window <= len(letters); at += window / 2 {
		part := string(letters[at:min(at+window, len(letters))])
		total += float64(len(grams(part))) / window
		n++
	}
	return total / float64(n)
}

// codes is the share of digits and signs among what is no blank, without common punctuation.
func codes(text string) float64 {
	signs, all := 0, 0
	for _, r := range text {
		switch {
		case unicode.IsSpace(r):
			continue
		case unicode.IsLetter(r), unicode.IsMark(r), strings.ContainsRune(".,!?'’\"…ー、。！？「」〜～", r):
		default:
			signs++
		}
		all++
	}
	if all == 0 {
		return 0
	}
	return float64(signs) / float64(all)
}

// unfinished reports whether a text breaks off: it ends in a letter.
func unfinished(text string) bool {
	text = strings.TrimSpace(text)
	for _, r := range text[max(0, len(text)-1):] {
		return unicode.Is(unicode.Latin, r)
	}
	return false
}
