package matching

import "math"

// Standing is what speaks for teams and against them. Teams that have not come yet are not asked for.
type Standing interface {
	// Weight is 1 for a team against which nothing speaks, less for others.
	Weight(team string) float64
	// Rests reports whether the team's matches are to wait while there are others.
	Rests(team string) bool
}

// Heed lets Next prefer matches of more weight: that of a match is the product of its teams', times the factor for each
// game of it that failed. Matches of equal weight stay in order. Matches with a team that rests are passed over, unless
// no other match is left.
func (j *Journal) Heed(s Standing, factor float64) { j.standing, j.factor = s, factor }

// slotStanding is what a standing says of the slots.
type slotStanding struct {
	weight []float64
	rests  []bool
	factor float64
}

// standings asks for all slots once.
func (j *Journal) standings() *slotStanding {
	if j.standing == nil {
		return nil
	}
	names := j.ledger.names
	s := &slotStanding{make([]float64, len(names)), make([]bool, len(names)), j.factor}
	for i, name := range names {
		s.weight[i] = 1
		if name != "" {
			s.weight[i], s.rests[i] = j.standing.Weight(name), j.standing.Rests(name)
		}
	}
	return s
}

// of is the weight of a match, and whether it is to wait for a team that rests.
func (s *slotStanding) of(e *matchEntry) (weight float64, rests bool) {
	weight = math.Pow(s.factor, float64(e.failures)) // 0 to the power of 0 is 1
	for _, c := range e.Chairs {
		weight *= s.weight[c.slot]
		rests = rests || s.rests[c.slot]
	}
	return weight, rests
}

// best is the first of the heaviest entries among those that are ready, nil when there is none.
func (s *slotStanding) best(queue []*matchEntry, ready func(*matchEntry) bool) *matchEntry {
	var best, resting *matchEntry
	most, mostResting, others := -1.0, -1.0, false
	for _, e := range queue {
		weight, rests := s.of(e)
		others = others || !rests
		switch {
		case !ready(e):
		case rests && weight > mostResting:
			resting, mostResting = e, weight
		case !rests && weight > most:
			best, most = e, weight
		}
	}
	if best == nil && !others {
		return resting
	}
	return best
}
