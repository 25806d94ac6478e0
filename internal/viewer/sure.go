package viewer

import (
	"html/template"
	"net/http"
	"net/url"
	"strconv"

	"wolfden/werewolf"
)

// question is what a player is asked before an answer is taken that cannot be taken back and may not be meant.
type question struct {
	*words
	Address string
	Text    template.HTML
	Go      string // what the button says that means it
	Form    []hidden
}

// hidden is a field of the answer that is asked about.
type hidden struct{ Name, Value string }

// unsure is the question to ask about an answer, nil where it is plain or has been asked. Of an answer to another question than
// the one that waits it is nil, too: that is refused anyway.
func (s *Site) unsure(r *http.Request, v visit) *question {
	form := r.PostForm
	asked := v.seat.Asked()
	if asked == nil || form.Get("sure") != "" || form.Get("number") != strconv.Itoa(asked.Number) {
		return nil
	}
	key := doubt(&asked.Request, form)
	if key == "" {
		return nil
	}
	w := s.pages.words[languageOf(r)]
	q := &question{words: w, Address: s.at(v.room), Text: w.H(key), Go: w.T(key + ".go"), Form: []hidden{{"sure", "1"}}}
	for _, name := range []string{"number", "do", "text", "target"} {
		if form.Has(name) {
			q.Form = append(q.Form, hidden{name, form.Get(name)})
		}
	}
	return q
}

// doubt is the key of the words for what may not be meant, "" for nothing.
func doubt(asked *werewolf.Request, form url.Values) string {
	switch do := form.Get("do"); {
	case do == "over", do == "say" && werewolf.Clean(form.Get("text")) == werewolf.OverText:
		return "sure.over"
	case do == "choose" && form.Get("target") == strconv.Itoa(int(asked.Seat)):
		return "sure.self"
	default:
		return ""
	}
}
