package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"wolfden/internal/sheet"
	"wolfden/internal/stats"
)

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
	maps.Copy(files, r.Files)
	drawn := map[string]string{} // SVG by the chart's name
	for i := range r.Charts {
		c := &r.Charts[i]
		for _, format := range []string{"svg", "png"} {
			var b bytes.Buffer
			if err := c.draw(&b, format); err != nil {
				return nil, fmt.Errorf("chart %s: %w", c.Name, err)
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
		if err := s.WriteCSV(&b); err != nil {
			return nil, err
		}
		files["tables/"+s.Name+".csv"] = b.Bytes()
		short := read(*s)
		files["tables/"+s.Name+".tex"] = []byte(short.LaTeX(r.comments()))
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
	sheets := make([]*sheet.Sheet, len(r.Sheets))
	for i := range r.Sheets {
		sheets[i] = &r.Sheets[i]
	}
	return json.MarshalIndent(map[string]any{"runs": r.Runs, "made_by": append([]Made{}, r.Made...), "sheets": sheets, "warnings": append([]string{}, r.Warnings...)}, "", "  ")
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
			c.Name, sheet.LaTeX(c.Title), c.Name)
	}
	b.WriteString("\\end{document}\n")
	return b.String()
}

// whole reports whether all of the figure can be drawn.
func whole(e stats.Estimate) bool { return known(e.Value) && known(e.Low) && known(e.High) }

// known reports whether there is a figure.
func known(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
