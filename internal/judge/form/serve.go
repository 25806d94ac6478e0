package form

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"wolfden/internal/judge"
	"wolfden/internal/llm"
)

// Handler serves the page and keeps every answer in the book as soon as it is made. Of the form of a rater, whoever reaches the handler
// is that rater and no other: see Links. Otherwise whoever gives a name is the rater of that name: serve it to people you trust, or on
// loopback.
func (f *Form) Handler(book *judge.AnswerBook) (http.Handler, error) {
	if f.Rater != "" {
		if err := CheckName(f.Rater); err != nil {
			return nil, err
		}
	}
	var page bytes.Buffer
	if err := f.write(&page, true); err != nil {
		return nil, err
	}
	d := &formServer{form: f, book: book, page: page.Bytes()}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", d.show)
	mux.HandleFunc("GET /answers", d.answers)
	mux.HandleFunc("POST /answers", d.saveAnswer)
	return http.NewCrossOriginProtection().Handler(mux), nil
}

type formServer struct {
	form *Form
	book *judge.AnswerBook
	page []byte

	saving sync.Mutex // one answer at a time: one that comes twice at once is the same answer
}

func (d *formServer) show(w http.ResponseWriter, _ *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", policy(true)+"; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	_, _ = w.Write(d.page) // a reader who is gone needs no page
}

// answers is what the rater has answered so far.
func (d *formServer) answers(w http.ResponseWriter, r *http.Request) {
	kept, rater := judge.Entry{Answers: []judge.Answer{}}, cmp.Or(d.form.Rater, r.FormValue("rater"))
	for _, g := range d.form.Games {
		for i := range d.form.Criteria {
			q := judge.Question{Game: g.ID, Criterion: d.form.Criteria[i].Letter, Kind: judge.ByHuman, Rater: rater, Scale: d.form.Scale}
			if a := d.book.Answer(q); a.Given() {
				kept.Answers = append(kept.Answers, a)
			}
		}
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	_ = json.NewEncoder(w).Encode(map[string]any{"answers": kept.Answers})
}

const maxAnswer = 64 << 10

// saveAnswer takes one answer.
func (d *formServer) saveAnswer(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Content-Type") != "application/json" {
		http.Error(w, "form: an answer is JSON", http.StatusUnsupportedMediaType)
		return
	}
	var a judge.Answer
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxAnswer)).Decode(&a); err != nil {
		http.Error(w, "form: reading an answer: "+err.Error(), http.StatusBadRequest)
		return
	}
	// Only what a person decides is taken from outside.
	a = judge.Answer{Question: a.Question, Verdict: a.Verdict, Sitting: a.Sitting, Wording: judge.Wording()}
	a.Kind, a.Sample = judge.ByHuman, 0
	if d.form.Rater != "" && a.Rater != d.form.Rater {
		http.Error(w, "form: these pages are another rater's", http.StatusForbidden)
		return
	}
	d.saving.Lock()
	defer d.saving.Unlock()
	if id, known := d.book.PersonID(a.Rater); known {
		a.ID = id // in every browser
	}
	if err := d.check(&a); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if before := d.book.Answer(a.Question); !before.Same(&a.Verdict) || before.Comment != a.Comment {
		if err := d.book.Add(judge.Entry{Answer: &a}); err != nil {
			http.Error(w, "form: the answer could not be kept", http.StatusInternalServerError)
			return
		}
	}
	w.WriteHeader(http.StatusNoContent)
}

var errQuestion = errors.New("this form does not ask that")

// CheckName reports why a rater cannot be called so, nil where it can.
func CheckName(rater string) error {
	const longest = 60
	if rater == "" || utf8.RuneCountInString(rater) > longest || llm.Clean(rater) != rater || strings.TrimSpace(rater) != rater {
		return fmt.Errorf("a rater's name has 1 to %d letters, and no space around them", longest)
	}
	return nil
}

func (d *formServer) check(a *judge.Answer) error {
	if err := CheckName(a.Rater); err != nil {
		return err
	}
	game := slices.IndexFunc(d.form.Games, func(g *judge.Game) bool { return g.ID == a.Game })
	if game < 0 {
		return errQuestion
	}
	g := d.form.Games[game]
	asked := slices.ContainsFunc(d.form.Criteria, func(c judge.Criterion) bool {
		return c.Letter == a.Criterion && c.Fits(len(g.Players))
	})
	if !asked || a.Scale != d.form.Scale {
		return errQuestion
	}
	if err := a.Check(a.Scale, g.Names()); err != nil {
		return fmt.Errorf("no %s: %w", a.Scale.Noun(), err)
	}
	return d.checkSitting(&a.Sitting, g)
}

// A person's comment and what the page tells of the sitting may be this long.
const (
	LongestComment = 2000      // letters
	longestLook    = 7 * 86400 // seconds
	longestID      = 12
)

func (d *formServer) checkSitting(s *judge.Sitting, g *judge.Game) error {
	s.Comment = strings.TrimSpace(llm.Clean(s.Comment))
	switch {
	case utf8.RuneCountInString(s.Comment) > LongestComment:
		return fmt.Errorf("a comment has at most %d letters", LongestComment)
	case !(s.Seconds >= 0 && s.Seconds <= longestLook) || s.Place < 0 || s.Place > len(d.form.Games)*len(d.form.Criteria):
		return errors.New("nobody takes that long, or answers that many questions")
	case len(s.ID) > longestID || llm.Clean(s.ID) != s.ID:
		return fmt.Errorf("what a page draws for a person has at most %d letters", longestID)
	case s.Shown != nil && judge.Check(s.Shown, g.Names()) != nil:
		return errors.New("the players that were shown are not those of the game")
	}
	return nil
}
