package chronicle

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"

	"wolfden/werewolf"
)

// Label is a name as it may be shown: without anything that is not printed,
// such as control characters, direction marks and marks without width. It is
// never empty. Two names that differ in what is printed have different labels.
func Label(name string) string {
	name = strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r) && r > ' ':
			return ' '
		case !unicode.IsPrint(r):
			return '\uFFFD'
		default:
			return r
		}
	}, strings.ToValidUTF8(name, "\uFFFD")))
	if name == "" {
		return "(no name)"
	}
	return name
}

// seat seats a player.
func (g *Game) seat(s *werewolf.Seat) {
	client := cmp.Or(strings.TrimRight(s.Client, "0123456789"), s.Client)
	g.Players = append(g.Players, Player{
		Seat: werewolf.SeatID(len(g.Players) + 1), Role: s.Role, Client: s.Client, Profile: s.Profile, Called: s.Name, Name: Label(s.Name),
		Team: Label(cmp.Or(s.Team, client, s.Name)), Alone: s.Team == "" && client == "",
	})
}

// seated checks who sits at the table when all are seated.
func (g *Game) seated() error {
	if len(g.Players) == 0 {
		return ErrRoles
	}
	for i := range g.Players {
		if g.Players[i].Role == werewolf.NoRole {
			return ErrRoles
		}
		g.Setup[g.Players[i].Role]++
	}
	return nil
}

// agent is what a player is called who has no name of its own.
func agent(seat int) string { return fmt.Sprintf("Agent[%02d]", seat) }
