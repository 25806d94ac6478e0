package analysis

import "strconv"

// DeceitTable has a line for every statement whose speaker knew whether it is true, and tells how often groups deceived, and how well
// they find werewolves and hide as one.
func DeceitTable(games []*Game, by By) *Table {
	groups, skills := DeceitGroups(games, by), Skills(games, by)
	t := newTable("statements", "line", "about", "of", "deceit")
	t.groups = map[string]any{"deceit": groups, "skill": skills}
	for _, g := range games {
		for _, s := range g.statements() {
			line := ""
			if s.line > 0 {
				line = strconv.Itoa(s.line)
			}
			t.add(g, s.day, []string{line}, s.seat, strconv.Itoa(int(s.about)), s.unit, s.deceit)
		}
	}
	t.text = printed(DeceitSheet(groups, by), SkillSheet(skills, by))
	return t
}
