package analysis

import (
	"fmt"
	"strconv"
	"strings"

	"wolfden/internal/columns"
)

// DeceitTable has a line for every statement whose speaker knew whether it is true, and tells how often groups deceived, and how well
// they find werewolves and hide as one.
func DeceitTable(games []*Game, by By) *Table {
	groups, skills := DeceitGroups(games, by), Skills(games, by)
	t := &Table{name: "statements", groups: map[string]any{"deceit": groups, "skill": skills}, columns: []string{
		"game", "lang", "players", "day", "line", "seat", "team", "name", "role", "about", "of", "deceit",
	}}
	for _, g := range games {
		for _, s := range g.statements() {
			p, line := g.Player(s.seat), ""
			if s.line > 0 {
				line = strconv.Itoa(s.line)
			}
			t.lines = append(t.lines, []string{
				g.ID, g.Lang, strconv.Itoa(len(g.Players)), strconv.Itoa(s.day), line, strconv.Itoa(int(s.seat)), p.Team, p.Name,
				g.Roles().Name(p.Role), strconv.Itoa(int(s.about)), s.unit, s.deceit,
			})
		}
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%s\tkind\tfalse\tof\t\tshare [95%%]\n", by)
	for _, d := range groups {
		fmt.Fprintf(&text, "%s\t%s\t%d\t%d\t%s\t%s\n", d.Name, d.Kind, d.False, d.Of, d.Unit, hundredths(d.Share))
	}
	t.text = "WHAT ITS SPEAKER KNEW TO BE FALSE\n" + columns.Align(text.String())
	text.Reset()
	fmt.Fprintf(&text, "%s\tdetection [95%%]\tdeception [95%%]\n", by)
	for _, s := range skills {
		fmt.Fprintf(&text, "%s\t%s\t%s\n", s.Name, hundredths(s.Detection), hundredths(s.Deception))
	}
	t.text = explained(t.text + "\nVOTES OF THE VILLAGE'S SIDE, points above chance: for werewolves by one's own, and not for oneself as a werewolf\n" +
		columns.Align(text.String()))
	return t
}
