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
func (l *journalState) chance() secret.Key {
	if l.key == nil {
		return l.spec.key(secret.Key{})
	}
	return l.spec.key(*l.key)
}

// keyless reports whether a key is still to be drawn.
func (l *journalState) keyless() bool { return l.key == nil && l.spec.Seed == nil }

func (l *journalState) checkKey(n *journalLine) error {
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
func (l *journalState) takeKey(n *journalLine) {
	l.key = n.Key
	for _, e := range l.queue {
		e.stale = true
	}
}

// dealAgain deals the matches that are stale, nil when there is none. Where one
// failed its players have seen their roles, so lots are drawn for it: as even as
// can be the roles are often as they were, and always where no other match is
// left. The others of the round, as far as there are any, make up for it.
func (l *journalState) dealAgain() *journalLine {
	first := slices.IndexFunc(l.queue, func(e *matchEntry) bool { return e.stale })
	if first < 0 {
		return nil
	}
	d := &dice{l.chance().Stream("deal", l.deals)}
	round := l.queue[first].number / l.spec.Games
	var failed, again, others []*matchEntry
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
	slices.SortFunc(again, func(a, b *matchEntry) int { return cmp.Compare(a.number, b.number) })
	dealt := slices.Concat(failed, again)
	settled := l.settled(round, dealt)
	tables := dealByLot(&l.spec, d, slotsOf(failed))
	if len(again) > 0 {
		tables = append(tables, deal(&l.spec, d, slotsOf(again), append(settled, tables...))...)
	}
	n := &journalLine{Do: doDeal}
	for i, chairs := range tables {
		n.Matches = append(n.Matches, write(plannedMatch{dealt[i].ID, chairs}))
	}
	return n
}

func slotsOf(entries []*matchEntry) (teams [][]slot) {
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
func (l *journalState) settled(round int, but []*matchEntry) (tables [][]chair) {
	for _, e := range l.matches[round*l.spec.Games:][:l.spec.Games] {
		if !slices.Contains(but, e) {
			tables = append(tables, e.Chairs)
		}
	}
	return tables
}

func (l *journalState) checkDeal(n *journalLine) error {
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

func (l *journalState) takeDeal(n *journalLine) {
	l.deals++
	for i := range n.Matches {
		e := l.byID[n.Matches[i].ID]
		e.Chairs, e.stale = n.Matches[i].planned().Chairs, false
	}
}
