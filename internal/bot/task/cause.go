package task

import (
	"errors"

	"wolfden/internal/llm"
)

// The causes of tasks for which a rule answers, beside those of package llm. Tables count them as they stand.
const (
	causeNoModel  = "no model"
	causeNoPrompt = "no prompt"
	causeWindow   = llm.CauseTooLong

	breach          = "does not hold: "
	breachOther     = breach + "other"
	breachRepeated  = breach + "said before"
	breachLong      = breach + "too long"
	BreachEmpty     = breach + "empty"
	BreachStranger  = breach + "names a stranger"
	BreachChoice    = breach + "no legal choice"
	breachMeaning   = breach + "other meaning"
	breachSaid      = breach + "not what was said"
	BreachAskedElse = breach + "not what was asked for"
	breachSecret    = breach + "tells a secret"
	breachPrompt    = breach + "says the prompt"
)

// Causes are all causes of tasks but those of package llm. The slice is the caller's.
func Causes() []string {
	return []string{
		causeNoModel, causeNoPrompt, causeWindow, breachOther, breachRepeated, breachLong, BreachEmpty, BreachStranger, BreachChoice,
		breachMeaning, breachSaid, BreachAskedElse, breachSecret, breachPrompt,
	}
}

// The errors of an agent whose answers are no tasks.

// ErrWindow is the error of a prompt that is longer than the window of the model.
var ErrWindow = llm.Because(causeWindow, errors.New("the prompt is longer than the model's window, also without what may be left out"))

// ErrSilent is the error of an answer that says nothing.
var ErrSilent = Breaks(BreachEmpty, "utterance-empty")

// ErrNoName and ErrSeveral are those of an answer that names nobody who may be chosen, or more than one.
var (
	ErrNoName  = Breaks(BreachChoice, "names-nobody")
	ErrSeveral = Breaks(BreachChoice, "names-several")
)

// NoPrompt is the error of a prompt that could not be made.
func NoPrompt(err error) error { return llm.Because(causeNoPrompt, err) }

// Failed says that a rule answered the call, and why.
func (c *Call) Failed(err error) { c.By, c.Why, c.Cause = ByRule, err.Error(), llm.CauseOf(err) }

// Reject says why the answer to the last question is not used after all: a rule's stands in its place. Call it before anything else is
// asked; without a model there is nothing to reject.
func (d *Desk) Reject(why error) {
	if last := len(d.calls) - 1; last >= 0 {
		d.calls[last].Failed(why)
	}
}
