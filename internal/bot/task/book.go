package task

import (
	"errors"
	"fmt"
	"sync"

	"wolfden/internal/llm"
)

// Book is every task. It does not change.
type Book struct {
	Summarise *Task[SummariseIn, Summary]
	specs     []Spec
}

// Load reads the tasks, once a process.
func Load() (*Book, error) { return load() }

var load = sync.OnceValues(func() (*Book, error) {
	b := &Book{}
	err := errors.Join(
		define(b, &b.Summarise, summarise),
	)
	if err != nil {
		return nil, err
	}
	return b, nil
})

// define makes a task and gives it its prompts. The maker also returns the values that string properties of the answer
// are restricted to, by property.
func define[In, Out any](b *Book, to **Task[In, Out], maker func() (*Task[In, Out], map[string][]string)) error {
	t, enums := maker()
	schema, err := llm.SchemaOf[Out](enums)
	if err != nil {
		return fmt.Errorf("task %s: %w", t.about.Name, err)
	}
	if t.form, err = readForm(t.about.Name, schema); err != nil {
		return err
	}
	*to = t
	b.specs = append(b.specs, t)
	return nil
}

// All are the tasks, in the order of the list. The slice must not be changed.
func (b *Book) All() []Spec { return b.specs }

// Find is the task of that name; false if there is none.
func (b *Book) Find(name string) (Spec, bool) {
	for _, s := range b.specs {
		if s.Name() == name {
			return s, true
		}
	}
	return nil, false
}
