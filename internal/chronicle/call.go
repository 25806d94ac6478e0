package chronicle

import (
	"encoding/json"

	"wolfden/gamelog"
)

// Call is a question of a player's that a model or a rule answered, as the player noted it. It is the player's own account,
// and foreign text: nothing in it is checked but that its figures can be true.
type Call struct {
	Task      string    `json:"task"`
	Answers   string    `json:"answers"`    // the request that the answer is given to, such as talk; empty where it is given to none
	Prompt    string    `json:"prompt"`     // version of the prompt
	By        string    `json:"by"`         // ByModel or ByRule
	Why       string    `json:"why"`        // why a rule answered
	Kind      string    `json:"cause"`      // the kind of that reason, as the player noted it; see Cause
	Again     string    `json:"again"`      // why the model was asked again; Messages then hold its first answer, or Refused does
	Refused   string    `json:"refused"`    // the first answer, where the model was not shown it again
	Repaired  string    `json:"repaired"`   // slips that the answer had and one reading all the same, with commas between
	AsDrafted bool      `json:"as_drafted"` // the model gave back the rules' draft as it was
	List      *List     `json:"list"`       // of a model's answer, nil where there is none in it
	Thought   string    `json:"thought"`    // what the model thought, where it shows it
	Messages  []Message `json:"messages"`
	Answer    string    `json:"answer"`
	Model     string    `json:"model"`

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

// The topics of calls and of wordings that were not used, the task that words, and the largest figures that are believed
// of a call.
const (
	topicModel   = "model"
	topicMeaning = "meaning"
	taskWord     = "word"

	mostTokens = 1e9
	mostUSD    = 1e6
	mostTime   = 1e9
	mostValues = 1e6
)

// CallsOf are the calls among the notes of an answer: one for each note, nil for any that is none. A player that decides by rules
// and has a model word its draft notes under "meaning" why it did not use the wording that follows: then its rule answered.
func CallsOf(notes []gamelog.Note) []*Call {
	calls, unused := make([]*Call, len(notes)), ""
	for i, n := range notes {
		if n.Topic == topicMeaning {
			unused = n.Text
		}
		c := callOf(n)
		if c != nil && c.Task == taskWord && c.By == ByModel && unused != "" {
			c.By, c.Why, c.Kind, unused = ByRule, unused, otherMeaning, ""
		}
		calls[i] = c
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
	if l := c.List; l != nil && (l.Dropped < 0 || l.Dropped > l.Given || l.Given > mostValues) {
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
