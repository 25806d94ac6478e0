package league

// Settings is how the language model of an entry is asked. Fields that are nil or empty are left to its player and the provider; 0 is a value like any other. What
// the fields may hold, the Maker knows.
type Settings struct {
	Temperature *float64 `yaml:"temperature" json:"temperature,omitempty"`
	TopP        *float64 `yaml:"top_p" json:"top_p,omitempty"`
	Seed        *int64   `yaml:"seed" json:"seed,omitempty"`
	Effort      string   `yaml:"effort" json:"effort,omitempty"`     // of thought
	Thought     *int     `yaml:"thought" json:"thought,omitempty"`   // most tokens of thought
	Answer      *int     `yaml:"answer" json:"answer,omitempty"`     // most tokens of an answer without its thought
	Timeout     string   `yaml:"timeout" json:"timeout,omitempty"`   // of an attempt, such as 30s
	Requests    *int     `yaml:"requests" json:"requests,omitempty"` // a minute
	Tokens      *int     `yaml:"tokens" json:"tokens,omitempty"`     // a minute
	Parallel    *int     `yaml:"parallel" json:"parallel,omitempty"` // requests at the same time
	Window      *int     `yaml:"window" json:"window,omitempty"`     // of context, in tokens
	// Extra are fields that go into the body of every request.
	Extra map[string]any `yaml:"extra" json:"extra,omitempty"`
}
