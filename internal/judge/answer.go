package judge

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"wolfden/internal/llm"
)

// Kind is who gave an answer.
type Kind string

// The kinds of raters.
const (
	ByModel Kind = "model"
	ByRules Kind = "rules" // measures of the log, without a model
	ByHuman Kind = "human"
)

// Question is what one answer is given to. Questions are comparable.
type Question struct {
	Game      string `json:"game"`
	Criterion string `json:"criterion"`
	Kind      Kind   `json:"kind"`
	Rater     string `json:"rater"` // a model's name, "rules", or what a human calls itself
	Sample    int    `json:"sample,omitempty"`
	Scale     Scale  `json:"scale,omitempty"`
}

// Try is an answer of a model that was no verdict.
type Try struct {
	Text  string `json:"text"`
	Fault string `json:"fault"`

	what string // is wrong
}

// Sitting is what a page tells of how a person came to an answer.
type Sitting struct {
	ID      string   `json:"id,omitempty"`      // drawn by the page: the person without the name
	Place   int      `json:"place,omitempty"`   // of the question in the person's own order, from 1
	Shown   []string `json:"shown,omitempty"`   // the players in the order in which they first stood on the page
	Seconds float64  `json:"seconds,omitempty"` // that the question was looked at
	Comment string   `json:"comment,omitempty"` // foreign text
}

// Answer is one rating, as it is kept.
type Answer struct {
	Question
	Verdict
	Sitting
	Lang string `json:"lang,omitempty"`
	// Wording is that of the criteria, see Wording; "" of measures, and where it was not kept.
	Wording string `json:"wording,omitempty"`
	Prompt  string `json:"prompt,omitempty"` // hash of the prompt that a model was asked with
	Model   string `json:"model,omitempty"`  // as the provider calls what answered
	Text    string `json:"text,omitempty"`   // the answer as it came
	Tries   []Try  `json:"tries,omitempty"`  // before it
	// Repaired is the slips of the text, which had one reading all the same, with commas between; see llm.Response.
	Repaired string    `json:"repaired,omitempty"`
	Usage    llm.Usage `json:"usage,omitzero"`
	Note     string    `json:"note,omitempty"`
}

// Failure is a question that got no verdict. It may be asked again, and counts in no table.
type Failure struct {
	Question
	Tries []Try     `json:"tries,omitempty"`
	Error string    `json:"error"`
	Usage llm.Usage `json:"usage,omitzero"`
}

// Key tells who played a game. Raters never see it.
type Key struct {
	Game    string   `json:"game"`
	Lang    string   `json:"lang,omitempty"`   // that it was played in, or translated to
	Source  string   `json:"source,omitempty"` // the file it was read from
	Players []Player `json:"players"`
	// Record is the first line of its record, where it has one: what the game was made by.
	Record json.RawMessage `json:"record,omitempty"`
}

// Key returns the key of the game, which was read from the source.
func (g *Game) Key(source string) Key {
	return Key{Game: g.ID, Lang: g.Lang, Source: source, Players: g.Players}
}

// Entry is one JSON value of a file of answers: a key, an answer, a failure, or what a rating page exports.
type Entry struct {
	Key     *Key     `json:"key,omitempty"`
	Answer  *Answer  `json:"answer,omitempty"`
	Failure *Failure `json:"failure,omitempty"`
	// Answers are those of a human; their kind is ByHuman whatever they say.
	Answers []Answer `json:"answers,omitempty"`
}

// Read reads entries up to the end or up to one that was torn by a crash. Whole is how many bytes hold whole entries;
// torn reports whether there is more. What is no entry is an error.
func Read(r io.Reader) (entries []Entry, whole int64, torn bool, err error) {
	d := json.NewDecoder(r)
	for {
		var e Entry
		switch err := d.Decode(&e); {
		case errors.Is(err, io.EOF):
			return entries, whole, false, nil
		case errors.Is(err, io.ErrUnexpectedEOF):
			return entries, whole, true, nil
		case err != nil:
			return entries, whole, false, strange(whole, err)
		case e.Key == nil && e.Answer == nil && e.Failure == nil && e.Answers == nil:
			return entries, whole, false, strange(whole, nil)
		}
		entries, whole = append(entries, e), d.InputOffset()
	}
}

// strange is the error about what is no entry; the cause is nil where it is JSON of others.
func strange(whole int64, cause error) error {
	var device *fs.PathError
	switch {
	case errors.As(cause, &device):
		return fmt.Errorf("answers: %w", cause)
	case whole == 0:
		return errors.New("no answers are in it; give a file that judge run, judge form or a rating page has written")
	case cause == nil:
		cause = errors.New("neither a key nor an answer")
	}
	return fmt.Errorf("answers, after byte %d: %w; the file is damaged, or something else was added to it", whole, cause)
}

// Write writes entries, one line each.
func Write(w io.Writer, entries []Entry) error {
	enc := json.NewEncoder(w)
	for _, e := range entries {
		if err := enc.Encode(e); err != nil {
			return fmt.Errorf("writing entries: %w", err)
		}
	}
	return nil
}
