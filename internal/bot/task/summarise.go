package task

import (
	"slices"
	"strings"
	"unicode/utf8"

	"wolfden/internal/bot/scene"
)

// SummariseIn asks for one summary of an older summary and what was said after it.
type SummariseIn struct {
	Scene scene.Scene  `json:"scene"`
	Old   string       `json:"old,omitempty"` // summary of everything before
	New   []scene.Line `json:"new"`
	Max   int          `json:"max"` // characters at most
	// Notes are what the rules have understood, a sentence each: claims, results, accusations, contradictions. Of
	// sentences that occur twice, or in Old too, the last is kept; where Max is too small for all, the last ones are
	// kept.
	Notes []string `json:"notes,omitempty"`
}

// Summary is what is worth remembering.
type Summary struct {
	Summary string `json:"summary" jsonschema:"what a player needs to remember, in plain sentences"`
}

// Summarise asks for a summary.
var Summarise = New(embedded, Definition[SummariseIn, Summary]{
	About: About{
		Name: "summarise", Summary: "sum up what was said, with what was known before", Tokens: 2000, Heat: 0.2,
		Source: "kanolab 2024 and kanolab-nw 2025: summary; CamelliaDragons 2025: summarization",
	},
	Shorten: func(in *SummariseIn, tokens int) bool {
		dropped := oldest(&in.New, &tokens)
		return Without(&in.Scene, tokens, &in.Old) || dropped
	},
	Rule: func(in *SummariseIn) Summary {
		return Summary{Summary: Clip(strings.Join(Distinct(strings.Split(in.Old, "\n"), in.Notes), "\n"), in.Max)}
	},
	Mends: func(in *SummariseIn, out *Summary) string { return Shortened(Clip, in.Max, &out.Summary) },
	Check: func(_ *SummariseIn, out *Summary) error { return Needed(out.Summary, "summary-empty") },
})

// Distinct are the texts of two lists in their order; of one that stands there twice, the last.
func Distinct(a, b []string) (list []string) {
	all := slices.Concat(a, b)
	for i, text := range all {
		if text != "" && !slices.Contains(all[i+1:], text) {
			list = append(list, text)
		}
	}
	return list
}

// Shortened brings texts of a model down to a number of characters; 0 is no limit. What is too long is no reason to throw away what is said.
func Shortened(by func(text string, most int) string, most int, texts ...*string) (repaired string) {
	for _, text := range texts {
		if most > 0 && utf8.RuneCountInString(*text) > most {
			*text, repaired = by(*text, most), RepairedCut
		}
	}
	return repaired
}

// Clip keeps the end of a text within a number of characters, from the beginning of a line or sentence where it can; 0 is no limit.
func Clip(s string, most int) string {
	r := []rune(s)
	if most <= 0 || len(r) <= most {
		return s
	}
	tail := string(r[len(r)-most:])
	if _, after, found := strings.Cut(tail, "\n"); found {
		return after
	}
	if ends := SentenceEnds(tail); len(ends) > 0 && strings.TrimSpace(tail[ends[0]:]) != "" {
		return strings.TrimSpace(tail[ends[0]:])
	}
	return tail
}

// Cut keeps the beginning of a text within a number of characters, up to the end of a word where there are words.
func Cut(s string, most int) string {
	s = plain(s)
	r := []rune(s)
	if len(r) <= most {
		return s
	}
	head := string(r[:most])
	if i := strings.LastIndexByte(head, ' '); i > 0 && r[most] != ' ' {
		return head[:i]
	}
	return head
}

// Told returns the scene with the lines that are summed up as its talk.
func (in *SummariseIn) Told() *scene.Scene {
	s := in.Scene
	s.Talks = in.New
	return &s
}
