package score

import (
	"encoding/csv"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"wolfden/internal/stats"
)

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
		line := []string{cellText(r.Team), percent(r.Macro.Value), percent(r.Micro.Value), percent(r.Weighted.Value)}
		if tracks {
			line = append(line, cellText(r.Track))
		}
		lines = append(lines, line)
	}
	return csv.NewWriter(w).WriteAll(lines)
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
	header := []string{"team"}
	for _, role := range roles {
		header = append(header, role+"_games")
	}
	header = append(header, "total")
	header = append(header, roles...)
	header = append(header, "macro", "micro", "weighted_micro",
		"setup", "wins", "macro_low", "macro_high", "micro_low", "micro_high", "weighted_micro_low", "weighted_micro_high",
		"setup_weighted", "setup_weighted_low", "setup_weighted_high",
		"strength", "strength_low", "strength_high", "village_strength", "werewolf_strength",
		"adjusted", "adjusted_low", "adjusted_high", "rank_low", "rank_high", "best",
		"clean_games", "clean", "faulty_games", "faulty", "faults", "warning", "village_strength_low", "village_strength_high", "werewolf_strength_low", "werewolf_strength_high")
	for _, role := range roles {
		header = append(header, role+"_strength", role+"_strength_low", role+"_strength_high")
	}
	asked := slices.ContainsFunc(r.Tables, func(t Table) bool { return len(t.Calls) > 0 })
	if asked {
		header = append(header, callColumns()...)
	}
	lines := [][]string{header}
	for i := range r.Tables {
		for j := range r.Tables[i].Rows {
			row := &r.Tables[i].Rows[j]
			line := r.Tables[i].line(row, roles)
			if asked {
				line = append(line, callCells(r.Tables[i].callsOf(row.Team))...)
			}
			lines = append(lines, line)
		}
	}
	return csv.NewWriter(w).WriteAll(lines)
}

func (t *Table) line(r *Row, roles []string) []string {
	line := []string{cellText(r.Team)}
	for _, role := range roles {
		line = append(line, strconv.Itoa(t.cell(r, role).Games))
	}
	line = append(line, strconv.Itoa(r.Games))
	for _, role := range roles {
		if c := t.cell(r, role); c.Games > 0 {
			line = append(line, percent(c.Percent))
		} else {
			line = append(line, "")
		}
	}
	line = append(line, percent(r.Macro.Value), percent(r.Micro.Value), percent(r.Weighted.Value),
		t.Name(), strconv.Itoa(r.Wins))
	for _, e := range []stats.Estimate{r.Macro, r.Micro, r.Weighted} {
		line = append(line, percent(e.Low), percent(e.High))
	}
	if t.Setup.Total() > 0 {
		line = append(line, percent(r.SetupWeighted.Value), percent(r.SetupWeighted.Low), percent(r.SetupWeighted.High))
	} else {
		line = append(line, "", "", "")
	}
	line = append(line, strengthCells(r.Strength)...)
	for _, rate := range []stats.Rate{r.Clean, r.Faulty} {
		share := ""
		if rate.Trials > 0 {
			share = percent(100 * rate.Share())
		}
		line = append(line, strconv.Itoa(rate.Trials), share)
	}
	faults := ""
	if r.FaultSeats > 0 {
		faults = strconv.Itoa(r.faults())
	}
	line = append(line, faults, strings.Join(r.Macro.Warnings, "; "))
	sides := make([]string, 4)
	if s := r.Strength; s != nil {
		sides = []string{decimal(s.Side[0].Low, 3), decimal(s.Side[0].High, 3), decimal(s.Side[1].Low, 3), decimal(s.Side[1].High, 3)}
	}
	line = append(line, sides...)
	for _, name := range roles {
		line = append(line, t.roleCells(r, name)...)
	}
	return line
}

// roleCells are the strength in a role with its bounds, empty where it is not known.
func (t *Table) roleCells(r *Row, name string) []string {
	role, err := t.Known.Parse(name)
	if err != nil || r.Strength == nil || int(role) >= len(r.Strength.Role) {
		return make([]string, 3)
	}
	e := r.Strength.Role[role]
	return []string{decimal(e.Value, 3), decimal(e.Low, 3), decimal(e.High, 3)}
}

func strengthCells(s *stats.Strength) []string {
	if s == nil {
		return make([]string, 11)
	}
	o, a := s.Overall, s.Rate.Scale(100)
	return []string{
		decimal(o.Value, 3), decimal(o.Low, 3), decimal(o.High, 3), decimal(s.Side[0].Value, 3), decimal(s.Side[1].Value, 3),
		percent(a.Value), percent(a.Low), percent(a.High),
		strconv.Itoa(s.RankLow), strconv.Itoa(s.RankHigh), decimal(s.Best, 3),
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

// cellText is a name as a cell that no spreadsheet takes for a formula.
func cellText(name string) string {
	if strings.ContainsAny(name[:1], "=+-@") || strings.HasPrefix(name, "＝") || strings.HasPrefix(name, "＋") ||
		strings.HasPrefix(name, "－") || strings.HasPrefix(name, "＠") {
		return "'" + name
	}
	return name
}
