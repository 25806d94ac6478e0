package analysis

import (
	"strconv"
	"strings"

	"wolfden/internal/sheet"
)

// BeliefTable has a line for every chance to be a werewolf that a player noted, and tells how well the last of each day fit the truth
// and how suspicion of liars moved.
func BeliefTable(games []*Game, by By) *Table {
	groups, moved := BeliefGroups(games, by), suspicions(games, by)
	t := newTable("beliefs", "turn", "about", "about_role", "chance", "last", "werewolf")
	t.groups = map[string]any{"beliefs": groups, "suspicion": moved}
	for _, g := range games {
		for _, f := range g.forecasts() {
			turn := ""
			if f.turn >= 0 {
				turn = strconv.Itoa(f.turn)
			}
			t.add(g, f.day, []string{turn}, f.seat, strconv.Itoa(int(f.about)), g.Roles().Name(g.Player(f.about).Role), number(f.chance),
				strconv.FormatBool(f.last), strconv.FormatBool(g.wolf(f.about)))
		}
	}
	if len(t.lines) == 0 {
		t.text = "no player of these games noted beliefs (wolfden play --bots lycaon does)\n"
		return t
	}
	sheets := []sheet.Sheet{CalibrationSheet(groups, by), ReliabilitySheet(groups, by)}
	if len(moved) > 0 { // somebody noted something while others talked
		sheets = append(sheets, suspicionSheet(moved, by))
	}
	t.text = printed(sheets...)
	return t
}

// explained is the text with the reason for what has no interval in it.
func explained(text string) string {
	if strings.Contains(text, sheet.Unbounded) {
		text += "\n" + sheet.Unbounded + ": no interval, which rests on games: from one game, where all have the same, or where most have nothing to count\n"
	}
	return text
}
