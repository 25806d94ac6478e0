package viewer

import (
	"slices"
	"strings"

	"wolfden/internal/origin"
	"wolfden/internal/viewer/archive"
)

// entries are the games with players of one name that were not made of the same called by names of their own, as score calls them, such as
// "kanolab · gpt-5-mini": figures of two models are not those of one player. The games themselves stay as they are.
func entries(games []*archive.Game) []*archive.Game {
	var names origin.Names
	for _, g := range games {
		names.Add(g.Summary)
	}
	named := make([]*archive.Game, len(games))
	for n, g := range games {
		summary, game := *g.Summary, *g
		summary.Players = slices.Clone(g.Players)
		names.Name(&summary)
		for i := range summary.Players {
			p := &summary.Players[i]
			p.Entry = p.PlaysFor() + strings.TrimPrefix(p.Team, g.Players[i].Team)
		}
		game.Summary = &summary
		named[n] = &game
	}
	return named
}
