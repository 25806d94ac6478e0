package chronicle

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// List is what the lists in a model's answer to a call held, as the player noted it.
type List struct {
	Given   int  `json:"given"`
	Dropped int  `json:"dropped"` // one by one, since they were not of the game or not in what was shown
	Empty   bool `json:"empty"`   // the answer is nothing but lists, and no value is left in them
}

// Lists sums them for a task.
type Lists struct {
	Answers int `json:"answers"`
	Empty   int `json:"empty,omitempty"`
	Values  int `json:"values"`
	Dropped int `json:"dropped,omitempty"`
}

// listed adds to the sum of a task.
func (s *Calls) listed(task string, l Lists) {
	if s.Lists == nil {
		s.Lists = map[string]Lists{}
	}
	sum := s.Lists[task]
	s.Lists[task] = Lists{sum.Answers + l.Answers, sum.Empty + l.Empty, sum.Values + l.Values, sum.Dropped + l.Dropped}
}

// Hollow tells, a line for each task, how many answers of a model were empty lists and how many values were dropped from its lists. A
// module that has nothing to go by looks like one that found nothing otherwise.
func (s *Calls) Hollow() (lines []string) {
	for _, task := range slices.Sorted(maps.Keys(s.Lists)) {
		var parts []string
		l := s.Lists[task]
		if l.Empty > 0 {
			parts = append(parts, fmt.Sprintf("%d of %d answers empty", l.Empty, l.Answers))
		}
		if l.Dropped > 0 {
			parts = append(parts, fmt.Sprintf("%d of %d values dropped", l.Dropped, l.Values))
		}
		if len(parts) > 0 {
			lines = append(lines, Label(task)+": "+strings.Join(parts, ", "))
		}
	}
	return lines
}
