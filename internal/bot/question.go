package bot

import (
	"slices"
	"strings"

	"wolfden/internal/bot/baseline"
)

// Question is what a player may ask a model, and how.
type Question struct {
	Prompt      string   // hash of the prompt in the player's language
	Temperature *float64 // nil leaves it to the provider
	MaxTokens   int      // of the answer
}

// Questions returns what the named player may ask a model in a language, by task, without the modules that its name leaves
// out, with those prompts. It is empty for a player that asks nothing.
func Questions(name, lang string, with *Prompts) (map[string]Question, error) {
	asked, err := Parse(name)
	if err != nil {
		return nil, err
	}
	if asked.Kind == "baseline" {
		return baselineQuestions(asked.Option, lang, with)
	}
	d, err := Describe(asked.Kind)
	if err != nil {
		return nil, err
	}
	book, err := with.Tasks()
	if err != nil {
		return nil, err
	}
	if lang == "" {
		lang = "en"
	}
	all := map[string]Question{}
	for _, m := range d.Modules {
		if slices.Contains(asked.Off, m.Name) {
			continue
		}
		for one := range strings.SplitSeq(m.Tasks, ", ") {
			if s, ok := book.Find(one); ok {
				heat := s.About().Heat
				all[one] = Question{Prompt: s.Hash(lang), Temperature: &heat, MaxTokens: s.About().Tokens}
			}
		}
	}
	return all, nil
}

// baselineQuestions are the prompts of the organisers' agent, whose file may be anybody's.
func baselineQuestions(path, lang string, with *Prompts) (map[string]Question, error) {
	prompts, err := with.ofBaseline(path, lang)
	if err != nil {
		return nil, err
	}
	all := map[string]Question{}
	for asked, hash := range prompts.Hashes() {
		all[asked] = Question{Prompt: hash, Temperature: prompts.Temperature, MaxTokens: baseline.MostTokens}
	}
	return all, nil
}
