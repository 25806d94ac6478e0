package task

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wolfden/internal/llm"
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

// around are those of them that hold the whole of an utterance.
var around = []string{"talk", "draft", "word", "words"}

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
		before, name, after, behind, ends := text[:at[0]], text[at[2]:at[3]], text[at[1]:], "", false
		for _, end := range tagEnds.FindAllStringSubmatchIndex(after, -1) {
			if strings.EqualFold(after[end[2]:end[3]], name) {
				after, behind, ends = after[:end[0]], after[end[1]:], true
				break
			}
		}
		switch line := before[strings.LastIndexByte(before, '\n')+1:]; {
		case !ends && !private(name) && strings.TrimSpace(line) != "" && strings.TrimSpace(after) != "": // a word in brackets, and no fence
			after = name + " " + strings.TrimLeft(after, " ")
		case !saysAloud(name):
			after = ""
		case ends && slices.Contains(around, strings.ToLower(name)) && strings.TrimSpace(after) != "":
			before, behind = "", "" // the words are marked, and what stands around them is not among them
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

// privateNames stand in the names of the fields in which a model tells of itself and not to the table.
var privateNames = []string{"thought", "think", "reason", "analys", "plan", "note", "memo", "strateg", "explan", "intern", "private", "secret", "role", "intent", "why", "思考", "考え", "理由", "分析", "方針", "計画", "メモ", "推理"}

func private(name string) bool {
	name = strings.ToLower(strings.Trim(name, "*_ "))
	return slices.ContainsFunc(privateNames, func(p string) bool { return strings.Contains(name, p) })
}

// thoughtLabels begin lines that are thoughts. A note and a plan are none: people tell of them.
var thoughtLabels = []string{"thought", "thoughts", "thinking", "reason", "reasons", "reasoning", "analysis", "思考", "考え", "理由", "分析"}

// labelled parts a line at its first colon; label is "" without one, and in lower case.
func labelled(line string) (label, rest string) {
	at := strings.IndexAny(line, ":：")
	if at < 0 {
		return "", line
	}
	_, size := utf8.DecodeRuneInString(line[at:])
	return strings.ToLower(strings.Trim(line[:at], "*_ ")), strings.TrimSpace(strings.TrimLeft(line[at+size:], "*_ "))
}

// explained is a sentence in quotes with an explanation in brackets behind it.
var explained = regexp.MustCompile(`(?s)^["“「](.+)["”」]\s*[(（].*[)）][.。]?$`)

// unwrapped is what stands in the only code fence of a text, or in the quotes before an explanation; the text where there is neither. Behind
// a sentence a fence without words to say is something else, and goes; with words it is what the sentence announces.
func unwrapped(text string) string {
	const fence = "```"
	if parts := strings.Split(text, fence); len(parts) == 3 {
		within, before := llm.Unfenced(fence+parts[1]+fence), strings.TrimSpace(parts[0])
		if ended(before) && wordless(within) {
			return before
		}
		return within
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
