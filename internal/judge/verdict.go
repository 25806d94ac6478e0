package judge

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"wolfden/internal/llm"
)

// Scale is how a rater tells the players of a game apart.
type Scale string

// The scales: all players in order, without ties, 1 is best; or each by itself from Worst to Best, as at the AIWolf contest of 2024
// (Watanabe and Kano, 2024, table 9).
const (
	Ranked Scale = ""
	Rated  Scale = "1-5"
)

// Worst and Best are the ends of the scale of ratings.
const (
	Worst = 1
	Best  = 5
)

// Noun is what an answer on the scale is called.
func (s Scale) Noun() string {
	if s == Rated {
		return "rating"
	}
	return "ranking"
}

// Verdict is what a rater says of the players of a game: one of the two, as the scale of the question has it, or that it cannot tell.
type Verdict struct {
	Ranking    []string       `json:"ranking,omitempty"` // names, best first
	Ratings    map[string]int `json:"ratings,omitempty"` // by name
	CannotTell bool           `json:"cannot_tell,omitempty"`
}

// Given reports whether there is one.
func (v *Verdict) Given() bool { return v.CannotTell || v.Ranking != nil || v.Ratings != nil }

// Same reports whether two say the same.
func (v *Verdict) Same(other *Verdict) bool {
	return v.CannotTell == other.CannotTell && slices.Equal(v.Ranking, other.Ranking) && maps.Equal(v.Ratings, other.Ratings)
}

// Check says why a verdict is none on the scale about these players, all of whom it must name once, or else nobody.
func (v *Verdict) Check(s Scale, names []string) error {
	switch {
	case v.CannotTell && (v.Ranking != nil || v.Ratings != nil):
		return errBoth
	case v.CannotTell && (s == Ranked || s == Rated):
		return nil
	case s == Ranked && v.Ratings == nil:
		return Check(v.Ranking, names)
	case s != Rated || v.Ranking != nil:
		return errScale
	}
	for _, name := range slices.Sorted(maps.Keys(v.Ratings)) {
		if mark := v.Ratings[name]; mark < Worst || mark > Best {
			return fmt.Errorf("%q is rated %d, which %w", short(name), mark, errMark)
		}
	}
	return Check(slices.Sorted(maps.Keys(v.Ratings)), names)
}

// marks are the ranks or ratings by name.
func (v *Verdict) marks() map[string]int {
	if v.Ratings != nil {
		return v.Ratings
	}
	marks := map[string]int{}
	for i, name := range v.Ranking {
		marks[name] = i + 1
	}
	return marks
}

// Why an answer is on no scale.
var (
	errScale = errors.New("is not on the scale that was asked for")
	errBoth  = errors.New("cannot tell and tells all the same")
	errMark  = fmt.Errorf("is no whole number from %d to %d", Worst, Best)
)

// verdict is what a model answered, if it is one about the names, and the slips of the answer. Blanks around names do not count.
func verdict(resp llm.Response, s Scale, names []string) (v Verdict, repaired string, err error) {
	var answer struct {
		Ranking []string `json:"ranking"`
		Ratings []struct {
			Player string `json:"player"`
			Rating int    `json:"rating"`
		} `json:"ratings"`
	}
	if err := json.Unmarshal(resp.JSON, &answer); err != nil {
		return v, "", fmt.Errorf("the answer cannot be read: %w", err)
	}
	slips := strings.FieldsFunc(resp.Repaired, func(c rune) bool { return c == ',' })
	read := func(text string) string {
		name, slip := named(strings.TrimSpace(text), names)
		if slip && !slices.Contains(slips, slipName) {
			slips = append(slips, slipName)
		}
		return name
	}
	for _, n := range answer.Ranking {
		v.Ranking = append(v.Ranking, read(n))
	}
	for _, r := range answer.Ratings {
		name := read(r.Player)
		if _, twice := v.Ratings[name]; twice {
			return v, "", fmt.Errorf("%q %w", short(name), errTwice)
		}
		if v.Ratings == nil {
			v.Ratings = map[string]int{}
		}
		v.Ratings[name] = r.Rating
	}
	return v, strings.Join(slips, ","), v.Check(s, names)
}

// slipName is a name with something around it, or in other letters.
const slipName = "name"

// Around a name may stand a number or marks before it, and something in brackets or behind a colon or a dash.
var (
	behindName = regexp.MustCompile(`\s*(?:[(（].*|[:：].*|\s[-–—]\s.*)$`)
	beforeName = regexp.MustCompile(`^\s*(?:#?\d+\s*(?:[.):：、位]|st|nd|rd|th)\s*)?`)
)

// named is the only name that a text can be read as, and whether it is written otherwise; the text itself where there is none.
func named(text string, names []string) (name string, slip bool) {
	if slices.Contains(names, text) {
		return text, false
	}
	for _, read := range []string{text, beforeName.ReplaceAllString(text, ""), behindName.ReplaceAllString(beforeName.ReplaceAllString(text, ""), "")} {
		read = strings.Trim(read, " \t\n\"'`*_@「」『』.,、。")
		var found []string
		for _, n := range names {
			if strings.EqualFold(n, read) {
				found = append(found, n)
			}
		}
		if len(found) == 1 {
			return found[0], true
		}
	}
	return text, false
}
