package matching

import "slices"

// dealLoose gives roles and seats that tell little of one another. Every game is
// dealt twice, all deals together as evenly as can be, and one of the two is
// drawn: so what a team has played leaves open what it plays next, to the last
// game. Seats are drawn for every game by itself. A game that is dealt again is
// dealt by itself too.
func dealLoose(s *Spec, d *dice, teams [][]slot, again bool) [][]chair {
	if again {
		return dealByLot(s, d, teams)
	}
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

// dealByLot gives roles and seats that follow from nothing else.
func dealByLot(s *Spec, d *dice, teams [][]slot) [][]chair {
	tables := make([][]chair, len(teams))
	order := rarestFirst(s.Roles)
	for g, slots := range teams {
		shuffle(d, slots)
		for i, slot := range slots {
			tables[g] = append(tables[g], chair{slot, order[i]})
		}
		shuffle(d, tables[g])
	}
	return tables
}
