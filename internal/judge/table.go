package judge

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"wolfden/internal/csvtable"
	"wolfden/internal/sheet"
	"wolfden/internal/stats"
)

// Row holds the ranks, or ratings, that one rater gave one team.
type Row struct {
	Team, Rater string
	Person      bool               // one of the people, not all of them
	Mean        map[string]float64 // by criterion
	Count       map[string]int     // verdicts on a player of the team behind it
	// Between is the mean with its interval, by criterion; its N is the games behind it.
	Between map[string]stats.Estimate
	// Average is the mean over the criteria of a team that was judged by all of them.
	Average stats.Estimate
}

// Table holds the mean ranks of teams, 1 is best, or their mean ratings, 5 is best, rater by rater.
type Table struct {
	Criteria []string
	Rows     []Row // by team, people first within each
	Players  int   // in every game
	Scale    Scale
	Warnings []string
}

// cell is what a mean is of, but for the criterion.
type cell struct{ team, rater string }

// marksOf are the marks by criterion and game.
type marksOf map[string]map[string]stats.Part

// Table returns the mean rank or rating that every rater gave every team, over all ballots and all players of the team. People have a
// row together, HumanRater, and one each. Merged maps teams to those they count as, and may be nil. With same every rater but the people
// has two rows: NAME-same for the games that people have judged by the criterion, too, and NAME-all for all games (tables 2 and 3 of the
// overview of AIWolfDial 2025).
func (b *Ballots) Table(merged map[string]string, same bool) *Table {
	table := &Table{Players: b.Players, Scale: b.Scale, Warnings: b.Warnings}
	sums, letters := map[cell]marksOf{}, map[string]bool{}
	for i := range b.List {
		one := &b.List[i]
		for seat, mark := range one.Marks() {
			letters[one.Criterion] = true
			team := one.Seats[seat].Team
			if to, ok := merged[team]; ok {
				team = to
			}
			for _, rater := range one.rows(same) {
				addMark(sums, cell{team, rater}, one, mark)
			}
		}
	}
	table.Criteria = slices.Sorted(maps.Keys(letters))
	table.fill(sums)
	return table
}

// rows are the raters of the table for whom a ballot counts.
func (b *Ballot) rows(same bool) []string {
	switch {
	case b.Kind == ByHuman:
		return []string{HumanRater, b.Called}
	case !same:
		return []string{b.Called}
	case b.Same:
		return []string{b.Called + "-same", b.Called + "-all"}
	}
	return []string{b.Called + "-all"}
}

func addMark(sums map[cell]marksOf, c cell, b *Ballot, mark int) {
	if sums[c] == nil {
		sums[c] = marksOf{}
	}
	if sums[c][b.Criterion] == nil {
		sums[c][b.Criterion] = map[string]stats.Part{}
	}
	p := sums[c][b.Criterion][b.Game]
	sums[c][b.Criterion][b.Game] = stats.Part{Of: p.Of + float64(mark), All: p.All + 1}
}

func (t *Table) fill(sums map[cell]marksOf) {
	for c, marks := range sums {
		row := Row{Team: c.team, Rater: c.rater, Person: strings.HasPrefix(c.rater, HumanRater+"-"), Mean: map[string]float64{}, Count: map[string]int{}, Between: map[string]stats.Estimate{}}
		for criterion, parts := range marks {
			e := t.within(parts)
			row.Mean[criterion], row.Between[criterion] = e.Value, e
			for _, p := range parts {
				row.Count[criterion] += int(p.All)
			}
		}
		row.Average = stats.Estimate{Value: math.NaN(), Low: math.NaN(), High: math.NaN()}
		if len(marks) == len(t.Criteria) {
			row.Average = t.within(slices.Collect(maps.Values(marks))...)
		}
		t.Rows = append(t.Rows, row)
	}
	slices.SortFunc(t.Rows, func(a, b Row) int {
		if a.Team != b.Team {
			return strings.Compare(a.Team, b.Team)
		}
		if aHuman, bHuman := a.ofPeople(), b.ofPeople(); aHuman != bHuman {
			if aHuman {
				return -1
			}
			return 1
		}
		return strings.Compare(a.Rater, b.Rater)
	})
}

// ofPeople reports whether a row is of people.
func (r *Row) ofPeople() bool { return r.Person || r.Rater == HumanRater }

// within is the mean of marks, or of such means, with an interval by game that stays on the scale.
func (t *Table) within(criteria ...map[string]stats.Part) stats.Estimate {
	games := map[string]bool{}
	for _, parts := range criteria {
		for game := range parts {
			games[game] = true
		}
	}
	var columns [][]stats.Part
	for _, parts := range criteria {
		var column []stats.Part
		for _, game := range slices.Sorted(maps.Keys(games)) {
			column = append(column, parts[game])
		}
		columns = append(columns, column)
	}
	e := stats.ClusteredMean(columns...)
	worst := float64(t.Players)
	if t.Scale == Rated {
		worst = Best
	}
	e.Low, e.High = max(e.Low, 1), min(e.High, worst) // NaN stays
	return e
}

// Sheet is the table with a line for each rater and team.
func (t *Table) Sheet() sheet.Sheet {
	s := sheet.Sheet{
		Name: "ranks", Title: "Places that raters gave", Keys: []string{"rater", "entry"},
		Note: "The mean place by each criterion (docs/judging.md), 1 is best. 95% intervals draw games.",
	}
	if t.Scale == Rated {
		s.Name, s.Title, s.Note = "ratings-by-raters", "Ratings that raters gave", "The mean rating by each criterion (docs/judging.md), 5 is best. 95% intervals draw games."
	}
	for _, c := range t.Criteria {
		s.Columns = append(s.Columns, sheet.Column{Name: c})
	}
	for i := range t.Rows {
		var cells []sheet.Cell
		for _, c := range t.Criteria {
			cell := sheet.Text("-")
			if e, told := t.Rows[i].Between[c]; told {
				cell = sheet.Figure(e)
			}
			cells = append(cells, cell)
		}
		s.Add([]string{t.Rows[i].Rater, t.Rows[i].Team}, cells...)
	}
	return s
}

// WriteCSV writes the table in the columns of the contest's: team, rater and one for every criterion, two decimals. Ratings have the
// mean over the criteria behind them, for teams that were rated by all of them. Behind these, every one has how many marks and
// games it rests on and the bounds of its interval.
func (t *Table) WriteCSV(w io.Writer) error {
	named := slices.Clone(t.Criteria)
	if t.Scale == Rated {
		named = append(named, "average")
	}
	header := append([]string{"team", "rater"}, named...)
	for _, c := range named {
		header = append(header, c+"_n", c+"_games", c+"_low", c+"_high")
	}
	rows := [][]string{header}
	for i := range t.Rows {
		rows = append(rows, t.Rows[i].line(t.Criteria, t.Scale))
	}
	if err := csvtable.Write(w, rows); err != nil {
		return fmt.Errorf("judge: writing a table: %w", err)
	}
	return nil
}

func (r *Row) line(criteria []string, s Scale) []string {
	line, behind, marks := []string{r.Team, r.Rater}, []string(nil), 0
	add := func(e stats.Estimate, n int) {
		if n == 0 || math.IsNaN(e.Value) {
			line, behind = append(line, ""), append(behind, "", "", "", "")
			return
		}
		line = append(line, decimals(e.Value))
		behind = append(behind, strconv.Itoa(n), strconv.Itoa(e.N), decimals(e.Low), decimals(e.High))
	}
	for _, c := range criteria {
		add(r.Between[c], r.Count[c])
		marks += r.Count[c]
	}
	if s == Rated {
		add(r.Average, marks)
	}
	return append(line, behind...)
}

// decimals is a figure as tables have it, "" where there is none.
func decimals(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'f', 2, 64)
}
