package task

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"text/template"

	"wolfden/internal/llm/prompt"
)

// FuzzPrompts: whatever is written into a template, it is refused, or fills in with what others said inside fences alone.
func FuzzPrompts(f *testing.F) {
	for _, text := range []string{
		`{{template "seat" .Scene}}`, `{{template "view" .Scene}}`, `{{plain .Scene.Me}} {{range .Scene.Talks}}{{.Text}}{{end}}`, `{{fenced "draft" .Draft}}{{.Draft}}`,
		`{{with $x := .Memo}}{{$x}}{{end}}`, `{{range $i, $t := .Scene.Talks}}{{$i}}{{$t.Speaker}}{{else}}{{.Topic}}{{end}}`, `{{(index .Scene.Talks 0).Text | plain}}`,
		`{{template "x" .Logic}}{{end}}{{define "x"}}{{. | fenced "a"}}`, `{{or .Summary (and .Memo .Draft)}}`, `{{index .Examples 0 | fenced "b" | print}}`,
		`{{$x := .Scene.Role}}{{range .Examples}}{{$x = .}}{{end}}{{$x}}`, `{{len .Examples}}{{eq .Draft .Memo}}{{not .Keep}}`, `{{.Scene}}`, `{{.}}`, `{{$}}`, `{{nil}}`,
		`{{define "law"}}{{end}}`, `{{block "b" .Draft}}{{.}}{{end}}`, `{{break}}`, `{{range .Examples}}{{continue}}{{end}}`, `{{"a" | printf "%s" .Draft}}`,
		`{{fenced .Draft .Draft}}`, `{{transcript "talk" .Scene.Talks}}{{mark}}{{law}}`, `{{.Scene.Days}}`, `{{list .Examples}}`, `{{template "user" .}}`,
		`{{` + strings.Repeat("(", 2000) + `.Draft` + strings.Repeat(")", 2000) + `}}`, `{{block ""0}}{{end}}`, `{{if .Draft}}{{else with .Memo}}{{.}}{{end}}`,
	} {
		f.Add(text)
	}
	text, err := Word.Example()
	if err != nil {
		f.Fatal(err)
	}
	var tree any
	if err := json.Unmarshal(text, &tree); err != nil {
		f.Fatal(err)
	}
	said, err := json.Marshal(infected(tree, "", "zebra"))
	if err != nil {
		f.Fatal(err)
	}
	word := Word.(*definition[WordIn, Wording])
	in, err := word.input(said)
	if err != nil {
		f.Fatal(err)
	}
	const lang = "en"
	f.Fuzz(func(t *testing.T, user string) {
		page, err := word.form().pages[lang].Clone()
		if err != nil {
			t.Fatal(err)
		}
		if err := prompt.Parse(page, `{{define "user"}}`+user+`{{end}}`, "word/en.tmpl", nil); err != nil {
			return
		}
		laid := &form{files: word.files, schema: word.form().schema, hash: word.form().hash}
		laid.pages = map[string]*template.Template{lang: page}
		if laid.examine(lang, "word/en.tmpl", reflect.TypeFor[*WordIn](), in, new(WordIn)) != nil {
			return
		}
		messages, err := laid.fill(lang, in)
		if err != nil {
			t.Fatalf("%q was examined and cannot be filled: %v", user, err)
		}
		if text, closed := outside(messages[0].Text + "\n" + messages[1].Text); strings.Contains(text, "zebra") || !closed && !strings.ContainsAny(user, "<>") {
			t.Fatalf("%q shows words of others outside fences:\n%s\n%s", user, messages[0].Text, messages[1].Text)
		}
	})
}
