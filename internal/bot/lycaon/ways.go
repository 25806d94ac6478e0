package lycaon

import "wolfden/werewolf"

// Ways are how often a liar does what, each out of 1. They were searched by play against all built-in players;
// docs/lycaon.md has the figures.
type Ways struct {
	Claims  float64 // comes out as the seer
	Medium  float64 // else, comes out as the medium where there is one
	Late    float64 // waits for another claim
	Black   float64 // an invented result is a werewolf
	Rival   float64 // and it is a rival, if there is one
	Suspect float64 // else the most suspected, not a draw
	Clears  float64 // a human result is for the most suspected of one's own side, where there is one
}

// waysByRole is how liars play, by the size of the table.
type waysByRole struct{ loneWolf, alliedWolf, possessed Ways }

// searched are the ways that won most: of the lone werewolf, of each werewolf with allies, of the possessed.
var searched = waysByRole{
	loneWolf:   Ways{},
	alliedWolf: Ways{Claims: 0.12, Black: 0.45, Rival: 0.3, Suspect: 0.5, Clears: 0.3},
	possessed:  Ways{Claims: 1, Late: 1, Black: 1, Rival: 1},
}

// waysFor are the ways of the player.
func (t *waysByRole) waysFor(o *werewolf.Observation) *Ways {
	switch {
	case o.Spec().Traitor():
		return &t.possessed
	case o.Rules.Wolves() > 1:
		return &t.alliedWolf
	default:
		return &t.loneWolf
	}
}
