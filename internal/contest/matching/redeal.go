package matching

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"wolfden/internal/secret"
)

// dealtWith is how many other matches are dealt again after one that failed, so
// that the roles stay as even as they were planned.
const dealtWith = 32

// chance is the key of all chances; whoever asks has seen that there is one.
func (l *ledger) chance() secret.Key {
	if l.key == nil {
		return l.spec.key(secret.Key{})
	}
	return l.spec.key(*l.key)
}

// keyless reports whether a key is still to be drawn.
func (l *ledger) keyless() bool { return l.key == nil && l.spec.Seed == nil }

func (l *ledger) checkKey(n *line) error {
	switch {
	case n.Key == nil:
		return errors.New("a key is missing")
	case !l.keyless():
		return errors.New("a key where none is due")
	default:
		return nil
	}
}

// takeKey also makes stale what was dealt without a key.
func (l *ledger) takeKey(n *line) {
	l.key = n.Key
	for _, e := range l.queue {
		e.stale = true
	}
}

// dealAgain deals the matches that are stale, nil when there is none. Where one
// failed its players have seen their roles, so lots are drawn for it: as even as
// can be the roles are often as they were, and always where no other match is
// left. The others of the round, as far as there are any, make up for it.
func (l *ledger) dealAgain() *line {
	first := slices.IndexFunc(l.queue, func(e *entry) bool { return e.stale })
	if first < 0 {
		return nil
	}
	d := &dice{l.chance().Stream("deal", l.deals)}
	round := l.queue[first].number / l.spec.Games
	var failed, again, others []*entry
	for _, e := range l.queue {
		switch {
		case e.number/l.spec.Games != round:
		case e.stale && e.failures > 0:
			failed = append(failed, e)
		case e.stale:
			again = append(again, e)
		default:
			others = append(others, e)
		}
	}
	if !l.spec.Loose {
		shuffle(d, others)
		again = append(again, others[:min(len(others), dealtWith)]...)
	}
	slices.SortFunc(again, func(a, b *entry) int { return cmp.Compare(a.number, b.number) })
	dealt := slices.Concat(failed, again)
	settled := l.settled(round, dealt)
	tables := dealByLot(&l.spec, d, slotsOf(failed))
	if len(again) > 0 {
		tables = append(tables, deal(&l.spec, d, slotsOf(again), append(settled, tables...))...)
	}
	n := &line{Do: doDeal}
	for i, chairs := range tables {
		n.Matches = append(n.Matches, write(Planned{dealt[i].ID, chairs}))
	}
	return n
}

func slotsOf(entries []*entry) (teams [][]slot) {
	for _, e := range entries {
		var slots []slot
		for _, c := range e.Chairs {
			slots = append(slots, c.slot)
		}
		teams = append(teams, slots)
	}
	return teams
}

// settled is what the other matches of the round are dealt.
func (l *ledger) settled(round int, but []*entry) (tables [][]Chair) {
	for _, e := range l.matches[round*l.spec.Games:][:l.spec.Games] {
		if !slices.Contains(but, e) {
			tables = append(tables, e.Chairs)
		}
	}
	return tables
}

func (l *ledger) checkDeal(n *line) error {
	if len(n.Matches) == 0 {
		return errors.New("no matches to deal again")
	}
	seen := map[ID]bool{}
	for i := range n.Matches {
		m := &n.Matches[i]
		e := l.byID[m.ID]
		if e == nil || e.state != queued || seen[m.ID] {
			return fmt.Errorf("match %q cannot be dealt again", m.ID)
		}
		seen[m.ID] = true
		if err := l.checkChairs(m); err != nil {
			return fmt.Errorf("match %s: %w", m.ID, err)
		}
		for _, c := range e.Chairs {
			if !slices.Contains(m.Slots, c.slot) {
				return fmt.Errorf("match %s: slot %d lost its place", m.ID, c.slot)
			}
		}
	}
	return nil
}

func (l *ledger) takeDeal(n *line) {
	l.deals++
	for i := range n.Matches {
		e := l.byID[n.Matches[i].ID]
		e.Chairs, e.stale = n.Matches[i].planned().Chairs, false
	}
}
