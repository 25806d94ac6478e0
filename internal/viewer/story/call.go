package story

import (
	"wolfden/internal/chronicle"
)

// Call is a task of a player's that a model or a rule answered, as the player noted it. It is the player's own account:
// nothing in it is checked but that its figures can be true.
type Call struct {
	N        int // among the calls that the reader may see, from 1
	Task     string
	Prompt   string // version of the prompt
	By       string // what answered: model or rule
	Why      string // why a rule answered
	Messages []chronicle.Message
	Answer   string
	Model    string
	Cost
	Latency  int64 // milliseconds
	Attempts int
	Cached   bool
}

// Cost is what a call took.
type Cost struct {
	Calls, Rules int // 1 where a model answered, and where a rule did
	In, Out      int // tokens
	USD          float64
}

// shownCall is a call as pages show it, nil for none.
func shownCall(noted *chronicle.Call) *Call {
	if noted == nil {
		return nil
	}
	c := &Call{
		Task: Show(noted.Task), Prompt: Show(noted.Prompt), By: noted.By, Why: Show(noted.Why), Answer: Show(noted.Answer),
		Model: Show(noted.Model), Latency: noted.Latency, Attempts: noted.Attempts, Cached: noted.Cached,
		Cost: Cost{In: noted.In, Out: noted.Out, USD: noted.USD},
	}
	if c.By == chronicle.ByModel {
		c.Calls = 1
	} else {
		c.Rules = 1
	}
	for _, m := range noted.Messages {
		c.Messages = append(c.Messages, chronicle.Message{Role: Show(m.Role), Text: Show(m.Text)})
	}
	return c
}

// Size is how many bytes its prompt and its answer take.
func (c *Call) Size() int {
	n := len(c.Answer)
	for _, m := range c.Messages {
		n += len(m.Role) + len(m.Text)
	}
	return n
}

// Call is the call with the number, nil when the reader may see none with it.
func (s *Story) Call(n int) *Call {
	if n < 1 || n > len(s.Calls) {
		return nil
	}
	return s.Calls[n-1]
}

// Asked is what all players asked of models, for the answers that the reader may see.
func (s *Story) Asked() *chronicle.Calls {
	sum := &chronicle.Calls{}
	for i := range s.Players {
		if asked := &s.Players[i].Asked; asked.Asked() > 0 { // lines of the others are no lines of who asked
			sum.Add(asked)
		}
	}
	return sum
}
