package task

import (
	"errors"
	"io/fs"
	"reflect"
	"sync"

	"wolfden/internal/llm"
	"wolfden/internal/llm/prompt"
)

// Definition is what a task is made of.
type Definition[In, Out any] struct {
	About About
	// Enums are the words that texts of the answer are restricted to, by property; nil for none.
	Enums map[string][]string
	Rule  func(in *In) Out
	// Mends takes slips with one reading out of an answer and says which, as in Call.Repaired; nil for none. The check judges what it leaves.
	Mends func(in *In, out *Out) (repaired string)
	Check func(in *In, out *Out) error
	// Shorten leaves out about so many tokens of what is oldest in an input, and reports false where there is nothing to leave out; nil where
	// there never is.
	Shorten func(in *In, tokens int) bool
	// Lists are the words of which texts of the answer are to be one, for this input, by path as in llm.SchemaOf; nil for none. They are
	// asked for, and the check judges what comes.
	Lists func(in *In) map[string][]string

	// yields is what a model means whose second answer has the fault, by cause, that it was told of in the first, and the slip that this was;
	// "" where both are no answer. It is nil where they never are.
	yields func(in *In, first, second *Out, cause string) (out Out, slip string)
	// doubts says what should be asked about an answer that holds, once; nil for nothing.
	doubts func(in *In, out *Out) error
	// reads makes an answer of a model's text; nil where the answer is a form. It returns what it had to repair, "" for nothing.
	reads func(in *In, text string) (out Out, repaired string)
}

// definition is a task with its files.
type definition[In, Out any] struct {
	is    Definition[In, Out]
	files fs.FS
	form  func() *form // read when it is first needed
}

// New makes a task of its definition and its files: the prompts prompts/NAME/en.tmpl and ja.tmpl with the schema of the answer beside them, an
// input to try it with, testdata/NAME.json, and variables.txt, which says what templates may use of it beside what all tasks have.
func New[In, Out any](files fs.FS, is Definition[In, Out]) Task[In, Out] {
	t := &definition[In, Out]{is: is, files: files}
	t.form = sync.OnceValue(func() *form { return t.read(ownCommon, nil) })
	return t
}

// read reads the prompts, with what the overlay has in their place.
func (t *definition[In, Out]) read(common func() ([]commonPage, error), over *prompt.Overlay) *form {
	f := &form{name: t.is.About.Name, files: t.files}
	if t.is.reads == nil {
		f.schema, f.fault = llm.SchemaOf[Out](t.is.Enums)
	}
	pages, err := common()
	if f.fault = errors.Join(f.fault, err); f.fault == nil {
		f.fault = f.read(pages, over)
	}
	return f
}

// under is the task with the prompts of a book.
func (t *definition[In, Out]) under(b *Book) *definition[In, Out] {
	s, listed := b.Find(t.is.About.Name)
	if !listed {
		return t
	}
	laid := *t
	laid.form = s.prompts
	return &laid
}

// lay is the task with the prompts of an overlay, which are tried on its example, since no test has read them.
func (t *definition[In, Out]) lay(common func() ([]commonPage, error), over *prompt.Overlay) (Spec, error) {
	if over == nil {
		return t, t.form().fault
	}
	laid := *t
	f := t.read(common, over)
	laid.form = func() *form { return f }
	if f.fault != nil {
		return nil, f.fault
	}
	var faults []error
	for _, lang := range languages() {
		file, shared := t.is.About.Name+"/"+lang+".tmpl", "common/"+lang+".tmpl"
		if !over.Has(file) && !over.Has(shared) {
			continue
		}
		if !over.Has(file) {
			file = shared
		}
		text, err := t.Example()
		if err != nil {
			return nil, err
		}
		full, err := t.input(text)
		if err != nil {
			return nil, err
		}
		faults = append(faults, f.examine(lang, over.Name(file), reflect.TypeFor[*In](), full, new(In)))
	}
	return &laid, errors.Join(faults...)
}
