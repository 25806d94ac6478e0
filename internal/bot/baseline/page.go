package baseline

import (
	"fmt"
	"strings"

	"github.com/nikolalohinski/gonja/v2"
	"github.com/nikolalohinski/gonja/v2/exec"
	"github.com/nikolalohinski/gonja/v2/loaders"
)

// page is a compiled Jinja2 template.
type page struct {
	template *exec.Template
}

// compile reads a template. Its loader holds the template alone, so that nothing can be included from elsewhere.
func compile(text string) (p *page, err error) {
	defer rescue(&err)
	const name = "/prompt"
	loader, err := loaders.NewMemoryLoader(map[string]string{name: text})
	if err != nil {
		return nil, err
	}
	t, err := exec.NewTemplate(name, gonja.DefaultConfig, loader, gonja.DefaultEnvironment)
	if err != nil {
		return nil, err
	}
	return &page{t}, nil
}

// longest is how many bytes a prompt may have; a loop without end must not fill the memory.
const longest = 1 << 20

// render fills a template, without white space around it, as the organisers' agent does.
func (p *page) render(data map[string]any) (text string, err error) {
	defer rescue(&err)
	b := bounded{rest: longest}
	if err := p.template.Execute(&b, exec.NewContext(data)); err != nil {
		return "", err
	}
	return strings.TrimSpace(b.text.String()), nil
}

type bounded struct {
	text strings.Builder
	rest int
}

// Write keeps what fits.
func (b *bounded) Write(p []byte) (int, error) {
	if b.rest -= len(p); b.rest < 0 {
		return 0, fmt.Errorf("the prompt is longer than %d bytes", longest)
	}
	return b.text.Write(p)
}

// rescue makes an error of a panic: the library has some for templates that are wrong.
func rescue(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("the template cannot be used: %v", r)
	}
}
