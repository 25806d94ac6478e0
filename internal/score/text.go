package score

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/english"
	"wolfden/internal/sheet"
	"wolfden/internal/stats"
	"wolfden/werewolf"
)

// grid is a table of text: the first column to the left, the others to the right.
type grid [][]string

func (g grid) write(b *strings.Builder) { b.WriteString(sheet.Align(1, g)) }

// WriteText writes the report for people.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	for i := range r.Tables {
		if i > 0 {
			b.WriteString("\n")
		}
		r.Tables[i].text(&b)
	}
	notes := r.notes()
	if len(notes) > 0 {
		b.WriteString("\n")
	}
	for _, note := range notes {
		fmt.Fprintf(&b, "note: %s\n", note)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (t *Table) text(b *strings.Builder) {
	b.WriteString(t.title() + "\n\n")
	t.averagesGrid().write(b)
	b.WriteString("\n")
	t.rolesGrid().write(b)
	if t.rated() {
		b.WriteString("\n")
		t.ratingGrid().write(b)
	}
	for _, g := range append(t.pairGrids(manyPairs), t.roleRatingGrid(), t.faultsGrid(), t.callsGrid()) {
		if len(g) > 1 {
			b.WriteString("\n")
			g.write(b)
		}
	}
	t.writeEffects(b)
	b.WriteString("\n")
	for _, note := range t.pairNotes(manyPairs) {
		fmt.Fprintf(b, "note: %s\n", note)
	}
	for _, warning := range t.Warnings {
		fmt.Fprintf(b, "note: %s\n", warning)
	}
	for _, e := range t.Effects {
		for _, warning := range e.Warnings {
			fmt.Fprintf(b, "note: %s: %s\n", e.Of, warning)
		}
	}
}

// title says what the table counts.
func (t *Table) title() string {
	if t.Games == 0 {
		return t.Name()
	}
	return fmt.Sprintf("%s: %s with a winner, the village won %s", t.Name(), english.Count(t.Games, "game"), t.Sides)
}

// ranged is like "67.13 [55.75, 76.79]", "-" where there is no figure.
func ranged(e stats.Estimate) string {
	if math.IsNaN(e.Value) {
		return "-"
	}
	return fmt.Sprintf("%s [%s, %s]", percent(e.Value), percent(e.Low), percent(e.High))
}

func (t *Table) averagesGrid() grid {
	g := grid{{"TEAM", "GAMES", "WINS", "MACRO % [95%]", "MICRO %", "WEIGHTED MICRO %"}}
	if t.Setup.Total() > 0 {
		g[0] = append(g[0], "SETUP-WEIGHTED %")
	}
	for i := range t.Rows {
		r := &t.Rows[i]
		line := []string{r.name(), strconv.Itoa(r.Games), strconv.Itoa(r.Wins), ranged(r.Macro), ranged(r.Micro), ranged(r.Weighted)}
		if t.Setup.Total() > 0 {
			line = append(line, ranged(r.SetupWeighted))
		}
		g = append(g, line)
	}
	return g
}

func (t *Table) rolesGrid() grid {
	g := grid{{"WIN RATE BY ROLE, % of games [95%]"}}
	for _, role := range t.Roles {
		g[0] = append(g[0], t.Known.Name(role))
	}
	for i := range t.Rows {
		line := []string{t.Rows[i].name()}
		for _, role := range t.Roles {
			line = append(line, t.Rows[i].Cells[role].text())
		}
		g = append(g, line)
	}
	return g
}

// text is like "66.67 of 3 [20.77, 93.85]", "-" where the role was not played.
func (c *Cell) text() string {
	if c.Games == 0 {
		return "-"
	}
	r := c.Rate()
	return fmt.Sprintf("%s of %d [%s, %s]", percent(c.Percent), c.Games, percent(100*r.Low), percent(100*r.High))
}

func (t *Table) ratingGrid() grid {
	g := grid{{"RATING, log-odds a player adds", "OVERALL [95%]", "AS VILLAGE", "AS WEREWOLVES", "ADJUSTED %", "RANK", "BEST"}}
	for i := range t.Rows {
		s := t.Rows[i].Strength
		g = append(g, []string{
			t.Rows[i].Team, ranged(s.Overall), ranged(s.Side[0]), ranged(s.Side[1]), ranged(s.Rate.Scale(100)),
			fmt.Sprintf("%d-%d", s.RankLow, s.RankHigh), fmt.Sprintf("%.0f%%", 100*s.Best),
		})
	}
	return g
}

// fewInRole is how many games in a role a team must have for its strength there to be shown: that of fewer is the one on its side.
const fewInRole = 10

// roleRatingGrid has no line where no team has played a role often enough.
func (t *Table) roleRatingGrid() grid {
	g := grid{{"STRENGTH BY ROLE [95%]"}}
	for _, role := range t.Roles {
		g[0] = append(g[0], t.Known.Name(role))
	}
	for i := range t.Rows {
		line := []string{t.Rows[i].Team}
		for _, role := range t.Roles {
			if e := t.Rows[i].inRole(role); e.N >= fewInRole {
				line = append(line, ranged(e))
			} else {
				line = append(line, "-")
			}
		}
		if slices.ContainsFunc(line[1:], func(cell string) bool { return cell != "-" }) {
			g = append(g, line)
		}
	}
	return g
}

// inRole is the strength in a role, the zero Estimate where it is not known.
func (r *Row) inRole(role werewolf.Role) stats.Estimate {
	if r.Strength == nil || int(role) >= len(r.Strength.Role) {
		return stats.Estimate{}
	}
	return r.Strength.Role[role]
}

// faultsGrid has no line where nothing is known of faults.
func (t *Table) faultsGrid() grid {
	g := grid{{"ANSWERS WITH A FAULT", "IN SEATS", "NUMBER", "KINDS", "% IN GAMES WITHOUT FAULTS", "% IN GAMES WITH FAULTS"}}
	for i := range t.Rows {
		r := &t.Rows[i]
		if r.FaultSeats == 0 && r.Faulty.Trials == 0 {
			continue
		}
		g = append(g, []string{r.Team, strconv.Itoa(r.FaultSeats), strconv.Itoa(r.faults()), r.kinds(), rateText(r.Clean), rateText(r.Faulty)})
	}
	return g
}

// kinds is like "late 3, illegal 1".
func (r *Row) kinds() string {
	var parts []string
	for _, f := range slices.SortedFunc(maps.Keys(r.Faults), func(a, b gamelog.Fault) int { return int(a) - int(b) }) {
		parts = append(parts, fmt.Sprintf("%s %d", f, r.Faults[f]))
	}
	if len(parts) == 0 {
		return "-"
	}
	return strings.Join(parts, ", ")
}

func rateText(r stats.Rate) string {
	if r.Trials == 0 {
		return "-"
	}
	return fmt.Sprintf("%s of %d [%s, %s]", percent(100*r.Share()), r.Trials, percent(100*r.Low), percent(100*r.High))
}

// manyGroups is how many groups of an effect are shown in a line; of more, only
// the ends.
const manyGroups = 13

// writeEffects writes a line for each effect.
func (t *Table) writeEffects(b *strings.Builder) {
	if len(t.Effects) == 0 {
		return
	}
	b.WriteString("\nDOES IT GO WITH WINNING? (P; % won of games)\n")
	for i := range t.Effects {
		e := &t.Effects[i]
		fmt.Fprintf(b, "%-14s  P = %s  %s\n", e.Of, probability(e.P), e.ends())
	}
}

// ends are the groups, or of many the highest and the lowest rates.
func (e *Effect) ends() string {
	show := func(groups []Group) string {
		var parts []string
		for _, g := range groups {
			parts = append(parts, fmt.Sprintf("%s: %.0f%% of %d", g.Label, 100*g.Rate.Share(), g.Rate.Trials))
		}
		return strings.Join(parts, ", ")
	}
	if len(e.Groups) <= manyGroups {
		return show(e.Groups)
	}
	sorted := slices.Clone(e.Groups)
	slices.SortStableFunc(sorted, func(a, b Group) int { return cmp.Compare(b.Rate.Share(), a.Rate.Share()) })
	return fmt.Sprintf("%s ... %s (%d in all)", show(sorted[:3]), show(sorted[len(sorted)-3:]), len(sorted))
}

func probability(p float64) string {
	if math.IsNaN(p) {
		return "-"
	}
	return fmt.Sprintf("%.3f", p)
}
