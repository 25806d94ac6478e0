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
// left; so they are where the balance is loose. Who was gone keeps its role: nobody gets another by leaving. The others of
// the round, as far as there are any, make up for it.
func (l *journalState) dealAgain() *journalLine {
	first := slices.IndexFunc(l.queue, func(e *matchEntry) bool { return e.stale })
	if first < 0 {
		return nil
	}
	d := &dice{l.chance().Stream("deal", l.deals)}
	round := l.queue[first].number / l.spec.Games
	var byLot, again, others []*matchEntry
	for _, e := range l.queue {
		switch {
		case e.number/l.spec.Games != round:
		case e.stale && (e.failures > 0 || l.spec.Loose):
			byLot = append(byLot, e)
		case e.stale:
			again = append(again, e)
		case len(e.gone) == 0: // else its absent would get other roles after all
			others = append(others, e)
		}
	}
	if !l.spec.Loose {
		shuffle(d, others)
		again = append(again, others[:min(len(others), dealtWith)]...)
	}
	slices.SortFunc(again, func(a, b *matchEntry) int { return cmp.Compare(a.number, b.number) })
	dealt := slices.Concat(byLot, again)
	settled := l.settled(round, dealt)
	var tables [][]chair
	for _, e := range byLot {
		tables = append(tables, e.dealByLot(d))
	}
	if len(again) > 0 {
		tables = append(tables, deal(&l.spec, d, slotsOf(again), append(settled, tables...))...)
	}
	n := &journalLine{Do: doDeal}
	for i, chairs := range tables {
		n.Matches = append(n.Matches, write(plannedMatch{dealt[i].ID, chairs}))
	}
	return n
}

// dealByLot gives the match roles and seats that follow from nothing else, but for
// the roles of those who were gone from it.
func (e *matchEntry) dealByLot(d *dice) []chair {
	chairs := slices.Clone(e.Chairs)
	var free []int // chairs whose roles are drawn
	for i, c := range chairs {
		if !slices.Contains(e.gone, c.slot) {
			free = append(free, i)
		}
	}
	drawn := slices.Clone(free)
	shuffle(d, drawn)
	for i, at := range free {
		chairs[at].Role = e.Chairs[drawn[i]].Role
	}
	shuffle(d, chairs)
	return chairs
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
