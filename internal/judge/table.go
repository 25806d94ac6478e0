package judge

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"wolfden/internal/sheet"
	"wolfden/internal/stats"
)

// Row holds the ranks, or ratings, that one rater gave one team.
type Row struct {
	Team, Rater string
	Person      bool               // one of the people, not all of them
	Mean        map[string]float64 // by criterion
	Count       map[string]int     // verdicts on a player of the team behind it
	// Between is the mean with its interval, by criterion; its N is the games behind it. Of a team that was judged by all criteria it has
	// the mean over them, too.
	Between map[string]stats.Estimate
	// Wordings are those in which the rater was asked, wordingLost for what earlier versions did not keep; none of measures.
	Wordings []string

	marks map[string]map[string]stats.Part // by criterion and game
}

// Table holds the mean ranks of teams, 1 is best, or their mean ratings, 5 is best, rater by rater.
type Table struct {
	Criteria []string
	Rows     []Row // by team, people first within each
	Players  int   // in every game
	Scale    Scale
	Asked    string // in what words, see Ballots.Asked
	Warnings []string
}

// Table returns the mean rank or rating that every rater gave every team, over all ballots and all players of the team. People have a
// row together, HumanRater, and one each. Merged maps teams to those they count as, and may be nil. With same every rater but the people
// has two rows: NAME-same for the games that people have judged by the criterion, too, and NAME-all for all games (tables 2 and 3 of the
// overview of AIWolfDial 2025).
func (b *Ballots) Table(merged map[string]string, same bool) *Table {
	table := &Table{Players: b.Players, Scale: b.Scale, Asked: b.Asked(), Warnings: b.Warnings}
	rows, letters := map[[2]string]*Row{}, map[string]bool{}
	for i := range b.List {
		one := &b.List[i]
		for seat, mark := range one.Marks() {
			letters[one.Criterion] = true
			team := one.Seats[seat].Team
			if to, ok := merged[team]; ok {
				team = to
			}
			for _, rater := range one.rows(same) {
				of := [2]string{team, rater}
				if rows[of] == nil {
					rows[of] = &Row{
						Team: team, Rater: rater, Person: strings.HasPrefix(rater, HumanRater+"-"), marks: map[string]map[string]stats.Part{},
						Mean: map[string]float64{}, Count: map[string]int{}, Between: map[string]stats.Estimate{},
					}
				}
				rows[of].add(one, mark)
			}
		}
	}
	table.Criteria = slices.Sorted(maps.Keys(letters))
	for _, row := range rows {
		table.average(row)
	}
	slices.SortFunc(table.Rows, func(a, b Row) int {
		people := 1
		if a.ofPeople() {
			people = -1
		}
		if a.ofPeople() == b.ofPeople() {
			people = 0
		}
		return cmp.Or(cmp.Compare(a.Team, b.Team), people, cmp.Compare(a.Rater, b.Rater))
	})
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

func (r *Row) add(b *Ballot, mark int) {
	if r.marks[b.Criterion] == nil {
		r.marks[b.Criterion] = map[string]stats.Part{}
	}
	p := r.marks[b.Criterion][b.Game]
	r.marks[b.Criterion][b.Game] = stats.Part{Of: p.Of + float64(mark), All: p.All + 1}
	r.Count[b.Criterion]++
	r.Count[average]++
	if wording := cmp.Or(b.Wording, wordingLost); b.Kind != ByRules && !slices.Contains(r.Wordings, wording) {
		r.Wordings = append(r.Wordings, wording)
	}
}

// average makes a row of the table of what was added to it.
func (t *Table) average(r *Row) {
	for criterion, parts := range r.marks {
		r.Between[criterion] = t.within(parts)
		r.Mean[criterion] = r.Between[criterion].Value
	}
	if len(r.marks) == len(t.Criteria) {
		r.Between[average] = t.within(slices.Collect(maps.Values(r.marks))...)
	}
	slices.Sort(r.Wordings)
	t.Rows = append(t.Rows, *r)
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
		Note: "The mean place by each criterion (docs/judging.md), 1 is best. 95% intervals rest on games.",
	}
	if t.Scale == Rated {
		s.Name, s.Title, s.Note = "ratings-by-raters", "Ratings that raters gave", "The mean rating by each criterion (docs/judging.md), 5 is best. 95% intervals rest on games."
	}
	if t.Asked != "" {
		s.Note += " " + strings.ToUpper(t.Asked[:1]) + t.Asked[1:] + "."
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

// average is what the mean over the criteria of a rating is called, beside theirs.
const average = "average"

// wordingLost stands for a wording that was not kept.
const wordingLost = "unknown"

// WriteCSV writes the table in the columns of the contest's: team, rater and one for every criterion, two decimals. Ratings have the
// mean over the criteria behind them, for teams that were rated by all of them. Behind these, every one has how many marks and
// games it rests on and the bounds of its interval, and at the end stands in what wordings the criteria were put.
func (t *Table) WriteCSV(w io.Writer) error {
	named := slices.Clone(t.Criteria)
	if t.Scale == Rated {
		named = append(named, average)
	}
	columns := func(of string, after ...string) (all []sheet.Column) {
		for _, a := range after {
			all = append(all, sheet.Column{Name: of + a})
		}
		return all
	}
	s := sheet.Sheet{Keys: []string{"team", "rater"}, Columns: columns("", named...)}
	for _, c := range named {
		s.Columns = append(s.Columns, columns(c, "_n", "_games", "_low", "_high")...)
	}
	s.Columns = append(s.Columns, columns("wording", "")...)
	for i := range t.Rows {
		r := &t.Rows[i]
		var means, behind []sheet.Cell
		for _, c := range named {
			e, told := r.Between[c]
			if !told || math.IsNaN(e.Value) {
				means, behind = append(means, sheet.Cell{}), append(behind, make([]sheet.Cell, 4)...)
				continue
			}
			means = append(means, sheet.Number(e.Value))
			behind = append(behind, sheet.Count(r.Count[c]), sheet.Count(e.N), sheet.Number(e.Low), sheet.Number(e.High))
		}
		s.Add([]string{r.Team, r.Rater}, slices.Concat(means, behind, []sheet.Cell{sheet.Text(strings.Join(r.Wordings, " "))})...)
	}
	if err := s.WriteCSV(w); err != nil {
		return fmt.Errorf("writing a table: %w", err)
	}
	return nil
}
