package task

import (
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/llm"
	"wolfden/internal/llm/prompt"
)

// inputs are the types that templates are filled with, by task.
func inputs(t *testing.T) map[string]reflect.Type {
	t.Helper()
	all := map[string]reflect.Type{}
	for _, s := range book(t).All() {
		all[s.Name()] = s.Input()
	}
	return all
}

// TestVariablesAreListed: the table has a line for each field that a template can reach, and for nothing else.
func TestVariablesAreListed(t *testing.T) {
	table := table(t)
	reached := map[string]bool{}
	for _, in := range inputs(t) {
		for _, typ := range prompt.Reached(in) {
			for _, key := range prompt.Keys(typ) {
				if reached[key] = true; table[key].Meaning == "" {
					t.Errorf("variables.txt has no line for %s", key)
				}
			}
		}
	}
	for key := range table {
		if !reached[key] {
			t.Errorf("variables.txt has a line for %s, which no template can reach", key)
		}
	}
}

// laid is the book with some files laid over the program's own.
func laid(t *testing.T, files map[string]string) (*Book, error) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	over, err := prompt.Open(dir, slices.Collect(maps.Keys(own(t))))
	if err != nil {
		t.Fatal(err)
	}
	return Read(over, lent...)
}

// own are the program's own prompts.
func own(t *testing.T) map[string][]byte {
	t.Helper()
	files, err := book(t).Prompts()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// table says what templates of any task may use.
func table(t *testing.T) prompt.Variables {
	t.Helper()
	all := prompt.Variables{}
	for _, s := range lent {
		c, err := s.prompts().checker("en")
		if err != nil {
			t.Fatal(err)
		}
		maps.Copy(all, c.Variables)
	}
	return all
}

// TestOwnPromptsPass: what is asked of a user's prompts holds for the program's own, and leaves their versions as they are.
func TestOwnPromptsPass(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	files := map[string]string{}
	for name, text := range own(t) {
		files[name] = string(text)
	}
	if len(files) < 3*len(inputs(t)) {
		t.Fatalf("%d files", len(files))
	}
	again, err := laid(t, files)
	if err != nil {
		t.Fatal(err)
	}
	law := map[string]string{"en": llm.FenceLaw, "ja": "印<名前>から</名前>まで"}
	for i, s := range again.All() {
		for _, lang := range languages() {
			if text := promptOf(t, s, lang, example(t, s.Name())); !strings.Contains(text, law[lang]) {
				t.Errorf("%s in %s: the law of the fences is not in it:\n%s", s.Name(), lang, text)
			}
		}
		if was := book(t).All()[i]; s.Hash("en") != was.Hash("en") || s.Hash("ja") != was.Hash("ja") {
			t.Errorf("%s: another version of the same prompt", s.Name())
		}
	}
}

// TestOverlay: a file stands in for its task in its language, one of the common files for all tasks in its.
func TestOverlay(t *testing.T) {
	for _, file := range []string{"word/ja.tmpl", "common/en.tmpl"} {
		text := string(own(t)[file]) + `{{define "mine"}}{{end}}`
		b, err := laid(t, map[string]string{file: text})
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range b.All() {
			was := book(t).All()[i]
			for _, lang := range languages() {
				changed := file == "common/"+lang+".tmpl" || file == s.Name()+"/"+lang+".tmpl"
				if (s.Hash(lang) != was.Hash(lang)) != changed {
					t.Errorf("%s: %s in %s has the version %s, and had %s", file, s.Name(), lang, s.Hash(lang), was.Hash(lang))
				}
			}
		}
	}
}

// TestFaultsOfPrompts: what is wrong is said with its place, also where no example comes by.
func TestFaultsOfPrompts(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	page := func(user string) string {
		return "{{define \"system\"}}{{template \"table\" .Scene}}{{end}}\n{{define \"user\"}}\n" + user + "{{end}}"
	}
	tests := map[string]struct{ text, want string }{
		"unknown":            {page("{{plain .Sumry}}"), "word/en.tmpl:3:8: there is no variable .Sumry; did you mean Summary?"},
		"unknown in scene":   {page("{{if .Keep}}{{.Scene.Actoin}}{{end}}"), "there is no variable .Scene.Actoin; did you mean Action?"},
		"unknown in list":    {page("{{range .Scene.Talks}}{{.Txt}}{{end}}"), "did you mean Text?"},
		"no field of a text": {page("{{.Draft.Text}}"), "a text has no Text"},
		"in common part":     {page("{{template \"story\" .}}"), "common/en.tmpl:"},
		"unknown function":   {page("{{fencd \"draft\" .Draft}}"), "word/en.tmpl:3: function \"fencd\" not defined; did you mean fenced?"},
		"no function":        {page("{{printf \"%9999999d\" 1}}"), "the function printf is not offered"},
		"unknown part":       {page("{{template \"sumaary\" .Summary}}"), `there is no template "sumaary"; did you mean summary?`},
		"itself":             {page("{{template \"user\" .}}"), "a part of itself"},
		"syntax":             {page("{{if .Keep}}"), "word/en.tmpl:"},
		"no user":            {"{{define \"system\"}}a{{end}}", `word/en.tmpl: it does not define "user"`},
		"outside":            {page("a") + "b", "text outside of {{define}}"},
		"a list":             {page("{{.Examples}}"), "write {{fencedlist"},
		"a struct":           {page("{{.Scene.Limits}}"), "write its parts"},
		"no list":            {page("{{range .Draft}}{{end}}"), "range needs a list"},
		"a number's range":   {page("{{range 1000000000}}x{{end}}"), "range needs a list"},
		"deep":               {page("{{range .Examples}}{{range $.Examples}}{{range $.Examples}}{{range $.Examples}}{{end}}{{end}}{{end}}{{end}}"), "deeper than 3"},
		"wrong type":         {page("{{transcript \"talk\" .Draft}}"), "transcript needs a list here, and .Draft is a text"},
		"too few":            {page("{{fenced .Draft}}"), "fenced takes 2 values, not 1"},
		"at run time":        {page("{{(index .Scene.Talks 99).Day}}"), "index out of range"},
		"bare":               {page("{{.Draft}}"), ".Draft holds words of others, which must not steer the model: write {{fenced"},
		"bare by with":       {page("{{with .Scene}}{{range .Talks}}{{$t := .Text}}{{$t}}{{end}}{{end}}"), "holds words of others"},
		"bare by and":        {page("{{and .Keep .Draft}}"), "choose with if"},
		"bare by or":         {page("{{or .Draft \"none\"}}"), "holds words of others"},
		"bare by index":      {page("{{index .Examples 0}}"), "holds words of others"},
		"bare by part":       {page("{{template \"show\" .Draft}}") + "{{define \"show\"}}{{.}}{{end}}", "holds words of others"},
		"bare by else":       {page("{{if .Keep}}{{else}}{{.Memo}}{{end}}"), "holds words of others"},
		"bare by assignment": {page("{{$x := \"a\"}}{{range .Examples}}{{$x = .}}{{end}}{{$x}}"), "declare another variable"},
		"only plain":         {page("{{plain .Draft}}"), "holds words of others, which plain does not keep"},
		"piped":              {page("{{.Draft | plain}}"), "which plain does not keep"},
		"a bare name":        {page("{{.Scene.Me}}"), "write {{plain .Scene.Me}}"},
		"no law":             {"{{define \"system\"}}You play.{{end}}{{define \"user\"}}{{fenced \"draft\" .Draft}}{{end}}", "write {{template \"table\" .Scene}}, which has the rules too"},
	}
	for name, tt := range tests {
		_, err := laid(t, map[string]string{"word/en.tmpl": tt.text})
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v; want %q", name, err, tt.want)
		}
	}
	for name, text := range map[string]string{
		"variables": page("{{range $i, $t := .Scene.Talks}}{{$i}} {{$t.Day}} {{plain $t.Speaker}}{{else}}nothing{{end}}{{len .Examples}}"),
		"tables":    page("{{with .Draft}}{{fenced \"draft\" .}}{{end}}{{if and .Keep (not .Scene.Full)}}{{.Scene.Role}}{{end}}{{.Scene.Living | list}}"),
	} {
		if _, err := laid(t, map[string]string{"word/en.tmpl": text}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := laid(t, map[string]string{"common/ja.tmpl": "{{define \"again\"}}{{end}}"}); err == nil || !strings.Contains(err.Error(), `common/ja.tmpl: it does not define "law"`) || strings.Contains(err.Error(), "\n") {
		t.Errorf("no law: %v", err)
	}
	if _, err := laid(t, map[string]string{"word-mention/schema.json": "{}"}); err == nil || !strings.Contains(err.Error(), "word-mention/schema.json is not the program's") {
		t.Errorf("another schema: %v", err)
	}
}

// TestPageOfVariables: the page names every task, function and variable.
func TestPageOfVariables(t *testing.T) {
	page, err := book(t).Page()
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, v := range table(t) {
		want = append(want, v.Meaning)
	}
	for _, f := range functions("en") {
		want = append(want, "`"+f.Name+"`", f.Help)
	}
	for _, part := range append(want, slices.Collect(maps.Keys(inputs(t)))...) {
		if !strings.Contains(page, part) {
			t.Errorf("the page does not say %q", part)
		}
	}
}
