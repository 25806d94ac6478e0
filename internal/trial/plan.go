package trial

import (
	"fmt"

	"wolfden/internal/league"
	"wolfden/werewolf"
)

// Table is what a trial is played at.
type Table struct {
	Program league.Entry
	Pool    []league.Entry // who has the other seats, in turn
	Rules   werewolf.Rules
	Games   int
	Seed    uint64
	Lang    string
	Cast    []league.Character
}

// Spec is the league of a trial: a game for every deal, with one seat for the program. In as many games as there are seats it has
// every card once. A table with more games begins with the same ones.
func (t *Table) Spec() (*league.Spec, error) {
	rules := t.Rules
	rules.MaxFailedRatio = 1 // as leagues with programs have it, so that those of built-in players have the same deals
	s := &league.Spec{
		Entries: []league.Entry{t.Program}, Against: t.Pool, Deals: league.Duplicate, Seating: league.Alone, Seed: t.Seed, Lang: t.Lang,
		Setups: []league.Setup{{Name: fmt.Sprintf("%d players", t.Rules.Players()), Rules: rules, Games: t.Games}}, Cast: t.Cast,
	}
	return s, s.Check()
}
