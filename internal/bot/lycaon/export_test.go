package lycaon

import "wolfden/internal/reason/belief"

// Searched are the ways that the player plays, for trying others.
func Searched() Table { return Table{searched.wolf, searched.pack, searched.possessed} }

// Table is a table of ways.
type Table struct{ Wolf, Pack, Possessed Ways }

// NewWith is a player with other ways.
func NewWith(seed uint64, lang string, t Table) (*Player, error) {
	evidence, err := belief.Standard()
	if err != nil {
		return nil, err
	}
	return newWith(seed, lang, evidence, &table{t.Wolf, t.Pack, t.Possessed})
}
