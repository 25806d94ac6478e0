package chronicle

import (
	"encoding/json"

	"wolfden/gamelog"
)

// Call is a question of a player's that a model or a rule answered, as the player noted it. It is the player's own account,
// and foreign text: nothing in it is checked but that its figures can be true.
type Call struct {
	Task     string    `json:"task"`
	Prompt   string    `json:"prompt"`  // version of the prompt
	By       string    `json:"by"`      // ByModel or ByRule
	Why      string    `json:"why"`     // why a rule answered
	Again    string    `json:"again"`   // why the model was asked again; Messages then hold its first answer
	Thought  string    `json:"thought"` // what the model thought, where it shows it
	Messages []Message `json:"messages"`
	Answer   string    `json:"answer"`
	Model    string    `json:"model"`

	In         int     `json:"tokens_in"`
	CachedIn   int     `json:"tokens_in_cached"` // those of In that the provider had in its cache
	Out        int     `json:"tokens_out"`
	ThoughtOut int     `json:"tokens_thought"` // those of Out that were thought
	USD        float64 `json:"cost_usd"`
	Latency    int64   `json:"latency_ms"`
	Attempts   int     `json:"attempts"` // requests that were sent
	Cached     bool    `json:"cached"`   // the answer is from a cache of the user's: nothing was sent or paid
}

// Message is one of those that a model was given.
type Message struct {
	Role string `json:"role"`
	Text string `json:"text"`
}

// Who answers a call.
const (
	ByModel = "model"
	ByRule  = "rule"
)

// The topic of calls, and the largest figures that are believed of one.
const (
	topicModel = "model"

	mostTokens = 1e9
	mostUSD    = 1e6
	mostTime   = 1e9
)

// CallsOf are the calls among the notes of an answer: one for each note, nil for any that is none.
func CallsOf(notes []gamelog.Note) []*Call {
	calls := make([]*Call, len(notes))
	for i, n := range notes {
		calls[i] = callOf(n)
	}
	return calls
}

// callOf is the call of a note, nil for any other note.
func callOf(n gamelog.Note) *Call {
	if n.Topic != topicModel {
		return nil
	}
	c := &Call{}
	if json.Unmarshal([]byte(n.Text), c) != nil || c.By != ByModel && c.By != ByRule {
		return nil
	}
	for _, figure := range [][2]float64{
		{float64(c.In), mostTokens}, {float64(c.CachedIn), mostTokens}, {float64(c.Out), mostTokens}, {float64(c.ThoughtOut), mostTokens},
		{c.USD, mostUSD}, {float64(c.Latency), mostTime}, {float64(c.Attempts), mostTime},
	} {
		if figure[0] < 0 || figure[0] > figure[1] {
			return nil
		}
	}
	return c
}

// answered reports whether a model gave an answer to a request that was sent, whether or not it was used.
func (c *Call) answered() bool { return !c.Cached && (c.Answer != "" || c.Out > 0) }
