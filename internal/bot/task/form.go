package task

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"strings"
	"text/template"

	"wolfden/internal/llm"
)

//go:embed prompts
var prompts embed.FS

// languages are those that every prompt is written in.
func languages() []string { return []string{"en", "ja"} }

// form is a task's prompts and the schema of its answer.
type form struct {
	schema *llm.Schema
	pages  map[string]*template.Template // by language
	hash   map[string]string
}

// readForm reads prompts/NAME/{en,ja}.tmpl beside prompts/common/{en,ja}.tmpl. A template defines "system" and "user".
func readForm(name string, schema *llm.Schema) (*form, error) {
	f := &form{schema: schema, pages: map[string]*template.Template{}, hash: map[string]string{}}
	for _, lang := range languages() {
		h := sha256.New()
		page := template.New(name).Funcs(functions(lang, "")).Option("missingkey=error")
		for _, path := range []string{"prompts/common/" + lang + ".tmpl", "prompts/" + name + "/" + lang + ".tmpl"} {
			text, err := fs.ReadFile(prompts, path)
			if err != nil {
				return nil, fmt.Errorf("task %s: %w", name, err)
			}
			if page, err = page.Parse(string(text)); err != nil {
				return nil, fmt.Errorf("task %s: %w", name, err)
			}
			h.Write(text)
		}
		for _, part := range []string{"system", "user"} {
			if page.Lookup(part) == nil {
				return nil, fmt.Errorf("task %s: its template for %s does not define %q", name, lang, part)
			}
		}
		h.Write(schema.Text())
		f.pages[lang], f.hash[lang] = page, hex.EncodeToString(h.Sum(nil)[:6])
	}
	return f, nil
}

// fill makes the messages. Words of others stand inside the fence.
func (f *form) fill(lang string, fence llm.Fence, in any) ([]llm.Message, error) {
	page := f.pages[lang]
	if page == nil {
		return nil, fmt.Errorf("no prompt in %q (there are: %s)", lang, strings.Join(languages(), ", "))
	}
	page, err := page.Clone()
	if err != nil {
		return nil, err
	}
	page.Funcs(functions(lang, fence))
	var m []llm.Message
	for _, part := range []struct {
		name string
		role llm.Role
	}{{"system", llm.System}, {"user", llm.User}} {
		var b strings.Builder
		if err := page.ExecuteTemplate(&b, part.name, in); err != nil {
			return nil, err
		}
		m = append(m, message(part.role, tidy(b.String())))
	}
	return m, nil
}

// storyEnd marks in a text where what only grows ends, and what differs at every request begins.
const storyEnd = "\x00"

// message is a text of a prompt. Every prompt of a seat has the same instructions; of the rest, the story stays.
func message(role llm.Role, text string) llm.Message {
	m := llm.Message{Role: role, Kept: max(0, strings.Index(text, storyEnd))}
	if m.Text = strings.ReplaceAll(text, storyEnd, ""); role == llm.System {
		m.Kept = len(m.Text)
	}
	return m
}

// again is the message that shows a model what was wrong with its answer.
func (f *form) again(lang string, fault error) (llm.Message, error) {
	const most = 300 // runes; a fault may quote the answer
	var b strings.Builder
	err := f.pages[lang].ExecuteTemplate(&b, "again", cut(oneLine(fault.Error()), most))
	return llm.Message{Role: llm.User, Text: tidy(b.String())}, err
}

// tidy drops what the layout of a template leaves behind: blank lines in a row, and white space around the text.
func tidy(s string) string {
	var b strings.Builder
	blank := true
	for line := range strings.Lines(s) {
		line = strings.TrimRight(line, " \t\n")
		if line == "" && blank {
			continue
		}
		blank = line == ""
		b.WriteString(line + "\n")
	}
	return strings.TrimSpace(b.String())
}
