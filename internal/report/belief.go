package report

import (
	"fmt"
	"strconv"

	"wolfden/internal/analysis"
	"wolfden/internal/sheet"
)

// deceit is what speakers knew to be false.
func deceit(all []counted) sheet.Sheet {
	s := sheet.Sheet{
		Name: "deceit", Title: "What its speaker knew to be false", Keys: []string{"run", "kind", "entry"},
		Note:    "docs/analysis.md defines each kind. 95% intervals rest on games.",
		Columns: []sheet.Column{{Name: "false"}, {Name: "of"}, {Name: "unit"}, {Name: "share", Unit: sheet.Percent}},
	}
	for _, c := range all {
		for _, d := range analysis.DeceitGroups(c.Run.Games, analysis.ByTeam) {
			s.Lines = append(s.Lines, sheet.Line{Keys: []string{c.Name, d.Kind, d.Name}, Cells: []sheet.Cell{sheet.Count(d.False), sheet.Count(d.Of), sheet.Text(d.Unit), sheet.Figure(d.Share)}})
		}
	}
	sorted(&s)
	return s
}

// skill is detection beside deception.
func skill(all []counted) sheet.Sheet {
	s := sheet.Sheet{
		Name: "skill", Title: "Finding werewolves, and hiding as one", Keys: []string{"run", "entry"},
		Note: "Of votes of the village's side, in points above chance: for a werewolf, by the entry's players; not for the entry's " +
			"players that are werewolves. 95% intervals draw games.",
		Columns: []sheet.Column{{Name: "detection", Unit: sheet.Percent}, {Name: "deception", Unit: sheet.Percent}},
	}
	for _, c := range all {
		for _, x := range analysis.Skills(c.Run.Games, analysis.ByTeam) {
			s.Lines = append(s.Lines, sheet.Line{Keys: []string{c.Name, x.Name}, Cells: []sheet.Cell{sheet.Figure(x.Detection), sheet.Figure(x.Deception)}})
		}
	}
	sorted(&s)
	return s
}

func calibration(all []counted) sheet.Sheet {
	s := sheet.Sheet{
		Name: "calibration", Title: "Noted beliefs against who is a werewolf", Keys: []string{"run", "day", "entry"},
		Note: "The last note of each player and day; werewolves' own are left out. The base rate is that of somebody who knows how many " +
			"werewolves there are. 95% intervals draw games.",
		Columns: []sheet.Column{{Name: "beliefs"}, {Name: "Brier", Unit: sheet.Probability}, {Name: "Brier of base rate", Unit: sheet.Probability}, {Name: "log loss", Unit: sheet.Probability}},
	}
	for _, c := range all {
		for _, b := range analysis.BeliefGroups(c.Run.Games, analysis.ByTeam) {
			day := "all"
			if b.Day > 0 {
				day = strconv.Itoa(b.Day)
			}
			s.Lines = append(s.Lines, sheet.Line{Keys: []string{c.Name, day, b.Name}, Cells: []sheet.Cell{sheet.Count(b.Forecasts), sheet.Figure(b.Brier), sheet.Figure(b.Base), sheet.Figure(b.LogLoss)}})
		}
	}
	sorted(&s)
	return s
}

func reliability(all []counted) sheet.Sheet {
	s := sheet.Sheet{
		Name: "reliability", Title: "Reliability of noted beliefs", Keys: []string{"run", "noted", "entry"},
		Note:    "Of the chances noted in a range, their mean and how many were werewolves; all days. 95% intervals draw games.",
		Columns: []sheet.Column{{Name: "beliefs"}, {Name: "chance", Unit: sheet.Percent}, {Name: "werewolves", Unit: sheet.Percent}},
	}
	for _, c := range all {
		for _, b := range analysis.BeliefGroups(c.Run.Games, analysis.ByTeam) {
			for _, bin := range b.Bins {
				if b.Day == 0 {
					noted := fmt.Sprintf("%02.0f to %.0f", 100*bin.From, 100*bin.To)
					s.Lines = append(s.Lines, sheet.Line{Keys: []string{c.Name, noted, b.Name}, Cells: []sheet.Cell{sheet.Count(bin.Forecasts), sheet.Figure(bin.Predicted), sheet.Figure(bin.Happened)}})
				}
			}
		}
	}
	sorted(&s)
	return s
}
