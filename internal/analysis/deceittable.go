package analysis

import "strconv"

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
	t.text = printed(DeceitSheet(groups, by), SkillSheet(skills, by))
	return t
}
