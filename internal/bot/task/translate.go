package task

import (
	"strings"
)

// TranslateIn asks for a text in another language. From and To are "en" or "ja"; an empty From is any language.
type TranslateIn struct {
	Text  string   `json:"text"`
	From  string   `json:"from,omitempty"`
	To    string   `json:"to"`
	Names []string `json:"names,omitempty"` // names of players, which stay as they are
}

// Translation is the text in the other language.
type Translation struct {
	Text string `json:"text" jsonschema:"the translation alone"`
}

func translate() (*definition[TranslateIn, Translation], map[string][]string) {
	return &definition[TranslateIn, Translation]{
		about: About{
			Name: "translate", Summary: "translate an utterance, names unchanged", Tokens: 400, Heat: 0.2,
			Source: "for readers of the other language",
		},
		rule: func(in *TranslateIn) Translation { return Translation{Text: in.Text} },
		check: func(in *TranslateIn, out *Translation) error {
			if strings.TrimSpace(out.Text) == "" && strings.TrimSpace(in.Text) != "" {
				return breaks(breachEmpty, "translation-empty")
			}
			for _, name := range in.Names {
				if name != "" && strings.Contains(in.Text, name) && !strings.Contains(out.Text, name) {
					return breaks(breachAskedElse, "name-missing", "name", said(name))
				}
			}
			return nil
		},
	}, nil
}
