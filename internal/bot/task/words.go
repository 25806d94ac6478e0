package task

import (
	"strconv"
	"strings"
	"unicode"

	"wolfden/internal/bot/scene"
	"wolfden/internal/llm"
	"wolfden/internal/llm/prompt"
)

// functions are what templates may call.
func functions(lang string) []prompt.Function {
	const own, line, others = prompt.Own, prompt.Line, prompt.Others
	return []prompt.Function{
		{Name: "fenced", Takes: []prompt.Whose{own, others}, Help: "puts a text into a fence: fenced \"memo\" .Memo", Do: fenced},
		{Name: "fencedlist", Takes: []prompt.Whose{own, others}, Help: "puts a list of texts into a fence, a line each: fencedlist \"notes\" .Notes", Do: fencedList},
		{Name: "transcript", Takes: []prompt.Whose{own, others}, Help: "puts what was said into a fence: transcript \"talk\" .Scene.Talks", Do: transcript},
		{Name: "numbered", Takes: []prompt.Whose{own, others}, Help: "the same with the number of each utterance: numbered \"talk\" .Lines", Do: numbered},
		{Name: "candidates", Takes: []prompt.Whose{others}, Help: "puts who may be chosen into a fence, with what the rules think of it", Do: candidates},
		{Name: "records", Takes: []prompt.Whose{others}, Help: "puts remembered utterances into a fence, numbered from 0", Do: records},
		{Name: "plain", Takes: []prompt.Whose{line}, Help: "a name or a short text on one line", Do: plain},
		{Name: "list", Takes: []prompt.Whose{line}, Help: "names or short texts in one line", Do: func(items []string) string { return strings.Join(plainAll(items), separator(lang)) }},
		{Name: "indicators", Takes: []prompt.Whose{line}, Help: "a personality in one line", Do: func(list []Indicator) string { return indicatorList(lang, list) }},
		{Name: "language", Takes: []prompt.Whose{line}, Help: "what a language is called: language .To", Do: func(code string) string { return languageName(lang, code) }},
		{Name: "law", Help: "the sentence that says what a fence is; a prompt with fences needs it", Do: func() string { return llm.FenceLaw }},
		{Name: "mark", Help: "where what stays the same ends: providers that want to be told keep everything before it", Do: func() string { return storyEnd }},
	}
}

// fenceEdge is written before and behind a fence. Its lines have nothing else to hold, whatever a template writes around them: where
// there is no line's end, byThemselves puts one.
const fenceEdge = "\x01"

func fenced(what, text string) string { return fenceEdge + llm.Fenced(what, text) + fenceEdge }

func separator(lang string) string {
	if lang == "ja" {
		return "、"
	}
	return ", "
}

// plain is a name, or a short text of our own making, on one line.
func plain(s string) string {
	return OneLine(llm.Defused(s))
}

// OneLine is for what is fenced afterwards, and defused by that.
func OneLine(s string) string {
	if isOneLine(s) {
		return s // as almost always: whole histories go through here for each prompt
	}
	return strings.Join(strings.Fields(s), " ")
}

// isOneLine reports whether a text has no white space but single blanks between words.
func isOneLine(s string) bool {
	blank := true
	for _, r := range s {
		if unicode.IsSpace(r) && (r != ' ' || blank) {
			return false
		}
		blank = r == ' '
	}
	return !blank || s == ""
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
	return told(what, lines, func(scene.Line) string { return "" })
}

// numbered is transcript with the number of each utterance.
func numbered(what string, lines []scene.Line) string {
	return told(what, lines, func(l scene.Line) string { return "#" + strconv.Itoa(l.Idx) + " " })
}

func told(what string, lines []scene.Line, number func(scene.Line) string) string {
	var b strings.Builder
	day := -1
	for _, l := range lines {
		if l.Day != day {
			day = l.Day
			b.WriteString("[day " + strconv.Itoa(day) + "]\n")
		}
		b.WriteString(number(l) + OneLine(l.Speaker) + ": " + OneLine(l.Text) + "\n")
	}
	return fenced(what, strings.TrimRight(b.String(), "\n"))
}

// fencedList fences texts, a line each.
func fencedList(what string, items []string) string {
	var b strings.Builder
	for _, s := range items {
		b.WriteString("- " + OneLine(s) + "\n")
	}
	return fenced(what, strings.TrimRight(b.String(), "\n"))
}

func candidates(list []Candidate) string {
	rows := make([]string, len(list))
	for i, c := range list {
		if rows[i] = c.Name; c.rated() {
			rows[i] = row(c.Name, c.Score, c.Reasons)
		}
	}
	return fencedList("candidates", rows)
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
func records(list []Record) string {
	var b strings.Builder
	for i, r := range list {
		b.WriteString(strconv.Itoa(i) + " [" + OneLine(r.Type) + ", " + rounded(r.Credibility) + "] " +
			OneLine(r.From) + " to " + OneLine(r.To) + ": " + OneLine(r.Content) + "\n")
	}
	return fenced("records", strings.TrimRight(b.String(), "\n"))
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
