package baseline

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/nikolalohinski/gonja/v2"
	"github.com/nikolalohinski/gonja/v2/exec"
	"github.com/nikolalohinski/gonja/v2/loaders"
	"github.com/nikolalohinski/gonja/v2/tokens"
)

// page is a Jinja2 template that has been read once without a fault.
type page struct {
	text string
}

// Limits of a template. The parser calls itself for every bracket and must not run out of stack, which cannot be
// caught; so these are checked before it begins.
const (
	longestTemplate = 256 << 10
	mostTokensInTag = 500
	deepestTags     = 50 // tags in tags
)

// compile reads a template.
func compile(text string) (*page, error) {
	if _, err := parse(text, &meter{}); err != nil {
		return nil, err
	}
	return &page{text}, nil
}

// parse makes a template whose every step is counted by the meter. Its loader holds the template alone, so that nothing
// can be included from elsewhere.
func parse(text string, m *meter) (t *exec.Template, err error) {
	defer rescue(&err)
	if t, err = read(text, m); err != nil {
		return nil, err
	}
	w := weaver{meter: m}
	t.Root().Nodes = w.nodes(t.Root().Nodes)
	return t, nil
}

// read makes a template as it was written. Its caller rescues it.
func read(text string, m *meter) (*exec.Template, error) {
	if err := fits(text); err != nil {
		return nil, err
	}
	const name = "/prompt"
	loader, err := loaders.NewMemoryLoader(map[string]string{name: text})
	if err != nil {
		return nil, err
	}
	t, err := exec.NewTemplate(name, gonja.DefaultConfig, loader, language(m))
	if err != nil {
		return nil, readable(err, text)
	}
	return t, nil
}

// noise is what the library's errors say of the scale around a value.
var noise = regexp.MustCompile(`unable to evaluate filter &\{<Token\[.*?\]\}: |invalid call to filter '` + weighed + `': |unable to execute template: `)

// longestError is how much of an error is kept; the library says every level of a template in it.
const longestError = 500

// readable is an error of the library without the template, which it may repeat, and without what the weaver put in.
func readable(err error, text string) error {
	said := strings.Replace(err.Error(), fmt.Sprintf("failed to parse template '%s': ", text), "", 1)
	said = noise.ReplaceAllString(said, "")
	said = strings.NewReplacer("ControlStructure '", "tag '", "filtered_expression(", "(", " (or beginning not provided)", ", or not offered in prompts").Replace(said)
	if len(said) > longestError {
		said = strings.ToValidUTF8(said[:longestError], "") + "..."
	}
	return errors.New(said)
}

// fits refuses a template that is too large to be parsed safely.
func fits(text string) error {
	if len(text) > longestTemplate {
		return fmt.Errorf("the template has %d bytes; at most %d are read", len(text), longestTemplate)
	}
	inTag, line := 0, 0
	for s := tokens.LexAll(text, gonja.DefaultConfig); !s.End(); s.Next() {
		switch t := s.Current(); t.Type {
		case tokens.BlockBegin, tokens.VariableBegin:
			inTag, line = 0, t.Line
		default:
			if inTag++; inTag > mostTokensInTag {
				return fmt.Errorf("line %d: a tag of more than %d words and signs; divide it", line, mostTokensInTag)
			}
		}
	}
	return nil
}

// longest is how many bytes a prompt may have; a loop without end must not fill the memory.
const longest = 1 << 20

// render fills a template, without white space around it, as the organisers' agent does.
func (p *page) render(data map[string]any) (string, error) {
	return fill(p.text, data, &meter{rest: budget})
}

func fill(text string, data map[string]any, m *meter) (filled string, err error) {
	defer rescue(&err)
	t, err := parse(text, m)
	if err != nil {
		return "", err
	}
	b := bounded{rest: longest}
	if err := t.Execute(&b, exec.NewContext(data)); err != nil {
		return "", readable(err, text)
	}
	return strings.TrimSpace(b.text.String()), nil
}

type bounded struct {
	text strings.Builder
	rest int
}

// Write keeps as much as fits.
func (b *bounded) Write(p []byte) (int, error) {
	if b.rest -= len(p); b.rest < 0 {
		return 0, fmt.Errorf("the prompt is longer than %d bytes", longest)
	}
	return b.text.Write(p)
}

// stop ends the work on a template. It is called far inside the library, which hands on no error from there; rescue makes
// one of it.
func stop(format string, args ...any) {
	panic(fmt.Sprintf(format, args...)) //nolint:forbidden // the library's functions return no errors
}

// rescue makes an error of a panic: the library has some for templates that are wrong, and the meter stops a template
// with one.
func rescue(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("the template cannot be used: %.500v", r)
	}
}
