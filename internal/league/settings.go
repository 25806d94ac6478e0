package league

// Settings is how the language model of an entry is asked. Fields that are nil or empty are left to its player and the provider; 0 is a value like any other. What
// the fields may hold, the Maker knows.
type Settings struct {
	Temperature *float64 `yaml:"temperature,omitempty" json:"temperature,omitempty"`
	TopP        *float64 `yaml:"top_p,omitempty" json:"top_p,omitempty"`
	Seed        *int64   `yaml:"seed,omitempty" json:"seed,omitempty"`
	Effort      string   `yaml:"effort,omitempty" json:"effort,omitempty"`     // of thought
	Thought     *int     `yaml:"thought,omitempty" json:"thought,omitempty"`   // most tokens of thought
	Answer      *int     `yaml:"answer,omitempty" json:"answer,omitempty"`     // most tokens of an answer without its thought
	Timeout     string   `yaml:"timeout,omitempty" json:"timeout,omitempty"`   // of an attempt, such as 30s
	Requests    *int     `yaml:"requests,omitempty" json:"requests,omitempty"` // a minute
	Tokens      *int     `yaml:"tokens,omitempty" json:"tokens,omitempty"`     // a minute
	Parallel    *int     `yaml:"parallel,omitempty" json:"parallel,omitempty"` // requests at the same time
	Window      *int     `yaml:"window,omitempty" json:"window,omitempty"`     // of context, in tokens
	// Extra are fields that go into the body of every request.
	Extra map[string]any `yaml:"extra,omitempty" json:"extra,omitempty"`
}
