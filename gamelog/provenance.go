package gamelog

// Provenance says what made a record: which program, by which plan, and who sat in each seat with which settings. No event
// follows from it, so a replay needs none of it. The zero Provenance says nothing.
//
// It is for whoever keeps the record. A player or a spectator of a game that goes on must not be shown it.
type Provenance struct {
	Program string `json:"program,omitempty"` // version of wolfden that wrote the record
	Commit  string `json:"commit,omitempty"`  // that it was built from, "unknown" where the program does not know
	Command string `json:"command,omitempty"` // that played the game, such as play or league
	Source  string `json:"source,omitempty"`  // of a game played elsewhere: what the record was made from
	Plan    string `json:"plan,omitempty"`    // that the game belongs to: a hash of a league's plan, or a server's track
	Setup   string `json:"setup,omitempty"`   // of the plan
	Round   int    `json:"round,omitempty"`   // of the setup, from 1
	// Deal numbers the deals of a setup or of a series from 1. Games of one deal have the same seed, roles and characters.
	Deal    int       `json:"deal,omitempty"`
	Match   string    `json:"match,omitempty"`   // of a server's schedule
	Players []Entrant `json:"players,omitempty"` // one a seat, in their order; none where nothing is known
}

// Entrant is the player in a seat, with what must be known to let it play again. The zero Entrant is a program that nothing
// is known of but what stands in the seat.
type Entrant struct {
	Entry  string   `json:"entry,omitempty"`  // its name in the plan
	Player string   `json:"player,omitempty"` // the built-in player
	Option string   `json:"option,omitempty"` // what stood after the colon of the player's name
	Off    []string `json:"off,omitempty"`    // modules that were left out
	Lang   string   `json:"lang,omitempty"`   // that it was made for, where that is not the game's
	Person bool     `json:"person,omitempty"` // somebody at a page, not a program
	Remote bool     `json:"remote,omitempty"` // a program elsewhere
	Model  string   `json:"model,omitempty"`  // the language model it asks; none where rules answer
	// Tasks are what it may ask the model, by name.
	Tasks map[string]Generation `json:"tasks,omitempty"`
}

// Generation is how a model was asked. What is zero was left to the provider.
type Generation struct {
	Prompt      string   `json:"prompt,omitempty"` // hash of the prompt
	Temperature *float64 `json:"temperature,omitempty"`
	MaxTokens   int      `json:"max_tokens,omitempty"`
}
