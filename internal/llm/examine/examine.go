// Package examine finds out by a few short calls what a model and its server do with what they are asked.
//
// The law of the package: it asks as any asker does, through llm.Model, one call after the other but for one pair that is sent
// at once. What it cannot tell it calls unknown, and nothing that a model says gets into a report. It knows no game, no
// price and no flag.
package examine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"wolfden/internal/llm"
)

// Subject is what is examined.
type Subject struct {
	// Model answers as the provider does: its answers are not checked, cached or recorded.
	Model llm.Model
	// Nonce begins prompts that no server may have read before; another for every examination.
	Nonce string
	// Refused names what the model was found to refuse of requests so far; nil where nobody knows. See provider.Refusals.
	Refused func() []string
	Window  int // tokens of prompt and answer; 0 is unknown
	// Lang is the language of the long prompt, "en" or "ja": tokens are counted and read at another pace in each.
	Lang string
	// Long is how many tokens the long prompt has at least: caches of vendors begin at a thousand, and a slow machine reads so many
	// for half a minute. 0 is 500.
	Long int
}

// Verdict is what a check found.
type Verdict string

// What checks find. The zero value is none.
const (
	Yes     Verdict = "yes"
	No      Verdict = "no"
	Partly  Verdict = "partly"
	Unknown Verdict = "unknown"
)

// Finding is what one check found.
type Finding struct {
	Check   string  `json:"check"`
	Verdict Verdict `json:"verdict"`
	Text    string  `json:"text"` // for people, without a word of the model's
}

// The checks, in their order.
const (
	Answers  = "answers"
	System   = "system text"
	Ends     = "ends"
	Plays    = "plays along"
	Form     = "form"
	Forms    = "answers in form"
	Thinks   = "thinks"
	Reads    = "reads"
	Writes   = "writes"
	Cache    = "prefix cache"
	AtOnce   = "two at once"
	Refusals = "refuses of requests"
)

// Report is what an examination found.
type Report struct {
	Findings []Finding `json:"findings"`
	Calls    int       `json:"calls"`
	Pace     Pace      `json:"pace"`
	// Thought is how many tokens of an answer are thought, on average; 0 where there are none. ThoughtOff says whether it was found to
	// stop when it is asked not to think.
	Thought    float64 `json:"thought_tokens"`
	ThoughtOff bool    `json:"thought_can_be_turned_off"`
	// TokensPerByte is how many tokens the model's own count has for a byte of the language; 0 is unknown.
	TokensPerByte float64 `json:"tokens_per_byte"`
	llm.Usage
}

// Of is what a check found; the zero Finding where it was not made.
func (r *Report) Of(check string) Finding {
	for _, f := range r.Findings {
		if f.Check == check {
			return f
		}
	}
	return Finding{Check: check, Verdict: Unknown}
}

// exam is an examination under way.
type exam struct {
	Subject
	ctx    context.Context
	report Report
	tell   func(Finding)

	cut, whole  int // answers that reached their limit, and that ended by themselves
	thought     []int
	tiny        sample
	storyTokens int
	last        sample // of the call before
}

// Run examines a model until the context is over, and tells what it finds as it goes; tell may be nil. The report holds what was found
// so far, also beside an error, which means that the model gave no answer to the first question: nothing else was asked then.
func Run(ctx context.Context, s Subject, tell func(Finding)) (Report, error) {
	if tell == nil {
		tell = func(Finding) {}
	}
	x := &exam{Subject: s, ctx: ctx, tell: tell}
	if err := x.system(); err != nil {
		return x.report, err
	}
	for _, check := range []func(){x.plays, x.form, x.forms, x.measure, x.ends, x.thinks, x.cache, x.atOnce, x.refusals} {
		check()
	}
	return x.report, nil
}

// found notes what a check found.
func (x *exam) found(check string, v Verdict, format string, args ...any) {
	f := Finding{check, v, fmt.Sprintf(format, args...)}
	x.report.Findings = append(x.report.Findings, f)
	x.tell(f)
}

// failed notes that a check found nothing, and why.
func (x *exam) failed(check string, err error) {
	x.found(check, Unknown, "unknown: %s", llm.CauseOf(err))
}

// question is a question of an examination.
type question struct {
	task, system, user string
	most               int // tokens of the answer
	schema             *llm.Schema
	effort             llm.Effort
}

// ask puts a question, and counts what came. An answer that a limit cut off is an answer.
func (x *exam) ask(q question) (llm.Response, error) {
	r, err := x.put(x.Model, q)
	x.count(&q, &r, err)
	if errors.Is(err, llm.ErrTruncated) && strings.TrimSpace(r.Text) != "" {
		err = nil
	}
	return r, err
}

func (x *exam) put(m llm.Model, q question) (llm.Response, error) {
	req := llm.Request{
		Label: llm.Label{Task: "examine-" + q.task}, Schema: q.schema, Partial: true, Window: x.Window,
		Sampling: llm.Sampling{MaxTokens: q.most, Effort: q.effort},
	}
	if q.system != "" {
		req.Messages = append(req.Messages, llm.Message{Role: llm.System, Text: q.system})
	}
	req.Messages = append(req.Messages, llm.Message{Role: llm.User, Text: q.user})
	return m.Complete(x.ctx, req)
}

func (x *exam) count(q *question, r *llm.Response, err error) {
	x.report.Calls += max(1, r.Attempts)
	x.report.Usage = x.report.Add(r.Usage)
	x.last = sampleOf(q, r)
	if err != nil && r.Text == "" {
		return
	}
	switch {
	case q.task == "story", q.schema != nil:
	case r.Finish == llm.Truncated:
		x.cut++
	case r.Finish == llm.Stopped:
		x.whole++
	}
	thought := r.Thought
	if thought == 0 && r.Reasoning != "" {
		thought = llm.Tokens(r.Reasoning)
	}
	x.thought = append(x.thought, thought)
}

// system asks whether a system text is taken, and read.
func (x *exam) system() error {
	const name = "quillon"
	r, err := x.ask(question{
		task:   "system",
		system: "You are a parrot called Quillon. Whatever you are asked, you answer with your name and nothing else.",
		user:   "What is two and two?", most: 60,
	})
	switch {
	case errors.Is(err, llm.ErrRefused), errors.Is(err, llm.ErrTruncated):
		x.failed(System, err)
		return nil
	case err != nil:
		return err
	}
	refused := slices.Contains(x.refused(), "system")
	read := strings.Contains(strings.ToLower(r.Text), name)
	switch {
	case refused && read:
		x.found(System, Partly, "refused, and read where it begins the first message of the user, as players will be asked")
	case refused:
		x.found(System, No, "refused, and not followed at the beginning of the user's message either")
	case read:
		x.found(System, Yes, "taken and followed")
	default:
		x.found(System, Partly, "taken, but not followed in one try")
	}
	return nil
}

func (x *exam) refused() []string {
	if x.Refused == nil {
		return nil
	}
	return x.Refused()
}

// plays asks for a harmless lie, as games need them.
func (x *exam) plays() {
	r, err := x.ask(question{
		task:   "bluff",
		system: "You are at a card game among friends in which everybody bluffs. Stay in your role.",
		user:   "You hold no ace. Say in one short sentence that you hold two aces and that Bela is bluffing.", most: 120,
	})
	switch {
	case errors.Is(err, llm.ErrRefused):
		x.found(Plays, No, "a harmless lie in a game was refused by the model or by a filter before it")
	case err != nil:
		x.failed(Plays, err)
	case declines(r.Text):
		x.found(Plays, No, "it seems to decline a harmless lie in a game (told by how the answer begins)")
	default:
		x.found(Plays, Yes, "a harmless lie in a game was not declined, in one try")
	}
}

// declines reports whether an answer begins as those of models do that will not.
func declines(text string) bool {
	const most = 60
	text = strings.ToLower(strings.ReplaceAll(strings.TrimSpace(text), "’", "'"))
	text = text[:min(len(text), most)]
	return slices.ContainsFunc([]string{"i can't", "i cannot", "i'm sorry", "i am sorry", "i won't", "i'm not able", "i am not able", "as an ai", "sorry, "},
		func(words string) bool { return strings.Contains(text, words) })
}

// ends tells whether answers end before their limit.
func (x *exam) ends() {
	switch {
	case x.whole+x.cut == 0:
		x.found(Ends, Unknown, "unknown: no answer")
	case x.cut == 0:
		x.found(Ends, Yes, "%d of %d short answers ended by themselves", x.whole, x.whole)
	default:
		v := Partly
		if x.whole == 0 {
			v = No
		}
		x.found(Ends, v, "%d of %d short answers went on to their limit of tokens", x.cut, x.whole+x.cut)
	}
}

// thinks tells how much is thought, and whether that can be turned off.
func (x *exam) thinks() {
	sum, most := 0, 0
	for _, n := range x.thought {
		sum, most = sum+n, max(most, n)
	}
	if sum == 0 {
		v, text := No, "no thought was seen"
		if len(x.thought) == 0 {
			v, text = Unknown, "unknown: no answer"
		}
		x.found(Thinks, v, "%s", text)
		return
	}
	x.report.Thought = float64(sum) / float64(len(x.thought))
	r, err := x.ask(question{task: "unthinking", user: x.Nonce + " What is three and four? Answer with one word.", most: 60, effort: llm.NoEffort})
	how := "whether that can be turned off is unknown"
	switch {
	case err != nil:
	case r.Thought == 0 && r.Reasoning == "":
		x.report.ThoughtOff = true
		how = "asked not to, it did not"
	default:
		how = "asked not to, it did all the same"
	}
	x.found(Thinks, Yes, "%.0f tokens of thought an answer, %d at most; %s", x.report.Thought, most, how)
}

// refusals tells what was learnt beside the rest.
func (x *exam) refusals() {
	names := slices.DeleteFunc(slices.Clone(x.refused()), func(name string) bool { return name == "system" })
	switch {
	case x.Refused == nil:
		x.found(Refusals, Unknown, "unknown")
	case len(names) == 0:
		x.found(Refusals, No, "nothing")
	default:
		x.found(Refusals, Yes, "%s; it is left out", strings.Join(names, ", "))
	}
}

// seconds is a time with as many digits as are true of a measurement.
func seconds(d time.Duration) string {
	if d < time.Second {
		return d.Round(10 * time.Millisecond).String()
	}
	return d.Round(100 * time.Millisecond).String()
}
