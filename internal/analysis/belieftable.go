package analysis

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"wolfden/internal/columns"
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
	t.text = explained("NOTED BELIEFS AGAINST WHO IS A WEREWOLF, the last of each day; werewolves' own left out\n" + beliefText(groups, by) +
		"\nRELIABILITY, all days\n" + reliabilityText(groups, by) + "\nMEAN SUSPICION NOTED\n" + suspicionText(moved, by))
	return t
}

func beliefText(groups []*Beliefs, by By) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s\tday\tgames\tbeliefs\tBrier [95%%]\tby base rate\tlog loss [95%%]\n", by)
	for _, b := range groups {
		day := strconv.Itoa(b.Day)
		if b.Day == 0 {
			day = "all"
		}
		fmt.Fprintf(&text, "%s\t%s\t%d\t%d\t%s\t%.3f\t%s\n", b.Name, day, b.Games, b.Forecasts, thousandths(b.Brier), b.Base.Value, thousandths(b.LogLoss))
	}
	return columns.Align(text.String())
}

func reliabilityText(groups []*Beliefs, by By) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s\tnoted\tbeliefs\ton the mean\twerewolves [95%%]\n", by)
	for _, b := range groups {
		if b.Day != 0 {
			continue
		}
		for _, bin := range b.Bins {
			fmt.Fprintf(&text, "%s\t%.0f to %.0f%%\t%d\t%.1f%%\t%s\n", b.Name, 100*bin.From, 100*bin.To, bin.Forecasts, 100*bin.Predicted.Value, hundredths(bin.Happened))
		}
	}
	return columns.Align(text.String())
}

func suspicionText(moved []*Suspicion, by By) string {
	if len(moved) == 0 {
		return "none was noted while others talked\n"
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%s\tday\tturn\tof who has lied [95%%]\tof who has not [95%%]\n", by)
	for _, s := range moved {
		turn := strconv.Itoa(s.Turn)
		if s.Turn < 0 {
			turn = "after"
		}
		fmt.Fprintf(&text, "%s\t%d\t%s\t%s\t%s\n", s.Name, s.Day, turn, hundredths(s.Liars), hundredths(s.Honest))
	}
	return columns.Align(text.String())
}

// thousandths is a figure with its bounds, where it has any.
func thousandths(e stats.Estimate) string { return bounded("%.3f", "", e) }

// hundredths is a share in percent.
func hundredths(e stats.Estimate) string { return bounded("%.1f", "%", e.Scale(100)) }

func bounded(format, unit string, e stats.Estimate) string {
	if math.IsNaN(e.Value) {
		return "-"
	}
	text := fmt.Sprintf(format, e.Value) + unit
	if math.IsNaN(e.Low + e.High) {
		return text + " " + unbounded
	}
	return text + fmt.Sprintf(" ["+format+", "+format+"]", e.Low, e.High)
}

// unbounded stands where an interval would.
const unbounded = "[-]"

// explained is the text with the reason for what has no interval in it.
func explained(text string) string {
	if strings.Contains(text, unbounded) {
		text += "\n" + unbounded + ": no interval, which rests on games: from one game, where all have the same, or where most have nothing to count\n"
	}
	return text
}
