package report

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"wolfden/internal/csvtable"
	"wolfden/internal/score"
	"wolfden/internal/stats"
)

func sortedDeals(m map[deal]float64) []deal {
	return slices.SortedFunc(maps.Keys(m), func(a, b deal) int {
		return cmp.Or(cmp.Compare(a.seed, b.seed), cmp.Compare(a.seats, b.seats), cmp.Compare(a.again, b.again))
	})
}

// Write writes the report into a folder, which it makes: index.html, report.json, report.tex, and in tables and charts a file
// each. Files of these names are replaced.
func (r *Report) Write(folder string) error {
	files, err := r.files()
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, files[name], 0o644); err != nil {
			return err
		}
	}
	return nil
}

// files is what Write writes, by path.
func (r *Report) files() (map[string][]byte, error) {
	files := map[string][]byte{}
	drawn := map[string]string{} // SVG by the chart's name
	for i := range r.Charts {
		c := &r.Charts[i]
		for _, format := range []string{"svg", "png"} {
			var b bytes.Buffer
			if err := c.draw(&b, format); err != nil {
				return nil, fmt.Errorf("report: chart %s: %w", c.Name, err)
			}
			files["charts/"+c.Name+"."+format] = b.Bytes()
			if format == "svg" {
				drawn[c.Name] = b.String()
			}
		}
	}
	for i := range r.Sheets {
		s := &r.Sheets[i]
		var b bytes.Buffer
		if err := s.csv(&b); err != nil {
			return nil, err
		}
		files["tables/"+s.Name+".csv"] = b.Bytes()
		files["tables/"+s.Name+".tex"] = []byte(s.latex(r.comments()))
	}
	whole, err := r.json()
	if err != nil {
		return nil, err
	}
	page, err := r.html(drawn)
	if err != nil {
		return nil, err
	}
	files["report.json"], files["index.html"], files["report.tex"] = whole, page, []byte(r.latex())
	return files, nil
}

// json is the whole report: rates as fractions, each with its interval and what it rests on.
func (r *Report) json() ([]byte, error) {
	sheets := make([]*Sheet, len(r.Sheets))
	for i := range r.Sheets {
		sheets[i] = &r.Sheets[i]
	}
	return json.MarshalIndent(map[string]any{"runs": r.Runs, "made_by": append([]Made{}, r.Made...), "sheets": sheets, "warnings": append([]string{}, r.Warnings...)}, "", "  ")
}

// csv writes the sheet with four columns a figure: what it is, the bounds of its interval, and what it rests on. Shares are in percent.
func (s *Sheet) csv(b *bytes.Buffer) error {
	header := append([]string{}, s.Keys...)
	bounded := make([]bool, len(s.Columns))
	for i, c := range s.Columns {
		header = append(header, c.Name)
		bounded[i] = slices.ContainsFunc(s.Lines, func(l Line) bool { return l.Cells[i].kind == aFigure })
		if bounded[i] {
			header = append(header, c.Name+" low", c.Name+" high", c.Name+" n")
		}
	}
	for i := range header {
		header[i] = strings.ReplaceAll(header[i], " ", "_")
	}
	rows := [][]string{header}
	for _, l := range s.Lines {
		row := append([]string{}, l.Keys...)
		for i := range l.Cells {
			row = append(row, l.Cells[i].parts(s.Columns[i].Unit, bounded[i])...)
		}
		rows = append(rows, row)
	}
	return csvtable.Write(b, rows)
}

// parts is the cell in a table of a figure and its bounds; what is not known is empty.
func (c *Cell) parts(unit Unit, bounded bool) []string {
	filled := func(v float64) string { return strings.TrimSuffix(decimal(v, unit), "-") }
	e := c.figure
	var first string
	switch c.kind {
	case aFigure:
		return []string{filled(e.Value), filled(e.Low), filled(e.High), strconv.Itoa(e.N)}
	case aNumber:
		first = filled(e.Value)
	default: // a text or a count
		first = strings.TrimPrefix(c.printed(unit), "-")
	}
	if bounded {
		return []string{first, "", "", ""}
	}
	return []string{first}
}

// longest is how many lines a table has that stands on one page.
const longest = 45

// latex is the sheet as a table with caption and label, for packages booktabs, graphicx and, if it is long, longtable. The comments
// stand above it. A table that is wider than the page is made smaller; one that is long has its caption once, and its head on every page.
func (s *Sheet) latex(comments []string) string {
	var b strings.Builder
	for _, line := range comments {
		b.WriteString("% " + line + "\n")
	}
	kind := "tabular"
	caption := fmt.Sprintf("\\caption{%s. %s}\\label{tab:%s}", score.LaTeX(s.Title), score.LaTeX(s.Note), s.Name)
	layout := "{" + strings.Repeat("l", len(s.Keys)) + strings.Repeat("r", len(s.Columns)) + "}"
	head := "\\toprule\n" + score.LaTeXRow(len(s.header()), s.header()) + "\\midrule\n"
	if len(s.Lines) > longest {
		kind = "longtable"
		fmt.Fprintf(&b, "\\begin{longtable}%s\n%s\\\\\n%s\\endfirsthead\n", layout, caption, head)
		fmt.Fprintf(&b, "\\caption[]{%s, continued}\\\\\n%s\\endhead\n", score.LaTeX(s.Title), head)
	} else {
		fmt.Fprintf(&b, "\\begin{table*}\n\\centering\n%s\n%s\\begin{tabular}%s\n%s", caption, score.LaTeXFit, layout, head)
	}
	for _, l := range s.Lines {
		cells := append([]string{}, l.Keys...)
		for i := range l.Cells {
			cells = append(cells, l.Cells[i].printed(s.Columns[i].Unit))
		}
		b.WriteString(score.LaTeXRow(len(s.Keys), cells))
	}
	b.WriteString("\\bottomrule\n\\end{" + kind + "}")
	if kind == "tabular" {
		b.WriteString("}\n\\end{table*}")
	}
	return b.String() + "\n"
}

// latex is a document with all tables, to be compiled or taken apart.
func (r *Report) latex() string {
	var b strings.Builder
	b.WriteString("\\documentclass{article}\n\\usepackage[T1]{fontenc}\n\\usepackage[utf8]{inputenc}\n\\usepackage{textcomp,booktabs,longtable,graphicx}\n")
	b.WriteString("\\usepackage[landscape,margin=15mm]{geometry}\n\\begin{document}\n\\footnotesize\n")
	for i := range r.Sheets {
		fmt.Fprintf(&b, "\\input{tables/%s}\n\\clearpage\n", r.Sheets[i].Name)
	}
	for i := range r.Charts {
		c := &r.Charts[i]
		fmt.Fprintf(&b, "\\begin{figure}\n\\centering\n\\includegraphics[width=.8\\linewidth]{charts/%s.png}\n\\caption{%s}\\label{fig:%s}\n\\end{figure}\n",
			c.Name, score.LaTeX(c.Title), c.Name)
	}
	b.WriteString("\\end{document}\n")
	return b.String()
}

// whole reports whether all of the figure can be drawn.
func whole(e stats.Estimate) bool {
	return known(e.Value) != nil && known(e.Low) != nil && known(e.High) != nil
}
