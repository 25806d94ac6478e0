package bottest

import (
	"encoding/json"
	"slices"
	"strings"

	"wolfden/internal/llm/llmtest"
	"wolfden/werewolf"
)

// Mute is a model whose answers are of no use: prompts are sent, and rules decide.
func Mute(llmtest.Prompt) llmtest.Answer { return llmtest.Answer{Text: "{}"} }

// Words reports whether a prompt asks for an utterance.
func Words(p llmtest.Prompt) bool { return p.Task == "word" || p.Task == "word-mention" }

// Saying is an answer to such a prompt, to everybody.
func Saying(p llmtest.Prompt, text string, over bool) llmtest.Answer {
	if over {
		text = werewolf.OverText
	}
	if p.Task == "word" {
		return llmtest.Answer{Text: text}
	}
	form, err := json.Marshal(map[string]string{"utterance": text, "mention_target": "", "mention_content": ""})
	if err != nil {
		return llmtest.Answer{} // strings have a form
	}
	return llmtest.Answer{Text: string(form)}
}

// Fenced is what stands in a prompt's fence of that name.
func Fenced(prompt, name string) string {
	_, rest, _ := strings.Cut(prompt, "\n<"+name+">\n")
	text, _, _ := strings.Cut(rest, "\n</"+name+">")
	return text
}

// Profile returns a profile as organisers might write it for every player, in labelled lines.
func Profile(lang string) string {
	if lang == "ja" {
		return "年齢: 33歳\n性別: 女性\n性格: 気圧計を集めている。"
	}
	return "Age: 33\nGender: Female\nPersonality: collects barometers."
}

// Habit is a habit of Sailor's manner of speech that no profile mentions.
const Habit = "hums shanties"

// Sailor is a mute model, except that it makes a sailor of whoever has the Profile of a language.
func Sailor(lang string) llmtest.Behaviour {
	age, gender := "33", "Female"
	if lang == "ja" {
		age, gender = "33歳", "女性"
	}
	return func(p llmtest.Prompt) llmtest.Answer {
		if p.Task != "expand-character" {
			return Mute(p)
		}
		names := Roster(lang, seats)
		at := slices.IndexFunc(names, func(name string) bool { return strings.Contains(p.Text(), name) })
		text, err := json.Marshal(map[string]any{
			"name": names[max(0, at)], "age": age, "gender": gender, "personality": "Patient.", "speech": "Short; " + Habit + ".",
			"background": "Years at sea.", "examples": []string{},
		})
		if err != nil {
			return llmtest.Answer{} // strings have a form
		}
		return llmtest.Answer{Text: string(text)}
	}
}

// OnOneLine reports whether one line of the text has all the names.
func OnOneLine(text string, names ...string) bool {
	for line := range strings.Lines(text) {
		if !slices.ContainsFunc(names, func(n string) bool { return !strings.Contains(line, n) }) {
			return true
		}
	}
	return false
}

// Echo returns a model that answers as llmtest.Echo does, and reads each schema once.
func Echo() llmtest.Behaviour {
	drawer := &llmtest.Drawer{}
	return func(p llmtest.Prompt) llmtest.Answer {
		if p.Schema == nil {
			return llmtest.Echo(p)
		}
		return drawer.Answer(p)
	}
}
