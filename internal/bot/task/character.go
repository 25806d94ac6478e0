package task

import (
	"cmp"
	"slices"
	"strings"
)

// ExpandCharacterIn asks for more about a character. Empty fields are unknown.
type ExpandCharacterIn struct {
	Name    string `json:"name"`
	Age     string `json:"age,omitempty"`
	Gender  string `json:"gender,omitempty"`
	Profile string `json:"profile,omitempty"`
}

// Character describes somebody so that a player can play them.
type Character struct {
	Name        string   `json:"name" jsonschema:"unchanged"`
	Age         string   `json:"age" jsonschema:"as given; a likely one if none is"`
	Gender      string   `json:"gender" jsonschema:"as given; a likely one if none is"`
	Personality string   `json:"personality" jsonschema:"temper, strengths and weaknesses, one or two sentences"`
	Speech      string   `json:"speech" jsonschema:"manner of speech: tone, forms of address, habits, one or two sentences"`
	Background  string   `json:"background" jsonschema:"life and interests, one or two sentences"`
	Examples    []string `json:"examples" jsonschema:"three short things the character would say in everyday life, not about the game"`
}

func (c *Character) words() []*string { return []*string{&c.Personality, &c.Speech, &c.Background} }

// maxExamples is how many examples are kept.
const maxExamples = 3

// ExpandCharacter asks for more about a character.
var ExpandCharacter = New(embedded, Definition[ExpandCharacterIn, Character]{
	About: About{
		Name: "expand-character", Summary: "make a character of a profile: temper, manner of speech, background, examples", Tokens: 500, Heat: 0.8,
		Source: "kanolab-nw 2025: character extension; CanisLupus and CamelliaDragons 2025: character",
	},
	Rule: characterByRule,
	Mends: func(in *ExpandCharacterIn, out *Character) (repaired string) {
		for _, part := range []struct {
			given string
			got   *string
		}{{in.Name, &out.Name}, {in.Age, &out.Age}, {in.Gender, &out.Gender}} {
			if part.given != "" && part.given != *part.got {
				*part.got, repaired = part.given, repairedGiven
			}
		}
		return repaired
	},
	Lists: func(in *ExpandCharacterIn) map[string][]string { // what is given is only to be written down
		given := map[string][]string{"name": {in.Name}}
		for name, value := range map[string]string{"age": in.Age, "gender": in.Gender} {
			if value != "" {
				given[name] = []string{value}
			}
		}
		return given
	},
	Check: checkCharacter,
})

// labels are how profiles name their lines, by what the line holds.
func labels() map[string]string {
	return map[string]string{
		"age": "age", "年齢": "age", "gender": "gender", "性別": "gender",
		"personality": "personality", "character": "personality", "性格": "personality",
	}
}

// characterByRule takes what the lines of the profile are labelled as, and all of it where nothing says personality.
func characterByRule(in *ExpandCharacterIn) Character {
	found := map[string]string{}
	for line := range strings.Lines(in.Profile) {
		label, text, _ := strings.Cut(strings.ReplaceAll(line, "：", ":"), ":")
		if part := labels()[strings.ToLower(strings.TrimSpace(label))]; part != "" && found[part] == "" {
			found[part] = strings.TrimSpace(text)
		}
	}
	out := Character{Name: in.Name, Age: in.Age, Gender: in.Gender, Personality: found["personality"]}
	if out.Age == "" {
		out.Age = found["age"]
	}
	if out.Gender == "" {
		out.Gender = found["gender"]
	}
	if out.Personality == "" {
		out.Personality = strings.TrimSpace(in.Profile)
	}
	return out
}

func checkCharacter(_ *ExpandCharacterIn, out *Character) error {
	out.Examples = slices.DeleteFunc(out.Examples, func(s string) bool { return strings.TrimSpace(s) == "" })
	out.Examples = out.Examples[:min(len(out.Examples), maxExamples)]
	return cmp.Or(Needed(out.Personality, "manner-empty"), Needed(out.Speech, "manner-empty"))
}
