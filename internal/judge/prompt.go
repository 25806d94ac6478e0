package judge

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"
	"text/template"

	"wolfden/internal/llm"
)

//go:embed prompts
var promptFiles embed.FS

// Languages returns the languages that prompts are written in.
func Languages() []string { return []string{"en", "ja"} }

// prompts are the texts of a language; templates and schema may be used from several goroutines.
type prompts struct {
	task, question, again *template.Template
	schema                *llm.Schema
}

func readPrompts(lang string) (*prompts, error) {
	p := &prompts{}
	for name, to := range map[string]**template.Template{"task": &p.task, "question": &p.question, "again": &p.again} {
		t, err := template.ParseFS(promptFiles, "prompts/"+lang+"/"+name+".txt")
		if err != nil {
			return nil, fmt.Errorf("judge: prompts in %q: %w", lang, err)
		}
		*to = t.Option("missingkey=error")
	}
	text, err := promptFiles.ReadFile("prompts/ranking.schema.json")
	if err == nil {
		p.schema, err = llm.NewSchema(text)
	}
	return p, err
}

func filled(t *template.Template, with map[string]any) (string, error) {
	var out strings.Builder
	if err := t.Execute(&out, with); err != nil {
		return "", fmt.Errorf("judge: filling in a prompt: %w", err)
	}
	return strings.TrimSpace(out.String()), nil
}

// ask is the question about a game: two messages, of which the second holds foreign text, all of it fenced.
func (p *prompts) ask(g *Game, c *Criterion, lang string, order []int) ([]llm.Message, error) {
	var players strings.Builder
	enc := json.NewEncoder(&players)
	enc.SetEscapeHTML(false)
	for _, i := range order {
		line := map[string]string{"player_name": g.Players[i].Name}
		if profile := g.Players[i].Profile; profile != "" {
			line["character"] = llm.Defused(profile)
		}
		if err := enc.Encode(line); err != nil {
			return nil, fmt.Errorf("judge: listing the players: %w", err)
		}
	}
	log, err := g.Log(order)
	if err != nil {
		return nil, err
	}
	task, err := filled(p.task, map[string]any{"Count": len(order), "Law": llm.FenceLaw})
	if err != nil {
		return nil, err
	}
	question, err := filled(p.question, map[string]any{
		"Count": len(order), "Letter": c.Letter, "Criterion": c.Text(lang),
		"Players": llm.Fenced("players", strings.TrimSpace(players.String())), "Log": llm.Fenced("log", strings.TrimSpace(log)),
	})
	return []llm.Message{{Role: llm.System, Text: task}, {Role: llm.User, Text: question}}, err
}

// askAgain shows a model what was wrong with its answer.
func (p *prompts) askAgain(messages []llm.Message, answer string, fault error, players int) ([]llm.Message, error) {
	text, err := filled(p.again, map[string]any{"Count": players, "Fault": llm.Defused(fault.Error())})
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

// ranking is what a model answered, if it is a ranking of the names. Blanks around names do not count.
func ranking(resp llm.Response, names []string) ([]string, error) {
	var answer struct {
		Ranking []string `json:"ranking"`
	}
	if err := json.Unmarshal(resp.JSON, &answer); err != nil {
		return nil, fmt.Errorf("the answer cannot be read: %w", err)
	}
	for i, n := range answer.Ranking {
		answer.Ranking[i] = strings.TrimSpace(n)
	}
	if err := Check(answer.Ranking, names); err != nil {
		return nil, err
	}
	return answer.Ranking, nil
}
