package agreement

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"wolfden/internal/csvtable"
)

// Read reads a table with the columns team and rater, and a column for every
// criterion with the score that the rater gave the team, such as a mean rank.
// An empty score is a missing one. What stands behind a score, such as A_n or A_low behind A, is no criterion. Errors name the line.
func Read(r io.Reader) (*Table, error) {
	t := &Table{scores: map[key]float64{}}
	if err := t.read(r); err != nil {
		return nil, err
	}
	if len(t.Raters) < 2 {
		return nil, fmt.Errorf("raters in the table: %d; agreement needs two", len(t.Raters))
	}
	return t, nil
}

func (t *Table) read(r io.Reader) error {
	s, err := csvtable.Open(r, "team", "rater")
	if err != nil {
		return err
	}
	t.criteria = slices.DeleteFunc(slices.Clone(s.Columns()), func(c string) bool { return c == "team" || c == "rater" || c == "wording" || behind(c, s) })
	if len(t.criteria) == 0 {
		return s.Errorf("there is no criterion beside team and rater")
	}
	if len(t.criteria) > mostCriteria {
		return s.Errorf("%d criteria; at most %d are compared", len(t.criteria), mostCriteria)
	}
	for {
		err := s.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = t.add(s)
		}
		if err != nil {
			return err
		}
	}
}

// behind reports whether a column says something of another: how much a score rests on, or its interval.
func behind(column string, s *csvtable.Reader) bool {
	at := strings.LastIndexByte(column, '_')
	return at > 0 && slices.Contains([]string{"n", "games", "low", "high"}, column[at+1:]) && s.Has(column[:at])
}

// add takes the scores of one line.
func (t *Table) add(s *csvtable.Reader) error {
	k := key{rater: s.Field("rater"), team: s.Field("team")}
	if k.rater == "" || k.team == "" {
		return s.Errorf("team or rater is empty")
	}
	for _, k.criterion = range t.criteria {
		if _, twice := t.scores[k]; twice {
			return s.Errorf("%q has rated %q before", k.rater, k.team)
		}
		v := math.NaN()
		if field := s.Field(k.criterion); field != "" {
			var err error
			if v, err = strconv.ParseFloat(field, 64); err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
				return s.Errorf("%s is %q; give a number, or nothing where there is none", k.criterion, field)
			}
		}
		t.scores[k] = v
	}
	if !slices.Contains(t.Raters, k.rater) {
		t.Raters = append(t.Raters, k.rater)
	}
	if !slices.Contains(t.Teams, k.team) {
		t.Teams = append(t.Teams, k.team)
	}
	if len(t.Raters) > MostRaters || len(t.Teams) > mostTeams {
		return s.Errorf("more than %d raters or %d teams; every two raters are compared, so leave some out", MostRaters, mostTeams)
	}
	return nil
}

// Every two raters are compared over all teams: what is beyond this would take hours.
const (
	// MostRaters are compared at most, also within games.
	MostRaters   = 200
	mostTeams    = 5000
	mostCriteria = 100
)
