package examine

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"wolfden/internal/llm"
)

// stones are values that nobody names who is not made to.
var stones = []string{"ruby-41", "onyx-77", "jade-12"}

// form asks for plain words, with a schema that allows none. Only a server that holds the model to the schema answers by it; one that
// takes the schema and leaves it at that lets the model talk.
func (x *exam) form() {
	schema, err := llm.SchemaOf[struct {
		Stone string `json:"stone"`
	}](map[string][]string{"stone": stones})
	if err != nil {
		x.failed(Form, err)
		return
	}
	r, err := x.ask(question{task: "form", user: "Describe the sky at noon in one sentence of plain English, without JSON.", most: 60, schema: schema})
	switch kept := schema.Check(json.RawMessage(strings.TrimSpace(r.Text))) == nil; {
	case err != nil:
		x.failed(Form, err)
	case slices.Contains(r.Dropped, "schema"):
		x.found(Form, No, "a schema is refused; forms are asked for in words")
	case kept:
		x.found(Form, Yes, "kept: an answer in plain words was asked for, and the schema's came")
	default:
		x.found(Form, No, "accepted and ignored: a schema was taken, and the answer does not keep it; forms rest on the model alone")
	}
}

// forms asks for a form as players do, and tells whether one comes.
func (x *exam) forms() {
	schema, err := llm.SchemaOf[struct {
		Name string `json:"name"`
	}](map[string][]string{"name": {"Ada", "Bela", "Cleo"}})
	if err != nil {
		x.failed(Forms, err)
		return
	}
	q := question{
		task: "choose", system: "You answer questions about a table of players.", most: 60, schema: schema,
		user: "Ada spoke first, Bela second, Cleo last. Who spoke last? Answer in JSON with the key name, such as {\"name\": \"Ada\"}.",
	}
	r, err := x.put(llm.Structured(x.Model), q)
	x.count(&q, &r, err)
	switch {
	case errors.Is(err, llm.ErrUnstructured), errors.Is(err, llm.ErrTruncated):
		x.found(Forms, No, "no form came, also when it was asked again; rules will answer")
	case err != nil:
		x.failed(Forms, err)
	case r.Reasked:
		x.found(Forms, Partly, "the form came when it was asked for again")
	case r.Repaired != "":
		x.found(Forms, Partly, "the form came with slips that have one reading (%s)", r.Repaired)
	default:
		x.found(Forms, Yes, "the form came as it should")
	}
}
