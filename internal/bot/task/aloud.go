package task

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// A tag as prompts fence texts with, in the ways in which models write it, also where the text breaks off in it.
var (
	tagBegins = regexp.MustCompile(`(?i)[<＜]([a-z][a-z-]*)(?:\s[^<>＜＞\n]*)?(?:[>＞]|$)`)
	tagEnds   = regexp.MustCompile(`(?i)[<＜]/([a-z][a-z-]*)\s*(?:[>＞]|$)`)
	dayBegins = regexp.MustCompile(`(?m)^\[day \d+\][ \t]*\n?`)
)

// aloudTags are tags whose text may be said: words of the field for an utterance, and marks of emphasis. What stands in any other, such as
// a memo or a strategy, is the player's own to keep, though a model may copy it before its sentence.
var aloudTags = []string{"talk", "draft", "word", "words", "b", "i", "p", "u", "br", "em", "strong", "span", "div"}

func saysAloud(tag string) bool {
	tag = strings.ToLower(tag)
	return slices.Contains(aloudTags, tag) || slices.Contains(wordFields, tag)
}

// withoutTags is a text without tags, and without what stands in those that are not for the table. What follows the end of one that was
// never begun is said no more.
func withoutTags(text string) string {
	for {
		at := tagBegins.FindStringSubmatchIndex(text)
		if at == nil {
			break
		}
		before, name, after, behind := text[:at[0]], text[at[2]:at[3]], text[at[1]:], ""
		for _, end := range tagEnds.FindAllStringSubmatchIndex(after, -1) {
			if strings.EqualFold(after[end[2]:end[3]], name) {
				after, behind = after[:end[0]], after[end[1]:]
				break
			}
		}
		if !saysAloud(name) {
			after = ""
		}
		text = before + after + behind
	}
	for {
		end := tagEnds.FindStringIndex(text)
		switch {
		case end == nil:
			return dayBegins.ReplaceAllString(text, "")
		case strings.TrimSpace(text[:end[0]]) != "":
			text = text[:end[0]]
		default:
			text = text[end[1]:]
		}
	}
}

// privateNames stand in the names of what a model tells of itself and not to the table: in a form as a field, in a text before a colon.
var privateNames = []string{"thought", "thinking", "think", "reason", "analys", "plan", "note", "memo", "strateg", "explan", "intern", "private", "secret", "role", "intent", "why", "思考", "考え", "理由", "分析", "方針", "計画", "メモ", "推理"}

func private(name string) bool {
	name = strings.ToLower(strings.Trim(name, "*_ "))
	return slices.ContainsFunc(privateNames, func(p string) bool { return strings.Contains(name, p) })
}

// label is the word before the first colon of a line, "" where more stands there than a label has.
func label(line string) string {
	const longest = 24 // bytes
	if at := strings.IndexAny(line, ":："); at > 0 && at <= longest && len(strings.Fields(line[:at])) <= 2 {
		return strings.Trim(line[:at], "*_ ")
	}
	return ""
}

// thinksAloud reports whether a line is a thought by its label. Note and plan are left: people say them, too.
func thinksAloud(line string) bool {
	name := strings.ToLower(label(line))
	return slices.ContainsFunc([]string{"thought", "thinking", "reason", "analys", "思考", "考え", "理由", "分析"}, func(p string) bool { return strings.HasPrefix(name, p) })
}

// explained is a sentence in quotes with an explanation in brackets behind it.
var explained = regexp.MustCompile(`(?s)^["“「](.+)["”」]\s*[(（].*[)）][.。]?$`)

// fencedCode is a text in a code fence, with words of a model's around it.
var fencedCode = regexp.MustCompile("(?s)^(?:.*?\n)?[^\n]*```[a-z]*\\s*\n?(.+?)\\s*```.*$")

// unwrapped is what stands in the only code fence of a text, or in the quotes before an explanation; the text where there is neither.
func unwrapped(text string) string {
	if strings.Count(text, "```") == 2 {
		if inner := fencedCode.FindStringSubmatch(text); inner != nil {
			return strings.TrimSpace(inner[1])
		}
	}
	if inner := explained.FindStringSubmatch(strings.TrimSpace(text)); inner != nil && !strings.ContainsAny(inner[1], `"”」`) {
		return inner[1]
	}
	return text
}

// japaneseLetter reports whether a text begins with one, which needs no blank or mark after a foreign word.
func japaneseLetter(text string) bool {
	for _, r := range text {
		return unicode.In(r, unicode.Hiragana, unicode.Katakana, unicode.Han)
	}
	return false
}
