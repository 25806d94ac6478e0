package analysis

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"wolfden/internal/sheet"
)

// grouped is what the lines of a sheet are about beside its other keys.
func (by By) grouped() string {
	switch by {
	case ByTeam:
		return "entry"
	case ByRole:
		return "role"
	default:
		return "who"
	}
}

// inOrder sorts the lines by their first key, which stays in the order in which its values are given.
func inOrder(s *sheet.Sheet, first []string) {
	slices.SortStableFunc(s.Lines, func(a, b sheet.Line) int {
		return cmp.Or(cmp.Compare(slices.Index(first, a.Keys[0]), slices.Index(first, b.Keys[0])), slices.Compare(a.Keys[1:], b.Keys[1:]))
	})
}

// HabitSheet has the shares; those of which no group had a case are left out.
func HabitSheet(groups []Group, by By) sheet.Sheet { return habits(groups, by, "") }

// habits has the shares of a theme, or of all.
func habits(groups []Group, by By, theme string) sheet.Sheet {
	s := sheet.Sheet{
		Name: "habits", Title: cmp.Or(theme, "What players did"), Keys: []string{"share", by.grouped()},
		Note: "docs/analysis.md defines each by its name, with _ for blanks. Understood by rules, which miss some: compare entries, not studies. " +
			"95% intervals rest on games. Chance is the share that chance would give, where that is known.",
		Columns: []sheet.Column{{Name: "part"}, {Name: "whole"}, {Name: "of the whole", Unit: sheet.Percent}, {Name: "chance", Unit: sheet.Percent}},
	}
	for i := range shares {
		for _, g := range groups {
			r := g.Rates[i]
			if r.Trials == 0 || theme != "" && theme != shares[i].Theme {
				continue
			}
			share, chance := sheet.Share(r.Rate), sheet.Text("-")
			if r.Chance >= 0 {
				share, chance = share.Chance(r.Chance), sheet.Number(r.Chance)
			}
			s.Add([]string{strings.ReplaceAll(shares[i].Name, "_", " "), g.Name}, sheet.Count(r.Successes), sheet.Count(r.Trials), share, chance)
		}
	}
	return s
}

// SlipSheet has what the critic found.
func SlipSheet(groups []*SlipGroup, by By) sheet.Sheet {
	s := sheet.Sheet{
		Name: "slips", Title: "What players said that does not hold together", Keys: []string{"kind", by.grouped()},
		Note:    "docs/critic.md defines each kind and says how often the critic is right. Of turns with words, or of questions by name.",
		Columns: []sheet.Column{{Name: "found"}, {Name: "of"}, {Name: "unit"}, {Name: "share", Unit: sheet.Percent}},
	}
	var kinds []string
	for _, g := range groups {
		kinds = append(kinds, g.Kind)
		if g.Of > 0 {
			s.Add([]string{g.Kind, g.Name}, sheet.Count(g.Found), sheet.Count(g.Of), sheet.Text(g.Unit), sheet.Share(g.Share()))
		}
	}
	inOrder(&s, kinds)
	return s
}

// DeceitSheet has what speakers knew to be false.
func DeceitSheet(groups []*Deceits, by By) sheet.Sheet {
	s := sheet.Sheet{
		Name: "deceit", Title: "What its speaker knew to be false", Keys: []string{"kind", by.grouped()},
		Note:    "docs/analysis.md defines each kind. 95% intervals rest on games.",
		Columns: []sheet.Column{{Name: "false"}, {Name: "of"}, {Name: "unit"}, {Name: "share", Unit: sheet.Percent}},
	}
	var kinds []string
	for _, d := range groups {
		kinds = append(kinds, d.Kind)
		s.Add([]string{d.Kind, d.Name}, sheet.Count(d.False), sheet.Count(d.Of), sheet.Text(d.Unit), sheet.Figure(d.Share))
	}
	inOrder(&s, kinds)
	return s
}

// SkillSheet has detection beside deception.
func SkillSheet(skills []*Skill, by By) sheet.Sheet {
	s := sheet.Sheet{
		Name: "skill", Title: "Finding werewolves, and hiding as one", Keys: []string{by.grouped()},
		Note: "Of votes of the village's side, in points above chance: for a werewolf, by the entry's players; not for the entry's " +
			"players that are werewolves. 95% intervals rest on games.",
		Columns: []sheet.Column{{Name: "detection", Unit: sheet.Percent}, {Name: "deception", Unit: sheet.Percent}},
	}
	for _, x := range skills {
		s.Add([]string{x.Name}, sheet.Figure(x.Detection), sheet.Figure(x.Deception))
	}
	return s
}

// CalibrationSheet has how well noted beliefs fit the truth.
func CalibrationSheet(groups []*Beliefs, by By) sheet.Sheet {
	s := sheet.Sheet{
		Name: "calibration", Title: "Noted beliefs against who is a werewolf", Keys: []string{"day", by.grouped()},
		Note: "The last note of each player and day; werewolves' own are left out. The base rate is that of somebody who knows how many " +
			"werewolves there are. 95% intervals rest on games.",
		Columns: []sheet.Column{
			{Name: "games"}, {Name: "beliefs"}, {Name: "Brier", Unit: sheet.Probability}, {Name: "Brier of base rate", Unit: sheet.Probability}, {Name: "log loss", Unit: sheet.Probability},
		},
	}
	for _, b := range groups {
		day := "all"
		if b.Day > 0 {
			day = strconv.Itoa(b.Day)
		}
		s.Add([]string{day, b.Name}, sheet.Count(b.Games), sheet.Count(b.Forecasts), sheet.Figure(b.Brier), sheet.Figure(b.Base), sheet.Figure(b.LogLoss))
	}
	inOrder(&s, append([]string{"all"}, s.Values(0)...))
	return s
}

// ReliabilitySheet has what was noted beside what was true, range by range.
func ReliabilitySheet(groups []*Beliefs, by By) sheet.Sheet {
	s := sheet.Sheet{
		Name: "reliability", Title: "Reliability of noted beliefs", Keys: []string{"noted", by.grouped()},
		Note:    "Of the chances noted in a range, their mean and how many were werewolves; all days. 95% intervals rest on games.",
		Columns: []sheet.Column{{Name: "beliefs"}, {Name: "chance", Unit: sheet.Percent}, {Name: "werewolves", Unit: sheet.Percent}},
	}
	for _, b := range groups {
		for _, bin := range b.Bins {
			if b.Day == 0 {
				s.Add([]string{fmt.Sprintf("%02.0f to %.0f", 100*bin.From, 100*bin.To), b.Name}, sheet.Count(bin.Forecasts), sheet.Figure(bin.Predicted), sheet.Figure(bin.Happened))
			}
		}
	}
	return s
}

// suspicionSheet has how suspicion of those who have lied moved, turn by turn.
func suspicionSheet(moved []*Suspicion, by By) sheet.Sheet {
	s := sheet.Sheet{
		Name: "suspicion", Title: "Mean suspicion noted", Keys: []string{by.grouped(), "day", "turn"},
		Columns: []sheet.Column{{Name: "of who has lied", Unit: sheet.Percent}, {Name: "of who has not", Unit: sheet.Percent}},
	}
	for _, x := range moved {
		turn := strconv.Itoa(x.Turn)
		if x.Turn < 0 {
			turn = "after"
		}
		s.Add([]string{x.Name, strconv.Itoa(x.Day), turn}, sheet.Figure(x.Liars), sheet.Figure(x.Honest))
	}
	return s
}

// printed are sheets for people, with the reason for what has no interval.
func printed(all ...sheet.Sheet) string { return explained(below(all...)) }

// below are sheets for people, one below the other, each below its title.
func below(all ...sheet.Sheet) string {
	var texts []string
	for i := range all {
		texts = append(texts, all[i].Told())
	}
	return strings.Join(texts, "\n")
}
