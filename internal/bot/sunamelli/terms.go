package sunamelli

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"sync"

	"wolfden/internal/llm"
)

// softened is a model that is asked in milder words and understood in the game's.
type softened struct {
	model llm.Model
	lang  string
	names []string // are left alone

	changed int      // messages that were changed
	asked   sync.Map // schemas in milder words, by those that were asked for
}

// Complete asks the model in milder words, and tells in which words both spoke.
func (s *softened) Complete(ctx context.Context, r llm.Request) (llm.Response, error) {
	r.Messages = slices.Clone(r.Messages)
	for i := range r.Messages {
		text := s.soften(r.Messages[i].Text)
		if text != r.Messages[i].Text {
			s.changed++
		}
		r.Messages[i].Text = text
	}
	r.Schema = s.milder(r.Schema)
	answer, err := s.model.Complete(ctx, r)
	answer.Worded = &llm.Exchange{Messages: r.Messages, Answer: answer.Text}
	answer.Text = harden(s.lang, answer.Text, s.names)
	if answer.JSON != nil {
		answer.JSON = []byte(harden(s.lang, string(answer.JSON), s.names))
	}
	return answer, err
}

// described finds what a schema says of a property to its reader.
var described = regexp.MustCompile(`"description":\s*"(?:[^"\\]|\\.)*"`)

// milder is a schema with its descriptions in milder words; properties and values stay as answers are read by them.
func (s *softened) milder(schema *llm.Schema) *llm.Schema {
	if schema == nil {
		return nil
	}
	if made, known := s.asked.Load(schema); known {
		return made.(*llm.Schema) // only schemas are stored
	}
	made := s.inMilderWords(schema)
	s.asked.Store(schema, made)
	return made
}

func (s *softened) inMilderWords(schema *llm.Schema) *llm.Schema {
	text := string(schema.Text())
	soft := described.ReplaceAllStringFunc(text, s.soften)
	if soft == text {
		return schema
	}
	changed, err := llm.NewSchema([]byte(soft))
	if err != nil {
		return schema // of strings only words were changed
	}
	return changed
}

// soften is a text in milder words.
func (s *softened) soften(text string) string { return soften(s.lang, text, s.names) }

func (s *softened) summary() string {
	if s.changed == 0 {
		return ""
	}
	return fmt.Sprintf("%d messages in milder words", s.changed)
}
