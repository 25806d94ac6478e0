package provider

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"wolfden/internal/llm"
)

// prompt is what a seat is asked after so many utterances: the story, and what differs.
func prompt(utterances int) []llm.Message {
	var story strings.Builder
	for i := range utterances {
		fmt.Fprintf(&story, "#%d Mio: I have nothing to say about this, and I say it at some length, for the %dth time.\n", i, i)
	}
	kept := story.Len()
	fmt.Fprintf(&story, "It is turn %d.", utterances)
	instructions := "You play Werewolf."
	return []llm.Message{{Role: llm.System, Text: instructions, Kept: len(instructions)}, {Role: llm.User, Text: story.String(), Kept: kept}}
}

// sentPart is a part of a text as a provider reads it.
type sentPart struct {
	Text string `json:"text"`
	Mark *struct {
		Type string `json:"type"`
	} `json:"cache_control"`
}

// sentTexts are the texts that a body holds, in their order, each in its parts.
func sentTexts(t *testing.T, v Vendor, model string, messages []llm.Message) (texts [][]sentPart) {
	t.Helper()
	body, err := json.Marshal(v.dialect.encode(question{Request: llm.Request{Messages: messages}, model: model, vendor: v}))
	if err != nil {
		t.Fatal(err)
	}
	var q struct {
		System   json.RawMessage `json:"system"`
		Messages []struct {
			Content json.RawMessage `json:"content"`
		} `json:"messages"`
	}
	if err := json.Unmarshal(body, &q); err != nil {
		t.Fatal(err)
	}
	contents := []json.RawMessage{}
	if q.System != nil {
		contents = append(contents, q.System)
	}
	for _, m := range q.Messages {
		contents = append(contents, m.Content)
	}
	for _, c := range contents {
		var parts []sentPart
		if json.Unmarshal(c, &parts) != nil {
			var text string
			if err := json.Unmarshal(c, &text); err != nil {
				t.Fatal(err)
			}
			parts = []sentPart{{Text: text}}
		}
		texts = append(texts, parts)
	}
	return texts
}

// What a provider is told to keep at one request stands, whole part by whole part, at the beginning of the next, and
// nothing of what differs is marked. The texts are the same with and without marks.
func TestWhatIsMarkedComesAgain(t *testing.T) {
	for _, v := range Vendors() {
		model := "m"
		switch v.Name {
		case "openrouter":
			model = "anthropic/m"
		case "anthropic":
		default:
			continue
		}
		for n := 25; n < 150; n += 7 {
			before, after := sentTexts(t, v, model, prompt(n)), sentTexts(t, v, model, prompt(n+7))
			marks := 0
			for i, parts := range before {
				var whole strings.Builder
				for k, p := range parts {
					whole.WriteString(p.Text)
					if p.Mark == nil {
						continue
					}
					marks++
					if p.Mark.Type != "ephemeral" || strings.Contains(p.Text, "It is turn") {
						t.Fatalf("%s: marked %q as %s", v.Name, p.Text, p.Mark.Type)
					}
					for j := range k + 1 {
						if after[i][j].Text != parts[j].Text {
							t.Fatalf("%s, %d utterances: part %d is marked, but part %d differs in the next prompt", v.Name, n, k, j)
						}
					}
				}
				if whole.String() != prompt(n)[i].Text {
					t.Fatalf("%s: the text is another in parts", v.Name)
				}
			}
			if marks != 2 {
				t.Errorf("%s, %d utterances: %d marks", v.Name, n, marks)
			}
		}
		for _, messages := range [][]llm.Message{prompt(3)[1:], {{Role: llm.User, Text: prompt(80)[1].Text}}} {
			for _, parts := range sentTexts(t, v, model, messages) {
				if len(parts) != 1 || parts[0].Mark != nil {
					t.Errorf("%s: parts of what is short or not kept: %d", v.Name, len(parts))
				}
			}
		}
	}
	for _, v := range Vendors() {
		if v.Name == "openai" || v.Name == "openrouter" {
			if texts := sentTexts(t, v, "google/m", prompt(80)); len(texts[1]) != 1 {
				t.Errorf("%s: text in %d parts for a model that wants no marks", v.Name, len(texts[1]))
			}
		}
	}
}
