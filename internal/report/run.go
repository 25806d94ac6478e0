package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

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
}

// Report is the sheets and charts of a number of runs.
type Report struct {
	Runs     []string
	Made     []Made // of runs whose games say what made them
	Sheets   []sheet.Sheet
	Charts   []Chart
	Warnings []string
	Home     string // the address of the page that leads to the report's, as seen from there; "" for none
}

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
}

// New counts the runs. Runs have different names. With merge, entries of a team that differ in a suffix are one, see score.Merge.
// The seed makes ratings and tests repeatable. stopped has what holds of leagues that may stop early, see score.Report.Stopped.
func New(runs []Run, merge bool, seed uint64, stopped map[string]string) *Report {
	r := &Report{}
	var all []counted
	for _, run := range runs {
		summaries := make([]*chronicle.Summary, len(run.Games))
		for i, g := range run.Games {
			summaries[i] = &g.Summary
		}
		c := counted{run, score.Count(summaries, merge, seed)}
		c.Stopped(stopped)
		all = append(all, c)
		r.Runs = append(r.Runs, run.Name)
		r.warn(&c)
		r.made(&run)
	}
	for _, make := range []func([]counted) sheet.Sheet{sides, wins, roles, ratings, byRole, pairsOfEntries, luck} {
		r.add(make(all))
	}
	r.add(differences(all, seed))
	for _, make := range []func([]counted) sheet.Sheet{habits, slips, deceit, skill, calibration, reliability, calls} {
		r.add(make(all))
	}
	r.add(r.players())
	return r
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

// lines adds a line for every entry of every run and setup.
func lines(s *sheet.Sheet, all []counted, cells func(t *score.Table, r *score.Row) []sheet.Cell) {
	for _, c := range all {
		for i := range c.Tables {
			t := &c.Tables[i]
			for j := range t.Rows {
				if made := cells(t, &t.Rows[j]); made != nil {
					s.Lines = append(s.Lines, sheet.Line{Keys: []string{c.Name, t.Name(), t.Rows[j].Team}, Cells: made})
				}
			}
		}
	}
	sorted(s)
}

// sorted puts what is compared side by side: by every key but the run, then in the order of the runs.
func sorted(s *sheet.Sheet) {
	slices.SortStableFunc(s.Lines, func(a, b sheet.Line) int { return slices.CompareFunc(a.Keys[1:], b.Keys[1:], byNumber) })
}

// byNumber is the order of texts of which some begin with a number, such as "5 players" and "13 players".
func byNumber(a, b string) int {
	number := func(s string) (n int) {
		if _, err := fmt.Sscanf(s, "%d", &n); err != nil {
			return math.MaxInt // behind those that do
		}
		return n
	}
	return cmp.Or(cmp.Compare(number(a), number(b)), cmp.Compare(a, b))
}

func sides(all []counted) sheet.Sheet {
	s := sheet.Sheet{
		Name: "sides", Title: "Games, and how often the village won", Keys: []string{"run", "setup"},
		Note:    "Games that nobody won are not counted in the share. 95% intervals are Wilson's.",
		Columns: []sheet.Column{{Name: "decided"}, {Name: "undecided"}, {Name: "village", Unit: sheet.Percent}},
	}
	for _, c := range all {
		for i := range c.Tables {
			t := &c.Tables[i]
			s.Lines = append(s.Lines, sheet.Line{Keys: []string{c.Name, t.Name()}, Cells: []sheet.Cell{sheet.Count(t.Games), sheet.Count(t.Undecided), sheet.Share(t.Sides)}})
		}
	}
	sorted(&s)
	return s
}

func wins(all []counted) sheet.Sheet {
	s := sheet.Sheet{
		Name: "wins", Title: "Win rates", Keys: []string{"run", "setup", "entry"},
		Note: "Macro is all wins of all games, micro the mean over roles, weighted micro that with the papers' weights, setup-weighted " +
			"with the numbers of the setup's roles. 95% intervals rest on games: seats of one entry on one side of a game win together.",
		Columns: []sheet.Column{
			{Name: "seats"}, {Name: "won"}, {Name: "macro", Unit: sheet.Percent}, {Name: "micro", Unit: sheet.Percent}, {Name: "weighted micro", Unit: sheet.Percent}, {Name: "setup-weighted", Unit: sheet.Percent},
			{Name: "without faults", Unit: sheet.Percent}, {Name: "with faults", Unit: sheet.Percent},
		},
	}
	lines(&s, all, func(t *score.Table, r *score.Row) []sheet.Cell {
		if r.Games == 0 {
			return nil
		}
		setup := sheet.Text("-")
		if t.Setup.Total() > 0 {
			setup = sheet.Percents(r.SetupWeighted)
		}
		return []sheet.Cell{
			sheet.Count(r.Games), sheet.Count(r.Wins), sheet.Percents(r.Macro), sheet.Percents(r.Micro), sheet.Percents(r.Weighted), setup, sheet.ShareOf(r.Clean), sheet.ShareOf(r.Faulty),
		}
	})
	return s
}

func roles(all []counted) sheet.Sheet {
	s := sheet.Sheet{
		Name: "roles", Title: "Win rates by role", Keys: []string{"run", "setup", "entry"},
		Note: "How often the entry's side won where it had the role. A dash: it never had it.",
	}
	names := roleNames(all)
	for _, name := range names {
		s.Columns = append(s.Columns, sheet.Column{Name: name, Unit: sheet.Percent})
	}
	lines(&s, all, func(t *score.Table, r *score.Row) (cells []sheet.Cell) {
		for _, name := range names {
			if role, err := t.Known.Parse(name); err == nil {
				cells = append(cells, sheet.ShareOf(r.Cells[role].Rate()))
			} else {
				cells = append(cells, sheet.Text("-"))
			}
		}
		return cells
	})
	return s
}

// roleNames are those of all runs and setups.
func roleNames(all []counted) (names []string) {
	for _, c := range all {
		for i := range c.Tables {
			for _, role := range c.Tables[i].Roles {
				names = append(names, c.Tables[i].Known.Name(role))
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func ratings(all []counted) sheet.Sheet {
	s := sheet.Sheet{
		Name: "ratings", Title: "Strengths", Keys: []string{"run", "setup", "entry"},
		Note: "Allows for luck in sides, team-mates and opponents (docs/statistics.md). Adjusted is the win rate among average players. " +
			"Ranks are the middle 95% of the draws; best is the share of draws in which the entry is the strongest. Strengths of " +
			"different runs are on scales of their own.",
		Columns: []sheet.Column{
			{Name: "strength", Unit: sheet.LogOdds}, {Name: "village", Unit: sheet.LogOdds}, {Name: "werewolves", Unit: sheet.LogOdds}, {Name: "adjusted", Unit: sheet.Percent}, {Name: "ranks"}, {Name: "best", Unit: sheet.Probability},
		},
	}
	lines(&s, all, func(_ *score.Table, r *score.Row) []sheet.Cell {
		if r.Strength == nil {
			return nil
		}
		x := r.Strength
		return []sheet.Cell{
			sheet.Figure(x.Overall), sheet.Figure(x.Side[0]), sheet.Figure(x.Side[1]), sheet.Figure(x.Rate), sheet.Text(fmt.Sprintf("%d to %d", x.RankLow, x.RankHigh)),
			sheet.Number(x.Best),
		}
	})
	return s
}

// luck has a line for everything that should not go with winning.
func luck(all []counted) sheet.Sheet {
	s := sheet.Sheet{
		Name: "luck", Title: "What should not matter", Keys: []string{"run", "setup", "of"},
		Note:    "The probability of differences between seats, names and places in the order as large as these, if they did not matter.",
		Columns: []sheet.Column{{Name: "groups"}, {Name: "P", Unit: sheet.Probability}},
	}
	for _, c := range all {
		for i := range c.Tables {
			for _, e := range c.Tables[i].Effects {
				s.Lines = append(s.Lines, sheet.Line{Keys: []string{c.Name, c.Tables[i].Name(), e.Of}, Cells: []sheet.Cell{sheet.Count(len(e.Groups)), sheet.Number(e.P)}})
			}
		}
	}
	sorted(&s)
	return s
}

func calls(all []counted) sheet.Sheet {
	s := sheet.Sheet{
		Name: "calls", Title: "Asked of language models", Keys: []string{"run", "setup", "entry"},
		Note: "Of all games, decided or not. By rule are answers that the player's own rules gave in place of the model's.",
	}
	for _, name := range chronicle.CallColumns() {
		s.Columns = append(s.Columns, sheet.Column{Name: name, Unit: ""})
	}
	for _, c := range all {
		for i := range c.Tables {
			for _, asked := range c.Tables[i].Calls {
				line := sheet.Line{Keys: []string{c.Name, c.Tables[i].Name(), asked.Team}}
				for _, cell := range asked.Cells() {
					line.Cells = append(line.Cells, sheet.Text(cmp.Or(cell, "-")))
				}
				s.Lines = append(s.Lines, line)
			}
		}
	}
	sorted(&s)
	return s
}
