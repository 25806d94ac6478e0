package lycaon

import "wolfden/internal/reason/belief"

// Evidence is the table the player weighs by.
func Evidence() (*belief.Table, error) { return homeEvidence() }

// Searched are the ways that the player plays, for trying others.
func Searched() Table { return Table{searched.loneWolf, searched.alliedWolf, searched.possessed} }

// Table is a table of ways.
type Table struct{ LoneWolf, AlliedWolf, Possessed Ways }

// NewWith is a player with other ways and other evidence.
func NewWith(seed uint64, lang string, t Table, evidence *belief.Table) (*Player, error) {
	return newWith(seed, lang, evidence, &waysByRole{t.LoneWolf, t.AlliedWolf, t.Possessed})
}

// Speaks is whether the player would speak out of turn now.
func (p *Player) Speaks() bool { return p.decider.Speaks(p.Player, false) }
