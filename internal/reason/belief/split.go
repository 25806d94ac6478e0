package belief

import (
	"wolfden/internal/reason/deal"
	"wolfden/internal/reason/worlds"
	"wolfden/werewolf"
)

// wolfRoles deals the werewolves' roles among the members of a team, where there are several such roles. All of them
// resemble the contest's werewolf, so evidence does not tell them apart: every possible deal has the same weight.
type wolfRoles struct {
	table *werewolf.RoleTable
	roles []werewolf.Role
	lead  werewolf.Role // whose evidence is used for all
	// shares says, by place in the team and role, in which part of the deals the player has the role.
	shares []deal.Weights
	best   []werewolf.Role // one deal, by place in the team
}

func newSplit(k *worlds.Knowledge) wolfRoles {
	set := k.Wolves()
	s := wolfRoles{table: k.Roles, roles: (set & k.Counts.InPlay()).Slice(), lead: set.Slice()[0]}
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

// ways returns the number of ways to deal the roles to the team; it fills shares and best.
func (s *wolfRoles) ways(k *worlds.Knowledge, team []int) float64 {
	if len(s.roles) <= 1 {
		return 1
	}
	left := k.Counts
	clear(s.shares)
	total := s.dealFrom(k, team, 0, &left)
	for place := range s.shares {
		for r := range s.shares[place] {
			s.shares[place][r] /= max(total, 1)
		}
	}
	return total
}

// dealFrom deals the roles from one place of the team on, and counts the ways.
func (s *wolfRoles) dealFrom(k *worlds.Knowledge, team []int, place int, left *werewolf.RoleCounts) (total float64) {
	if place == len(team) {
		return 1
	}
	for _, r := range s.roles {
		if left[r] == 0 || !k.May[team[place]+1].Has(r) {
			continue
		}
		left[r]--
		if n := s.dealFrom(k, team, place+1, left); n > 0 {
			s.best[place] = r
			s.shares[place][r] += n
			total += n
		}
		left[r]++
	}
	return total
}
