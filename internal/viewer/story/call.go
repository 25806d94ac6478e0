package story

import (
	"encoding/json"

	"wolfden/gamelog"
)

// Call is a task of a player's that a model or a rule answered, as the player noted it. It is the player's own account:
// nothing in it is checked but that its figures can be true.
type Call struct {
	N        int // among the calls that the reader may see, from 1
	Task     string
	Prompt   string // version of the prompt
	By       string // what answered: model or rule
	Why      string // why a rule answered
	Messages []Message
	Answer   string
	Model    string
	Cost
	Latency  int64 // milliseconds
	Attempts int
	Cached   bool
}

// Message is one of those that a model was given.
type Message struct {
	Role string `json:"role"`
	Text string `json:"text"`
}

// Cost is what calls took. The zero Cost is that of none.
type Cost struct {
	Calls, Rules int // answered by a model, and by a rule
	In, Out      int // tokens
	USD          float64
}

// The topic of calls, and the largest figures that are believed of one.
const (
	topicModel = "model"
	mostTokens = 1e9
	mostUSD    = 1e6
	mostTime   = 1e9
)

// callOf is the call of the note, nil for any other note: that one is shown as text.
func callOf(n gamelog.Note) *Call {
	if n.Topic != topicModel {
		return nil
	}
	var raw struct {
		Task     string    `json:"task"`
		Prompt   string    `json:"prompt"`
		By       string    `json:"by"`
		Why      string    `json:"why"`
		Messages []Message `json:"messages"`
		Answer   string    `json:"answer"`
		Model    string    `json:"model"`
		In       int       `json:"tokens_in"`
		Out      int       `json:"tokens_out"`
		USD      float64   `json:"cost_usd"`
		Latency  int64     `json:"latency_ms"`
		Attempts int       `json:"attempts"`
		Cached   bool      `json:"cached"`
	}
	if json.Unmarshal([]byte(n.Text), &raw) != nil || raw.By != "model" && raw.By != "rule" {
		return nil
	}
	for _, figure := range [][2]float64{
		{float64(raw.In), mostTokens}, {float64(raw.Out), mostTokens}, {raw.USD, mostUSD},
		{float64(raw.Latency), mostTime}, {float64(raw.Attempts), mostTime},
	} {
		if figure[0] < 0 || figure[0] > figure[1] {
			return nil
		}
	}
	c := &Call{
		Task: Show(raw.Task), Prompt: Show(raw.Prompt), By: raw.By, Why: Show(raw.Why), Answer: Show(raw.Answer),
		Model: Show(raw.Model), Latency: raw.Latency, Attempts: raw.Attempts, Cached: raw.Cached,
		Cost: Cost{In: raw.In, Out: raw.Out, USD: raw.USD},
	}
	if c.By == "model" {
		c.Calls = 1
	} else {
		c.Rules = 1
	}
	for _, m := range raw.Messages {
		c.Messages = append(c.Messages, Message{Show(m.Role), Show(m.Text)})
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
