package judge

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sync"
)

// AnswerBook adds answers to a file, one whole line at a time. It may be used from several goroutines; no
// other process may have it.
type AnswerBook struct {
	mu      sync.Mutex
	file    *os.File
	keys    map[string]bool
	answers map[Question]Answer // without texts of models
	ids     map[string]string   // of people, by the name they gave
	// Before is how many answers there were, Torn whether a line that a crash had torn was cut off.
	Before int
	Torn   bool
}

// OpenAnswerBook goes on with a file of answers, which may be empty. The file stays the caller's to close.
func OpenAnswerBook(file *os.File) (*AnswerBook, error) {
	entries, whole, torn, err := Read(file)
	if err != nil {
		return nil, err
	}
	b := &AnswerBook{file: file, keys: map[string]bool{}, answers: map[Question]Answer{}, ids: map[string]string{}, Torn: torn}
	for _, e := range entries {
		switch {
		case e.Key != nil:
			b.keys[e.Key.Game] = true
		case e.Answer != nil:
			b.know(e.Answer)
		}
	}
	b.Before = len(b.answers)
	if err := file.Truncate(whole); err != nil {
		return nil, fmt.Errorf("cutting off a torn answer: %w", err)
	}
	if _, err := file.Seek(whole, io.SeekStart); err != nil {
		return nil, fmt.Errorf("going on with answers: %w", err)
	}
	if whole > 0 {
		_, err = file.WriteString("\n")
	}
	return b, err
}

// Answered reports whether the question has an answer.
func (b *AnswerBook) Answered(q Question) bool {
	a := b.Answer(q)
	return a.Given()
}

// Answer is the last answer to a question without what a model wrote, the zero Answer where there is none. It must not be changed.
func (b *AnswerBook) Answer(q Question) Answer {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.answers[q]
}

// PersonID is what a page drew for the person of this name, who may have none; known reports whether anything is kept of the person.
func (b *AnswerBook) PersonID(name string) (id string, known bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	id, known = b.ids[name]
	return id, known
}

// know remembers an answer. A person keeps the id of the first.
func (b *AnswerBook) know(a *Answer) {
	b.answers[a.Question] = Answer{Question: a.Question, Verdict: a.Verdict, Sitting: a.Sitting}
	if _, known := b.ids[a.Rater]; a.Kind == ByHuman && !known {
		b.ids[a.Rater] = a.ID
	}
}

// Add writes an entry. A key that is there already is not written again.
func (b *AnswerBook) Add(e Entry) error {
	line, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("writing an answer: %w", err)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if e.Key != nil && b.keys[e.Key.Game] {
		return nil
	}
	if _, err := b.file.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("writing an answer: %w", err)
	}
	switch {
	case e.Key != nil:
		b.keys[e.Key.Game] = true
	case e.Answer != nil:
		b.know(e.Answer)
	}
	return nil
}
