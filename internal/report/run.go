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

// counted is a run with what was counted of its wins.
type counted struct {
	Run
	*score.Report
}

// New counts the runs. Runs have different names. With merge, entries of a team that differ in a suffix are one, see score.Merge.
// The seed makes ratings and tests repeatable. stopped has what holds of leagues that may stop early, see score.Report.Stopped.
func New(runs []Run, merge bool, seed uint64, stopped map[string]string) *Report {
	r := &Report{}
	var all []counted
	var reports []*score.Report
	for _, run := range runs {
		summaries := make([]*chronicle.Summary, len(run.Games))
		for i, g := range run.Games {
			summaries[i] = &g.Summary
		}
		c := counted{run, score.Count(summaries, merge, seed)}
		c.Stopped(stopped)
		all, reports = append(all, c), append(reports, c.Report)
		r.Runs = append(r.Runs, run.Name)
		r.warn(&c)
		r.made(&run)
	}
	score.CorrectEffects(reports...)
	parts, others := map[string][]sheet.Part{}, []string{} // by name; the names of what package score does not have
	for i := range all {
		for _, p := range all[i].scored() {
			parts[p.Name] = append(parts[p.Name], p)
		}
		for _, s := range all[i].sheets() {
			if !slices.Contains(others, s.Name) {
				others = append(others, s.Name)
			}
			parts[s.Name] = append(parts[s.Name], sheet.Part{Keys: []string{all[i].Name}, Sheet: s})
		}
	}
	r.add(r.conditions())
	r.addScored(parts)
	r.add(differences(all, seed))
	for _, name := range append(others, score.Asked) {
		r.add(below(parts[name]))
	}
	r.add(r.players())
	return r
}

// addScored takes in what package score counted, but for the calls. Circles, of which score tells in a sentence, are corrected together.
func (r *Report) addScored(parts map[string][]sheet.Part) {
	const circles = "circles"
	for _, name := range []string{score.Sides, score.Wins, score.ByRole, score.Ratings, score.Strengths, score.Pairs, circles, score.Faults, score.Luck} {
		s := below(parts[name])
		if name == circles {
			correct(&s, len(s.Columns)-1)
		}
		r.add(s)
	}
}

// scored are the sheets of package score, of all setups.
func (c *counted) scored() (all []sheet.Part) {
	for i := range c.Tables {
		t := &c.Tables[i]
		for _, s := range append(t.Sheets(), t.Pairs.CircleSheet()) {
			all = append(all, sheet.Part{Keys: []string{c.Name, t.Name()}, Sheet: s})
		}
	}
	return all
}

// sheets are those of what players did, in the order in which they are read, and what others have made of the run.
func (c *counted) sheets() []sheet.Sheet {
	const team = analysis.ByTeam
	games := c.Run.Games
	slips, deceits, beliefs := analysis.Slips(games, team), analysis.DeceitGroups(games, team), analysis.BeliefGroups(games, team)
	return append([]sheet.Sheet{
		analysis.HabitSheet(analysis.Summarize(games, team), team), analysis.SlipSheet(slips, team), analysis.DeceitSheet(deceits, team),
		analysis.SkillSheet(analysis.Skills(games, team), team), analysis.CalibrationSheet(beliefs, team), analysis.ReliabilitySheet(beliefs, team),
		analysis.MoveSheet(c.Judged, team), analysis.ExampleSheet(slips, deceits, c.Judged),
	}, c.More...)
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

// below sets the parts of a sheet below each other, of which all have the run in front, and those of package score the setup.
func below(parts []sheet.Part) sheet.Sheet {
	if len(parts) == 0 {
		return sheet.Sheet{}
	}
	s := sheet.Join([]string{"run", "setup"}[:len(parts[0].Keys)], parts)
	sorted(&s)
	return s
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
