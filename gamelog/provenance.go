package gamelog

import "encoding/json"

// Provenance says how a record came about: which program wrote it, by which plan, and who sat in each seat
// with which settings. No event depends on it, so a replay does not need it. The zero Provenance says nothing.
//
// It is meant for whoever keeps the record. Players and spectators of a running game must not see it.
type Provenance struct {
	Program string `json:"program,omitempty"` // version of wolfden that wrote the record
	Commit  string `json:"commit,omitempty"`  // of that program, "unknown" if not built in
	Command string `json:"command,omitempty"` // that played the game, such as play or league
	Source  string `json:"source,omitempty"`  // what the record of a game played elsewhere was made from
	Plan    string `json:"plan,omitempty"`    // the game belongs to: hash of a league's plan, or a server's track
	Setup   string `json:"setup,omitempty"`   // of the plan
	Round   int    `json:"round,omitempty"`   // of the setup, from 1
	// Deal numbers the deals of a setup or of a series from 1. Games of one deal have the same seed, roles and characters.
	Deal  int    `json:"deal,omitempty"`
	Match string `json:"match,omitempty"` // of a server's schedule
	// Tries is how many games of the match may fail since somebody is gone, before it is lost; -1: any number. 0 where nobody wrote it down.
	Tries   int       `json:"tries,omitempty"`
	Commas  bool      `json:"commas,omitempty"`  // built-in players wrote English with its commas
	Probe   bool      `json:"probe,omitempty"`   // players were asked beside the game what they believed
	Players []Entrant `json:"players,omitempty"` // by seat; empty if unknown
}

// Entrant describes the player in a seat well enough to let it play again. The zero Entrant is a program of
// which nothing is known but its seat.
type Entrant struct {
	Entry  string   `json:"entry,omitempty"`  // its name in the plan
	Player string   `json:"player,omitempty"` // the built-in player
	Option string   `json:"option,omitempty"` // the part of the player's name after the colon
	Off    []string `json:"off,omitempty"`    // modules switched off
	// Parameters are the numbers that were set otherwise than the player's list has them, by name.
	Parameters map[string]float64 `json:"parameters,omitempty"`
	Lang       string             `json:"lang,omitempty"`   // its language, if not the game's
	Person     bool               `json:"person,omitempty"` // somebody at a page, not a program
	Remote     bool               `json:"remote,omitempty"` // a program of the user's, or elsewhere
	// Command started the program, where it was not elsewhere. Files tells apart versions of the files that it names.
	Command string `json:"command,omitempty"`
	Files   string `json:"files,omitempty"`
	Model   string `json:"model,omitempty"` // the language model it asks; none if rules answer
	// Models are those of requests, modules and tasks that have their own, by name.
	Models map[string]string `json:"models,omitempty"`
	// Window is how many tokens a prompt may have with its answer, by which the player measures what it remembers.
	Window int `json:"window,omitempty"`
	// Tasks are the tasks for which it may ask the model, by name.
	Tasks map[string]Generation `json:"tasks,omitempty"`
}

// Generation says how a model was asked. Zero fields were left to the provider.
type Generation struct {
	Prompt      string          `json:"prompt,omitempty"` // hash of the prompt
	Model       string          `json:"model,omitempty"`  // if not the player's
	Temperature *float64        `json:"temperature,omitempty"`
	TopP        *float64        `json:"top_p,omitempty"`
	Seed        *int64          `json:"seed,omitempty"`
	MaxTokens   int             `json:"max_tokens,omitempty"` // of the answer without its thought
	Effort      string          `json:"effort,omitempty"`     // of thought
	Thought     int             `json:"thought_tokens,omitempty"`
	Extra       json.RawMessage `json:"extra,omitempty"` // fields added to the request
}
