package viewer

import (
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"strconv"
	"strings"

	phrase "wolfden/internal/english"
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
	// styled are words of pages whose style gives names their faces, so that those are not with each name again.
	styled bool
}

// of are the words for a game with roles of the table.
func (w *words) of(t *werewolf.RoleTable) *words {
	other := *w
	other.roles = t
	return &other
}

// readWords reads the words of a language from the folder words.
func readWords(files fs.FS, lang string) (*words, error) {
	data, err := fs.ReadFile(files, "words/"+lang+".json")
	if err != nil {
		return nil, err
	}
	w := &words{lang: lang}
	if err := json.Unmarshal(data, &w.text); err != nil {
		return nil, fmt.Errorf("words in %s: %w", lang, err)
	}
	return w, nil
}

// T is the text of a key with its blanks filled in. An unknown key stands for itself.
func (w *words) T(key string, fill ...any) string {
	return w.fill(key, fill, func(s string) string { return s }, func(v any) string { return fmt.Sprint(v) })
}

// H is T for blanks that are filled with pieces of a page. The text is escaped; so is whatever is not template.HTML.
func (w *words) H(key string, fill ...any) template.HTML {
	return template.HTML(w.fill(key, fill, template.HTMLEscapeString, escaped)) // every part was escaped
}

// fill fills the blanks of a text: {0} is the first thing that is put in, {0 game} the same with the noun, for one or many.
func (w *words) fill(key string, fill []any, plain func(string) string, put func(any) string) string {
	text, ok := w.text[key]
	if !ok {
		return plain(key)
	}
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, "{")
		b.WriteString(plain(before))
		if !found {
			return b.String()
		}
		blank, rest, _ := strings.Cut(after, "}")
		number, noun, _ := strings.Cut(blank, " ")
		if n, err := strconv.Atoi(number); err == nil && n < len(fill) {
			count, counts := fill[n].(int)
			if counts && noun != "" {
				b.WriteString(plain(phrase.Count(count, noun)))
			} else {
				b.WriteString(put(fill[n]))
			}
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
