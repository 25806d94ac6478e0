package critic

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// A sentence is a template when it is so long without the names in it, and another player has said one that shares so much of
// its runs of three letters within so many turns.
const (
	templateWords   = 5  // of English
	templateLetters = 10 // of Japanese
	templateAlike   = 0.85
	templateTurns   = 10
)

var player = regexp.MustCompile(`@?<\d+>`)

// templates finds a sentence that somebody else has just said.
func (r *reader) templates(t *turn) {
	for i := range t.sentences {
		s := &t.sentences[i]
		mine := r.mold(t, s)
		if mine == "" {
			continue
		}
		for n := len(r.turns) - 1; n >= max(r.today, len(r.turns)-templateTurns); n-- {
			u := r.turns[n]
			if u.Seat == t.Seat {
				continue
			}
			for j := range u.sentences {
				if other := r.mold(u, &u.sentences[j]); other != "" && alike(mine, other) {
					r.find(Template, t, u.at, s.raw, "%s has said: %s", r.name(u.Seat), u.sentences[j].raw)
				}
			}
		}
	}
}

// mold is a sentence without its players, "" for what everybody may say in the same words: greetings, claims, results.
func (r *reader) mold(t *turn, s *sentence) string {
	if r.book.has(s, "formula") || s.rows.Claimed(t.Seat) != 0 {
		return ""
	}
	for range s.rows.Results(t.Seat) {
		return ""
	}
	text := strings.Trim(player.ReplaceAllString(s.plain, "_"), " .!?。！？")
	words, letters := templateWords, templateLetters
	if vote(s) != 0 {
		words, letters = words+1, letters+4
	}
	bare := strings.ReplaceAll(text, "_", "")
	if inJapanese(bare) {
		if utf8.RuneCountInString(bare) < letters {
			return ""
		}
	} else if len(strings.Fields(bare)) < words {
		return ""
	}
	return text
}

// alike reports whether two sentences share nearly all of their runs of three letters.
func alike(a, b string) bool {
	if a == b {
		return true
	}
	x, y := runs(a), runs(b)
	if len(x) > len(y) {
		x, y = y, x
	}
	if float64(len(x)) < templateAlike*float64(len(y)) {
		return false
	}
	common := 0
	for run := range x {
		if y[run] {
			common++
		}
	}
	return float64(common) >= templateAlike*float64(len(x)+len(y)-common)
}

// runs is every three letters in a row.
func runs(text string) map[string]bool {
	rs := []rune(text)
	all := make(map[string]bool, len(rs))
	for i := 0; i+3 <= len(rs); i++ {
		all[string(rs[i:i+3])] = true
	}
	return all
}
