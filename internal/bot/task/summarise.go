package task

import (
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

func summarise() (*definition[SummariseIn, Summary], map[string][]string) {
	return &definition[SummariseIn, Summary]{
		about: About{
			Name: "summarise", Summary: "sum up what was said, with what was known before", Tokens: 2000, Heat: 0.2,
			Source: "kanolab 2024 and kanolab-nw 2025: summary; CamelliaDragons 2025: summarization",
		},
		rule: func(in *SummariseIn) Summary {
			return Summary{Summary: clip(strings.Join(distinct(lines(in.Old), in.Notes), "\n"), in.Max)}
		},
		mends: func(in *SummariseIn, out *Summary) string { return shorten(clip, in.Max, &out.Summary) },
		check: func(_ *SummariseIn, out *Summary) error {
			if strings.TrimSpace(out.Summary) == "" {
				return breaks(breachEmpty, "summary-empty")
			}
			return nil
		},
	}, nil
}

func lines(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, "\n")
}

// shorten brings texts of a model down to a number of characters; 0 is no limit. What is too long is no reason to throw away what is said.
func shorten(by func(text string, most int) string, most int, texts ...*string) (repaired string) {
	for _, text := range texts {
		if most > 0 && utf8.RuneCountInString(*text) > most {
			*text, repaired = by(*text, most), repairedCut
		}
	}
	return repaired
}

// clip keeps the end of a text within a number of characters, from the beginning of a line or sentence where it can; 0 is no limit.
func clip(s string, most int) string {
	r := []rune(s)
	if most <= 0 || len(r) <= most {
		return s
	}
	tail := string(r[len(r)-most:])
	if _, after, found := strings.Cut(tail, "\n"); found {
		return after
	}
	if ends := sentenceEnds(tail); len(ends) > 0 && strings.TrimSpace(tail[ends[0]:]) != "" {
		return strings.TrimSpace(tail[ends[0]:])
	}
	return tail
}

// cut keeps the beginning of a text within a number of characters, up to the end of a word where there are words.
func cut(s string, most int) string {
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
