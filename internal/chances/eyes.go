package chances

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"

	"wolfden/internal/ledger"
	"wolfden/internal/position"
	"wolfden/internal/reason"
	"wolfden/internal/reason/belief"
	"wolfden/internal/reason/worlds"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// tries are made for each game to find roles that can have led to what the seat has seen.
const tries = 50

// eyes is what a seat has reason to believe at a moment.
type eyes struct {
	position *position.Position
	seat     werewolf.SeatID
	seed     uint64

	lock     sync.Mutex // of what follows
	reasoner *reason.Reasoner
	heard    *ledger.Ledger
	given    map[string]belief.Posterior // by the roles of the first seats
}

// ByEyes is the source of a seat: each game goes on from one that looks to the seat exactly like the position. Its roles are
// drawn with the weight that the seat has reason to give them. Seat 0 is the public.
func ByEyes(p *position.Position, seat werewolf.SeatID, seed uint64) (Source, error) {
	e, err := open(p, seat, seed)
	if err != nil {
		return nil, err
	}
	return func(i int) (*position.Position, error) { return e.game(i, e.draw) }, nil
}

// Dealt is the source of a public that is told the roles, by seat, the first of them is not used: each game goes on from another one
// that looks to everybody like the position and in which those are the roles. The error of a game wraps [position.ErrImpossible]
// where they cannot have led to what everybody has seen.
func Dealt(p *position.Position, roles []werewolf.Role, seed uint64) (Source, error) {
	e, err := open(p, 0, seed)
	if err != nil {
		return nil, err
	}
	return func(i int) (*position.Position, error) {
		return e.game(i, func(*rand.Rand) []werewolf.Role { return roles })
	}, nil
}

// open takes in what a seat has seen.
func open(p *position.Position, seat werewolf.SeatID, seed uint64) (*eyes, error) {
	table, err := belief.Standard()
	if err != nil {
		return nil, err
	}
	o := p.Observation(seat)
	listener := understand.New(understand.Table{Names: o.Names, Roles: o.Rules.Roles, Specs: o.Rules.Table})
	listener.Follow(&o, nil)
	e := &eyes{
		position: p, seat: seat, seed: seed, heard: listener.Ledger(),
		reasoner: reason.NewReasoner(table), given: map[string]belief.Posterior{},
	}
	e.reasoner.See(&o, e.heard)
	return e, nil
}

// game returns the position that game i goes on from, with roles as they are drawn.
func (e *eyes) game(i int, draw func(*rand.Rand) []werewolf.Role) (*position.Position, error) {
	rng := rand.New(rand.NewPCG(werewolf.SubSeed(e.seed, i), 0xe7e5))
	var err error
	for range tries {
		roles := draw(rng)
		if roles == nil {
			return nil, fmt.Errorf("seat %d has no reason to believe anything", e.seat)
		}
		var p *position.Position
		if p, err = e.position.Imagine(e.seat, roles, e.hunch(roles), rng.Uint64()); err == nil {
			return p, nil
		}
		if !errors.Is(err, position.ErrImpossible) {
			return nil, err
		}
	}
	return nil, err
}

// draw returns roles by seat, the first of them is not used; nil where nothing is possible.
func (e *eyes) draw(rng *rand.Rand) []werewolf.Role {
	e.lock.Lock()
	defer e.lock.Unlock()
	known := e.reasoner.Known()
	n := known.Seats().Len()
	roles := make([]werewolf.Role, n+1)
	key := make([]byte, 0, n)
	for id := 1; id <= n; id++ {
		now, possible := e.posterior(string(key), &known)
		if !possible {
			return nil
		}
		roles[id] = drawn(&now, werewolf.SeatID(id), known.Roles.Roles(), rng.Float64())
		key = append(key, byte(roles[id]))
		known = known.Assume(werewolf.SeatID(id), roles[id])
	}
	return roles
}

// posterior is what is believed under the knowledge that the key stands for.
func (e *eyes) posterior(key string, k *worlds.Knowledge) (belief.Posterior, bool) {
	if p, known := e.given[key]; known {
		return p, true
	}
	p, possible := e.reasoner.Mine().Given(*k)
	if !possible {
		return belief.Posterior{}, false
	}
	e.given[key] = *p
	return *p, true
}

// drawn is the role at a place between 0 and 1 among those that the seat may have.
func drawn(now *belief.Posterior, id werewolf.SeatID, roles []werewolf.Role, place float64) (last werewolf.Role) {
	for _, r := range roles {
		if share := now.Role(id, r); share > 0 {
			last = r
			if place -= share; place < 0 {
				return r
			}
		}
	}
	return last
}

// hunch says whom others have chosen in one game: the seer whose results it told later, in their order, voters whom they announced.
func (e *eyes) hunch(roles []werewolf.Role) position.Hunch {
	left := map[werewolf.SeatID][]werewolf.Finding{} // results that are of no night yet
	return func(q werewolf.Request, day int) werewolf.SeatID {
		e.lock.Lock()
		defer e.lock.Unlock()
		switch q.Kind {
		case werewolf.Vote:
			return e.heard.PlanOf(q.Seat, day).Target
		case werewolf.Divine:
			results, known := left[q.Seat]
			if !known {
				results = e.reasoner.Evidence().Results(q.Seat, roles[q.Seat])
			}
			at := slices.IndexFunc(results, func(told werewolf.Finding) bool { return told.Day > day })
			if left[q.Seat] = results; at >= 0 {
				left[q.Seat] = slices.Delete(slices.Clone(results), at, at+1)
				return results[at].Target
			}
		default: // nobody says beforehand whom it guards or attacks
		}
		return 0
	}
}
