package belief

import (
	"wolfden/internal/reason/deal"
	"wolfden/internal/reason/worlds"
	"wolfden/werewolf"
)

// split says which of several roles of werewolves each of a team has. All are like the werewolf of the contest, so that
// evidence does not tell them apart: every way to deal them that is possible is worth the same.
type split struct {
	table *werewolf.RoleTable
	roles []werewolf.Role
	lead  werewolf.Role // whose evidence stands for all
	// shares are, by place in the team and role, in which part of the ways the player has the role.
	shares []deal.Weights
	best   []werewolf.Role // one way, by place in the team
}

func newSplit(k *worlds.Knowledge) split {
	set := k.Wolves()
	s := split{table: k.Roles, roles: (set & k.Counts.InPlay()).Slice(), lead: set.Slice()[0]}
	if len(s.roles) > 0 {
		s.lead = s.roles[0]
	}
	n := k.Counts.Of(set)
	s.shares, s.best = make([]deal.Weights, n), make([]werewolf.Role, n)
	for place := range n {
		s.shares[place][s.lead], s.best[place] = 1, s.lead
	}
	return s
}

// ways is how many ways to deal the roles to the team there are; it fills shares and best.
func (s *split) ways(k *worlds.Knowledge, team []int) float64 {
	if len(s.roles) <= 1 {
		return 1
	}
	left := k.Counts
	clear(s.shares)
	total := s.put(k, team, 0, &left)
	for place := range s.shares {
		for r := range s.shares[place] {
			s.shares[place][r] /= max(total, 1)
		}
	}
	return total
}

// put deals the roles from one place of the team on, and counts.
func (s *split) put(k *worlds.Knowledge, team []int, place int, left *werewolf.RoleCounts) (total float64) {
	if place == len(team) {
		return 1
	}
	for _, r := range s.roles {
		if left[r] == 0 || !k.May[team[place]+1].Has(r) {
			continue
		}
		left[r]--
		if n := s.put(k, team, place+1, left); n > 0 {
			s.best[place] = r
			s.shares[place][r] += n
			total += n
		}
		left[r]++
	}
	return total
}
