package lab

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"reflect"
	"strings"
	"text/template"

	"wolfden/internal/llm"
	"wolfden/internal/llm/prompt"
)

//go:embed prompts
var prompts embed.FS

// script is what is said in discussions in one language: to models, and by rules.
type script struct {
	pages     *template.Template
	schema    *llm.Schema
	sentences map[string][]string // by group and topic; names and faults
}

// answerForm is what a model is asked for.
type answerForm struct {
	Text string `json:"text" jsonschema:"the utterance or the name of the plan and nothing else"`
}

// promptData is what the prompts may use.
type promptData struct {
	Name  string
	Group Group
	Topic Topic
	Plan  string
	Said  []string
	Fault string // why the last answer cannot be used; "" for none
}

// checker knows what the prompts may use. Names, groups, topics and plans are the experiment's.
func checker() *prompt.Checker {
	return &prompt.Checker{
		Variables: prompt.Variables{
			"promptData.Name": {Meaning: "the participant's name"}, "promptData.Group": {Meaning: "positive, negative or neutral"},
			"promptData.Topic": {Meaning: "chosen or not_chosen"}, "promptData.Plan": {Meaning: "number of the plan to speak for"},
			"promptData.Fault": {Meaning: "why the last answer cannot be used, in the words of the experiment; empty for the first"},
			"promptData.Said":  {Whose: prompt.Others, Meaning: "what was said so far"},
		},
		Functions: []prompt.Function{
			{Name: "law", Help: "the sentence that says what a fence is", Do: func() string { return llm.FenceLaw }},
			{
				Name: "fenced", Takes: []prompt.Whose{prompt.Own, prompt.Others}, Help: "puts utterances into a fence: fenced \"discussion\" .Said",
				Do: func(what string, lines []string) string { return llm.Fenced(what, strings.Join(lines, "\n")) },
			},
		},
	}
}

// PromptFiles returns the program's own prompts, by the path at which an overlay replaces them.
func PromptFiles() (map[string][]byte, error) {
	all := map[string][]byte{}
	for _, lang := range []string{"en", "ja"} {
		text, err := prompts.ReadFile("prompts/impression." + lang + ".tmpl")
		if err != nil {
			return nil, err
		}
		all["lab/impression."+lang+".tmpl"] = text
	}
	return all, nil
}

// PromptPage says in Markdown what the author of the prompts may use.
func PromptPage() string {
	return "\n## lab: impression\n\nFiles: `lab/impression.en.tmpl`, `lab/impression.ja.tmpl`.\n\n" +
		checker().FunctionTable() + "\n" + checker().VariableTable(reflect.TypeFor[promptData]())
}

// CheckPrompts says what is wrong with the prompts that an overlay lays over the program's own.
func CheckPrompts(over *prompt.Overlay) error {
	_, english := readScript("en", over)
	_, japanese := readScript("ja", over)
	return errors.Join(english, japanese)
}

func readScript(lang string, over *prompt.Overlay) (*script, error) {
	own, err := fs.Sub(prompts, "prompts")
	if err != nil {
		return nil, err
	}
	text, called, err := over.Read(own, "lab", "impression."+lang+".tmpl")
	if err != nil {
		return nil, fmt.Errorf("no prompts in %q: %w", lang, err)
	}
	s, c := &script{sentences: map[string][]string{}}, checker()
	s.pages = template.New("").Option("missingkey=error").Funcs(prompt.Map(c.Functions))
	if err := prompt.Parse(s.pages, text, called, c.Names()); err != nil {
		return nil, err
	}
	if err := c.Check(s.pages, reflect.TypeFor[promptData](), prompt.Own, "rules", "utter", "vote"); err != nil {
		return nil, err
	}
	if s.schema, err = llm.SchemaOf[answerForm](nil); err != nil {
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

// prompt makes the messages of an utterance or a vote, and tells what later ones of the same participant will begin with, too.
//
// The paper prints its prompts (appendices A.1 and A.2; sections 4.2.1 to 4.2.3): who one is and what is discussed, then what was said,
// then the request. That order stays, so participants have nothing in common; but each of them is asked five or six times, and what it was
// shown before is the beginning of what it is shown next.
func (s *script) prompt(what string, d promptData) ([]llm.Message, error) {
	rules, err := s.filled("rules", d)
	if err != nil {
		return nil, err
	}
	asked, err := s.filled(what, d)
	if err != nil {
		return nil, err
	}
	d.Said = append(d.Said[:len(d.Said):len(d.Said)], "...")
	later, err := s.filled(what, d)
	return []llm.Message{{Role: llm.System, Text: rules, Kept: len(rules)}, {Role: llm.User, Text: asked, Kept: llm.Alike(asked, later)}}, err
}

func (s *script) filled(page string, d promptData) (string, error) {
	var b strings.Builder
	err := s.pages.ExecuteTemplate(&b, page, d)
	return strings.TrimSpace(b.String()), err
}

// fault is why an answer cannot be used.
func (s *script) fault(kind, plan string) string {
	if list := s.sentences["fault-"+kind]; len(list) > 0 {
		return strings.ReplaceAll(list[0], "PLAN", plan)
	}
	return kind
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
