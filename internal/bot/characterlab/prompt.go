package characterlab

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"wolfden/werewolf"
)

// What a prompt leaves out: roles that are less likely, and ties of which nothing is as strong.
const (
	unlikely = 0.05
	weak     = 0.1
)

// prompt is the state in words, under a line that says how to read it; "" where there is none. The living come in the order of the
// table, their roles from the likeliest on.
func (s *state) prompt(o *werewolf.Observation) string {
	lines := s.rows(o)
	if ties := s.links(o); len(ties) > 0 {
		lines = append(append(lines, s.words.Say("ties")), ties...)
	}
	return strings.Join(lines, "\n")
}

// rows are the roles of the living others, under their legend; none without probabilities.
func (s *state) rows(o *werewolf.Observation) (lines []string) {
	if s.Roles == nil {
		return nil
	}
	lines = append(lines, s.words.Say("roles"))
	for id := range o.Others().All() {
		var list []string
		roles := s.Roles[o.Name(id)]
		for _, role := range byChance(roles) {
			if p := roles[role]; p >= unlikely {
				list = append(list, role+" "+strconv.Itoa(int(math.Round(100*p)))+"%")
			}
		}
		lines = append(lines, o.Name(id)+": "+strings.Join(list, ", "))
	}
	return lines
}

// byChance are roles, the likeliest first.
func byChance(roles map[string]float64) (names []string) {
	for role := range roles {
		names = append(names, role)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(roles[b], roles[a]), strings.Compare(a, b)) })
	return names
}

// links are the ties between the living, a line a pair.
func (s *state) links(o *werewolf.Observation) (lines []string) {
	for from := range o.Living.All() {
		for to := range o.Living.All() {
			one := s.between(o, from, to)
			var list []string
			for _, part := range []struct {
				kind string
				n    float64
			}{{"trust", one.Trust}, {"suspicion", one.Suspicion}, {"alliance", one.Alliance}} {
				if math.Abs(part.n) >= weak {
					list = append(list, s.words.Say(part.kind)+" "+strconv.FormatFloat(part.n, 'f', 2, 64))
				}
			}
			if len(list) > 0 {
				lines = append(lines, o.Name(from)+" → "+o.Name(to)+": "+strings.Join(list, ", "))
			}
		}
	}
	return lines
}
