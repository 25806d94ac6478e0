package score

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"wolfden/internal/english"
	"wolfden/internal/sheet"
)

// WriteLaTeX writes a table for every setup as the overview of the contest has
// it: games and rates of the roles, averages, the best of each column in bold;
// behind them the interval of the first average, without which the bold
// figures say more than they can. Tables of ratings, of pairs and of who asked language models follow, each with a label such as
// tab:ratings-5-players. It needs packages booktabs and graphicx.
func (r *Report) WriteLaTeX(w io.Writer) error {
	var b strings.Builder
	for i := range r.Tables {
		r.Tables[i].latex(&b)
	}
	for _, note := range r.notes() {
		fmt.Fprintf(&b, "%% %s\n", note)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// latex writes the tables of a setup.
func (t *Table) latex(b *strings.Builder) {
	n := len(t.Roles)
	fmt.Fprintf(b, "\\begin{table*}\n\\centering\n%s\\begin{tabular}{l%sr%s@{\\quad}rrrl}\n\\toprule\n",
		sheet.LaTeXFit, strings.Repeat("r", n), strings.Repeat("r", n))
	fmt.Fprintf(b, " & \\multicolumn{%d}{c}{Games} & \\multicolumn{%d}{c}{Win rate (\\%%)} & & & & \\\\\n", n+1, n)
	var initials []string
	for _, role := range t.Roles {
		initials = append(initials, t.Known.Letter(role))
	}
	letters := strings.Join(initials, " & ")
	fmt.Fprintf(b, "Team & %s & Total & %s & Macro & Micro & Weighted & Macro's 95\\%% interval \\\\\n\\midrule\n", letters, letters)
	best := t.best()
	for i := range t.Rows {
		r := &t.Rows[i]
		cells := []string{sheet.LaTeXGuarded(sheet.LaTeX(r.name()))}
		for _, role := range t.Roles {
			cells = append(cells, strconv.Itoa(r.Cells[role].Games))
		}
		cells = append(cells, strconv.Itoa(r.Games))
		for c, figure := range t.figures(r) {
			if figure != "" && figure == best[c] {
				figure = `\textbf{` + figure + `}`
			}
			cells = append(cells, figure)
		}
		interval := ""
		if r.Games > 0 {
			interval = fmt.Sprintf("%.1f--%.1f", r.Macro.Low, r.Macro.High)
		}
		cells = append(cells, interval)
		fmt.Fprintf(b, "%s \\\\\n", strings.Join(cells, " & "))
	}
	fmt.Fprintf(b, "\\bottomrule\n\\end{tabular}}\n\\caption{Win rates, %s. The best of each column is bold.%s}\n\\label{tab:%s}\n\\end{table*}\n",
		sheet.LaTeX(t.Name()), sheet.LaTeX(t.caution()), t.label("wins"))
	for _, warning := range t.Warnings {
		fmt.Fprintf(b, "%% %s\n", warning)
	}
	t.latexSheets(b)
}

// latexSheets writes what stands behind the first table.
func (t *Table) latexSheets(b *strings.Builder) {
	for _, one := range t.shown() {
		if one.Name == Wins || one.Name == ByRole { // they stand above
			continue
		}
		if one.Name == Asked { // without the causes, which are too wide for a page
			last := len(one.Columns) - 1
			one.Columns = one.Columns[:last]
			for i := range one.Lines {
				one.Lines[i].Cells = one.Lines[i].Cells[:last]
			}
		}
		one.Name, one.Title = t.label(one.Name), one.Title+", "+t.Name()
		b.WriteString(one.LaTeX(nil))
	}
	notes := t.pairNotes()
	for i := range t.Calls {
		if c := &t.Calls[i]; c.Calls.ByRule > 0 {
			notes = append(notes, fmt.Sprintf("%s: rules answered because: %s", c.Team, c.Calls.Commonest(mostCauses)))
		}
	}
	for _, note := range notes {
		fmt.Fprintf(b, "%% %s\n", strings.ReplaceAll(note, "\n", " "))
	}
}

// label is that of a table of the setup, but for tab: in front: letters, digits and hyphens.
func (t *Table) label(of string) string {
	words := strings.FieldsFunc(strings.ToLower(t.Name()), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	return of + "-" + strings.Join(words, "-")
}

// caution is what the caption has to say beside the table.
func (t *Table) caution() string {
	if tied := t.tied(); tied > 0 {
		return fmt.Sprintf(" The macro intervals of %s overlap with that of the best.", english.Count(tied, "other"))
	}
	return ""
}

// figures are the rates and averages of a row as printed, "" for a role that
// the team did not play.
func (t *Table) figures(r *Row) (figures []string) {
	for _, role := range t.Roles {
		if r.Cells[role].Games == 0 {
			figures = append(figures, "")
		} else {
			figures = append(figures, percent(r.Cells[role].Percent))
		}
	}
	return append(figures, percent(r.Macro.Value), percent(r.Micro.Value), percent(r.Weighted.Value))
}

// best is the highest figure of each column as printed: what prints the same is as good. Where all print the same, such as 0 where
// nobody won, it is "": none is the best.
func (t *Table) best() []string {
	best := make([]string, len(t.Roles)+3)
	highest, lowest := make([]float64, len(best)), make([]float64, len(best))
	for i := range t.Rows {
		for c, figure := range t.figures(&t.Rows[i]) {
			v, err := strconv.ParseFloat(figure, 64)
			if err != nil {
				continue
			}
			if best[c] == "" {
				lowest[c] = v
			}
			if best[c] == "" || v > highest[c] {
				best[c], highest[c] = figure, v
			}
			lowest[c] = min(lowest[c], v)
		}
	}
	for c := range best {
		if lowest[c] == highest[c] {
			best[c] = ""
		}
	}
	return best
}
