package analysis

import (
	"slices"

	"wolfden/internal/stats"
)

// grouping is what is counted apart, by what sets it apart. The zero value has none.
type grouping[K comparable, V any] struct {
	list []*V // in the order in which they were met
	by   map[K]*V
}

// of is the group of a key, which begins as given where the key is met for the first time.
func (g *grouping[K, V]) of(key K, first V) *V {
	if g.by == nil {
		g.by = map[K]*V{}
	}
	if g.by[key] == nil {
		g.by[key] = &first
		g.list = append(g.list, &first)
	}
	return g.by[key]
}

// sorted are all groups in an order, of none the empty list, as JSON has it.
func (g *grouping[K, V]) sorted(order func(a, b *V) int) []*V {
	slices.SortStableFunc(g.list, order)
	return append([]*V{}, g.list...)
}

// parts are how much of how much there was, a game each.
type parts []stats.Part

// add counts in the game of a number. Games in which there is nothing to count weigh nothing.
func (p *parts) add(game int, of, all float64) {
	for game >= len(*p) {
		*p = append(*p, stats.Part{})
	}
	(*p)[game].Of += of
	(*p)[game].All += all
}
