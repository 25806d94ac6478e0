package actor

import (
	"encoding/json"
	"fmt"
	"strings"

	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
)

// readsPrefix begins the names of the actors that read one section.
const readsPrefix = "reads-"

// Orders is the section of a prompt that is not fenced: what the utterance must do.
const Orders = "orders"

// Rules is another one: what a player is told of the game in the instructions, in the program's own words.
const Rules = "rules"

// Reading says and chooses what follows from one section of its prompts alone, so that whoever changes that section changes the game,
// and nobody else does. A section is called as its fence is, such as memo, or Orders. Of the rest of a prompt the actor takes who may
// be named, how often it has spoken today, since nobody may say the same twice, and whether it is asked again, which it answers with
// Over. A prompt without the section gets the answer that no section gives.
// What it is asked for beside the game differs with the whole prompt.
func Reading(section string) llmtest.Behaviour {
	drawer := &llmtest.Drawer{}
	return func(p llmtest.Prompt) llmtest.Answer {
		s := read(p)
		h := uint64(0)
		if text := s.section(section); text != "" {
			h = hash(text)
		}
		switch s.asks {
		case words:
			return s.speak(p, h)
		case choice:
			if len(s.candidates) > 0 {
				return formed(map[string]any{"reason": "because", "target": s.candidates[h%uint64(len(s.candidates))]})
			}
		case other:
			return s.varied(p, drawer)
		}
		return llmtest.Echo(p)
	}
}

// section is the text of a section, empty where the prompt has none.
func (s *seat) section(name string) string {
	switch name {
	case Orders:
		return s.orders
	case Rules:
		return s.rules()
	}
	return s.given[name]
}

// rules are what stands in the instructions outside of fences.
func (s *seat) rules() string {
	var b strings.Builder
	for _, m := range s.messages {
		if m.Role == llm.System {
			own, _ := parts(m.Text)
			b.WriteString(own)
		}
	}
	return b.String()
}

// speak is an utterance that follows from a number.
func (s *seat) speak(p llmtest.Prompt, h uint64) llmtest.Answer {
	text := s.in("I listen.", "聞いています。")
	if len(s.others) > 0 {
		kinds := []string{s.in("I suspect %s.", "%sが怪しいです。"), s.in("I trust %s.", "%sを信じます。"), s.in("I vote for %s.", "%sに投票します。"),
			s.in("%s makes me think of rain.", "%sを見ると雨の日を思い出します。")} // which rules do not understand
		text = fmt.Sprintf(kinds[h%4], s.others[h/4%uint64(len(s.others))]) + fmt.Sprintf(s.in(" I thought of %d.", "%d番の考えです。"), h%10000)
	}
	if s.spoken > 0 {
		text += fmt.Sprintf(s.in(" That is word %d.", "これで%d言目です。"), s.spoken+1)
	}
	over := p.Last() != "" && len(p.Messages) > 1 && p.Messages[len(p.Messages)-2].Role == llm.Assistant
	if s.draft != "" {
		text, over = s.draft, false // rules have decided
	}
	return uttered(p, text, over)
}

// varied is fill, with words that follow from the whole prompt, and with a claim where claims are asked for.
func (s *seat) varied(p llmtest.Prompt, drawer *llmtest.Drawer) llmtest.Answer {
	a := s.fill(p, drawer)
	var fields map[string]any
	if json.Unmarshal([]byte(a.Text), &fields) != nil {
		return a
	}
	h := hash(p.Text())
	for field, value := range fields {
		if text, isText := value.(string); isText && text == llmtest.Word {
			fields[field] = fmt.Sprintf("%s, %d", text, h%10000)
		}
	}
	if _, asked := fields["target"]; asked && len(s.candidates) > 0 {
		fields["target"] = s.candidates[h%uint64(len(s.candidates))]
	}
	for field, value := range map[string]any{"points": []string{fmt.Sprint(h % 10000)}, "players": s.accounts(fmt.Sprint(h % 10000)), "beliefs": s.beliefs("", int(h%100))} {
		if _, asked := fields[field]; asked {
			fields[field] = value
		}
	}
	if _, asked := fields["claims"]; asked && s.line.text != "" {
		fields["claims"] = []any{map[string]any{
			"day": s.line.day, "idx": s.line.idx, "speaker": s.line.by, "quote": s.line.text, "role": "SEER", "target": "", "species": "",
		}}
	}
	return formed(fields)
}

// ordersIn are the orders in a prompt's own words: the line right before the question for an utterance. The line on the day is none.
func ordersIn(own string) string {
	for from := 0; ; {
		at := firstOf(own[from:], "\nYou speak to", "\nいまから")
		if at < 0 {
			return ""
		}
		before := own[:from+at]
		line := before[strings.LastIndexByte(before, '\n')+1:]
		switch {
		case line == "":
			from += at + 1
		case strings.HasPrefix(line, "It is day "), strings.HasPrefix(line, "いまは"):
			return ""
		default:
			return line
		}
	}
}

// firstOf is where the first of the words begins, -1 if none is there.
func firstOf(text string, words ...string) int {
	first := -1
	for _, w := range words {
		if at := strings.Index(text, w); at >= 0 && (first < 0 || at < first) {
			first = at
		}
	}
	return first
}
