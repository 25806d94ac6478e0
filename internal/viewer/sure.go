package viewer

import (
	"html/template"
	"net/http"
	"net/url"
	"strconv"

	"wolfden/gamelog"
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
	rec, _, _ := v.room.Game()
	key, kept := doubt(&rec.Header, &asked.Request, form)
	if key == "" {
		return nil
	}
	w := s.pages.words[languageOf(r)]
	q := &question{words: w, Address: s.at(v.room), Text: w.H(key, kept), Go: w.T(key + ".go"), Form: []hidden{{"sure", "1"}}}
	for _, name := range []string{"number", "do", "text", "target"} {
		if form.Has(name) {
			q.Form = append(q.Form, hidden{name, form.Get(name)})
		}
	}
	return q
}

// doubt is the key of the words for what may not be meant, "" for nothing, and what would be heard of an utterance.
func doubt(h *gamelog.Header, asked *werewolf.Request, form url.Values) (key, kept string) {
	text := werewolf.Clean(form.Get("text"))
	switch do := form.Get("do"); {
	case do == "over", do == "say" && text == werewolf.OverText:
		return "sure.over", ""
	case do == "say":
		if kept, _ = lengthRules(h, asked.Kind).Fit(text, othersAt(h, asked.Seat), asked.Left.Length); len(kept) < len(text) {
			return "sure.cut", kept
		}
	case do == "choose" && form.Get("target") == strconv.Itoa(int(asked.Seat)):
		return "sure.self", ""
	}
	return "", ""
}

// lengthRules are those of what the player is asked to say.
func lengthRules(h *gamelog.Header, kind werewolf.RequestKind) *werewolf.LengthRules {
	if kind == werewolf.Whisper {
		return &h.Rules.Whisper.MaxLength
	}
	return &h.Rules.Talk.MaxLength
}

// othersAt are the names of the other players, whom an utterance may mention.
func othersAt(h *gamelog.Header, seat werewolf.SeatID) (names []string) {
	for i := range h.Seats {
		if werewolf.SeatID(i+1) != seat {
			names = append(names, h.Seats[i].Name)
		}
	}
	return names
}

// utteranceLimits is what a page needs to count as the rules do.
type utteranceLimits struct {
	werewolf.LengthRules
	Budget int      `json:"budget"` // what is left of the day's
	Names  []string `json:"names"`
}
