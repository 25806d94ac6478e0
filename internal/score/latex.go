package score

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"wolfden/internal/english"
)

// latexText makes every character of a name stand for itself.
var latexText = strings.NewReplacer(
	`\`, `\textbackslash{}`, `{`, `\{`, `}`, `\}`, `$`, `\$`, `&`, `\&`, `#`, `\#`, `_`, `\_`, `%`, `\%`,
	`~`, `\textasciitilde{}`, `^`, `\textasciicircum{}`, `<`, `\textless{}`, `>`, `\textgreater{}`, `|`, `\textbar{}`,
	`"`, `\textquotedbl{}`, "`", "\\textasciigrave{}", `--`, `-{}-`,
)

// LaTeX is a text for LaTeX, in which every character stands for itself.
func LaTeX(text string) string { return latexText.Replace(text) }

// WriteLaTeX writes a table for every setup as the overview of the contest has
// it: games and rates of the roles, averages, the best of each column in bold;
// behind them the interval of the first average, without which the bold
// figures say more than they can. It needs package booktabs.
func (r *Report) WriteLaTeX(w io.Writer) error {
	var b strings.Builder
	for i := range r.Tables {
		r.Tables[i].latex(&b)
	}
	for _, warning := range r.Warnings {
		fmt.Fprintf(&b, "%% %s\n", warning)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (t *Table) latex(b *strings.Builder) {
	n := len(t.Roles)
	fmt.Fprintf(b, "\\begin{table*}\n\\centering\n\\begin{tabular}{l%sr%s@{\\quad}rrrl}\n\\toprule\n",
		strings.Repeat("r", n), strings.Repeat("r", n))
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
		cells := []string{latexText.Replace(r.Team)}
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
		cells = append(cells, fmt.Sprintf("%.1f--%.1f", r.Macro.Low, r.Macro.High))
		fmt.Fprintf(b, "%s \\\\\n", strings.Join(cells, " & "))
	}
	fmt.Fprintf(b, "\\bottomrule\n\\end{tabular}\n\\caption{Win rates, %s. The best of each column is bold.%s}\n\\end{table*}\n",
		t.Name(), latexText.Replace(t.caution()))
	for _, warning := range t.Warnings {
		fmt.Fprintf(b, "%% %s\n", warning)
	}
	t.latexCalls(b)
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

// best is the highest figure of each column as printed: what prints the same is
// as good.
func (t *Table) best() []string {
	best := make([]string, len(t.Roles)+3)
	highest := make([]float64, len(best))
	for i := range t.Rows {
		for c, figure := range t.figures(&t.Rows[i]) {
			v, err := strconv.ParseFloat(figure, 64)
			if err == nil && (best[c] == "" || v > highest[c]) {
				best[c], highest[c] = figure, v
			}
		}
	}
	return best
}
