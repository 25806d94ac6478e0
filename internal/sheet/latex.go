package sheet

import (
	"fmt"
	"regexp"
	"strings"
)

// latexText makes every character of a name stand for itself.
var latexText = strings.NewReplacer(
	`\`, `\textbackslash{}`, `{`, `\{`, `}`, `\}`, `$`, `\$`, `&`, `\&`, `#`, `\#`, `_`, `\_`, `%`, `\%`,
	`~`, `\textasciitilde{}`, `^`, `\textasciicircum{}`, `<`, `\textless{}`, `>`, `\textgreater{}`, `|`, `\textbar{}`,
	`"`, `\textquotedbl{}`, "`", "\\textasciigrave{}", `--`, `-{}-`, `''`, `'{}'`, `,,`, `,{},`,
)

// LaTeX is a text for LaTeX, in which every character stands for itself.
func LaTeX(text string) string { return latexText.Replace(text) }

// below are the signs of figures below zero, as they stand in cells.
var below = regexp.MustCompile(`(^|[\[ ])-(\d)`)

// LaTeXRow is a line of a table of cells, of which the first so many are names. The minus of a figure is one, not a hyphen; a bracket or
// star in front belongs to the cell, not to the line before.
func LaTeXRow(names int, cells []string) string {
	out := make([]string, len(cells))
	for i, cell := range cells {
		out[i] = LaTeX(cell)
		if i >= names {
			out[i] = below.ReplaceAllString(out[i], "$1$$-$$$2")
		}
	}
	return LaTeXGuarded(strings.Join(out, " & ")) + " \\\\\n"
}

// LaTeXGuarded is a line whose first character belongs to it, not to the end of the line before.
func LaTeXGuarded(line string) string {
	if strings.HasPrefix(line, "[") || strings.HasPrefix(line, "*") {
		return "{}" + line
	}
	return line
}

// LaTeXFit begins a box that is as wide as what is in it, or as the page where that is narrower. It needs package graphicx.
const LaTeXFit = `\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{`

// longest is how many lines a table has that stands on one page.
const longest = 45

// LaTeX is the sheet as a table with caption and label, for packages booktabs, graphicx and, if it is long, longtable. The comments
// stand above it. A table that is wider than the page is made smaller; one that is long has its caption once, and its head on every page.
func (s *Sheet) LaTeX(comments []string) string {
	var b strings.Builder
	for _, line := range comments {
		b.WriteString("% " + strings.ReplaceAll(line, "\n", " ") + "\n")
	}
	kind := "tabular"
	caption := fmt.Sprintf("\\caption{%s. %s}\\label{tab:%s}", LaTeX(s.Title), LaTeX(s.Note), s.Name)
	layout := "{" + strings.Repeat("l", len(s.Keys)) + strings.Repeat("r", len(s.Columns)) + "}"
	head := "\\toprule\n" + LaTeXRow(len(s.Header()), s.Header()) + "\\midrule\n"
	if len(s.Lines) > longest {
		kind = "longtable"
		fmt.Fprintf(&b, "\\begin{longtable}%s\n%s\\\\\n%s\\endfirsthead\n", layout, caption, head)
		fmt.Fprintf(&b, "\\caption[]{%s, continued}\\\\\n%s\\endhead\n", LaTeX(s.Title), head)
	} else {
		fmt.Fprintf(&b, "\\begin{table*}\n\\centering\n%s\n%s\\begin{tabular}%s\n%s", caption, LaTeXFit, layout, head)
	}
	for _, cells := range s.Grid() {
		b.WriteString(LaTeXRow(len(s.Keys), cells))
	}
	b.WriteString("\\bottomrule\n\\end{" + kind + "}")
	if kind == "tabular" {
		b.WriteString("}\n\\end{table*}")
	}
	return b.String() + "\n"
}
