package werewolf

import (
	"strings"
	"unicode"
)

// LengthRules limit the length of utterances. NoLimit means a limit is not
// set. The unit is characters (runes) without white space unless one of the
// flags, which exclude each other, says otherwise.
type LengthRules struct {
	CountInWord   bool `json:"count_in_word"`  // count words
	CountSpaces   bool `json:"count_spaces"`   // count white space too
	PerTalk       int  `json:"per_talk"`       // cap of one whole utterance
	MentionLength int  `json:"mention_length"` // free for what follows a mention
	PerAgent      int  `json:"per_agent"`      // daily budget for what exceeds the free lengths
	BaseLength    int  `json:"base_length"`    // free for what precedes a mention, or all without one
}

// Measure is the length of the text in the unit of the rules.
func (l *LengthRules) Measure(text string) int {
	n, unit := 0, unitCounter{rules: l}
	for _, r := range text {
		if unit.starts(r) {
			n++
		}
	}
	return n
}

// unitCounter tells for the runes of a text, in order, which of them begin a
// unit that counts.
type unitCounter struct {
	rules  *LengthRules
	inWord bool
}

func (u *unitCounter) starts(r rune) bool {
	space := unicode.IsSpace(r)
	switch {
	case u.rules.CountInWord:
		begins := !space && !u.inWord
		u.inWord = !space
		return begins
	case u.rules.CountSpaces:
		return true
	default:
		return !space
	}
}

// keep is the longest beginning of the text that measures at most limit, and
// its length; the whole text when limit is negative.
func (l *LengthRules) keep(text string, limit int) (string, int) {
	n, unit := 0, unitCounter{rules: l}
	for i, r := range text {
		if !unit.starts(r) {
			continue
		}
		if n == limit {
			return text[:i], n
		}
		n++
	}
	return text, n
}

// Fit cuts an utterance to the limits. names are the other players, one of
// whom may be mentioned as @Name; budget is what is left of PerAgent (ignored
// when that is not set). It returns what is kept and what it costs of the
// budget.
//
// The first mention splits the text. What stands before it is free up to
// BaseLength, what follows is free up to MentionLength, the mention itself
// costs nothing; what exceeds is paid from the budget, and cut where that is
// spent. PerTalk caps what is left of both parts together; when the part before
// alone reaches beyond it, the mention goes too. A MentionLength
// that is not set makes mentions count as ordinary text.
func (l *LengthRules) Fit(text string, names []string, budget int) (kept string, cost int) {
	if len(text) <= l.freeBytes() {
		return text, 0
	}
	if l.PerAgent == NoLimit {
		budget = 0
		if l.BaseLength == NoLimit {
			return l.capped(text), 0
		}
	}
	free := max(l.BaseLength, 0)
	at, end := -1, -1
	if l.MentionLength != NoLimit {
		at, end = findMention(text, names)
	}
	if at < 0 {
		return l.part(text, free, budget, l.PerTalk)
	}
	before, cost := l.part(text[:at], free, budget, NoLimit)
	left := NoLimit
	if l.PerTalk != NoLimit {
		if left = l.PerTalk - l.Measure(before); left < 0 {
			return l.part(before, free, budget, l.PerTalk)
		}
	}
	after, more := l.part(text[end:], l.MentionLength, budget-cost, left)
	return before + text[at:end] + after, cost + more
}

// freeBytes is a number of bytes up to which no text can exceed any limit, as
// neither words nor runes are more than the bytes; -1 when there is none.
func (l *LengthRules) freeBytes() int {
	n := l.BaseLength
	if l.PerTalk != NoLimit && (n == NoLimit || l.PerTalk < n) {
		n = l.PerTalk
	}
	if l.BaseLength == NoLimit && l.PerAgent != NoLimit {
		return -1 // everything is paid
	}
	if l.MentionLength != NoLimit && l.MentionLength < n {
		n = l.MentionLength
	}
	return n
}

// capped applies PerTalk where no other limit is set.
func (l *LengthRules) capped(text string) string {
	if l.PerTalk == NoLimit {
		return text
	}
	kept, _ := l.keep(text, l.PerTalk)
	return kept
}

// part cuts one part of an utterance: free units, then paid ones, never more
// than most (where set).
func (l *LengthRules) part(text string, free, budget, most int) (string, int) {
	limit := free + max(budget, 0)
	if most != NoLimit {
		limit = min(limit, most)
	}
	kept, n := l.keep(text, limit)
	return kept, max(n-free, 0)
}

// findMention finds the first @Name in the text; of two names at one place the
// longer counts.
func findMention(text string, names []string) (at, end int) {
	for i := 0; i < len(text); i++ {
		j := strings.IndexByte(text[i:], '@')
		if j < 0 {
			break
		}
		i += j
		longest := ""
		for _, n := range names {
			if len(n) > len(longest) && strings.HasPrefix(text[i+1:], n) {
				longest = n
			}
		}
		if longest != "" {
			return i, i + 1 + len(longest)
		}
	}
	return -1, -1
}

// Clean is an utterance as the game takes it: line breaks, control characters
// and direction marks removed (they could forge lines of a log or drive a
// terminal), tabs made blanks, invalid UTF-8 replaced, blanks trimmed.
func Clean(text string) string {
	if plain(text) {
		return strings.TrimSpace(text)
	}
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case unicode.IsControl(r), r == '\u2028', r == '\u2029', unicode.Is(unicode.Bidi_Control, r):
			return -1
		default:
			return r
		}
	}, strings.ToValidUTF8(text, "\uFFFD")))
}

// plain reports whether the text is printable ASCII, the usual case.
func plain(text string) bool {
	for i := 0; i < len(text); i++ {
		if text[i] < ' ' || text[i] >= 0x7f {
			return false
		}
	}
	return true
}
