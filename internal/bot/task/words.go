package task

import (
	"strconv"
	"strings"
	"text/template"

	"wolfden/internal/bot/scene"
	"wolfden/internal/llm"
)

// functions are what templates may call. What they fence stands inside the given one.
func functions(lang string, fence llm.Fence) template.FuncMap {
	in := fencer{fence}
	return template.FuncMap{
		"fenced":     fence.Around,
		"plain":      plain,
		"list":       func(items []string) string { return strings.Join(plainAll(items), separator(lang)) },
		"transcript": in.transcript,
		"law":        func() string { return llm.FenceLaw },
		"mark":       func() string { return storyEnd },
		"fencedlist": in.list,
		"suspects":   in.suspects,
		"candidates": in.candidates,
		"records":    in.records,
		"indicators": func(list []Indicator) string { return indicatorList(lang, list) },
		"language":   func(code string) string { return languageName(lang, code) },
	}
}

// fencer puts lists into a fence.
type fencer struct{ llm.Fence }

func separator(lang string) string {
	if lang == "ja" {
		return "、"
	}
	return ", "
}

// plain is a name, or a short text of our own making, on one line.
func plain(s string) string {
	return oneLine(llm.Defused(s))
}

// oneLine is for what is fenced afterwards, and defused by that.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func plainAll(items []string) []string {
	out := make([]string, len(items))
	for i, s := range items {
		out[i] = plain(s)
	}
	return out
}

// transcript fences what was said, a line an utterance.
func (f fencer) transcript(what string, lines []scene.Line) string {
	var b strings.Builder
	day := -1
	for _, l := range lines {
		if l.Day != day {
			day = l.Day
			b.WriteString("[day " + strconv.Itoa(day) + "]\n")
		}
		b.WriteString("#" + strconv.Itoa(l.Idx) + " " + oneLine(l.Speaker) + ": " + oneLine(l.Text) + "\n")
	}
	return f.Around(what, strings.TrimRight(b.String(), "\n"))
}

// fencedList fences texts, a line each.
func (f fencer) list(what string, items []string) string {
	var b strings.Builder
	for _, s := range items {
		b.WriteString("- " + oneLine(s) + "\n")
	}
	return f.Around(what, strings.TrimRight(b.String(), "\n"))
}

func (f fencer) suspects(list []Suspect) string {
	rows := make([]string, len(list))
	for i, s := range list {
		rows[i] = row(s.Name, s.Score, s.Reasons)
	}
	return f.list("suspects", rows)
}

func (f fencer) candidates(list []Candidate) string {
	rows := make([]string, len(list))
	for i, c := range list {
		if rows[i] = c.Name; c.rated() {
			rows[i] = row(c.Name, c.Score, c.Reasons)
		}
	}
	return f.list("candidates", rows)
}

func row(name string, score float64, reasons []string) string {
	text := name + " " + rounded(score)
	if len(reasons) > 0 {
		text += ": " + strings.Join(reasons, "; ")
	}
	return text
}

// rounded is a number with two decimals: more of them are tokens without meaning.
func rounded(x float64) string { return strconv.FormatFloat(x, 'f', 2, 64) }

// recordList fences messages, numbered from 0.
func (f fencer) records(list []Record) string {
	var b strings.Builder
	for i, r := range list {
		b.WriteString(strconv.Itoa(i) + " [" + oneLine(r.Type) + ", " + rounded(r.Credibility) + "] " +
			oneLine(r.From) + " to " + oneLine(r.To) + ": " + oneLine(r.Content) + "\n")
	}
	return f.Around("records", strings.TrimRight(b.String(), "\n"))
}

func indicatorList(lang string, list []Indicator) string {
	parts := make([]string, len(list))
	for i, n := range list {
		parts[i] = plain(n.Name) + " " + rounded(n.Value)
	}
	return strings.Join(parts, separator(lang))
}

// languageName is what a language is called in another.
func languageName(lang, code string) string {
	names := map[string]map[string]string{
		"en": {"en": "English", "ja": "Japanese"},
		"ja": {"en": "英語", "ja": "日本語"},
	}
	if name := names[lang][code]; name != "" {
		return name
	}
	return plain(code)
}
