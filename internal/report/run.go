package report

import (
	"fmt"
	"slices"
	"strings"

	"wolfden/internal/analysis"
	"wolfden/internal/chronicle"
	"wolfden/internal/origin"
	"wolfden/internal/score"
	"wolfden/internal/sheet"
)

// Run is the games of one condition, such as one league.
type Run struct {
	Name  string
	Games []*analysis.Game
	// Judged are those of the games whose moves were judged.
	Judged []analysis.Judged
	// More are sheets that others have made of the run's games, such as of what raters said.
	More []sheet.Sheet
}

// Report is the sheets and charts of a number of runs.
type Report struct {
	Runs     []string
	Made     []Made // of runs whose games say what made them
	Sheets   []sheet.Sheet
	Charts   []Chart
	Warnings []string
	Home     string // the address of the page that leads to the report's, as seen from there; "" for none
	// Replays are the addresses of the pages of games at the moments that are told of (Moments), as seen from the report's. What has none is
	// named only.
	Replays map[Moment]string
	// Files are written beside the report's own, by their paths: those of the pages of games.
	Files map[string][]byte
}

// Moment is one in a game of a run, as wolfden whatif takes it, such as d1:17.
type Moment struct{ Run, Game, At string }

// Made is what the games of a run were made by.
type Made struct {
	Run    string         `json:"run"`
	Line   string         `json:"line"`
	Origin *origin.Origin `json:"origin"`
}

// counted is a run with what was counted of it.
type counted struct {
	Run
	*score.Report
	slips   []*analysis.SlipGroup
	deceits []*analysis.Deceits
	beliefs []*analysis.Beliefs
}

// New counts the runs. Runs have different names. With merge, entries of a team that differ in a suffix are one, see score.Merge.
// The seed makes ratings and tests repeatable. stopped has what holds of leagues that may stop early, see score.Report.Stopped.
func New(runs []Run, merge bool, seed uint64, stopped map[string]string) *Report {
	r := &Report{}
	const team = analysis.ByTeam
	var all []counted
	for _, run := range runs {
		summaries := make([]*chronicle.Summary, len(run.Games))
		for i, g := range run.Games {
			summaries[i] = &g.Summary
		}
		c := counted{
			run, score.Count(summaries, merge, seed),
			analysis.Slips(run.Games, team), analysis.DeceitGroups(run.Games, team), analysis.BeliefGroups(run.Games, team),
		}
		c.Stopped(stopped)
		all = append(all, c)
		r.Runs = append(r.Runs, run.Name)
		r.warn(&c)
		r.made(&run)
	}
	r.add(r.conditions())
	var reports []*score.Report
	for i := range all {
		reports = append(reports, all[i].Report)
	}
	score.CorrectEffects(reports...)
	scored := scored(all)
	for _, name := range []string{score.Sides, score.Wins, score.ByRole, score.Ratings, score.Strengths, score.Pairs, score.Faults, score.Luck} {
		r.add(below(scored[name], "run", "setup"))
	}
	r.add(differences(all, seed))
	for _, of := range []func(c *counted) sheet.Sheet{
		func(c *counted) sheet.Sheet { return analysis.HabitSheet(analysis.Summarize(c.Run.Games, team), team) },
		func(c *counted) sheet.Sheet { return analysis.SlipSheet(c.slips, team) },
		func(c *counted) sheet.Sheet { return analysis.DeceitSheet(c.deceits, team) },
		func(c *counted) sheet.Sheet { return analysis.SkillSheet(analysis.Skills(c.Run.Games, team), team) },
		func(c *counted) sheet.Sheet { return analysis.CalibrationSheet(c.beliefs, team) },
		func(c *counted) sheet.Sheet { return analysis.ReliabilitySheet(c.beliefs, team) },
		func(c *counted) sheet.Sheet { return analysis.MoveSheet(c.Judged, team) },
		func(c *counted) sheet.Sheet { return analysis.ExampleSheet(c.slips, c.deceits, c.Judged) },
	} {
		r.add(joined(all, of))
	}
	for _, name := range more(runs) {
		r.add(joined(all, func(c *counted) sheet.Sheet {
			i := slices.IndexFunc(c.More, func(s sheet.Sheet) bool { return s.Name == name })
			if i < 0 {
				return sheet.Sheet{}
			}
			return c.More[i]
		}))
	}
	r.add(below(scored[score.Asked], "run", "setup"))
	r.add(r.players())
	return r
}

// Moments are those of the games that the report tells of.
func (r *Report) Moments() (all []Moment) {
	for i := range r.Sheets {
		for _, l := range r.Sheets[i].Lines {
			if m := momentOf(&r.Sheets[i], l.Keys); m.Game != "" && !slices.Contains(all, m) {
				all = append(all, m)
			}
		}
	}
	return all
}

// momentOf is the moment that the keys of a line name, the zero Moment of none.
func momentOf(s *sheet.Sheet, keys []string) (m Moment) {
	for i, name := range s.Keys {
		switch name {
		case "run":
			m.Run = keys[i]
		case analysis.ExampleGame:
			m.Game = keys[i]
		case analysis.ExampleMoment:
			m.At = keys[i]
		}
	}
	return m
}

// add takes in a sheet, if it has a line.
func (r *Report) add(s sheet.Sheet) {
	if len(s.Lines) > 0 {
		r.Sheets = append(r.Sheets, s)
		r.Charts = append(r.Charts, charts(&s, r.Runs)...)
		r.Charts = append(r.Charts, planes(&s, r.Runs)...)
	}
}

// warn takes over what score says of a run.
func (r *Report) warn(c *counted) {
	for _, w := range c.Warnings {
		r.Warnings = append(r.Warnings, c.Name+": "+w)
	}
	for i := range c.Tables {
		for _, w := range c.Tables[i].Warnings {
			r.Warnings = append(r.Warnings, fmt.Sprintf("%s, %s: %s", c.Name, c.Tables[i].Name(), w))
		}
	}
}

// scored are the sheets of package score, of all runs and setups, by their names.
func scored(all []counted) map[string][]sheet.Part {
	parts := map[string][]sheet.Part{}
	for _, c := range all {
		for i := range c.Tables {
			t := &c.Tables[i]
			for _, s := range t.Sheets() {
				parts[s.Name] = append(parts[s.Name], sheet.Part{Keys: []string{c.Name, t.Name()}, Sheet: s})
			}
		}
	}
	return parts
}

// below sets the parts of a sheet below each other.
func below(parts []sheet.Part, keys ...string) sheet.Sheet {
	s := sheet.Join(keys, parts)
	sorted(&s)
	return s
}

// more are the names of what others have made of the runs, in their order.
func more(runs []Run) (names []string) {
	for _, run := range runs {
		for i := range run.More {
			if !slices.Contains(names, run.More[i].Name) {
				names = append(names, run.More[i].Name)
			}
		}
	}
	return names
}

// joined is a sheet over all runs.
func joined(all []counted, of func(c *counted) sheet.Sheet) sheet.Sheet {
	var parts []sheet.Part
	for i := range all {
		if s := of(&all[i]); len(s.Lines) > 0 {
			parts = append(parts, sheet.Part{Keys: []string{all[i].Name}, Sheet: s})
		}
	}
	return below(parts, "run")
}

// read is a sheet as people read it: what nobody did in any run is named in its note, for of most kinds of slips there would be nothing
// but lines of 0.
func read(s sheet.Sheet) sheet.Sheet {
	if len(s.Keys) < 2 || s.Keys[1] != "share" && s.Keys[1] != "kind" {
		return s
	}
	did := func(l sheet.Line) bool {
		return slices.ContainsFunc(l.Cells, func(c sheet.Cell) bool { e, ok := c.Estimate(); return ok && e.Value > 0 })
	}
	var without []string
	for _, kind := range s.Values(1) {
		if !slices.ContainsFunc(s.Lines, func(l sheet.Line) bool { return l.Keys[1] == kind && did(l) }) {
			without = append(without, kind)
		}
	}
	if len(without) > 0 {
		s.Lines = slices.DeleteFunc(slices.Clone(s.Lines), func(l sheet.Line) bool { return slices.Contains(without, l.Keys[1]) })
		s.Note += " Nobody did: " + strings.Join(without, ", ") + "."
	}
	return s
}

// sorted puts what is compared side by side: by every key but the run, then in the order of the runs.
func sorted(s *sheet.Sheet) {
	slices.SortStableFunc(s.Lines, func(a, b sheet.Line) int { return slices.CompareFunc(a.Keys[1:], b.Keys[1:], sheet.ByNumber) })
}
