package task

import (
	"strings"

	"wolfden/internal/bot/scene"
	"wolfden/internal/llm"
)

// Limit is the limit of an answer, in tokens, that a window allows: a small one cannot give all that a task wants.
func Limit(tokens, window int) int {
	const part = 6 // so that an answer, and the same shown again, leave two thirds
	if window == 0 {
		return tokens
	}
	return min(tokens, max(1, window/part))
}

// fitted makes the prompt, without the oldest of what was said where the desk's window is too small for all of it. What is
// left out grows by steps, so that the prompts in between begin alike.
func (t *definition[In, Out]) fitted(d *Desk, in *In, q *question) ([]llm.Message, error) {
	const steps, oneFault = 4, 200
	messages, err := t.form().fill(d.lang, in)
	if err != nil {
		return messages, NoPrompt(err)
	}
	if d.window == 0 {
		return messages, nil
	}
	again := q.tokens + oneFault // a first answer that did not hold, and why; a schema is shown with it
	if q.schema != nil {
		again += llm.Tokens(string(q.schema.Text()))
	}
	less := *in
	for {
		over := llm.Over(llm.Request{Messages: messages, Schema: q.schema, Sampling: llm.Sampling{MaxTokens: q.tokens + again}, Window: d.window})
		if over == 0 {
			return messages, nil
		}
		step := max(1, d.window/steps)
		if t.is.Shorten == nil || !t.is.Shorten(&less, (over+step-1)/step*step) {
			return messages, ErrWindow
		}
		if messages, err = t.form().fill(d.lang, &less); err != nil {
			return messages, NoPrompt(err)
		}
	}
}

// Without leaves out of a scene what was said first, then lines of the texts.
func Without(s *scene.Scene, tokens int, texts ...*string) bool {
	dropped := oldest(&s.Talks, &tokens)
	dropped = oldest(&s.Whispers, &tokens) || dropped
	for _, text := range texts {
		for tokens > 0 && *text != "" {
			line, rest, _ := strings.Cut(*text, "\n")
			*text, tokens, dropped = rest, tokens-llm.Tokens(line)-1, true
		}
	}
	return dropped
}

// oldest drops the first lines until so many tokens are gone, or all lines.
func oldest(lines *[]scene.Line, tokens *int) bool {
	n := 0
	for ; n < len(*lines) && *tokens > 0; n++ {
		*tokens -= llm.Tokens((*lines)[n].Speaker + (*lines)[n].Text)
	}
	*lines = (*lines)[n:]
	return n > 0
}

// Fewer drops the first half of a list.
func Fewer(list *[]string) bool {
	half := (len(*list) + 1) / 2
	*list = (*list)[half:]
	return half > 0
}
