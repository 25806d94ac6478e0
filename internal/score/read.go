package score

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"wolfden/internal/chronicle"
	"wolfden/internal/csvtable"
	"wolfden/werewolf"
)

// ReadTable reads a table of counts and rates as the papers print them: a
// column team, and for a role such as SEER the columns SEER_games, the number
// of games, and SEER, the win rate in percent; a column track tells rows of
// one team apart; other columns are passed over. Tables of earlier contests
// may call them Team, SEER Total Games and SEER Win Rate (%), or Team, SEER and SEER (%).
// What the table says of its own averages (total, macro, micro,
// weighted_micro, setup_weighted, rate) is compared with what follows from its roles; the
// table's warnings name each that differs with its line. Errors name the line.
func ReadTable(r io.Reader) (*Table, error) {
	rows, err := open(r)
	if err != nil {
		return nil, err
	}
	t := &Table{}
	five, err := werewolf.Standard(5)
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(columns(t.Known), func(r werewolf.Role) bool { return rows.plays(r) && five.Roles[r] == 0 }) {
		t.Setup, t.name = five.Roles, "5 players"
	}
	for {
		err := rows.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		row, err := rows.row(t)
		if err != nil {
			return nil, err
		}
		t.average(&row)
		t.Rows = append(t.Rows, row)
		t.Warnings = append(t.Warnings, rows.compare(&row)...)
	}
	if len(t.Rows) == 0 {
		return nil, rows.errorf("no team below the header")
	}
	t.Roles = t.played()
	t.warn()
	return t, nil
}

// source is a table that is being read.
type source struct{ *csvtable.Reader }

func open(r io.Reader) (*source, error) {
	in, err := csvtable.OpenAs(r, columnName, "team")
	if err != nil {
		return nil, err
	}
	s := &source{in}
	for _, role := range columns(nil) {
		if _, rate := s.names(role); s.Has(role.String()+"_rate") && !s.Has(rate) {
			return nil, s.errorf("the win rates of %s may be in percent or not; call the column %[1]s, or %[1]s Win Rate (%%), where they are", role)
		}
	}
	if !slices.ContainsFunc(columns(nil), s.plays) {
		return nil, s.errorf("no role has both its columns, such as SEER_games and SEER, or SEER Total Games and SEER Win Rate (%%), only %q", in.Columns())
	}
	return s, nil
}

// inPercent stands behind the role in what a column of rates is called here whose own name says that they are that.
const inPercent = " %"

// columnName is what a column is called here: tables of earlier contests write SEER Total Games for SEER_games, and SEER Win Rate (%) or
// SEER (%) for its rates. A name that is none of theirs stays as it is.
func columnName(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(c rune) bool { return !unicode.IsLetter(c) && c != '%' })
	if len(words) > 0 && words[0] == "team" && (len(words) == 1 || words[1] == "name") {
		return "team"
	}
	of, what := "", strings.Join(words, " ")
	for _, role := range columns(nil) {
		if first, rest, _ := strings.Cut(what, " "); first == strings.ToLower(role.String()) {
			of, what = role.String(), rest
		}
	}
	whole := map[string]string{
		"games": "games", "total games": "total", "total": "total", "wins": "wins", "total wins": "wins",
		"win rate %": "rate", "total win rate %": "rate", "macro %": "macro", "micro %": "micro", "average win rate %": "micro", "weighted micro %": "weighted_micro",
		"villager doubled micro %": "setup_weighted", "average win rate % villager win rate doubled": "setup_weighted",
	}
	role := map[string]string{"games": "_games", "total games": "_games", "win rate %": inPercent, "%": inPercent, "win rate": "_rate", "": ""}
	if own, known := whole[strings.Join(words, " ")]; known {
		return own
	}
	if own, known := role[what]; known && of != "" {
		return of + own
	}
	return name
}

func (s *source) errorf(format string, args ...any) error {
	return s.Errorf(format, args...)
}

// names are the columns of a role. Beside a column that is in percent by its name, SEER is the number of games.
func (s *source) names(role werewolf.Role) (games, rate string) {
	games, rate = role.String()+"_games", role.String()
	if s.Has(rate + inPercent) {
		if !s.Has(games) {
			games = rate
		}
		rate += inPercent
	}
	return games, rate
}

// plays reports whether the table has the role.
func (s *source) plays(role werewolf.Role) bool {
	games, rate := s.names(role)
	return s.Has(games) && s.Has(rate)
}

func (s *source) row(t *Table) (Row, error) {
	row := Row{Team: chronicle.Label(s.Field("team"))}
	if track := s.Field("track"); track != "" {
		row.Track = chronicle.Label(track)
	}
	for _, role := range columns(t.Known) {
		if !s.plays(role) {
			continue
		}
		cell, printed, err := s.cell(role)
		if err != nil {
			return row, err
		}
		row.Cells[role] = cell
		if exact := 100 * float64(cell.Wins) / float64(max(cell.Games, 1)); math.Abs(exact-cell.Percent) > 0.00501 && !coarse(printed, exact) {
			t.Warnings = append(t.Warnings, fmt.Sprintf("line %d: %s: %v%% of %d games is no whole number of wins", s.Line(), role, cell.Percent, cell.Games))
		}
	}
	return row, nil
}

// coarse reports whether the rate was printed with fewer digits and fits with
// these.
func coarse(printed string, exact float64) bool {
	_, digits, _ := strings.Cut(printed, ".")
	v, err := strconv.ParseFloat(printed, 64)
	return err == nil && math.Abs(exact-v) <= 0.51*math.Pow10(-len(digits))
}

// cell reads the two columns of a role, and how its rate is printed. A role without games has no rate.
func (s *source) cell(role werewolf.Role) (cell Cell, rate string, err error) {
	played, won := s.names(role)
	count, rate := s.Field(played), s.Field(won)
	if count == "" {
		count = "0"
	}
	games, err := strconv.Atoi(count)
	if err != nil || games < 0 || games > 1e9 {
		return Cell{}, rate, s.errorf("%s is %q; give a number of games", played, count)
	}
	if games == 0 {
		return Cell{}, rate, nil
	}
	percent, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(rate, "%")), 64)
	if err != nil || !(percent >= 0 && percent <= 100) {
		return Cell{}, rate, s.errorf("%s is %q; give the win rate in percent, 0 to 100", role, rate)
	}
	return Cell{Games: games, Wins: int(math.Round(percent * float64(games) / 100)), Percent: percent}, rate, nil
}

// compare says where the table's own averages differ from its roles.
func (s *source) compare(row *Row) (warnings []string) {
	for _, c := range []struct {
		column string
		value  float64
		digits int
	}{
		{"total", float64(row.Games), 0}, {"games", float64(row.Games), 0}, {"wins", float64(row.Wins), 0},
		{"macro", row.Macro.Value, 2}, {"rate", row.Macro.Value, 2},
		{"micro", row.Micro.Value, 2}, {"weighted_micro", row.Weighted.Value, 2}, {"setup_weighted", row.SetupWeighted.Value, 2},
	} {
		if c.column == "setup_weighted" && row.SetupWeighted.N == 0 {
			continue // nobody knows how many of each role there were
		}
		printed := s.Field(c.column)
		v, err := strconv.ParseFloat(printed, 64)
		follows := strconv.FormatFloat(c.value, 'f', c.digits, 64)
		if math.IsNaN(c.value) {
			c.value, follows = 0, "none" // of a team without a game some tables print 0
		}
		// Averages of exact rates differ by a digit from those of printed ones.
		if err == nil && math.Abs(v-c.value) > 0.0151 {
			warnings = append(warnings, fmt.Sprintf("line %d: %s: %s is %s, but %s follows from the roles", s.Line(), row.name(), c.column, chronicle.Label(printed), follows))
		}
	}
	return warnings
}
