package score

import (
	"cmp"
	"fmt"
	"slices"

	"wolfden/internal/chronicle"
	"wolfden/internal/sheet"
	"wolfden/internal/stats"
)

// The names of the sheets of a table.
const (
	Sides     = "sides"
	Wins      = "wins"
	ByRole    = "roles"
	Ratings   = "ratings"
	Strengths = "strengths"
	Pairs     = "pairs"
	Met       = "met"
	Faults    = "faults"
	Asked     = "calls"
	Luck      = "luck"
)

// Sheets are the figures of the setup, table by table, in the order in which they are read. Those without a line are left out.
func (t *Table) Sheets() (all []sheet.Sheet) {
	for _, s := range []sheet.Sheet{
		t.sides(), t.wins(), t.byRole(), t.ratings(), t.strengths(), t.Pairs.PairSheet(), t.met(), t.faults(), t.asked(), t.luck(),
	} {
		if len(s.Lines) > 0 {
			all = append(all, s)
		}
	}
	return all
}

// entries adds a line for every row of which something is known.
func (t *Table) entries(s *sheet.Sheet, cells func(r *Row) []sheet.Cell) {
	s.Keys = []string{"entry"}
	for i := range t.Rows {
		if made := cells(&t.Rows[i]); made != nil {
			s.Add([]string{t.Rows[i].name()}, made...)
		}
	}
}

func (t *Table) sides() sheet.Sheet {
	s := sheet.Sheet{
		Name: Sides, Title: "Games, and how often the village won",
		Note:    "Games that nobody won are not counted in the share. 95% intervals are Wilson's.",
		Columns: []sheet.Column{{Name: "decided"}, {Name: "undecided"}, {Name: "village", Unit: sheet.Percent}},
	}
	if t.Games+t.Undecided > 0 {
		s.Add(nil, sheet.Count(t.Games), sheet.Count(t.Undecided), sheet.Share(t.Sides))
	}
	return s
}

func (t *Table) wins() sheet.Sheet {
	s := sheet.Sheet{
		Name: Wins, Title: "Win rates",
		Note: "Macro is all wins of all games, micro the mean over roles, weighted micro that with the papers' weights, setup-weighted " +
			"with the numbers of the setup's roles. 95% intervals rest on games: seats of one entry on one side of a game win together.",
		Columns: []sheet.Column{
			{Name: "seats"}, {Name: "won"}, {Name: "macro", Unit: sheet.Percent}, {Name: "micro", Unit: sheet.Percent}, {Name: "weighted micro", Unit: sheet.Percent},
		},
	}
	if t.Setup.Total() > 0 {
		s.Columns = append(s.Columns, sheet.Column{Name: "setup-weighted", Unit: sheet.Percent})
	}
	t.entries(&s, func(r *Row) []sheet.Cell {
		cells := []sheet.Cell{sheet.Count(r.Games), sheet.Count(r.Wins), sheet.Percents(r.Macro), sheet.Percents(r.Micro), sheet.Percents(r.Weighted)}
		if t.Setup.Total() > 0 {
			cells = append(cells, sheet.Percents(r.SetupWeighted))
		}
		return cells
	})
	return s
}

func (t *Table) byRole() sheet.Sheet {
	s := sheet.Sheet{
		Name: ByRole, Title: "Win rates by role", Columns: t.roleColumns(sheet.Percent),
		Note: "How often the entry's side won where it had the role. A dash: it never had it.",
	}
	t.entries(&s, func(r *Row) (cells []sheet.Cell) {
		for _, role := range t.Roles {
			rate := r.Cells[role].Rate()
			if rate.Trials == 0 {
				cells = append(cells, sheet.Text("-"))
				continue
			}
			cells = append(cells, sheet.FigureOf(stats.Estimate{Value: r.Cells[role].Percent / 100, Low: rate.Low, High: rate.High, N: rate.Trials}))
		}
		return cells
	})
	return s
}

func (t *Table) roleColumns(unit sheet.Unit) (columns []sheet.Column) {
	for _, role := range t.Roles {
		columns = append(columns, sheet.Column{Name: t.Known.Name(role), Unit: unit})
	}
	return columns
}

func (t *Table) ratings() sheet.Sheet {
	s := sheet.Sheet{
		Name: Ratings, Title: "Strengths, in log-odds that a player adds",
		Note: "Allows for luck in sides, team-mates and opponents (docs/statistics.md). Adjusted is the win rate among average players. " +
			"Ranks are the middle 95% of the draws; best is the share of draws in which the entry is the strongest. Strengths of " +
			"different games are on scales of their own.",
		Columns: []sheet.Column{
			{Name: "strength", Unit: sheet.LogOdds}, {Name: "village", Unit: sheet.LogOdds}, {Name: "werewolves", Unit: sheet.LogOdds},
			{Name: "adjusted", Unit: sheet.Percent}, {Name: "rank from"}, {Name: "to"}, {Name: "best", Unit: sheet.Probability},
		},
	}
	t.entries(&s, func(r *Row) []sheet.Cell {
		if r.Strength == nil {
			return nil
		}
		x := r.Strength
		return []sheet.Cell{
			sheet.Figure(x.Overall), sheet.Figure(x.Side[0]), sheet.Figure(x.Side[1]), sheet.Figure(x.Rate), sheet.Count(x.RankLow), sheet.Count(x.RankHigh),
			sheet.Number(x.Best),
		}
	})
	return s
}

// fewInRole is how many games in a role a team must have for its strength there to be shown: that of fewer is the one on its side.
const fewInRole = 10

// strengths has no line where no team has played a role often enough.
func (t *Table) strengths() sheet.Sheet {
	s := sheet.Sheet{
		Name: Strengths, Title: "Strengths by role", Columns: t.roleColumns(sheet.LogOdds),
		Note: "What a player adds to the log-odds of its side, compared with the mean of the entries in the role. " +
			fmt.Sprintf("Of fewer than %d games in a role none is given.", fewInRole),
	}
	t.entries(&s, func(r *Row) (cells []sheet.Cell) {
		told := false
		for _, role := range t.Roles {
			cell := sheet.Text("-")
			if x := r.Strength; x != nil && int(role) < len(x.Role) && x.Role[role].N >= fewInRole {
				cell, told = sheet.Figure(x.Role[role]), true
			}
			cells = append(cells, cell)
		}
		if !told {
			return nil
		}
		return cells
	})
	return s
}

// wide is how many teams a table of meetings has.
const wide = 12

// met has no line where no pairs are told, or too many.
func (t *Table) met() sheet.Sheet {
	if len(t.Pairs.All) == 0 || len(t.Rows) > wide {
		return sheet.Sheet{}
	}
	return t.Pairs.MetSheet()
}

// faults has no line where nothing is known of faults.
func (t *Table) faults() sheet.Sheet {
	s := sheet.Sheet{
		Name: Faults, Title: "Answers with a fault",
		Note:    "Of the seats of games that tell of faults; then the win rates in games without a fault of anybody, and in those with one.",
		Columns: []sheet.Column{{Name: "in seats"}, {Name: "faults"}, {Name: "kinds"}, {Name: "won without", Unit: sheet.Percent}, {Name: "won with", Unit: sheet.Percent}},
	}
	t.entries(&s, func(r *Row) []sheet.Cell {
		if r.FaultSeats == 0 && r.Faulty.Trials == 0 {
			return nil
		}
		return []sheet.Cell{sheet.Count(r.FaultSeats), sheet.Count(r.faults()), sheet.Text(r.kinds()), sheet.ShareOf(r.Clean), sheet.ShareOf(r.Faulty)}
	})
	return s
}

// asked has no line where nobody asked a model.
func (t *Table) asked() sheet.Sheet {
	s := sheet.Sheet{
		Name: Asked, Title: "Asked of language models", Keys: []string{"entry"},
		Note: "Of all games, decided or not. By rule are answers that the player's own rules gave in place of the model's.",
		Columns: []sheet.Column{
			{Name: "answers"}, {Name: "by model", Unit: sheet.Percent}, {Name: "lines"}, {Name: "lines by model", Unit: sheet.Percent}, {Name: "repaired"}, {Name: "by rule"},
			{Name: "requests"}, {Name: "tokens in"}, {Name: "cached"}, {Name: "out"}, {Name: "thought"}, {Name: "p50", Unit: sheet.Seconds},
			{Name: "p95", Unit: sheet.Seconds}, {Name: "cost", Unit: sheet.Dollars}, {Name: "why rules answered"},
		},
	}
	for i := range t.Calls {
		c := &t.Calls[i]
		s.Add([]string{c.Team}, askedCells(&c.Calls)...)
	}
	return s
}

func askedCells(c *chronicle.Calls) []sheet.Cell {
	cells := []sheet.Cell{sheet.Count(c.Asked()), sheet.Number(c.Share()), sheet.Count(c.Lines), sheet.Number(c.ShareOfLines())}
	for _, n := range []int{c.Repaired, c.ByRule, c.Sent, c.In, c.CachedIn, c.Out, c.Thought} {
		cells = append(cells, sheet.Count(n))
	}
	for _, share := range []float64{0.5, 0.95} {
		cell := sheet.Text("-")
		if ms, ok := c.Latency(share); ok {
			cell = sheet.Number(float64(ms) / 1000)
		}
		cells = append(cells, cell)
	}
	return append(cells, sheet.Number(c.USD), sheet.Text(cmp.Or(c.Commonest(mostCauses), "-")))
}

// luck has a line for everything that should not go with winning.
func (t *Table) luck() sheet.Sheet {
	s := sheet.Sheet{
		Name: Luck, Title: "Seat, name and speaking order against winning", Keys: []string{"of"},
		Note:    "The probability of differences between seats, names and places in the order as large as these, if they did not matter. P for all is corrected for all tests of the table by Holm's method.",
		Columns: []sheet.Column{{Name: "groups"}, {Name: "P", Unit: sheet.Probability}, {Name: "P for all", Unit: sheet.Probability}, {Name: "won of games"}},
	}
	for _, e := range t.Effects {
		s.Add([]string{e.Of}, sheet.Count(len(e.Groups)), sheet.Number(e.P), sheet.Number(e.Corrected), sheet.Text(e.ends()))
	}
	return s
}

// shown are the sheets of a setup that people read beside its title; of many pairs the clearest alone.
func (t *Table) shown() (all []sheet.Sheet) {
	for _, s := range t.Sheets() {
		if s.Name == Sides {
			continue // in the title
		}
		if s.Name == Pairs {
			s.Lines = slices.Clip(s.Lines[:min(manyPairs, len(s.Lines))])
		}
		all = append(all, s)
	}
	return all
}
