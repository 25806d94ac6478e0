// Package demand tells what a seat of each player asks of a language model in a game.
//
// The law of the package: its figures were counted, in games with a stand-in for the model that a test of the package plays again; it
// asks nothing and knows no player. Lengths are bytes, since nobody knows the tokens of every model.
package demand

import (
	_ "embed"
	"fmt"
	"strings"

	"wolfden/internal/strictjson"
)

//go:embed seats.json
var counted []byte

// Seat is what one seat of a player asks of a model in a game, on average over the seats and roles of games in which every seat is
// that player. The zero value asks nothing.
type Seat struct {
	Requests float64 `json:"requests"`
	In       float64 `json:"in"` // bytes of prompts
	// New are those of In that no earlier request of the game began with, whichever seat's: what a server reads that keeps all of
	// them. Switched are those that the request right before did not begin with: what one reads that keeps the last alone.
	New      float64 `json:"new"`
	Switched float64 `json:"switched"`
	Out      float64 `json:"out"` // bytes of the stand-in's answers, which are short
	// Room is how many tokens the answers may have, all together.
	Room float64 `json:"room"`
}

// Times is the demand of so many seats.
func (s Seat) Times(seats float64) Seat {
	return Seat{seats * s.Requests, seats * s.In, seats * s.New, seats * s.Switched, seats * s.Out, seats * s.Room}
}

// Plus is the demand of both.
func (s Seat) Plus(o Seat) Seat {
	return Seat{s.Requests + o.Requests, s.In + o.In, s.New + o.New, s.Switched + o.Switched, s.Out + o.Out, s.Room + o.Room}
}

// Sizes lists the numbers of players of the games that were counted. The slice is the caller's.
func Sizes() []int { return []int{5, 9, 13} }

// Table is what was counted, by language, player and number of players, such as "9".
type Table map[string]map[string]map[string]Seat

// Counted reads the table that comes with the program.
func Counted() (Table, error) {
	var t Table
	if err := strictjson.Read(counted, &t); err != nil {
		return nil, fmt.Errorf("reading what was counted: %w", err)
	}
	return t, nil
}

// Of looks a player up by its name as users write it. Modules that are left out, and parameters, do not count. It reports false for a
// player that asks no model, or does not play with so many or in the language, "en" or "ja".
func (t Table) Of(player, lang string, players int) (s Seat, known bool) {
	kind, _, _ := strings.Cut(player, ":")
	s, known = t[lang][kind][fmt.Sprint(players)]
	return s, known
}
