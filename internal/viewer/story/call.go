package story

import (
	"wolfden/gamelog"
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

// Cost is what calls took. The zero Cost is that of none.
type Cost struct {
	Calls, Rules int // answered by a model, and by a rule
	In, Out      int // tokens
	USD          float64
}

// callOf is the call of the note, nil for any other note: that one is shown as text.
func callOf(n gamelog.Note) *Call {
	noted := chronicle.CallOf(n)
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

// add adds what another took.
func (c *Cost) add(o Cost) {
	c.Calls += o.Calls
	c.Rules += o.Rules
	c.In += o.In
	c.Out += o.Out
	c.USD += o.USD
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

// Cost is what the calls of all players took whose answers the reader may see.
func (s *Story) Cost() (sum Cost) {
	for i := range s.Players {
		sum.add(s.Players[i].Cost)
	}
	return sum
}
