package prompt

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"text/template"
	"text/template/parse"
)

// longest is how many bytes a prompt may have.
const longest = 1 << 20

// Parse adds the parts that a file defines to a template. Errors call the file by the given name. A function that is
// not defined is compared with those that are, by name.
func Parse(t *template.Template, text, called string, functions []string) error {
	page, err := t.New(called).Parse(text)
	if err != nil {
		said := strings.TrimPrefix(err.Error(), "template: ")
		if unknown := undefined.FindStringSubmatch(said); unknown != nil {
			said += Meant(unknown[1], functions)
		}
		return errors.New(said)
	}
	if page.Tree != nil && !parse.IsEmptyTree(page.Root) {
		return fmt.Errorf("%s: there is text outside of {{define}} ... {{end}}, which nobody would be shown", called)
	}
	return nil
}

var undefined = regexp.MustCompile(`function "(\w+)" not defined`)

// Fill fills a part of a template.
func Fill(t *template.Template, part string, in any) (string, error) {
	b := bounded{rest: longest}
	if err := t.ExecuteTemplate(&b, part, in); err != nil {
		return "", errors.New(strings.TrimPrefix(err.Error(), "template: "))
	}
	return b.text.String(), nil
}

type bounded struct {
	text strings.Builder
	rest int
}

// Write keeps as much as fits.
func (b *bounded) Write(p []byte) (int, error) {
	if b.rest -= len(p); b.rest < 0 {
		return 0, fmt.Errorf("the prompt is longer than %d KiB", longest>>10)
	}
	return b.text.Write(p)
}
