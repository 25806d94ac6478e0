package archive

// Tally is what a team has done in the games that are over.
type Tally struct {
	Team   string `json:"team"`
	Games  int    `json:"games"`
	Failed int    `json:"failed"` // games that ended without a result
	Seats  int    `json:"seats"`  // players, of which a game may have several
	// Decided are those of games that a side has won, and Wins those of them that were on it.
	Decided int `json:"decided"`
	Wins    int `json:"wins"`
	// Sides are those that the team was on in these games, of several of its players on one side one: they win together.
	Sides  int            `json:"sides"`
	Lost   int            `json:"lost,omitempty"` // matches of a plan that are lost for it without a game that has a winner
	Faults map[string]int `json:"faults"`
}

// faultNames are the faults a team is told of, as records call them.
func faultNames() []string { return []string{"illegal", "unparsable", "late", "lost", "crashed"} }

// NewTally is that of a team that has not played.
func NewTally(team string) *Tally {
	t := &Tally{Team: team, Faults: map[string]int{}}
	for _, name := range faultNames() {
		t.Faults[name] = 0
	}
	return t
}

// add sums up.
func (t *Tally) add(o *Tally) {
	t.Games += o.Games
	t.Failed += o.Failed
	t.Seats += o.Seats
	t.Decided += o.Decided
	t.Wins += o.Wins
	t.Sides += o.Sides
	for name, n := range o.Faults {
		t.Faults[name] += n
	}
}
