package judge

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

//go:embed criteria.json
var criteriaText []byte

// Criterion is one question about the players of a game.
type Criterion struct {
	Letter string `json:"letter"` // A to F as in the contest's tables, or any other
	// Players are the sizes of games it is asked about; team play needs more than five.
	Players []int  `json:"players"`
	English string `json:"en"`
	Ja      string `json:"ja"`
	// Signs weigh the figures of package measure by which it ranks: above 0 where more is better. Without any, only people and
	// models answer. Raters do not see them.
	Signs map[string]float64 `json:"-"`
}

// Text returns the criterion in the language, in English where the language is not "ja".
func (c *Criterion) Text(lang string) string {
	if lang == "ja" {
		return c.Ja
	}
	return c.English
}

// Fits reports whether the criterion is asked about games of so many players.
func (c *Criterion) Fits(players int) bool { return slices.Contains(c.Players, players) }

// Criteria returns all criteria in order. The slice is the caller's.
func Criteria() ([]Criterion, error) {
	var entries []struct {
		Criterion
		Signs map[string]float64 `json:"signs"`
	}
	if err := json.Unmarshal(criteriaText, &entries); err != nil {
		return nil, fmt.Errorf("reading the criteria: %w", err)
	}
	var all []Criterion
	for i := range entries {
		entries[i].Criterion.Signs = entries[i].Signs
		all = append(all, entries[i].Criterion)
	}
	return all, nil
}

// Wording is a hash of the texts of all criteria, so that answers to others are told apart; "" where they cannot be read, which Criteria tells.
func Wording() string {
	all, err := Criteria()
	if err != nil {
		return ""
	}
	h := sha256.New()
	for i := range all {
		_, _ = fmt.Fprintln(h, all[i].Letter, all[i].English, all[i].Ja)
	}
	return hex.EncodeToString(h.Sum(nil)[:3])
}

// Select returns the criteria with these letters, in the order of Criteria; no letters ask for all.
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
			return nil, fmt.Errorf("there is no criterion %q; there are %s", l, Letters(all))
		}
	}
	return chosen, nil
}

// Letters are those of the criteria, as in A, B, C.
func Letters(criteria []Criterion) string {
	var all []string
	for i := range criteria {
		all = append(all, criteria[i].Letter)
	}
	return strings.Join(all, ", ")
}
