package wording

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Tone is a character's manner of speaking. Even tones are courteous, odd ones familiar.
type Tone uint8

// The tones a wording may differ by.
const (
	Polite Tone = iota
	Rough
	Shy
	Cheerful
	tones
)

var toneNames = map[string]Tone{"polite": Polite, "rough": Rough, "shy": Shy, "cheerful": Cheerful}

// style is a tone with the way its sentences are made to sound: the endings of Japanese, the short forms of English.
type style struct {
	name    string
	tone    Tone
	within  []rewrite          // anywhere in a sentence
	firsts  map[rune][]rewrite // the same by the first letter of their forms
	endings []rewrite          // at the end of a sentence
	chop    bool               // the rewrites within take whole words only, and none that bears the stress
}

// rewrite turns one form into another.
type rewrite struct{ old, new string }

// readStyles reads a file of styles, whose lines are
//
//	== name of a style from tone
//	like another style        its rules, after the ones that follow
//	short forms               the rules below hold for whole words that bear no stress
//	form -> other form        at the end of a sentence; with a question mark at the end of a question
//	* form -> other form      anywhere
//	+ -> particle             what the mark + stands for; "だ+" is that mark after だ
//
// Of two rules for one place the one with the longer form holds; a form made itself is left alone.
func readStyles(file, text string) ([]style, error) {
	var list []style
	var faults []error
	for i, s := range strings.Split(text, "\n") {
		s = strings.TrimSpace(s)
		if s == "" || s[0] == '#' {
			continue
		}
		if err := readStyle(&list, s); err != nil {
			faults = append(faults, fmt.Errorf("%s:%d: %q: %w", file, i+1, s, err))
		}
	}
	for i := range list {
		list[i].index()
	}
	return list, errors.Join(faults...)
}

func readStyle(list *[]style, s string) error {
	if head, ok := strings.CutPrefix(s, "=="); ok {
		name, tone, _ := strings.Cut(strings.TrimSpace(head), " from ")
		t, known := toneNames[tone]
		if !known {
			return fmt.Errorf("unknown tone %q", tone)
		}
		*list = append(*list, style{name: name, tone: t})
		return nil
	}
	if len(*list) == 0 {
		return errors.New("a rule before the first style")
	}
	now := &(*list)[len(*list)-1]
	if s == "short forms" {
		now.chop = true
		return nil
	}
	if name, ok := strings.CutPrefix(s, "like "); ok {
		for i := range *list {
			if other := &(*list)[i]; other != now && other.name == name {
				now.within = append(now.within, other.within...)
				now.endings = append(now.endings, other.endings...)
				now.chop = now.chop || other.chop
				return nil
			}
		}
		return fmt.Errorf("no style %q above", name)
	}
	form, other, ok := strings.Cut(s, "->")
	if !ok {
		return errors.New("no ->")
	}
	within := strings.HasPrefix(form, "* ")
	r := rewrite{strings.TrimSpace(strings.TrimPrefix(form, "* ")), strings.TrimSpace(other)}
	if within {
		now.within = append(now.within, r)
	} else {
		now.endings = append(now.endings, r)
	}
	return nil
}

// apply gives a wording its style.
func (s *style) apply(text string) string {
	if s.chop {
		return s.shorten(text)
	}
	return s.end(s.rewriteWithin(text))
}

// rewriteWithin replaces forms anywhere, the longest first, nothing twice.
func (s *style) rewriteWithin(text string) string {
	if len(s.within) == 0 {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		if r := s.begin(text[i:]); r != nil {
			b.WriteString(r.new)
			i += len(r.old)
			continue
		}
		_, size := utf8.DecodeRuneInString(text[i:])
		b.WriteString(text[i : i+size])
		i += size
	}
	return b.String()
}

// index lists the rules within sentences by their first letter: every wording is read letter by letter in every style.
func (s *style) index() {
	s.firsts = map[rune][]rewrite{}
	for _, r := range s.within {
		first, _ := utf8.DecodeRuneInString(r.old)
		s.firsts[first] = append(s.firsts[first], r)
	}
}

// begin is the rule within sentences that holds at the beginning of the text, nil when none does.
func (s *style) begin(text string) *rewrite {
	first, _ := utf8.DecodeRuneInString(text)
	return longest(s.firsts[first], func(r rewrite) bool { return strings.HasPrefix(text, r.old) })
}

// end gives every sentence of a text its ending. A sentence ends before its mark; so do the parts of a choice that the
// mark follows.
func (s *style) end(text string) string {
	var b strings.Builder
	var marks []rune // what follows each open choice
	from := 0
	flush := func(to int, mark rune) {
		b.WriteString(s.ending(text[from:to], mark))
		from = to
	}
	for i, r := range text {
		switch r {
		case '。', '！', '？':
			flush(i, r)
		case '(':
			marks = append(marks, markAfter(text[i:]))
		case '|', ')':
			if n := len(marks); n > 0 {
				if marks[n-1] != noMark {
					flush(i, marks[n-1])
				}
				if r == ')' {
					marks = marks[:n-1]
				}
			}
		}
	}
	flush(len(text), endMark)
	return b.String()
}

const (
	noMark  rune = -1 // the sentence goes on
	endMark rune = 0  // the end of the text
)

// markAfter is what follows the choice at the beginning of the text.
func markAfter(text string) rune {
	depth := 0
	for i, r := range text {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth > 0 {
			continue
		}
		rest := text[i+1:]
		mark, _ := utf8.DecodeRuneInString(rest)
		switch {
		case rest == "":
			return endMark
		case strings.ContainsRune("。！？", mark):
			return mark
		case mark == '|' || mark == ')':
			return endMark // of a part of an outer choice, where it may be one
		}
		return noMark
	}
	return noMark
}

// ending gives a text that a mark follows its ending. The text may begin with the mark before it.
func (s *style) ending(text string, mark rune) string {
	asked := mark == '？'
	r := longest(s.endings, func(r rewrite) bool {
		form, question := strings.CutSuffix(r.old, "？")
		return question == asked && strings.HasSuffix(text, form)
	})
	switch {
	case r != nil:
		return strings.TrimSuffix(text, strings.TrimSuffix(r.old, "？")) + strings.TrimSuffix(r.new, "？")
	default:
		return strings.TrimSuffix(text, "+")
	}
}

// longest is the rule with the longest form among those that hold, nil when none does; of equals the first.
func longest(rules []rewrite, holds func(rewrite) bool) (best *rewrite) {
	for i := range rules {
		if holds(rules[i]) && (best == nil || len(rules[i].old) > len(best.old)) {
			best = &rules[i]
		}
	}
	return best
}

// shorten uses the short forms of English ("I am" is "I'm") where the words bear no stress: not at the end of a
// sentence, not before "and" or "or", and not in "what I am doing".
func (s *style) shorten(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		if wordEnds(text[:i]) {
			if r := s.begin(text[i:]); r != nil && unstressed(text[:i], text[i+len(r.old):]) {
				b.WriteString(r.new)
				i += len(r.old)
				continue
			}
		}
		b.WriteByte(text[i])
		i++
	}
	return b.String()
}

// wordEnds reports whether a word may begin after the text.
func wordEnds(before string) bool {
	return before == "" || strings.IndexByte(" (|[>", before[len(before)-1]) >= 0
}

func unstressed(before, after string) bool {
	rest, spaced := strings.CutPrefix(after, " ")
	if !spaced || rest == "" {
		return false
	}
	for _, word := range []string{"and ", "or ", "so ", "but ", "yet", "because ", "("} {
		if strings.HasPrefix(rest, word) {
			return false
		}
	}
	for _, word := range []string{"what ", "who ", "than ", "as ", "whom ", "where "} {
		if strings.HasSuffix(before, word) {
			return false
		}
	}
	return true
}
