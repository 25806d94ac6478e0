package matching

import "slices"

// dealLoose gives roles and seats that tell little of one another. Every game is
// dealt twice, all deals together as evenly as can be, and one of the two is
// drawn: so what a team has played leaves open what it plays next, to the last
// game. Seats are drawn for every game by itself.
func dealLoose(s *Spec, d *dice, teams [][]slot) [][]chair {
	twice := *s
	twice.Games *= 2
	both := slices.Clone(teams)
	for _, slots := range teams {
		both = append(both, slices.Clone(slots))
	}
	dealt := dealRoles(&twice, d, both, nil)
	tables := make([][]chair, len(teams))
	for g := range tables {
		tables[g] = dealt[g+d.below(2)*len(teams)]
		shuffle(d, tables[g])
	}
	return tables
}
