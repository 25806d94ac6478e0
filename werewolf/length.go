package werewolf

import (
	"strings"
	"unicode"
)

// LengthRules limit the length of utterances; a limit of NoLimit is not set. Lengths count characters (runes)
// without white space, unless one of the two flags says otherwise. The flags exclude each other.
type LengthRules struct {
	CountInWord   bool `json:"count_in_word"`  // count words
	CountSpaces   bool `json:"count_spaces"`   // count white space too
	PerTalk       int  `json:"per_talk"`       // most of one utterance
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

// unitCounter reads a text rune by rune and tells which runes begin a unit that counts.
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

// cutTo returns the longest beginning of the text that measures at most limit, and its length. A negative
// limit keeps the whole text.
func (l *LengthRules) cutTo(text string, limit int) (string, int) {
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

// Fit cuts an utterance to the limits. names are the other players, any of whom may be mentioned as @Name;
// budget is what is left of PerAgent and is ignored when that is not set. Fit returns the kept text and what
// it costs of the budget.
//
// The first mention splits the text. Up to BaseLength the part before it is free, up to MentionLength the part
// after it; the mention itself costs nothing. The rest is paid from the budget and cut when that runs out.
// PerTalk limits both parts together; when the first part alone exceeds it, the mention is cut too. Without a
// MentionLength a mention counts as ordinary text.
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
		return l.cutPart(text, free, budget, l.PerTalk)
	}
	before, cost := l.cutPart(text[:at], free, budget, NoLimit)
	left := NoLimit
	if l.PerTalk != NoLimit {
		if left = l.PerTalk - l.Measure(before); left < 0 {
			return l.cutPart(before, free, budget, l.PerTalk)
		}
	}
	after, more := l.cutPart(text[end:], l.MentionLength, budget-cost, left)
	return before + text[at:end] + after, cost + more
}

// freeBytes returns a number of bytes that no limit can reject, because a text has at most as many words or
// runes as bytes. It is -1 when there is no such number.
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

// capped applies PerTalk when no other limit is set.
func (l *LengthRules) capped(text string) string {
	if l.PerTalk == NoLimit {
		return text
	}
	kept, _ := l.cutTo(text, l.PerTalk)
	return kept
}

// cutPart cuts one part of an utterance: first its free units, then those paid from the budget, and at most
// most in all when that is set.
func (l *LengthRules) cutPart(text string, free, budget, most int) (string, int) {
	limit := free + max(budget, 0)
	if most != NoLimit {
		limit = min(limit, most)
	}
	kept, n := l.cutTo(text, limit)
	return kept, max(n-free, 0)
}

// findMention finds the first @Name in the text. If two names match at the same place, the longer one counts.
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

// Clean returns an utterance as the game accepts it. It removes line breaks, control characters and direction
// marks, which could forge lines of a log or steer a terminal. It turns tabs into blanks, replaces invalid
// UTF-8 and trims blanks.
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
