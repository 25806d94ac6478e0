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
	mu       sync.Mutex
	file     *os.File
	keys     map[string]bool
	verdicts map[Question]Verdict
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
	b := &AnswerBook{file: file, keys: map[string]bool{}, verdicts: map[Question]Verdict{}, Torn: torn}
	for _, e := range entries {
		switch {
		case e.Key != nil:
			b.keys[e.Key.Game] = true
		case e.Answer != nil:
			b.verdicts[e.Answer.Question] = e.Answer.Verdict
		}
	}
	b.Before = len(b.verdicts)
	if err := file.Truncate(whole); err != nil {
		return nil, fmt.Errorf("judge: cutting off a torn answer: %w", err)
	}
	if _, err := file.Seek(whole, io.SeekStart); err != nil {
		return nil, fmt.Errorf("judge: going on with answers: %w", err)
	}
	if whole > 0 {
		_, err = file.WriteString("\n")
	}
	return b, err
}

// Answered reports whether the question has an answer.
func (b *AnswerBook) Answered(q Question) bool {
	v := b.Verdict(q)
	return v.Given()
}

// Verdict is the last answer to a question, the zero Verdict where there is none. It must not be changed.
func (b *AnswerBook) Verdict(q Question) Verdict {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.verdicts[q]
}

// Add writes an entry. A key that is there already is not written again.
func (b *AnswerBook) Add(e Entry) error {
	line, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("judge: writing an answer: %w", err)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if e.Key != nil && b.keys[e.Key.Game] {
		return nil
	}
	if _, err := b.file.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("judge: writing an answer: %w", err)
	}
	switch {
	case e.Key != nil:
		b.keys[e.Key.Game] = true
	case e.Answer != nil:
		b.verdicts[e.Answer.Question] = e.Answer.Verdict
	}
	return nil
}
