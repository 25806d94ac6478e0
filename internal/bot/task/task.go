package task

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"reflect"
	"slices"
	"strings"

	"wolfden/internal/llm"
	"wolfden/internal/llm/prompt"
	"wolfden/internal/strictjson"
)

// Task asks for an Out about an In. New makes it; it never changes, and several goroutines may use them. It is an interface
// because each package that sees a generic type compiles all of its methods once more: with the type that stands behind it that took 3 s for each
// player.
type Task[In, Out any] interface {
	Spec
	// Rule returns the answer of the task's rule.
	Rule(in In) Out
	ask(ctx context.Context, d *Desk, in *In) (Out, Call)
	// begin asks the desk's model and does not wait; done is closed when the answer is there.
	begin(ctx context.Context, d *Desk, in *In) (wait func() Out, done <-chan struct{})
	// confirmed is the task with one more check of the model's answer.
	confirmed(check func(*Out) error) Task[In, Out]
}

// Spec is a task of any input and output type.
type Spec interface {
	Name() string
	About() About
	// Schema is of the answer, nil where the answer is text.
	Schema() *llm.Schema
	// Input is the type that the prompts are filled with.
	Input() reflect.Type
	// Hash is the version of the prompt in a language. It changes with the template, what that includes, and the schema.
	Hash(lang string) string
	// Example is an input in JSON to try the task with.
	Example() (json.RawMessage, error)
	// Prompt is what a model would be asked about an input in JSON.
	Prompt(lang string, input json.RawMessage) ([]llm.Message, error)
	// Try answers the task about an input in JSON. An error means a faulty input; every other fault is in the call.
	Try(ctx context.Context, d *Desk, input json.RawMessage) (json.RawMessage, Call, error)

	prompts() *form
	lay(common func() ([]commonPage, error), over *prompt.Overlay) (Spec, error)
}

// About describes a task.
type About struct {
	Name    string  // as in `wolfden tasks`, such as choose-target
	Summary string  // one line
	Source  string  // the papers whose systems use it
	Tokens  int     // limit of the answer
	Heat    float64 // temperature
}

// Name implements Spec.
func (t *definition[In, Out]) Name() string { return t.is.About.Name }

// About implements Spec.
func (t *definition[In, Out]) About() About { return t.is.About }

// Schema implements Spec.
func (t *definition[In, Out]) Schema() *llm.Schema { return t.form().schema }

// Input implements Spec.
func (t *definition[In, Out]) Input() reflect.Type { return reflect.TypeFor[*In]() }

// Hash implements Spec.
func (t *definition[In, Out]) Hash(lang string) string { return t.form().hash[lang] }

func (t *definition[In, Out]) prompts() *form { return t.form() }

// Example implements Spec.
func (t *definition[In, Out]) Example() (json.RawMessage, error) {
	text, err := fs.ReadFile(t.files, "testdata/"+t.is.About.Name+".json")
	if err != nil {
		return nil, fmt.Errorf("task %s: it has no example: %w", t.is.About.Name, err)
	}
	return text, nil
}

// Ask answers the task: by the desk's model if there is one and its answer passes the check, else by the rule.
func Ask[In, Out any](ctx context.Context, d *Desk, t Task[In, Out], in In) Out {
	out, _ := Consult(ctx, d, t, in)
	return out
}

// Consult answers the task as Ask does, and says who answered.
func Consult[In, Out any](ctx context.Context, d *Desk, t Task[In, Out], in In) (Out, By) {
	out, call := t.ask(ctx, d, &in)
	return out, call.By
}

// Confirm is Consult with one more check of the model's answer.
func Confirm[In, Out any](ctx context.Context, d *Desk, t Task[In, Out], in In, check func(*Out) error) (Out, By) {
	return Consult(ctx, d, t.confirmed(check), in)
}

func (t *definition[In, Out]) confirmed(check func(*Out) error) Task[In, Out] {
	strict := *t
	strict.is.Check = func(in *In, out *Out) error {
		if t.is.Check != nil {
			if err := t.is.Check(in, out); err != nil {
				return err
			}
		}
		return check(out)
	}
	return &strict
}

// Rule implements Task.
func (t *definition[In, Out]) Rule(in In) Out { return t.is.Rule(&in) }

func (t *definition[In, Out]) ask(ctx context.Context, d *Desk, in *In) (Out, Call) {
	t = t.under(d.book)
	call := t.prepare(d, in)
	if d.model == nil {
		return t.settle(d, in, *new(Out), call, errNoModel)
	}
	out, err := t.complete(ctx, d.model, d.lang, in, call)
	return t.settle(d, in, out, call, err)
}

// asked is the schema that a model is given for an input.
func (t *definition[In, Out]) asked(in *In) (*llm.Schema, error) {
	if t.is.Lists == nil {
		return t.form().schema, nil
	}
	lists := t.is.Lists(in)
	maps.DeleteFunc(lists, func(_ string, words []string) bool { return len(words) == 0 })
	return llm.Narrow[Out](t.form().schema, lists)
}

var errNoModel = llm.Because(causeNoModel, errors.New("no model"))

// question is a call with what is needed to make it.
type question struct {
	Call
	module string // that asks
	asker  string // see llm.Label
	moment string
	index  int           // tells apart the times that the same is asked
	tokens int           // limit of the answer
	heat   float64       // temperature
	window int           // see llm.Request
	warmer bool          // it is asked again because the answer was an old one
	schema *llm.Schema   // of the answer; nil where it is text
	easier []llm.Message // what is asked instead where the first answer does not hold; nil where the same is asked again
	reason string        // what the model is told of its first answer; "" where it is told nothing
	fault  error         // the prompt could not be made
	worded []llm.Message // as the model had them last, where they were put into other words
}

// prepare makes the prompt, if there is a model to read it.
func (t *definition[In, Out]) prepare(d *Desk, in *In) *question {
	q := &question{Call: Call{Task: t.is.About.Name, Prompt: t.Hash(d.lang), By: ByRule}, module: d.module, moment: d.moment, asker: d.asker, heat: t.is.About.Heat}
	if given, ok := any(in).(interface{ answers() string }); ok {
		q.Answers = given.answers()
	}
	if given, ok := any(in).(interface{ calm() bool }); ok && given.calm() {
		q.heat = min(q.heat, calm)
	}
	if d.model != nil {
		tokens := t.is.About.Tokens
		if given, ok := any(in).(interface{ room() int }); ok {
			tokens = max(tokens, given.room())
		}
		q.tokens, q.window = Limit(tokens, d.window), d.window
		if q.schema, q.fault = t.asked(in); q.fault == nil {
			q.Messages, q.fault = t.fitted(d, in, q)
		}
		if given, ok := any(in).(easing[In]); ok && q.fault == nil {
			q.easier = t.eased(d, given.easier(), q)
		}
		q.index = d.index(&q.Call)
	}
	return q
}

// eased are the messages of an easier question; nil where there is none, or none that can be asked.
func (t *definition[In, Out]) eased(d *Desk, easier *In, q *question) []llm.Message {
	if easier == nil {
		return nil
	}
	messages, err := t.fitted(d, easier, q)
	if err != nil {
		return nil
	}
	return messages
}

// easing is an input with an easier one, which is asked and judged in its place where the first answer does not hold; nil where there is none.
type easing[In any] interface{ easier() *In }

// settle records a call and returns its answer: the model's, or the rule's where that failed.
func (t *definition[In, Out]) settle(d *Desk, in *In, out Out, q *question, err error) (Out, Call) {
	if q.By = ByModel; err != nil {
		q.Failed(err)
		out = t.is.Rule(in)
	} else if given, ok := any(in).(interface{ gaveBack(said string) bool }); ok {
		q.AsDrafted = given.gaveBack(*any(&out).(worded).words()[0])
	}
	if q.worded != nil {
		q.Messages = q.worded
	}
	return out, d.recordCall(q.Call)
}

// complete asks the model, and once more where its answer does not hold, with the reason, or where there is a doubt about it: then
// the second answer stands if it holds, else the first. A model that had to be asked again for an answer in the right form has had that
// chance. It touches nothing of the player but the question.
func (t *definition[In, Out]) complete(ctx context.Context, m llm.Model, lang string, in *In, q *question) (out Out, err error) {
	if q.fault != nil {
		return out, q.fault
	}
	answer, err := t.send(ctx, m, q)
	circles := errors.Is(err, llm.ErrTruncated) && llm.Circles(answer.Text) && ctx.Err() == nil
	if err != nil && !circles {
		return out, err
	}
	fault := Breaks(llm.CauseTruncated, "circles")
	if !circles {
		out, fault = t.taken(in, q, &answer)
	}
	why := fault
	if fault == nil && t.is.doubts != nil {
		why = t.is.doubts(in, &out)
	}
	if why == nil || answer.Reasked {
		return out, fault
	}
	again, err := t.form().again(lang, why)
	if err != nil {
		return out, err
	}
	messages := t.askedAgain(q, &answer, again, circles)
	if llm.Over(t.request(q, messages)) > 0 {
		return out, fault
	}
	if t.is.reads != nil || circles {
		q.Refused = llm.Clean(answer.Text)
	}
	q.Again, q.Messages, q.warmer = why.Error(), messages, circles || llm.CauseOf(why) == breachRepeated
	if q.easier == nil {
		q.reason = toldOf(why, lang)
	}
	var second Out
	list := q.List
	if given, ok := any(in).(easing[In]); ok && q.easier != nil {
		in = given.easier()
	}
	if answer, err = t.send(ctx, m, q); err == nil {
		second, err = t.taken(in, q, &answer)
	}
	if err != nil && fault == nil {
		q.List = list
		return out, nil
	}
	if cause := llm.CauseOf(err); t.is.yields != nil && err != nil && cause == llm.CauseOf(why) {
		if yielded, slip := t.is.yields(in, &out, &second, cause); slip != "" {
			q.Repaired = strings.Join(Distinct([]string{q.Repaired}, []string{slip}), ",")
			if t.is.reads == nil {
				q.List = listOf(answer.JSON, yielded)
			}
			return yielded, nil
		}
	}
	return second, err
}

// askedAgain is a question with what was wrong with its first answer. A form is shown to be mended; words are not: a small model, shown its
// own, says them once more. Nor is a form that goes round in circles. An easier question comes without the reason, which is none of its own.
func (t *definition[In, Out]) askedAgain(q *question, first *llm.Response, why llm.Message, circles bool) []llm.Message {
	switch {
	case q.easier != nil:
		return q.easier
	case t.is.reads == nil && !circles:
		return append(q.Messages, llm.Message{Role: llm.Assistant, Text: llm.Clean(first.Text)}, why)
	}
	asked := slices.Clone(q.Messages)
	asked[len(asked)-1].Text += "\n\n" + why.Text
	return asked
}

// send asks for an answer to the messages of the question.
func (t *definition[In, Out]) send(ctx context.Context, m llm.Model, q *question) (llm.Response, error) {
	answer, err := m.Complete(ctx, t.request(q, q.Messages))
	if q.Answered(&answer); answer.Worded != nil {
		q.worded = answer.Worded.Messages
	}
	if t.is.reads != nil {
		err = Broken(&answer, err)
	}
	return answer, err
}

// Broken makes an answer in words that breaks off, for want of tokens or of time, the whole sentences that came. The error stays where there
// are none.
func Broken(answer *llm.Response, err error) error {
	part := whole(answer.Text, func(string) bool { return true })
	if err == nil || answer.Finish != llm.Truncated || part == "" {
		return err
	}
	answer.Text, answer.Repaired = part, strings.Join(Distinct([]string{answer.Repaired}, []string{RepairedCut}), ",")
	return nil
}

// calm is the temperature at which a meaning is kept: a small model at 0.9 leaves it behind.
const calm = 0.5

// warmth is added to the temperature where a model said again what was said before: asked in the same way it would once more.
const warmth = 0.3

func (t *definition[In, Out]) request(q *question, messages []llm.Message) llm.Request {
	heat := q.heat
	if q.warmer {
		heat = min(heat+warmth, 1) // more than 1 is refused by some providers
	}
	return llm.Request{
		Label:    llm.Label{Task: t.is.About.Name, Prompt: q.Prompt, Answers: q.Answers, Module: q.module, Moment: q.moment, Asker: q.asker, Again: q.Again != ""},
		Messages: messages, Schema: q.schema, Partial: t.is.reads != nil,
		Sampling: llm.Sampling{Temperature: &heat, MaxTokens: q.tokens, Index: q.index}, Window: q.window,
	}
}

// worded is an answer with words of the model's own, which are none of its instructions. They may be changed.
type worded interface {
	words() []*string
}

// taken is a model's answer if it holds.
func (t *definition[In, Out]) taken(in *In, q *question, answer *llm.Response) (out Out, err error) {
	slips := []string{answer.Repaired}
	if t.is.reads == nil {
		if err := json.Unmarshal(answer.JSON, &out); err != nil {
			return out, llm.Because(llm.CauseForm, fmt.Errorf("task %s: %w", t.is.About.Name, err))
		}
		err = tagged(q, string(answer.JSON))
	} else {
		made, slip := t.is.reads(in, answer.Text)
		out, slips = made, append(slips, slip)
	}
	if t.is.Mends != nil && err == nil {
		slips = append(slips, t.is.Mends(in, &out))
	}
	if own, has := any(&out).(worded); has && err == nil {
		var slip string
		slip, err = mendLeaks(q, own, namesIn(in))
		slips = append(slips, slip)
	}
	if t.is.Check != nil && err == nil {
		err = t.is.Check(in, &out)
	}
	q.Repaired = strings.Join(Distinct(slips, nil), ",")
	if q.List = nil; err == nil && t.is.reads == nil {
		q.List = listOf(answer.JSON, out)
	}
	if err != nil {
		err = fmt.Errorf("task %s: the answer does not hold: %w", t.is.About.Name, err)
		if llm.CauseOf(err) == llm.CauseOther {
			err = llm.Because(breachOther, err)
		}
	}
	return out, err
}

// Prompt implements Spec.
func (t *definition[In, Out]) Prompt(lang string, input json.RawMessage) ([]llm.Message, error) {
	in, err := t.input(input)
	if err != nil {
		return nil, err
	}
	return t.form().fill(lang, in)
}

// Try implements Spec.
func (t *definition[In, Out]) Try(ctx context.Context, d *Desk, input json.RawMessage) (json.RawMessage, Call, error) {
	in, err := t.input(input)
	if err != nil {
		return nil, Call{}, err
	}
	out, call := t.ask(ctx, d, in)
	var text strings.Builder
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	err = e.Encode(out)
	return json.RawMessage(strings.TrimSuffix(text.String(), "\n")), call, err
}

func (t *definition[In, Out]) input(input json.RawMessage) (*In, error) {
	in := new(In)
	if err := strictjson.Read(input, in); err != nil {
		return nil, fmt.Errorf("task %s: the input is not its own: %w", t.is.About.Name, err)
	}
	return in, nil
}
