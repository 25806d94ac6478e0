package analysis

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"wolfden/internal/sheet"
	"wolfden/internal/stats"
)

// BeliefTable has a line for every chance to be a werewolf that a player noted, and tells how well the last of each day fit the truth
// and how suspicion of liars moved.
func BeliefTable(games []*Game, by By) *Table {
	groups, moved := BeliefGroups(games, by), suspicions(games, by)
	t := &Table{name: "beliefs", groups: map[string]any{"beliefs": groups, "suspicion": moved}, columns: []string{
		"game", "lang", "players", "day", "turn", "seat", "team", "name", "role", "about", "about_role", "chance", "last", "werewolf",
	}}
	for _, g := range games {
		for _, f := range g.forecasts() {
			p, turn := g.Player(f.seat), ""
			if f.turn >= 0 {
				turn = strconv.Itoa(f.turn)
			}
			t.lines = append(t.lines, []string{
				g.ID, g.Lang, strconv.Itoa(len(g.Players)), strconv.Itoa(f.day), turn, strconv.Itoa(int(f.seat)), p.Team, p.Name,
				g.Roles().Name(p.Role), strconv.Itoa(int(f.about)), g.Roles().Name(g.Player(f.about).Role), number(f.chance),
				strconv.FormatBool(f.last), strconv.FormatBool(g.wolf(f.about)),
			})
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

func bounded(format, unit string, e stats.Estimate) string {
	if math.IsNaN(e.Value) {
		return "-"
	}
	text := fmt.Sprintf(format, e.Value) + unit
	if math.IsNaN(e.Low + e.High) {
		return text + " " + sheet.Unbounded
	}
	return text + fmt.Sprintf(" ["+format+", "+format+"]", e.Low, e.High)
}

// explained is the text with the reason for what has no interval in it.
func explained(text string) string {
	if strings.Contains(text, sheet.Unbounded) {
		text += "\n" + sheet.Unbounded + ": no interval, which rests on games: from one game, where all have the same, or where most have nothing to count\n"
	}
	return text
}
