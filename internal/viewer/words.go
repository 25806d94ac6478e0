package viewer

import (
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"strconv"
	"strings"

	"wolfden/werewolf"
)

//go:embed words/*.json
var wordFiles embed.FS

// The languages of the pages.
const (
	english  = "en"
	japanese = "ja"
)

// words are all that the pages say in one language, by key. {0}, {1} stand for what is put in.
type words struct {
	lang  string
	text  map[string]string
	roles *werewolf.RoleTable // of the game that is spoken of
}

// of are the words for a game with roles of the table.
func (w *words) of(t *werewolf.RoleTable) *words {
	other := *w
	other.roles = t
	return &other
}

func readWords(lang string) (*words, error) {
	data, err := wordFiles.ReadFile("words/" + lang + ".json")
	if err != nil {
		return nil, err
	}
	w := &words{lang: lang}
	if err := json.Unmarshal(data, &w.text); err != nil {
		return nil, fmt.Errorf("viewer: words in %s: %w", lang, err)
	}
	return w, nil
}

// T is the text of a key with its blanks filled in. An unknown key stands for itself.
func (w *words) T(key string, fill ...any) string {
	text, ok := w.text[key]
	if !ok {
		return key
	}
	for i, f := range fill {
		text = strings.ReplaceAll(text, "{"+strconv.Itoa(i)+"}", fmt.Sprint(f))
	}
	return text
}

// H is T for blanks that are filled with pieces of a page. The text is escaped; so is whatever is not template.HTML.
func (w *words) H(key string, fill ...any) template.HTML {
	text, ok := w.text[key]
	if !ok {
		text = key
	}
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, "{")
		b.WriteString(template.HTMLEscapeString(before))
		if !found {
			return template.HTML(b.String()) //nolint:gosec // every part was escaped
		}
		number, rest, _ := strings.Cut(after, "}")
		if n, err := strconv.Atoi(number); err == nil && n < len(fill) {
			b.WriteString(escaped(fill[n]))
		}
		text = rest
	}
}

func escaped(v any) string {
	if h, ok := v.(template.HTML); ok {
		return string(h)
	}
	return template.HTMLEscapeString(fmt.Sprint(v))
}

// languageCookie remembers the language that somebody chose.
const languageCookie = "wolfden-lang"

// languageOf is the language a request wants: what it asks for, what was chosen before, what the browser prefers.
func languageOf(r *http.Request) string {
	if lang := known(r.URL.Query().Get("lang")); lang != "" {
		return lang
	}
	if c, err := r.Cookie(languageCookie); err == nil {
		if lang := known(c.Value); lang != "" {
			return lang
		}
	}
	for part := range strings.SplitSeq(r.Header.Get("Accept-Language"), ",") {
		tag, _, _ := strings.Cut(strings.TrimSpace(part), ";")
		main, _, _ := strings.Cut(strings.ToLower(tag), "-")
		if lang := known(main); lang != "" {
			return lang
		}
	}
	return english
}

func known(lang string) string {
	if lang == english || lang == japanese {
		return lang
	}
	return ""
}
