package matching

// evener is what even works on: labels, seats or roles, that chairs have.
type evener struct {
	tables [][]chair
	count  [][]int // of each team, by label: how often it has it
	label  func(c chair, seat int) int
	swap   func(trade) // exchanges two labels and keeps count
}

// trail is how a label came to a team: out of which trade, from whom.
type trail struct {
	trade
	giver slot
}

// even settles what a search has left: a team that has one label twice more
// often than another hands it on along a chain of games. The last team takes
// it, and those between give one and take one. For seats there is always such a
// chain, since every game has one player in each of the two (the graph of
// their meetings has a balanced orientation); for roles of unlike number there
// may be none, but TestBalance has yet to find one. Every chain lowers the sum
// of squares, so it ends.
func even(e *evener) {
	for again := true; again; {
		again = false
		for t, row := range e.count {
			for from := range row {
				for to := range row {
					for row[from]-row[to] >= 2 && e.handOn(slot(t), from, to) {
						again = true
					}
				}
			}
		}
	}
}

// handOn finds one chain, breadth first, and does it.
func (e *evener) handOn(first slot, from, to int) bool {
	reached := map[slot]trail{first: {}}
	for grown := true; grown; {
		grown = false
		for g := range e.tables {
			for _, next := range e.trades(g, from, to) {
				taker := e.tables[g][next.j].slot
				_, giving := reached[next.giver]
				_, taken := reached[taker]
				if !giving || taken {
					continue
				}
				reached[taker], grown = next, true
				if e.count[taker][from] < e.count[taker][to] {
					e.follow(reached, taker)
					return true
				}
			}
		}
	}
	return false
}

// follow does the trades of the chain that ends at a team. A team is in it
// once, so no trade touches what another did.
func (e *evener) follow(reached map[slot]trail, last slot) {
	for t := reached[last]; t.i != t.j; t = reached[t.giver] { // the first team has the zero trail
		e.swap(t.trade)
	}
}

// trades lists who could give the one label for the other in a game.
func (e *evener) trades(g, from, to int) (all []trail) {
	chairs := e.tables[g]
	for i, giver := range chairs {
		if e.label(giver, i) != from {
			continue
		}
		for j, taker := range chairs {
			if e.label(taker, j) == to {
				all = append(all, trail{trade{g, i, j}, giver.slot})
			}
		}
	}
	return all
}
