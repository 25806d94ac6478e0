package lab

import (
	"embed"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"strings"
	"text/template"

	"wolfden/internal/llm"
)

//go:embed prompts
var prompts embed.FS

// script is what is said in discussions in one language: to models, and by rules.
type script struct {
	pages     *template.Template
	schema    *llm.Schema
	sentences map[string][]string // by group and topic
}

// answer is what a model is asked for.
type answer struct {
	Text string `json:"text" jsonschema:"the utterance or the name of the plan and nothing else"`
}

// promptData is what the prompts may use.
type promptData struct {
	Name  string
	Group Group
	Topic Topic
	Plan  string
	Said  []string
}

func readScript(lang string) (*script, error) {
	text, err := fs.ReadFile(prompts, "prompts/impression."+lang+".tmpl")
	if err != nil {
		return nil, fmt.Errorf("lab: no prompts in %q: %w", lang, err)
	}
	s := &script{sentences: map[string][]string{}}
	s.pages, err = template.New("impression").Option("missingkey=error").Funcs(template.FuncMap{
		"law":    func() string { return llm.FenceLaw },
		"fenced": func(what string, lines []string) string { return llm.Fenced(what, strings.Join(lines, "\n")) },
	}).Parse(string(text))
	if err != nil {
		return nil, err
	}
	if s.schema, err = llm.SchemaOf[answer](nil); err != nil {
		return nil, err
	}
	said, err := fs.ReadFile(prompts, "prompts/impression."+lang+".txt")
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(said)) {
		if key, sentence, ok := strings.Cut(strings.TrimSpace(line), ": "); ok {
			s.sentences[key] = append(s.sentences[key], sentence)
		}
	}
	return s, nil
}

// prompt makes the messages of an utterance or a vote.
func (s *script) prompt(what string, d promptData) ([]llm.Message, error) {
	var m []llm.Message
	for _, part := range []struct {
		name string
		role llm.Role
	}{{"rules", llm.System}, {what, llm.User}} {
		var b strings.Builder
		if err := s.pages.ExecuteTemplate(&b, part.name, d); err != nil {
			return nil, err
		}
		m = append(m, llm.Message{Role: part.role, Text: strings.TrimSpace(b.String())})
	}
	return m, nil
}

// sentence is one of the rules' own.
func (s *script) sentence(rng *rand.Rand, g Group, t Topic, plan string) string {
	key := string(g)
	if g != Neutral {
		key += " " + string(t)
	}
	list := s.sentences[key]
	if len(list) == 0 {
		return "..."
	}
	return strings.ReplaceAll(list[rng.IntN(len(list))], "PLAN", plan)
}
