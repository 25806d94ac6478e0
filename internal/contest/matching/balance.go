package matching

import (
	"fmt"
	"io"
	"slices"

	"wolfden/internal/balance"
	"wolfden/werewolf"
)

// WriteBalance prints for people how evenly the plan treats the teams.
func (p *Plan) WriteBalance(w io.Writer) error {
	names := slices.Clone(p.spec.Names)
	for i := len(names); i < p.spec.Teams; i++ {
		names = append(names, fmt.Sprintf("#%d", i+1))
	}
	return balanceOf(p.spec, p.Matches).Write(w, names, werewolf.StandardRoles())
}

// balanceOf is the balance of any matches planned for the spec.
func balanceOf(spec Spec, matches []plannedMatch) *balance.Table {
	games := make([][]balance.Seat, len(matches))
	for i, m := range matches {
		for _, c := range m.Chairs {
			games[i] = append(games[i], balance.Seat{Entry: int(c.slot), Role: c.Role})
		}
	}
	return balance.Of(spec.Teams, spec.Players(), games, mates)
}
