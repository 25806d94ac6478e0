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

// stem is a client's name without its trailing digits, which the contest's convention takes for the team.
func stem(client string) string { return cmp.Or(strings.TrimRight(client, "0123456789"), client) }

// seat seats a player.
func (g *Game) seat(s *werewolf.Seat) {
	p := Player{
		Seat: werewolf.SeatID(len(g.Players) + 1), Role: s.Role, Client: s.Client, Called: s.Name, Name: Label(s.Name),
		Affiliation: cmp.Or(s.Team, stem(s.Client)),
	}
	p.Team = Label(cmp.Or(p.Affiliation, s.Name))
	g.Players, g.Profiles = append(g.Players, p), append(g.Profiles, s.Profile)
}

// party is what every file of a game knows of whom a player belongs to: a contest log has the client alone, a record may
// have another team for it.
func (p *Player) party() string {
	return stem(column(cmp.Or(p.Client, p.Affiliation, p.Called)))
}

// column is a name as it stands in a contest log.
func column(name string) string { return strings.ReplaceAll(werewolf.Clean(name), ",", ";") }

// seated checks that somebody sits at the table, and that all roles are known.
func (g *Game) seated() error {
	if len(g.Players) == 0 {
		return errRoles
	}
	for i := range g.Players {
		if g.Players[i].Role == werewolf.NoRole {
			return errRoles
		}
	}
	return nil
}

// agent is what a player is called who has no name of its own.
func agent(seat int) string { return fmt.Sprintf("Agent[%02d]", seat) }
