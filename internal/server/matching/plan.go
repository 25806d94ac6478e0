package matching

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"wolfden/werewolf"
)

// ID names one match for ever: it follows from the plan's content, so two
// matches that differ in anything never share one.
type ID string

// Slot is the number of a team in a plan, from 0. Which team it is may be known
// only when the team has come.
type Slot int

// Chair is one place at the table of a planned match.
type Chair struct {
	Slot Slot
	Role werewolf.Role
}

// Planned is a match of a plan. Chair i belongs to seat i+1.
type Planned struct {
	ID     ID
	Chairs []Chair
}

// Plan is the matches of one round in the order in which they should be
// played. It may be read by several goroutines; nobody changes it.
type Plan struct {
	Spec    Spec
	Round   int // from 1
	Matches []Planned
}

// NewPlan makes the plan of a round, which follows from the spec and the
// number of the round alone. It fails only when the spec is not legal.
func NewPlan(spec Spec, round int) (*Plan, error) {
	if err := spec.Check(); err != nil {
		return nil, err
	}
	d := newDice(werewolf.SubSeed(spec.Seed, round))
	tables := seatTables(&spec, d, dealRoles(&spec, d, drawMeetings(&spec, d)))
	inOrder(&spec, tables)
	p := &Plan{Spec: spec, Round: round, Matches: make([]Planned, len(tables))}
	for i, chairs := range tables {
		p.Matches[i] = Planned{ID: p.identify(i, chairs), Chairs: chairs}
	}
	return p, nil
}

// identify is the id of the match at place i: round, number, and a hash of all
// that makes it this match of this contest.
func (p *Plan) identify(i int, chairs []Chair) ID {
	h := sha256.New()
	put := func(n uint64) { h.Write(binary.LittleEndian.AppendUint64(nil, n)) }
	h.Write(fmt.Appendf(nil, "%q %q", p.Spec.Settings, p.Spec.Names))
	put(p.Spec.Seed)
	put(uint64(p.Round))
	put(uint64(i))
	for _, c := range chairs {
		put(uint64(c.Slot)<<8 | uint64(c.Role))
	}
	return ID(fmt.Sprintf("%d-%04d-%x", p.Round, i+1, h.Sum(nil)[:4]))
}
