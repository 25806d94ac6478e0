package report

import (
	"fmt"
	"strconv"

	"wolfden/internal/analysis"
)

// deceit is what speakers knew to be false.
func deceit(all []counted) Sheet {
	s := Sheet{
		Name: "deceit", Title: "What its speaker knew to be false", Keys: []string{"run", "kind", "entry"},
		Note:    "docs/analysis.md defines each kind. 95% intervals rest on games.",
		Columns: []Column{{"false", ""}, {"of", ""}, {"unit", ""}, {"share", Share}},
	}
	for _, c := range all {
		for _, d := range analysis.DeceitGroups(c.Run.Games, analysis.ByTeam) {
			s.Lines = append(s.Lines, Line{[]string{c.Name, d.Kind, d.Name}, []Cell{count(d.False), count(d.Of), text(d.Unit), figure(d.Share)}})
		}
	}
	s.sort()
	return s
}

// skill is detection beside deception.
func skill(all []counted) Sheet {
	s := Sheet{
		Name: "skill", Title: "Finding werewolves, and hiding as one", Keys: []string{"run", "entry"},
		Note: "Of votes of the village's side, in points above chance: for a werewolf, by the entry's players; not for the entry's " +
			"players that are werewolves. 95% intervals draw games.",
		Columns: []Column{{"detection", Share}, {"deception", Share}},
	}
	for _, c := range all {
		for _, x := range analysis.Skills(c.Run.Games, analysis.ByTeam) {
			s.Lines = append(s.Lines, Line{[]string{c.Name, x.Name}, []Cell{figure(x.Detection), figure(x.Deception)}})
		}
	}
	s.sort()
	return s
}

func calibration(all []counted) Sheet {
	s := Sheet{
		Name: "calibration", Title: "Noted beliefs against who is a werewolf", Keys: []string{"run", "day", "entry"},
		Note: "The last note of each player and day; werewolves' own are left out. The base rate is that of somebody who knows how many " +
			"werewolves there are. 95% intervals draw games.",
		Columns: []Column{{"beliefs", ""}, {"Brier", Probability}, {"Brier of base rate", Probability}, {"log loss", Probability}},
	}
	for _, c := range all {
		for _, b := range analysis.BeliefGroups(c.Run.Games, analysis.ByTeam) {
			day := "all"
			if b.Day > 0 {
				day = strconv.Itoa(b.Day)
			}
			s.Lines = append(s.Lines, Line{[]string{c.Name, day, b.Name}, []Cell{count(b.Forecasts), figure(b.Brier), figure(b.Base), figure(b.LogLoss)}})
		}
	}
	s.sort()
	return s
}

func reliability(all []counted) Sheet {
	s := Sheet{
		Name: "reliability", Title: "Reliability of noted beliefs", Keys: []string{"run", "noted", "entry"},
		Note:    "Of the chances noted in a range, their mean and how many were werewolves; all days. 95% intervals draw games.",
		Columns: []Column{{"beliefs", ""}, {"chance", Share}, {"werewolves", Share}},
	}
	for _, c := range all {
		for _, b := range analysis.BeliefGroups(c.Run.Games, analysis.ByTeam) {
			for _, bin := range b.Bins {
				if b.Day == 0 {
					noted := fmt.Sprintf("%02.0f to %.0f", 100*bin.From, 100*bin.To)
					s.Lines = append(s.Lines, Line{[]string{c.Name, noted, b.Name}, []Cell{count(bin.Forecasts), figure(bin.Predicted), figure(bin.Happened)}})
				}
			}
		}
	}
	s.sort()
	return s
}
