package matching

import (
	"fmt"

	"wolfden/internal/secret"
	"wolfden/werewolf"
)

// ID names one match for ever: two matches never share one, also of different
// contests.
type ID string

// slot is the number of a team in a plan, from 0. Which team it is may be known
// only when the team has come.
type slot int

// chair is one place at the table of a planned match.
type chair struct {
	slot slot
	Role werewolf.Role
}

// plannedMatch is a match of a plan. Chair i belongs to seat i+1.
type plannedMatch struct {
	ID     ID
	Chairs []chair
}

// Plan is the matches of one round in the order in which they should be
// played. It may be read by several goroutines; nobody changes it.
type Plan struct {
	spec    Spec
	round   int // from 1
	Matches []plannedMatch
}

// NewPlan makes the plan of a round. It follows from the spec, the number of the
// round, and the key where the spec has no seed. It fails only when the spec is
// not legal.
func NewPlan(spec Spec, drawn secret.Key, round int) (*Plan, error) {
	if err := spec.check(); err != nil {
		return nil, err
	}
	key := spec.key(drawn)
	d := &dice{key.Stream("plan", round)}
	teams := drawMeetings(&spec, d)
	tables := deal(&spec, d, teams, nil)
	inOrder(&spec, tables)
	p := &Plan{spec: spec, round: round, Matches: make([]plannedMatch, len(tables))}
	for i, chairs := range tables {
		p.Matches[i] = plannedMatch{ID: p.identify(key, i), Chairs: chairs}
	}
	return p, nil
}

// deal gives the teams of some games roles and seats, as the games that are
// settled already want it.
func deal(s *Spec, d *dice, teams [][]slot, settled [][]chair) [][]chair {
	if s.Loose {
		return dealLoose(s, d, teams)
	}
	return seatTables(s, d, dealRoles(s, d, teams, settled), settled)
}

// identify is the id of the match at place i: round, number, and what makes it
// a match of this contest. Who does not know the key cannot tell anything of it.
func (p *Plan) identify(key secret.Key, i int) ID {
	what := fmt.Sprintf("match %q %q", p.spec.Settings, p.spec.Names)
	return ID(fmt.Sprintf("%d-%04d-%08x", p.round, i+1, uint32(key.Seed(what, p.round, i))))
}
