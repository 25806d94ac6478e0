package judge

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

//go:embed criteria.json
var criteriaText []byte

// Criterion is one question about the players of a game.
type Criterion struct {
	Letter string `json:"letter"` // A to F, as in the contest's tables
	// Players are the sizes of games it is asked about; team play needs more than five.
	Players []int  `json:"players"`
	English string `json:"en"`
	Ja      string `json:"ja"`
}

// Text is the criterion in a language, in English where the language is not "ja".
func (c *Criterion) Text(lang string) string {
	if lang == "ja" {
		return c.Ja
	}
	return c.English
}

// Fits reports whether the criterion is asked about games of so many players.
func (c *Criterion) Fits(players int) bool { return slices.Contains(c.Players, players) }

// Criteria are all criteria in order. The slice is the caller's.
func Criteria() ([]Criterion, error) {
	var all []Criterion
	if err := json.Unmarshal(criteriaText, &all); err != nil {
		return nil, fmt.Errorf("judge: reading the criteria: %w", err)
	}
	return all, nil
}

// Select are the criteria with the letters, in the order of Criteria; none asks for all.
func Select(letters []string) ([]Criterion, error) {
	all, err := Criteria()
	if err != nil || len(letters) == 0 {
		return all, err
	}
	known := map[string]bool{}
	var chosen []Criterion
	for _, c := range all {
		known[c.Letter] = true
		if slices.ContainsFunc(letters, func(l string) bool { return strings.EqualFold(l, c.Letter) }) {
			chosen = append(chosen, c)
		}
	}
	for _, l := range letters {
		if !known[strings.ToUpper(l)] {
			return nil, fmt.Errorf("judge: there is no criterion %q; there are A, B, C, D, E, F", l)
		}
	}
	return chosen, nil
}
