package task

import (
	"strconv"
	"strings"
	"text/template"

	"wolfden/internal/bot/scene"
	"wolfden/internal/llm"
)

// functions are what templates may call.
func functions(lang string) template.FuncMap {
	return template.FuncMap{
		"fenced":     llm.Fenced,
		"plain":      plain,
		"list":       func(items []string) string { return strings.Join(plainAll(items), separator(lang)) },
		"transcript": transcript,
		"law":        func() string { return llm.FenceLaw },
	}
}

func separator(lang string) string {
	if lang == "ja" {
		return "、"
	}
	return ", "
}

// plain is a name, or a short text of our own making, on one line.
func plain(s string) string {
	return strings.Join(strings.Fields(llm.Defused(s)), " ")
}

func plainAll(items []string) []string {
	out := make([]string, len(items))
	for i, s := range items {
		out[i] = plain(s)
	}
	return out
}

// transcript fences what was said, a line an utterance.
func transcript(what string, lines []scene.Line) string {
	var b strings.Builder
	day := -1
	for _, l := range lines {
		if l.Day != day {
			day = l.Day
			b.WriteString("[day " + strconv.Itoa(day) + "]\n")
		}
		b.WriteString("#" + strconv.Itoa(l.Idx) + " " + plain(l.Speaker) + "> " + plain(l.Text) + "\n")
	}
	return llm.Fenced(what, strings.TrimRight(b.String(), "\n"))
}
