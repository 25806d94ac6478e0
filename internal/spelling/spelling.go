// Package spelling finds the known name that a misspelt one was probably meant to be.
//
// The law of the package: it suggests only what is close, so that an error never sends anybody to a name that has nothing
// to do with what was written.
package spelling

import (
	"fmt"
	"strings"
)

// maxWord is the longest word that anything is compared with.
const maxWord = 64

// Nearest returns the known word that was probably meant, "" when none is close. Large and small letters count as the same,
// and so do "-" and "_". Of those as close that counts which begins like the word for longer, then the first.
func Nearest(word string, known []string) string {
	if len(word) > maxWord {
		return ""
	}
	best, least := "", 1+max(1, (len(word)+1)/3)
	word = simple(word)
	for _, k := range known {
		d := distance(word, simple(k))
		if d < least || d == least && best != "" && shared(word, simple(k)) > shared(word, simple(best)) {
			best, least = k, d
		}
	}
	return best
}

// Hint goes on in an error about a word that is not known, with what was meant; "" where that is not clear.
func Hint(word string, known []string) string {
	if nearest := Nearest(word, known); nearest != "" {
		return fmt.Sprintf("; did you mean %q?", nearest)
	}
	return ""
}

// shared is how many letters two words begin with alike.
func shared(a, b string) (n int) {
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// simple takes away what is written one way or the other.
func simple(word string) string { return strings.ReplaceAll(strings.ToLower(word), "-", "_") }

// distance is how many letters must be put in, left out, exchanged or swapped with the next to make one word of the
// other.
func distance(a, b string) int {
	s, t := []rune(a), []rune(b)
	rows := make([][]int, len(s)+1)
	for i := range rows {
		rows[i] = make([]int, len(t)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(s); i++ {
		for j := 1; j <= len(t); j++ {
			change := rows[i-1][j-1]
			if s[i-1] != t[j-1] {
				change++
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, change)
			if i > 1 && j > 1 && s[i-1] == t[j-2] && s[i-2] == t[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(s)][len(t)]
}
