package task

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"text/template"

	"wolfden/internal/llm"
	"wolfden/internal/llm/prompt"
)

//go:embed prompts testdata/*.json
var embedded embed.FS

//go:embed variables.txt
var variablesText string

// languages are those that every prompt is written in.
func languages() []string { return []string{"en", "ja"} }

// form is a task's prompts and the schema of its answer.
type form struct {
	name   string
	files  fs.FS                         // its own
	schema *llm.Schema                   // nil where the answer is text
	pages  map[string]*template.Template // by language
	hash   map[string]string
	fault  error // why there are none
}

// read reads NAME/{en,ja}.tmpl beside what is common to all. A template defines "system" and "user".
func (f *form) read(common []commonPage, over *prompt.Overlay) error {
	f.pages, f.hash = map[string]*template.Template{}, map[string]string{}
	for i := range common {
		c := &common[i]
		page, err := c.page.Clone()
		if err != nil {
			return err
		}
		text, err := readParts(page, f.files, f.name+"/"+c.lang+".tmpl", c.lang, over, "system", "user")
		if err != nil {
			return err
		}
		h := sha256.New()
		h.Write([]byte(c.text))
		h.Write([]byte(text))
		if f.schema != nil {
			h.Write(f.schema.Text())
		}
		f.pages[c.lang], f.hash[c.lang] = page, hex.EncodeToString(h.Sum(nil)[:6])
	}
	return f.sameSchema(over)
}

// commonPage is what the prompts of all tasks have in a language.
type commonPage struct {
	lang, text string
	page       *template.Template
}

// ownCommon is that of the program's own prompts.
var ownCommon = sync.OnceValues(func() ([]commonPage, error) { return readCommon(nil) })

// readCommon reads common/{en,ja}.tmpl, once for all tasks.
func readCommon(over *prompt.Overlay) (list []commonPage, err error) {
	for _, lang := range languages() {
		page := template.New("").Funcs(prompt.Map(functions(lang))).Option("missingkey=error")
		text, err := readParts(page, embedded, "common/"+lang+".tmpl", lang, over, "law", "again")
		if err != nil {
			return nil, err
		}
		list = append(list, commonPage{lang, text, page})
	}
	return list, nil
}

// readParts adds a file to a page, and returns its text. It must define the parts.
func readParts(page *template.Template, files fs.FS, path, lang string, over *prompt.Overlay, parts ...string) (string, error) {
	own, err := fs.Sub(files, "prompts")
	if err != nil {
		return "", err
	}
	text, called, err := over.Read(own, "", path)
	if err == nil {
		c := prompt.Checker{Functions: functions(lang)}
		err = prompt.Parse(page, text, called, c.Names())
	}
	if err != nil {
		return "", err
	}
	for _, part := range parts {
		if page.Lookup(part) == nil {
			return "", fmt.Errorf("%s: it does not define %q", called, part)
		}
	}
	return text, nil
}

// sameSchema refuses a schema in the overlay that is not the program's, which reads the answers.
func (f *form) sameSchema(over *prompt.Overlay) error {
	path := f.name + "/schema.json"
	if !over.Has(path) {
		return nil
	}
	text, called, err := over.Read(nil, "", path)
	if err != nil {
		return err
	}
	var theirs, ours bytes.Buffer
	err = errors.Join(json.Compact(&theirs, []byte(text)), json.Compact(&ours, f.schema.Text()))
	if err != nil || !bytes.Equal(theirs.Bytes(), ours.Bytes()) {
		return fmt.Errorf("%s is not the program's; how an answer is written cannot be changed, so leave the file as it was exported, or out", called)
	}
	return nil
}

// checker knows what templates of the task may use in a language.
func (f *form) checker(lang string) (*prompt.Checker, error) {
	own, err := fs.ReadFile(f.files, "variables.txt")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	v, err := prompt.ReadVariables(variablesText + string(own))
	return &prompt.Checker{Variables: v, Functions: functions(lang)}, err
}

// examine says what is wrong with a template for inputs of a type, given some of them.
func (f *form) examine(lang, called string, in reflect.Type, examples ...any) error {
	page := f.pages[lang]
	c, err := f.checker(lang)
	if err != nil {
		return err
	}
	if err := errors.Join(c.Check(page, in, prompt.Own, "system", "user"), c.Check(page, reflect.TypeFor[string](), prompt.Line, "again")); err != nil {
		return err
	}
	law, err := prompt.Fill(page, "law", nil)
	if err != nil {
		return err
	}
	for _, example := range examples {
		messages, err := f.fill(lang, example)
		if err != nil {
			return err
		}
		all := ""
		for _, m := range messages {
			all += m.Text + "\n"
		}
		told := law != "" && strings.Contains(all, tidy(law)) || strings.Contains(all, llm.FenceLaw)
		if fence.MatchString(all) && !told {
			return fmt.Errorf("%s: it fences words of others and never says what a fence is; write {{template \"table\" .Scene}}, which has the rules too, or {{template \"law\"}} into its system message", called)
		}
	}
	_, err = f.again(lang, errors.New("an example"))
	return err
}

// fill makes the messages. Words of others stand inside fences.
func (f *form) fill(lang string, in any) ([]llm.Message, error) {
	page := f.pages[lang]
	if f.fault != nil {
		return nil, f.fault
	}
	if page == nil {
		return nil, fmt.Errorf("no prompt in %q (there are: %s)", lang, strings.Join(languages(), ", "))
	}
	var m []llm.Message
	for _, part := range []struct {
		name string
		role llm.Role
	}{{"system", llm.System}, {"user", llm.User}} {
		text, err := prompt.Fill(page, part.name, in)
		if err != nil {
			return nil, err
		}
		m = append(m, message(part.role, tidy(byThemselves(text))))
	}
	return m, nil
}

// fence is the line that begins one.
var fence = regexp.MustCompile(`(?m)^<([a-z-]+)>$`)

// byThemselves ends the lines before and behind fences where the template did not.
func byThemselves(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	ended := true // the line before what comes
	for i, part := range strings.Split(text, fenceEdge) {
		after := strings.TrimPrefix(part, storyEnd) // belongs to what was before
		b.WriteString(part[:len(part)-len(after)])
		if i > 0 && !ended && after != "" && after[0] != '\n' {
			b.WriteByte('\n')
		}
		b.WriteString(after)
		if shown := strings.TrimSuffix(after, storyEnd); shown != "" {
			ended = shown[len(shown)-1] == '\n'
		}
	}
	return b.String()
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
	text, err := prompt.Fill(f.pages[lang], "again", Cut(OneLine(toldOf(fault, lang)), most))
	return llm.Message{Role: llm.User, Text: tidy(text)}, err
}

// tidy drops what the layout of a template leaves behind: blank lines in a row, and white space around the text.
func tidy(s string) string {
	var b strings.Builder
	b.Grow(len(s) + 1)
	blank := true
	for line := range strings.Lines(s) {
		line = strings.TrimRight(line, " \t\n")
		if line == "" && blank {
			continue
		}
		blank = line == ""
		b.WriteString(line)
		b.WriteByte('\n')
	}
	return strings.TrimSpace(b.String())
}
