package judge

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"reflect"
	"slices"
	"strings"
	"text/template"

	"wolfden/internal/llm"
	"wolfden/internal/llm/prompt"
)

//go:embed prompts
var promptFiles embed.FS

// Languages returns the languages that prompts are written in.
func Languages() []string { return []string{"en", "ja"} }

// prompts are the texts of a language; templates and schema may be used from several goroutines.
type prompts struct {
	task, question, again *template.Template
	schema                *llm.Schema
	hash                  string
}

// The pages of a prompt see these; words of others stand in a fence already.
type (
	taskPage struct {
		Count int
		Law   string
	}
	questionPage struct {
		Count                                              int
		Characters, Log, Letter, Criterion, Names, Players string
	}
	againPage struct {
		Count int
		Fault string
	}
)

// checker knows what the pages may use.
func checker() *prompt.Checker {
	count := prompt.Variable{Meaning: "how many players there are"}
	return &prompt.Checker{Variables: prompt.Variables{
		"taskPage.Count": count, "taskPage.Law": {Meaning: "what a fence is; the prompt needs it"},
		"questionPage.Count": count, "questionPage.Letter": {Meaning: "letter of the criterion"},
		"questionPage.Criterion":  {Meaning: "the criterion"},
		"questionPage.Characters": {Meaning: "names with characters, in a fence, the same for all questions about the game; empty where nobody has any"},
		"questionPage.Log":        {Meaning: "the game, in a fence, the same for all questions about it"},
		"questionPage.Names":      {Meaning: "names in the order drawn for the question, in a fence"},
		"questionPage.Players":    {Meaning: "Names and Characters in one, in the order drawn for the question; what stands behind it is read anew for each"},
		"againPage.Count":         count, "againPage.Fault": {Meaning: "what is wrong with the answer"},
	}}
}

// pages are the files of a language by what they are filled with.
func pages() map[string]any {
	task, question, again := taskPage{Count: 5, Law: llm.FenceLaw}, questionPage{Count: 5}, againPage{Count: 5}
	return map[string]any{"task": task, "question": question, "again": again, "rate-task": task, "rate-question": question, "rate-again": again}
}

// PromptFiles returns the program's own prompts, by the path at which an overlay replaces them.
func PromptFiles() (map[string][]byte, error) {
	all := map[string][]byte{}
	for _, lang := range Languages() {
		for name := range pages() {
			text, err := promptFiles.ReadFile("prompts/" + lang + "/" + name + ".txt")
			if err != nil {
				return nil, err
			}
			all["judge/"+lang+"/"+name+".txt"] = text
		}
	}
	return all, nil
}

// PromptPage says in Markdown what the author of the prompts may use.
func PromptPage() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(pages())) {
		fmt.Fprintf(&b, "\n## judge: %s\n\nFiles: `judge/en/%[1]s.txt`, `judge/ja/%[1]s.txt`.\n\n%[2]s", name, checker().VariableTable(reflect.TypeOf(pages()[name])))
	}
	return b.String()
}

// Called is what a model is called as a judge: prompts that are not the program's own make another judge of it.
func Called(model string, over *prompt.Overlay) string {
	for _, name := range over.Names() {
		if strings.HasPrefix(name, "judge/") {
			return model + " " + over.Hash()
		}
	}
	return model
}

// CheckPrompts says what is wrong with the prompts that an overlay lays over the program's own.
func CheckPrompts(over *prompt.Overlay) error {
	var faults []error
	for _, lang := range Languages() {
		for _, s := range []Scale{Ranked, Rated} {
			_, err := readPrompts(lang, s, over)
			faults = append(faults, err)
		}
	}
	return errors.Join(faults...)
}

func readPrompts(lang string, s Scale, over *prompt.Overlay) (*prompts, error) {
	p := &prompts{}
	own, err := fs.Sub(promptFiles, "prompts")
	if err != nil {
		return nil, err
	}
	h, prefix := sha256.New(), ""
	if s == Rated {
		prefix = "rate-"
	}
	for _, page := range []struct {
		name string
		to   **template.Template
	}{{"task", &p.task}, {"question", &p.question}, {"again", &p.again}} {
		text, called, err := over.Read(own, "judge", lang+"/"+prefix+page.name+".txt")
		if err == nil {
			*page.to, err = readPage(prefix+page.name, text, called)
		}
		if err != nil {
			return nil, err
		}
		h.Write([]byte(text))
	}
	p.hash = hex.EncodeToString(h.Sum(nil)[:6])
	text, err := promptFiles.ReadFile("prompts/" + s.Noun() + ".schema.json")
	if err == nil {
		p.schema, err = llm.NewSchema(text)
	}
	return p, err
}

// readPage reads a template and tries it out.
func readPage(name, text, called string) (*template.Template, error) {
	t := template.New("")
	if err := prompt.Parse(t, `{{define "page"}}`+text+"{{end}}", called, nil); err != nil {
		return nil, err
	}
	t = t.Lookup("page")
	example := pages()[name]
	if err := checker().Check(t, reflect.TypeOf(example), prompt.Own, "page"); err != nil {
		return nil, err
	}
	said, err := filled(t, example)
	if _, task := example.(taskPage); err == nil && task && !strings.Contains(said, llm.FenceLaw) {
		err = fmt.Errorf("%s: it never says what a fence is; write {{.Law}}", called)
	}
	return t, err
}

func filled(t *template.Template, with any) (string, error) {
	var out strings.Builder
	if err := t.Execute(&out, with); err != nil {
		return "", fmt.Errorf("filling in a prompt: %w", err)
	}
	return strings.TrimSpace(out.String()), nil
}

// ask is the question about a game: two messages, of which the second holds foreign text, all of it fenced. Orders are those of the
// players for all questions about the game, and for this one. Shared says that others about the game are asked, too: providers are
// told what these have in common, which stands first and says nothing of the criterion or of the order that was drawn for the question.
//
// The overview of AIWolfDial 2025 (appendix A.1.2, table 7) prints characters, criterion and log in this order, so that a server reads
// the whole log again for each criterion. All that it has is here, but the criterion stands behind the log. A prompt of the user's may
// have the printed order.
func (p *prompts) ask(g *Game, c *Criterion, lang string, orders orders, shared bool) ([]llm.Message, error) {
	log, err := g.Log(orders.game)
	if err != nil {
		return nil, err
	}
	page := questionPage{Count: len(g.Players), Log: llm.Fenced("log", strings.TrimSpace(log))}
	if page.Characters, err = g.listed("characters", orders.game, func(i int) bool { return g.Players[i].Profile != "" }, true); err != nil {
		return nil, err
	}
	common, err := filled(p.question, page)
	if err != nil {
		return nil, err
	}
	page.Letter, page.Criterion = c.Letter, c.Text(lang)
	everybody := func(int) bool { return true }
	if page.Names, err = g.listed("players", orders.question, everybody, false); err != nil {
		return nil, err
	}
	if page.Players, err = g.listed("players", orders.question, everybody, true); err != nil {
		return nil, err
	}
	question, err := filled(p.question, page)
	if err != nil {
		return nil, err
	}
	task, err := filled(p.task, taskPage{len(g.Players), llm.FenceLaw})
	messages := []llm.Message{{Role: llm.System, Text: task, Kept: len(task)}, {Role: llm.User, Text: question}}
	if shared {
		messages[1].Kept = llm.Alike(common, question)
	}
	return messages, err
}

// orders are the orders in which players are listed: one for all questions about a game, one for the question.
type orders struct{ game, question []int }

// listed is the players for whom the condition holds, in the given order, with their characters or without, one a line in a fence;
// empty if there are none.
func (g *Game) listed(what string, order []int, condition func(int) bool, characters bool) (string, error) {
	var players strings.Builder
	enc := json.NewEncoder(&players)
	enc.SetEscapeHTML(false)
	for _, i := range order {
		if !condition(i) {
			continue
		}
		line := map[string]string{"player_name": g.Players[i].Name}
		if profile := g.Players[i].Profile; characters && profile != "" {
			line["character"] = llm.Defused(profile)
		}
		if err := enc.Encode(line); err != nil {
			return "", fmt.Errorf("listing the players: %w", err)
		}
	}
	if players.Len() == 0 {
		return "", nil
	}
	return llm.Fenced(what, strings.TrimSpace(players.String())), nil
}

// askAgain shows a model what was wrong with its answer.
func (p *prompts) askAgain(messages []llm.Message, answer string, fault error, players int) ([]llm.Message, error) {
	text, err := filled(p.again, againPage{players, llm.Defused(fault.Error())})
	if err != nil {
		return nil, err
	}
	const most = 2000
	if r := []rune(answer); len(r) > most {
		answer = string(r[:most])
	}
	// Only the question and the last answer: a row of bad examples teaches the wrong thing.
	messages = messages[:2:2]
	if strings.TrimSpace(answer) != "" {
		messages = append(messages, llm.Message{Role: llm.Assistant, Text: answer})
	}
	return append(messages, llm.Message{Role: llm.User, Text: text}), nil
}
