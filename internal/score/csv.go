package score

import (
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"wolfden/internal/csvtable"
	"wolfden/internal/stats"
	"wolfden/werewolf"
)

// line is a row of a table of CSV with the names of its columns.
type line struct{ names, cells []string }

func (l *line) add(name, cell string) {
	l.names, l.cells = append(l.names, name), append(l.cells, cell)
}

// bounds adds those of a figure.
func (l *line) bounds(name string, e stats.Estimate, digits int) {
	l.add(name+"_low", decimal(e.Low, digits))
	l.add(name+"_high", decimal(e.High, digits))
}

// figure adds a figure with its bounds.
func (l *line) figure(name string, e stats.Estimate, digits int) {
	l.add(name, decimal(e.Value, digits))
	l.bounds(name, e, digits)
}

// WriteAverages writes a table's averages as CSV: team, macro, micro and
// weighted_micro, in percent with two decimals, and track where rows have one.
func WriteAverages(w io.Writer, t *Table) error {
	lines := [][]string{{"team", "macro", "micro", "weighted_micro"}}
	tracks := slices.ContainsFunc(t.Rows, func(r Row) bool { return r.Track != "" })
	if tracks {
		lines[0] = append(lines[0], "track")
	}
	for i := range t.Rows {
		r := &t.Rows[i]
		line := []string{r.Team, percent(r.Macro.Value), percent(r.Micro.Value), percent(r.Weighted.Value)}
		if tracks {
			line = append(line, r.Track)
		}
		lines = append(lines, line)
	}
	return csvtable.Write(w, lines)
}

// WriteCSV writes the tables with the organisers' columns in front: the games
// of every role, their total, the rates, the averages. What is ours follows:
// players, the bounds of the intervals, the average with the setup's true
// weights, the rating, rates without and with faults, faults, bounds of the strengths on a side, strengths by role. All rates are in
// percent; what is not known is empty. Tables of several setups stand below
// each other and are told apart by the column players. Where somebody asked a
// language model, columns with who answered and what it took follow.
func (r *Report) WriteCSV(w io.Writer) error {
	roles := r.roles()
	asked := slices.ContainsFunc(r.Tables, func(t Table) bool { return len(t.Calls) > 0 })
	of := func(t *Table, row *Row) (l line) {
		t.lead(&l, row, roles)
		t.behind(&l, row, roles)
		if asked {
			l.names, l.cells = append(l.names, callColumns()...), append(l.cells, callCells(t.callsOf(row.Team))...)
		}
		return l
	}
	lines := [][]string{of(&Table{Known: &werewolf.RoleTable{}}, &Row{}).names}
	for i := range r.Tables {
		for j := range r.Tables[i].Rows {
			lines = append(lines, of(&r.Tables[i], &r.Tables[i].Rows[j]).cells)
		}
	}
	return csvtable.Write(w, lines)
}

// lead adds the organisers' columns, and what there is to know of them.
func (t *Table) lead(l *line, r *Row, roles []string) {
	means := []struct {
		name string
		stats.Estimate
	}{{"macro", r.Macro}, {"micro", r.Micro}, {"weighted_micro", r.Weighted}}
	l.add("team", r.Team)
	for _, role := range roles {
		l.add(role+"_games", strconv.Itoa(t.cell(r, role).Games))
	}
	l.add("total", strconv.Itoa(r.Games))
	for _, role := range roles {
		share := ""
		if c := t.cell(r, role); c.Games > 0 {
			share = percent(c.Percent)
		}
		l.add(role, share)
	}
	for _, m := range means {
		l.add(m.name, percent(m.Value))
	}
	l.add("setup", t.Name())
	l.add("wins", strconv.Itoa(r.Wins))
	for _, m := range means {
		l.bounds(m.name, m.Estimate, 2)
	}
}

// unknown is a figure that is not known.
var unknown = stats.Estimate{Value: math.NaN(), Low: math.NaN(), High: math.NaN()}

// behind adds our own columns.
func (t *Table) behind(l *line, r *Row, roles []string) {
	weighted, faults := unknown, ""
	if t.Setup.Total() > 0 {
		weighted = r.SetupWeighted
	}
	l.figure("setup_weighted", weighted, 2)
	s, ranks := &stats.Strength{Overall: unknown, Side: [2]stats.Estimate{unknown, unknown}, Rate: unknown, Best: math.NaN()}, make([]string, 2)
	if r.Strength != nil {
		s, ranks = r.Strength, []string{strconv.Itoa(r.Strength.RankLow), strconv.Itoa(r.Strength.RankHigh)}
	}
	l.figure("strength", s.Overall, 3)
	l.add("village_strength", decimal(s.Side[0].Value, 3))
	l.add("werewolf_strength", decimal(s.Side[1].Value, 3))
	l.figure("adjusted", s.Rate.Scale(100), 2)
	l.add("rank_low", ranks[0])
	l.add("rank_high", ranks[1])
	l.add("best", decimal(s.Best, 3))
	l.add("clean_games", strconv.Itoa(r.Clean.Trials))
	l.add("clean", percent(100*r.Clean.Estimate().Value))
	l.add("faulty_games", strconv.Itoa(r.Faulty.Trials))
	l.add("faulty", percent(100*r.Faulty.Estimate().Value))
	if r.FaultSeats > 0 {
		faults = strconv.Itoa(r.faults())
	}
	l.add("faults", faults)
	l.add("warning", strings.Join(r.Macro.Warnings, "; "))
	l.bounds("village_strength", s.Side[0], 3)
	l.bounds("werewolf_strength", s.Side[1], 3)
	for _, name := range roles {
		e := unknown
		if role, err := t.Known.Parse(name); err == nil && int(role) < len(s.Role) {
			e = s.Role[role]
		}
		l.figure(name+"_strength", e, 3)
	}
}

// faults is how many answers of the team had one.
func (r *Row) faults() (sum int) {
	for _, n := range r.Faults {
		sum += n
	}
	return sum
}

// percent is a figure with two decimals, as the papers print them.
func percent(v float64) string { return decimal(v, 2) }

func decimal(v float64, digits int) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return ""
	}
	s := strconv.FormatFloat(v, 'f', digits, 64)
	// Zero has no sign.
	if strings.Trim(s, "-0.") == "" {
		return strings.TrimPrefix(s, "-")
	}
	return s
}
